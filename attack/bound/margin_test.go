package bound_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// largest returns the largest sum of units in a ball, trying every cell.
func largest(s *attack.Space, c *ensemble.Contrast, limit float64) int64 {
	most, _ := largestAt(s, c, limit)
	return most
}

// largestAt is largest with the first point that has it.
func largestAt(s *attack.Space, c *ensemble.Contrast, limit float64) (most int64, at []ensemble.Cell) {
	cells := make([]ensemble.Cell, len(s.Home))
	most = int64(math.MinInt64)
	var try func(f int)
	try = func(f int) {
		if f == len(cells) {
			if s.Total(cells) <= limit {
				if sum := c.Sum(s.Grid, cells); sum > most {
					most, at = sum, append(at[:0], cells...)
				}
			}
			return
		}
		for cells[f] = 0; cells[f] <= s.Grid.Last(f); cells[f]++ {
			try(f + 1)
		}
	}
	try(0)
	return most, at
}

// The largest margin of a ball lies between what is found and what is bounded, and mostly the two
// are equal.
func TestLargestMargin(t *testing.T) {
	cases, found, tight := 0, 0, 0
	shapes := maps.Clone(ensembletest.Shapes)
	maps.Copy(shapes, ensembletest.SetShapes)
	delete(shapes, "byte") // which has too many points for this
	for name, shape := range shapes {
		for _, norm := range attack.Norms {
			for i := range 20 {
				r := seed.At(7, i)
				e := ensembletest.Random(r, shape)
				p := attacktest.NewProblem(t, e, norm)
				x := ensembletest.Row(r, e)
				s := attack.NewSpace(p)
				s.Reset(x)
				c := p.Grid.Contrast(0, 1)
				limit := norm.Cost(0.4 * r.Float64())
				if shape.Levels > 0 {
					limit = norm.Cost(2 * r.Float64())
				}
				want := c.Margin(largest(s, c, limit))

				b, start := bound.NewBall(p), ensembletest.Row(r, e)
				b.Reset(x)
				most := b.Most(c, limit)
				best, cells := b.Best(start)
				at := fmt.Sprint(name, " ", norm, " ", i)
				within := bound.NewBall(p)
				within.Reset(start) // its costs stay where none are filled in
				within.ResetWithin(x, limit)
				if got := within.Most(c, limit); got != most {
					t.Errorf("%s: the bound is %v, and %v without what costs more than the limit", at, most, got)
				}
				if got, same := within.Best(start); got != best || !slices.Equal(same, cells) {
					t.Errorf("%s: found %v, and %v without what costs more than the limit", at, best, got)
				}
				if got := c.Margin(c.Sum(p.Grid, cells)); got != best || s.Total(cells) > limit {
					t.Errorf("%s: the point at cost %v of %v has margin %v, not %v", at, s.Total(cells), limit, got, best)
				}
				slack := 1e-9 * (1 + math.Abs(want)) // units are cut down
				if best > want+slack || most < want-slack {
					t.Errorf("%s: the largest margin is %v, found %v, bound %v", at, want, best, most)
				}
				cases++
				if best >= want-slack {
					found++
				}
				if most <= want+slack {
					tight++
				}
			}
		}
	}
	t.Logf("%d cases, %d found, %d bounded tightly", cases, found, tight)
	if found < cases*9/10 || tight < cases/2 {
		t.Errorf("of %d largest margins %d were found and %d bounded tightly", cases, found, tight)
	}
}
