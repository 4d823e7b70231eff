package ltattack

import (
	"maps"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// After any moves, the sum is that of the point, the gain of every change of
// one feature is what the change gains, and no point exceeds the bound.
func TestProfileFollowsMoves(t *testing.T) {
	shapes := maps.Clone(ensembletest.Shapes)
	maps.Copy(shapes, ensembletest.SetShapes)
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 20 {
				r := seed.At(5, i)
				p := attacktest.NewProblem(t, ensembletest.Random(r, shape), attack.L1)
				if i%2 == 1 {
					p.Constraints = attacktest.Constraints(r, shape.Features)
				}
				x := ensembletest.Row(r, p.Ensemble)
				space := attack.NewSpace(p)
				space.Reset(x)
				contrast := p.Grid.Contrast(0, 1)
				c := newClimber(space, new(attack.Stats))
				limit := math.Inf(1)
				if i%3 > 0 {
					limit = r.Float64()
					if shape.Levels > 0 {
						limit *= 2
					}
				}
				score := scoring{trees: contrast.Trees, contrast: contrast, start: contrast.Base, need: contrast.Enough, least: contrast.Need}
				c.enter(&score, limit, space.Home)
				cells := make([]ensemble.Cell, len(x))
				sum := func() int64 {
					c.cells(c.pos, cells)
					return contrast.Sum(p.Grid, cells)
				}
				for range 30 {
					if got, want := c.sum, sum(); got != want || want > c.bound {
						t.Fatalf("sum %d, want %d, bound %d", got, want, c.bound)
					}
					for f := range c.pos {
						here, gain := c.pos[f], int64(0)
						for cell := c.first[f]; cell < c.first[f+1]-1; cell++ {
							if gain += c.diff[cell]; c.isLoose(ownFeature(f)) {
								if gain = c.diff[cell]; c.cost[cell] >= c.limit {
									continue
								}
							}
							c.pos[f] = cell
							if got, want := c.sum+gain, sum(); got != want {
								t.Fatalf("feature %d to cell %d: sum %d, want %d", f, cell, got, want)
							}
						}
						c.pos[f] = here
					}
					if len(c.pos) == 0 {
						break
					}
					f := ownFeature(r.IntN(len(c.pos)))
					to := c.first[f] + ownCell(r.Int32N(int32(c.first[f+1]-1-c.first[f])))
					if c.isLoose(f) && c.cost[to] >= c.limit {
						to = c.home[f]
					}
					c.put(f, to)
				}
			}
		})
	}
}

// Once its memory has grown, a search only allocates for its result.
func TestSearchDoesNotAllocate(t *testing.T) {
	r := seed.At(6)
	p := attacktest.NewProblem(t, ensembletest.Random(r, ensembletest.Shape{Features: 8, Trees: 40, Depth: 4}), attack.L2)
	for _, a := range []Attack{{}, {Paper: true, Starts: 2}} {
		prepared, err := a.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		s := prepared.Searcher()
		v := attacktest.Victim(r, p.Ensemble)
		s.Search(t.Context(), v)
		// the example, its rounding and prediction, the distance
		const allowed = 8
		if n := testing.AllocsPerRun(3, func() { s.Search(t.Context(), v) }); n > allowed {
			t.Errorf("%+v: %v allocations, more than %d", a, n, allowed)
		}
	}
}
