package ltattack

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// descents runs a property on the tuples along descents from random points, the last of which is
// converged.
func descents(t *testing.T, property func(t *testing.T, n *neighborhood, converged bool)) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	shapes := maps.Clone(ensembletest.Shapes)
	maps.Copy(shapes, ensembletest.SetShapes)
	delete(shapes, "byte") // which has too many tuples
	for name, shape := range shapes {
		for _, norm := range attack.Norms {
			t.Run(fmt.Sprintf("%s/%v", name, norm), func(t *testing.T) {
				for i := range 5 {
					r := seed.At(3, i)
					p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
					prepared, _ := Attack{}.Prepare(p)
					s := prepared.Searcher().(*searcher)
					x := ensembletest.Row(r, p.Ensemble)
					s.ctx = context.Background()
					s.victim = attack.Victim{X: x, Label: p.Ensemble.Class(x)}
					s.space.Reset(x)
					s.meet(s.victim.Label)
					d := s.randomPoint()
					if d == nil {
						continue
					}
					s.near.set(d, s.cells)
					property(t, s.near, false)
					for s.near.improve(false) {
						property(t, s.near, false)
					}
					property(t, s.near, true)
				}
			})
		}
	}
}

// everyTuple calls visit with every valid leaf tuple of the model, at the
// point that is nearest to the victim.
func everyTuple(n *neighborhood, visit func(t *tuple)) {
	seen := map[string]bool{}
	cells := make([]ensemble.Cell, len(n.cells))
	t := newTuple(n.space)
	for {
		if n.space.Total(cells) < inadmissible {
			t.set(n.duel, cells)
			if key := fmt.Sprint(t.leaf); !seen[key] {
				seen[key] = true
				visit(t)
			}
		}
		f := 0
		for f < len(cells) && cells[f] == n.grid.Last(f) {
			cells[f] = 0
			f++
		}
		if f == len(cells) {
			return
		}
		cells[f]++
	}
}

// hamming returns the trees in which two tuples differ.
func hamming(a, b *tuple) (trees []int32) {
	for _, t := range a.duel.trees {
		if a.leaf[t] != b.leaf[t] {
			trees = append(trees, t)
		}
	}
	return trees
}

// Theorem "Bound Neighborhood": a nearer tuple at Hamming distance 1 differs in a bound tree.
// Checked here: no adversarial one is nearer than the best of the bound neighbourhood.
func TestBoundNeighborhood(t *testing.T) {
	descents(t, func(t *testing.T, n *neighborhood, converged bool) {
		best := n.score
		if !converged {
			next := newNeighborhood(newTuple(n.space))
			next.set(n.duel, n.cells)
			next.improve(false)
			best = next.score
		}
		everyTuple(n, func(o *tuple) {
			if len(hamming(n.tuple, o)) == 1 && o.duel.wins(o.sums, 0) && o.score.less(best) {
				t.Errorf("tuple %v has a neighbour %v at %v, the bound neighbourhood reaches %v", n.leaf, o.leaf, o.score, best)
			}
		})
	})
}

// Theorem "Convergence Guarantee": a converged tuple is the optimum among all
// valid combinations of the leaves of its nearer neighbours.
func TestConvergenceGuarantee(t *testing.T) {
	descents(t, func(t *testing.T, n *neighborhood, converged bool) {
		if !converged {
			return
		}
		leaves := map[ensemble.Leaf]bool{}
		nearer := func(o *tuple) bool { return o.score.cost < n.score.cost*(1-tolerance) }
		everyTuple(n, func(o *tuple) {
			if len(hamming(n.tuple, o)) == 1 && nearer(o) {
				for _, tree := range o.duel.trees {
					leaves[o.leaf[tree]] = true
				}
			}
		})
		everyTuple(n, func(o *tuple) {
			for _, tree := range o.duel.trees {
				if !leaves[o.leaf[tree]] {
					return
				}
			}
			if nearer(o) && o.duel.wins(o.sums, 0) {
				t.Errorf("tuple %v at %v is nearer than the converged %v at %v", o.leaf, o.score, n.leaf, n.score)
			}
		})
	})
}

