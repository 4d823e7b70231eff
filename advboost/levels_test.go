package advboost

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// reached returns the leaves of a tree that some row in the ball falls into.
func reached(t *testing.T, e *ensemble.Ensemble, b *Ball, x []float64) map[int]bool {
	p := attacktest.NewProblem(t, e, b.Norm)
	p.Constraints = b.Constraints
	leaves := map[int]bool{}
	attacktest.EachRow(p, attack.Victim{X: x}, func(row []float64, distance float64) {
		if distance <= b.Eps {
			leaves[e.Trees[0].Leaf(row)] = true
		}
	})
	return leaves
}

// priceLevels gives changes of level prices of their own, some of them forbidden.
func priceLevels(r *rand.Rand, b *Ball) {
	c := b.Constraints
	c.Levels = make([]attack.LevelPrices, len(c.Weight))
	for f, column := range b.Columns {
		if prices := attacktest.LevelPrices(r, column.Codes, b.Norm); column.Codes != nil && !math.IsInf(prices.Least(), 1) {
			c.Levels[f], c.Weight[f] = prices, prices.Least()
		}
	}
}

// The leaves that rows of levels can be moved to are visited; if all splits are on levels, no
// others are.
func TestLeavesOfLevels(t *testing.T) {
	others := 0
	for name, shape := range ensembletest.SetShapes {
		if shape.Levels > 70 {
			continue
		}
		shape.Trees = 1
		if shape.Classes > 0 {
			continue
		}
		for _, norm := range attack.Norms {
			for i := range 60 {
				r := seed.At(4, i)
				e := ensembletest.Random(r, shape)
				b := &Ball{Norm: norm, Eps: 2.5 * r.Float64(), Columns: e.Columns}
				if i%2 == 1 {
					b.Constraints = &attack.Constraints{Weight: make([]float64, e.Features), Frozen: make([]bool, e.Features)}
					for f := range e.Features {
						b.Constraints.Weight[f], b.Constraints.Frozen[f] = 0.5+r.Float64(), r.IntN(5) == 0
					}
					if i%4 == 3 {
						priceLevels(r, b)
					}
				}
				x := e.Rounded(ensembletest.Row(r, e))
				want, got := reached(t, e, b, x), map[int]bool{}
				for _, l := range newWalker(b).leaves(&e.Trees[0], x, 0) {
					if got[int(l)] {
						t.Fatalf("%s: leaf %d is visited twice", name, l)
					}
					got[int(l)] = true
				}
				for l := range want {
					if !got[l] {
						t.Fatalf("%s, norm %v: leaf %d is not visited within %v", name, norm, l, b.Eps)
					}
				}
				for l := range got {
					if name == "only sets" && !want[l] {
						t.Fatalf("norm %v: leaf %d is visited, which nothing within %v reaches", norm, l, b.Eps)
					}
				}
				others += len(want) - 1
			}
		}
	}
	if others < 500 {
		t.Errorf("only %d other leaves are reached", others)
	}
}
