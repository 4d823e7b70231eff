package eval

import (
	"math"
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
	Predicted  int
}

func caseOf(x []float64, r *attack.Result) Case {
	return Case{Row: r.Row, Label: r.Label, X: x, Example: r.Example, Class: r.Class, Distance: r.Distance, Predicted: r.Predicted}
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
			return -1 // the first row of equals stays first
		}
		return 1
	})
	f.cases = slices.Insert(f.cases, at, c)
	f.cases = f.cases[:min(len(f.cases), f.keep)]
}

// Change is a feature of a case that its example moves.
type Change struct {
	Feature  int
	From, To float64
}

// Changes lists what the example of c changes, the largest change first.
func (c *Case) Changes() []Change {
	var changes []Change
	for f, v := range c.Example {
		if x := c.X[f]; v != x && !math.IsNaN(v-x) {
			changes = append(changes, Change{f, x, v})
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int {
		return compareFloats(math.Abs(b.To-b.From), math.Abs(a.To-a.From))
	})
	return changes
}