// Every tuple of a descent is adversarial, nearer than the last, and equal to the one that set
// makes afresh.
func TestDescentIsMonotone(t *testing.T) {
	var last score
	fresh := true
	descents(t, func(t *testing.T, n *neighborhood, converged bool) {
		if !fresh && !converged && !n.score.less(last) {
			t.Errorf("score %v after %v", n.score, last)
		}
		last, fresh = n.score, converged
		if !n.duel.wins(n.tuple.sums, 0) {
			t.Errorf("tuple %v is not adversarial", n.leaf)
		}
		again := newTuple(n.space)
		again.set(n.duel, n.cells)
		if d := cmp.Diff(again.leaf, n.leaf); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(again.held, n.held); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(again.cells, n.cells); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(again.sums, n.tuple.sums); d != "" {
			t.Error(d)
		}
	})
}

// The paper's figure "3-tree": from x' = (3,2) over a, b and c to d.
func TestWorkedExample(t *testing.T) {
	tree := func(f ensemble.Feature, v float64, left, right ensemble.Split, leaves ...float64) ensemble.Tree {
		left.Left, left.Right, right.Left, right.Right = ^0, ^1, ^2, ^3
		return ensemble.Tree{Leaves: leaves, Splits: []ensemble.Split{
			{Feature: f, Threshold: v, Left: 1, Right: 2}, left, right}}
	}
	on := func(f ensemble.Feature, v float64) ensemble.Split { return ensemble.Split{Feature: f, Threshold: v} }
	e := &ensemble.Ensemble{Features: 2, Classes: 2, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{
		tree(0, 3, on(1, 2), on(1, 5), -20, 5, 5, -5),
		tree(1, 10, on(0, 15), on(0, 5), -1, 10, 1, 3),
		tree(1, 20, on(0, 10), on(0, 20), 3, 10, 1, 10),
	}}
	if err := e.Validate(); err != nil {
		t.Fatal(err)
	}
	p := attacktest.NewProblem(t, e, attack.L1)
	for _, early := range []bool{false, true} {
		prepared, _ := Attack{}.Prepare(p)
		s := prepared.Searcher().(*searcher)
		s.space.Reset([]float64{23, 23})
		p.Grid.Cells([]float64{3, 2}, s.cells)
		s.meet(1)
		s.near.set(&s.duels[0], s.cells)
		path := [][]float64{s.space.Example(s.near.cells)}
		for s.near.improve(early) {
			path = append(path, s.space.Example(s.near.cells))
		}
		want := [][]float64{{3, 2}, {10, 10}, {5, 20}, {5, 23}, {20, 23}}
		if d := cmp.Diff(want, path); d != "" {
			t.Errorf("early %v: %s", early, d)
		}
		// leaves 4, 8 and 11 of the figure, which counts from 1
		if want := []ensemble.Leaf{3, 7, 10}; !slices.Equal(s.near.leaf, want) {
			t.Errorf("leaves %v, want %v", s.near.leaf, want)
		}
	}
}

// The relaxed neighbourhood: trees that split on the same cut move together.
func TestDuplicateThresholds(t *testing.T) {
	stump := func(threshold, left, right float64) ensemble.Tree {
		return ensemble.Tree{Leaves: []float64{left, right}, Splits: []ensemble.Split{{Threshold: threshold, Left: ^0, Right: ^1}}}
	}
	e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{
		stump(0.75, 1, 2), stump(0.25, -5, 5), stump(0.75, 1, 2), stump(0.75, 0, 1),
	}}
	p := attacktest.NewProblem(t, e, attack.LInf)
	prepared, _ := Attack{}.Prepare(p)
	s := prepared.Searcher().(*searcher)
	s.space.Reset([]float64{0})
	p.Grid.Cells([]float64{1}, s.cells)
	s.meet(0)
	s.near.set(&s.duels[0], s.cells)
	if !s.near.improve(true) {
		t.Fatal("nothing is found across the cut of three trees")
	}
	if got, want := s.space.Example(s.near.cells)[0], math.Nextafter(0.25, 1); got != want {
		t.Errorf("moved to %v, want %v", got, want)
	}
	if want := []ensemble.Leaf{0, 3, 4, 6}; !slices.Equal(s.near.leaf, want) {
		t.Errorf("leaves %v, want %v", s.near.leaf, want)
	}
}
