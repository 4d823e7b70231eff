package advboost

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// constraints are some that every part of the ball depends on.
func constraints(r *rand.Rand, features int) *attack.Constraints {
	c := &attack.Constraints{
		Weight: make([]float64, features), Fall: make([]float64, features), Frozen: make([]bool, features),
		Increase: make([]bool, features), Decrease: make([]bool, features),
	}
	for f := range features {
		c.Weight[f], c.Fall[f] = []float64{0.5, 1, 2}[r.IntN(3)], []float64{0.5, 1, 2}[r.IntN(3)]
		switch r.IntN(4) {
		case 0:
			c.Frozen[f] = true
		case 1:
			c.Increase[f] = true
		case 2:
			c.Decrease[f] = true
		}
	}
	return c
}

// move returns a row that an attacker can make of x, or x itself.
func move(r *rand.Rand, b *Ball, x []float64) []float64 {
	z := append([]float64(nil), x...)
	for f := range z {
		down, up := b.Reach(f)
		switch {
		case r.IntN(2) == 0:
		case b.Constraints != nil && b.Constraints.Blank != nil && b.Constraints.Blank[f] > 0 && r.IntN(3) == 0:
			z[f] = math.NaN()
		case math.IsInf(down+up, 1): // anywhere that it may go
			z[f] = 1.5*r.Float64() - 0.25
			if z[f] < x[f] && down == 0 || z[f] > x[f] && up == 0 {
				z[f] = x[f]
			}
		default:
			z[f] = x[f] - down + r.Float64()*(down+up)
		}
	}
	if (&attack.Problem{Ensemble: &ensemble.Ensemble{}, Norm: b.Norm, Constraints: b.Constraints}).Between(x, z) > b.Eps {
		return x
	}
	return z
}

// everyBall runs a property on random ensembles of every shape, with rows and
// balls of every norm, free and constrained.
func everyBall(t *testing.T, property func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64)) {
	for name, shape := range ensembletest.Shapes {
		for _, norm := range attack.AllNorms {
			t.Run(fmt.Sprint(name, " ", norm), func(t *testing.T) {
				for i := range 30 {
					r := seed.At(2, i)
					e := ensembletest.Random(r, shape)
					b := &Ball{Norm: norm, Eps: 0.4 * r.Float64()}
					if norm == attack.L0 {
						b.Eps *= 8
					}
					if i%2 == 1 {
						b.Constraints = constraints(r, e.Features)
						if i%4 == 3 {
							b.Constraints.Blank = make([]float64, e.Features)
							for f := range b.Constraints.Blank {
								b.Constraints.Blank[f] = []float64{0, 0.1, 0.2}[r.IntN(3)]
							}
						}
					}
					x := ensembletest.Row(r, e)
					e.Round(x, x)
					property(t, r, e, b, x)
				}
			})
		}
	}
}

func TestLeavesInTheBallAreVisited(t *testing.T) {
	moved := 0
	everyBall(t, func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		w := newWalker(b)
		for i := range e.Trees {
			tree := &e.Trees[i]
			visited := map[int]bool{}
			for _, l := range w.leaves(tree, x, 0) {
				visited[int(l)] = true
			}
			for range 20 {
				z := move(r, b, x)
				l := tree.Leaf(z)
				if !visited[l] {
					t.Fatalf("tree %d: leaf %d of %v, reached from %v within %v, was not visited", i, l, z, x, b.Eps)
				}
				if l != tree.Leaf(x) {
					moved++
				}
			}
		}
	})
	if moved < 1000 {
		t.Errorf("only %d moves went to another leaf", moved)
	}
}

// A ball of no radius holds the row's own leaf and no other.
func TestNoEpsNoOtherLeaf(t *testing.T) {
	everyBall(t, func(t *testing.T, _ *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		b.Eps = 0
		w := newWalker(b)
		for i := range e.Trees {
			for _, l := range w.leaves(&e.Trees[i], x, 0) {
				if own := e.Trees[i].Leaf(x); int(l) != own {
					t.Fatalf("leaf %d of tree %d was visited, the row is in %d", l, i, own)
				}
			}
		}
	})
}

func TestWorstMarginsBoundEveryMove(t *testing.T) {
	everyBall(t, func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		if e.Average { // sums of votes have no base to start from
			e.Average, e.Base = false, make([]float64, e.Outputs)
		}
		table := newRows(0)
		table.of(x)
		table.class[0] = r.IntN(e.Classes)
		m := margins{ball: b, threads: 1}
		m.update(&trainer.Round{Rows: table, Ensemble: e}, false)
		got := make([]float64, e.Outputs)
		for range 20 {
			e.Margins(move(r, b, x), got)
			for k, v := range got {
				slack := v - m.worst[k]
				if !pushedDown(table.class[0], k, e.Outputs) {
					slack = -slack
				}
				if slack < -1e-5 { // sums in float32 are off by some 1e-6
					t.Fatalf("output %d is %v, beyond the worst case %v", k, v, m.worst[k])
				}
			}
		}
	})
}

func TestReachOfConstraints(t *testing.T) {
	b := &Ball{Eps: 0.2, Constraints: &attack.Constraints{
		Weight: []float64{1, 2, 1, 1}, Frozen: []bool{false, false, true, false}, Increase: []bool{true, false, false, false},
		Decrease: []bool{false, false, false, true},
	}}
	b.Constraints.Integer, b.Constraints.Step = []bool{true, false, false, false}, []float64{0, 0.03, 0, 0.15}
	b.Constraints.StepFrom = []float64{0, math.NaN(), 0, 0.05}
	b.Constraints.Min, b.Constraints.Range = make([]float64, 4), []float64{8, 1, 1, 1} // 0.2 of 8 is 1.6
	want := [][2]float64{{0, 0.125}, {0.09, 0.09}, {0, 0}, {0.2, 0}}
	a := b.Robust(len(want), 0.5)
	for f, w := range want {
		if down, up := a.Reach(f); math.Abs(down-w[0]/2) > 1e-15 || math.Abs(up-w[1]/2) > 1e-15 {
			t.Errorf("feature %d: splits expect %v down and %v up, want half of %v", f, down, up, w)
		}
	}
}
