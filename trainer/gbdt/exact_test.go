package gbdt_test

import (
	"context"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

func train(t *testing.T, p trainer.Params, table *data.Table) *ensemble.Ensemble {
	t.Helper()
	b := traintest.New(t, trainer.GBDT, p)
	e, err := b.Train(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Validate(); err != nil {
		t.Fatal(err)
	}
	return e
}

// greedy is the textbook algorithm: it tries every feature, every threshold between two values of the
// node's rows and both sides for missing values, with exact sums.
type greedy struct {
	p          trainer.Params
	table      *data.Table
	grad, hess []float64
}

func (g *greedy) sums(rows []int) (grad, hess float64) {
	for _, i := range rows {
		grad += g.grad[i]
		hess += g.hess[i]
	}
	return grad, hess
}

func (g *greedy) score(rows []int) float64 {
	grad, hess := g.sums(rows)
	return grad * grad / (hess + g.p.Lambda)
}

// best returns the gain of the best split of rows.
func (g *greedy) best(rows []int) float64 {
	best := 0.0
	for f := range g.table.Cols {
		for _, at := range rows {
			for _, missingLeft := range []bool{false, true} {
				left, right := g.part(rows, f, g.table.Row(at)[f], missingLeft)
				best = max(best, g.gain(left, right))
			}
		}
	}
	return best
}

func (g *greedy) part(rows []int, f int, threshold float64, missingLeft bool) (left, right []int) {
	if math.IsNaN(threshold) {
		threshold = math.Inf(1)
	}
	for _, i := range rows {
		if v := g.table.Row(i)[f]; v <= threshold || v != v && missingLeft {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	return left, right
}

func (g *greedy) gain(left, right []int) float64 {
	_, hl := g.sums(left)
	_, hr := g.sums(right)
	if min(len(left), len(right)) < g.p.MinSamplesLeaf || min(hl, hr) < g.p.MinChildWeight {
		return 0
	}
	all := append(append([]int(nil), left...), right...)
	return g.score(left) + g.score(right) - g.score(all)
}

// Every split of a tree has the gain of the best one by the textbook algorithm, every leaf that could
// be split with gain is at the largest depth, and leaf values are Newton steps.
func TestSplitsAreThoseOfExactGreedySearch(t *testing.T) {
	for name, shape := range map[string]traintest.Shape{
		"values":     {Rows: 60, Cols: 3, Classes: 2},
		"few values": {Rows: 80, Cols: 4, Classes: 2, Values: 5},
		"missing":    {Rows: 60, Cols: 3, Classes: 2, Missing: 0.3},
		"many rows":  {Rows: 300, Cols: 2, Classes: 2}, // more than are summed bin by bin
		"many bins":  {Rows: 350, Cols: 2, Classes: 2}, // more than a byte numbers
		"target":     {Rows: 60, Cols: 3},
	} {
		for number := range 4 {
			for _, least := range []int{1, 5} {
				table := traintest.Table(shape, number)
				p := trainer.Defaults(trainer.GBDT)
				p.Rounds, p.MaxDepth, p.MinChildWeight, p.MinSamplesLeaf, p.LearningRate = 1, 3, 0.5, least, 1
				p.MaxBin = max(p.MaxBin, shape.Rows+1)
				e := train(t, p, table)
				g := &greedy{p: p, table: table}
				for i := range table.Rows {
					grad, hess := e.Base[0], 1.0
					if shape.Classes == 2 {
						prior := 1 / (1 + math.Exp(-e.Base[0]))
						grad, hess = prior-float64(table.Y[i]), prior*(1-prior)
					} else {
						grad -= table.Target[i]
					}
					g.grad, g.hess = append(g.grad, grad), append(g.hess, hess)
				}
				checkTree(t, name, g, &e.Trees[0])
			}
		}
	}
}

func checkTree(t *testing.T, name string, g *greedy, tree *ensemble.Tree) {
	t.Helper()
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(a)) }
	var walk func(at int32, rows []int, depth int)
	walk = func(at int32, rows []int, depth int) {
		best := g.best(rows)
		if at < 0 {
			grad, hess := g.sums(rows)
			if want := -grad / (hess + g.p.Lambda); !near(want, tree.Leaves[^at]) {
				t.Errorf("%s: leaf value %v, want %v", name, tree.Leaves[^at], want)
			}
			if depth < g.p.MaxDepth && best > 1e-5 {
				t.Errorf("%s: leaf of %d rows at depth %d could be split with gain %v", name, len(rows), depth, best)
			}
			return
		}
		s := &tree.Splits[at]
		left, right := g.part(rows, int(s.Feature), s.Threshold, s.DefaultLeft)
		if got := g.gain(left, right); !near(best, got) || !near(s.Gain, got) {
			t.Errorf("%s: split of %d rows gains %v, says %v, best is %v", name, len(rows), got, s.Gain, best)
		}
		walk(s.Left, left, depth+1)
		walk(s.Right, right, depth+1)
	}
	var all []int
	for i := range g.table.Rows {
		all = append(all, i)
	}
	root := int32(0)
	if len(tree.Splits) == 0 {
		root = ^0
	}
	walk(root, all, 0)
}
