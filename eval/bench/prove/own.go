package prove

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
	"github.com/hardwood-ml/hardwood/internal/cputime"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// own is a model written by hardwood train, with rows for it.
type own struct {
	model *ensemble.Ensemble
	rows  *data.Table
}

// readOwn reads a model, and the rows of the classes it knows.
func readOwn(files *reference.Own) (*own, error) {
	e, t, err := files.Read()
	return &own{e, t}, err
}

// suite takes the first rows that the model gets right; LT-Attack is the heuristic to compare the proofs
// with.
func (o *own) suite(norm attack.Norm, rows int) (*reference.Suite, error) {
	p, err := attack.NewProblem(o.model, norm)
	if err != nil {
		return nil, err
	}
	prepared, err := ltattack.Attack{}.Prepare(p)
	if err != nil {
		return nil, err
	}
	s, search := &reference.Suite{Problem: p}, prepared.Searcher()
	for i := 0; i < o.rows.Rows && (rows == 0 || len(s.Cases) < rows); i++ {
		v := attack.Victim{Row: i, X: o.rows.Row(i), Label: o.rows.Y[i]}
		if o.model.Class(v.X) != v.Label {
			continue
		}
		before := cputime.Seconds()
		r := search.Search(context.Background(), v)
		s.Cases = append(s.Cases, reference.Case{Victim: v, Paper: r.Distance, PaperCPU: cputime.Seconds() - before, Optimum: math.NaN()})
	}
	if s.Cases == nil {
		return nil, fmt.Errorf("the model gets no row right")
	}
	return s, nil
}

// suites calls visit for each of the norms.
func (o *own) suites(c *reference.Choice, visit func(*reference.Suite) error) error {
	return c.EachNorm(func(norm attack.Norm) error {
		s, err := o.suite(norm, c.Rows)
		if err != nil {
			return err
		}
		return visit(s)
	})
}
