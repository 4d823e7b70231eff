package eval

import (
	"cmp"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// Case is a row with the example found for it.
type Case struct {
	Row, Label int
	X          []float64 // as the model reads it
	Example    []float64 // nil if none was found
	Class      int       // of Example, -1 if there is none
	Distance   float64

	Changes []attack.Change // the most expensive first; only for fragile rows
}

func caseOf(x []float64, r *attack.Result) Case {
	return Case{Row: r.Row, Label: r.Label, X: x, Example: r.Example, Class: r.Class, Distance: r.Distance}
}

// fragile keeps the rows with the nearest examples, nearest first.
type fragile struct {
	keep  int
	cases []Case
}

func (f *fragile) add(c Case) {
	if c.Example == nil || len(f.cases) == f.keep && (f.keep == 0 || c.Distance >= f.cases[f.keep-1].Distance) {
		return
	}
	at, _ := slices.BinarySearchFunc(f.cases, c, func(have, c Case) int {
		if have.Distance <= c.Distance {
			return -1 // among equals, the first row stays first
		}
		return 1
	})
	f.cases = slices.Insert(f.cases, at, c)
	f.cases = f.cases[:min(len(f.cases), f.keep)]
}

// explain lists for each case what its example changes, the most expensive change first.
func explain(p *attack.Problem, cases []Case) {
	for i := range cases {
		c := &cases[i]
		c.Changes = p.Changes(c.X, c.Example)
		slices.SortStableFunc(c.Changes, func(a, b attack.Change) int { return cmp.Compare(b.Cost, a.Cost) })
	}
}
