package method

import (
	"cmp"
	"errors"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Able returns the names of the methods that have an ability in some norm, whatever the
// trees of the model are.
func Able(of attack.Ability) []string {
	var able []Method
	for _, m := range All {
		if slices.ContainsFunc(attack.AllNorms, func(n attack.Norm) bool { return m.able(of, n) }) {
			able = append(able, m)
		}
	}
	return names(able)
}

// Instead returns the names of the methods that can do what another one could not, as an
// [*attack.Lack] says, and are made for all that it is made for; those that can do most
// come first. It is nil for other errors.
func Instead(err error) []string {
	var lack *attack.Lack
	if !errors.As(err, &lack) {
		return nil
	}
	var task Task
	for _, m := range All {
		if m.Name == lack.Method {
			task = m.Does
		}
	}
	var able []Method
	abilities := map[string]int{}
	for _, m := range All {
		if m.Does&task != task || !m.able(lack.Of, lack.Norm) {
			continue
		}
		able = append(able, m)
		for of := range attack.FreeMoves + 1 {
			if m.able(of, lack.Norm) {
				abilities[m.Name]++
			}
		}
	}
	slices.SortStableFunc(able, func(a, b Method) int { return cmp.Compare(abilities[b.Name], abilities[a.Name]) })
	return names(able)
}

// able reports whether a method has an ability in a norm: whether it can be prepared for a
// problem that asks for nothing else. It may miss a solver.
func (m *Method) able(of attack.Ability, n attack.Norm) bool {
	_, err := attack.Prepare(asking(of, n), m.New(Settings{Rows: [][]float64{{0, 1}, {1, 0}}}))
	return err == nil || errors.Is(err, milp.ErrNoSolver)
}

// asking returns a problem in a norm that asks for an ability. Its model has a tree of
// three leaf values and columns of two thresholds, as most models have.
func asking(of attack.Ability, n attack.Norm) *attack.Problem {
	first := ensemble.Split{Feature: 0, Threshold: 0.5, Left: ^0, Right: 1}
	e := &ensemble.Ensemble{Features: 2, Classes: 2, Outputs: 1, Base: []float64{0}}
	if of == attack.Levels {
		first.Threshold, first.Set = 0, &ensemble.Set{Levels: []int32{0}}
		e.Columns = []column.Column{{Kind: column.Categorical, Codes: []int32{0, 1}}, {}}
	}
	e.Trees = []ensemble.Tree{
		{Splits: []ensemble.Split{first, {Feature: 1, Threshold: 0.25, Left: ^1, Right: ^2}}, Leaves: []float64{-1, 2, 3}},
		{Splits: []ensemble.Split{{Feature: 1, Threshold: 0.5, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}},
	}
	p, err := attack.NewProblem(e, n)
	if err != nil {
		panic(err) // it is the same each time
	}
	switch of {
	case attack.Groups:
		p.Constraints = &attack.Constraints{Groups: []attack.Group{{Name: "group", Features: []int{0, 1}}}}
	case attack.Blanks:
		p.Constraints = &attack.Constraints{Blank: []float64{1, 0}}
	case attack.FreeMoves:
		p.Constraints = &attack.Constraints{
			Weight: []float64{0, 1},
			Links:  []attack.Link{{Text: "a = b", Feature: 0, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}}},
		}
	}
	return p
}
