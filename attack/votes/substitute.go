package votes

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/forest"
)

// Substitute is the attack by a substitute model. The attacked model may be any model of two
// classes; columns of the rows that are not 0 or 1 stay as they are.
type Substitute struct {
	// Rows are rows as the model reads them. Their labels do not matter: the substitute learns what
	// the model predicts for them.
	Rows [][]float64
}

var _ attack.Attack = Substitute{}

// Name returns substitute.
func (Substitute) Name() string { return "substitute" }

// CheckNorm accepts norm 0 only, see [attack.CheckNorm].
func (s Substitute) CheckNorm(n attack.Norm) error { return attack.Only(s.Name(), n, attack.L0) }

// Prepare trains the substitute: a forest of [trainer.Forest] with the standard
// parameters and the seed of the problem, whose leaves vote for their majority.
func (s Substitute) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if err := check(s, p); err != nil {
		return nil, err
	}
	if len(s.Rows) == 0 {
		return nil, errors.New("method substitute needs training rows")
	}
	t, err := s.answers(p.Ensemble)
	if err != nil {
		return nil, err
	}
	params := trainer.Defaults(trainer.Forest)
	params.Seed = p.Seed
	forest, err := forest.New(params)
	if err != nil {
		return nil, err
	}
	e, err := forest.Train(context.Background(), t)
	if err != nil {
		return nil, err
	}
	g, err := ensemble.NewGrid(voting(e))
	if err != nil {
		return nil, err
	}
	return &prepared{p, newVoters(g)}, nil
}

// answers returns the rows with the classes that a model predicts, and 0 in columns that are not 0
// or 1 in all rows, so that no tree splits those.
func (s Substitute) answers(e *ensemble.Ensemble) (*data.Table, error) {
	t := &data.Table{
		Rows: len(s.Rows), Cols: e.Features, Classes: []string{"0", "1"},
		Features: make([]string, e.Features), Y: make([]int, len(s.Rows)),
	}
	binary := slices.Repeat([]bool{true}, e.Features)
	for i, row := range s.Rows {
		if len(row) != e.Features {
			return nil, fmt.Errorf("training row %d has %d features, the model reads %d", i, len(row), e.Features)
		}
		for f, v := range row {
			binary[f] = binary[f] && (v == 0 || v == 1)
		}
		t.X = append(t.X, row...)
		t.Y[i] = e.Class(e.Rounded(row))
	}
	if !slices.Contains(binary, true) {
		return nil, errors.New("method substitute changes columns of 0 and 1, and the training rows have none")
	}
	for f := range binary {
		t.Features[f] = fmt.Sprintf("f%d", f)
		for i := 0; !binary[f] && i < t.Rows; i++ {
			t.X[i*t.Cols+f] = 0
		}
	}
	return t, nil
}

// voting returns a forest of two classes in which each leaf votes for the class
// that has more of its rows.
func voting(e *ensemble.Ensemble) *ensemble.Ensemble {
	v := *e
	v.Trees = slices.Clone(e.Trees)
	for i := range v.Trees {
		t := &v.Trees[i]
		t.Leaves = slices.Clone(t.Leaves)
		for l, share := range t.Leaves { // of class 1, minus a half
			if t.Leaves[l] = -1; share > 0 {
				t.Leaves[l] = 1
			}
		}
	}
	return &v
}
