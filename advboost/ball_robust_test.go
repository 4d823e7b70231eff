package advboost

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Splits expect what an attacker can do to a row within the fraction by a change of one
// level, of one group, or by making one value go missing.
func TestRobustSplitsExpectWhatIsPaidFor(t *testing.T) {
	const fraction = 0.5
	can, cannot := 0, 0
	for i := range 400 {
		r := seed.At(12, i)
		norm := attack.AllNorms[i%len(attack.AllNorms)]
		// a level, a group of three columns of 0 and 2, and a number
		columns := []column.Column{column.Named([]string{"a", "b", "c"}), {}, {}, {}, {}}
		c := &attack.Constraints{
			Weight: slices.Repeat([]float64{1}, 5), Levels: make([]attack.LevelPrices, 5), Blank: make([]float64, 5),
			Min: make([]float64, 5), Range: slices.Repeat([]float64{0.5}, 5), Frozen: make([]bool, 5),
			Groups: []attack.Group{{Name: "g", Features: []int{1, 2, 3}, AtMostOne: r.IntN(2) == 0, Weight: r.Float64() + 0.1, Frozen: r.IntN(5) == 0}},
		}
		if r.IntN(3) > 0 {
			c.Levels[0] = attacktest.LevelPrices(r, []int32{0, 1, 2}, norm)
		}
		if r.IntN(3) > 0 {
			c.Groups[0].Prices = attacktest.LevelPrices(r, []int32{0, 1, 2, 3}, norm)
		}
		c.Blank[0], c.Blank[4] = []float64{0, 0.3, 0.9}[r.IntN(3)], []float64{0, 0.3, 0.9}[r.IntN(3)]
		if err := c.Check(5); err != nil {
			t.Fatal(err)
		}
		s := Strategy{Norm: norm, Eps: 3 * r.Float64(), Constraints: c}
		ball := s.Ball(5)
		ball.Columns = columns
		a := ball.Robust(5, fraction)

		e := &ensemble.Ensemble{Features: 5, Columns: columns}
		problem := attack.Problem{Ensemble: e, Norm: norm, Constraints: c}
		limit := fraction * s.Eps
		if norm == attack.L0 {
			limit = math.Floor(s.Eps)
		}
		pays := func(from, to []float64) bool {
			ok := problem.Distance(from, to) <= limit && c.Allow(from, to) == nil
			if from[0] != to[0] && math.IsInf(c.LevelPrice(0, from[0], to[0]), 1) {
				ok = false
			}
			if ok {
				can++
			} else {
				cannot++
			}
			return ok
		}
		nan := math.NaN()
		for from := range 3 {
			row := []float64{float64(from), 2, 0, 0, 0.3}
			for to := range 3 {
				change := a.Change(0, int32(from), int32(to))
				if from != to && change != pays(row, []float64{float64(to), 2, 0, 0, 0.3}) {
					t.Fatalf("%d, norm %v: level %d to %d within %v: %v, prices %+v", i, norm, from, to, s.Eps, change, c.Levels[0])
				}
			}
		}
		row := []float64{0, 2, 0, 0, 0.3}
		blank := a.Blank
		if blank == nil {
			blank = make([]bool, 5)
		}
		if blank[0] != pays(row, []float64{nan, 2, 0, 0, 0.3}) || blank[4] != pays(row, []float64{0, 2, 0, 0, nan}) {
			t.Fatalf("%d, norm %v: %v go missing within %v for %v", i, norm, blank, s.Eps, c.Blank)
		}
		for f := 1; f <= 3; f++ {
			falls, rises := false, false
			for from := range 4 {
				for to := range 4 {
					x, z := []float64{0, 0, 0, 0, 0.3}, []float64{0, 0, 0, 0, 0.3}
					if from < 3 { // 3 is none
						x[from+1] = 2
					}
					if to < 3 {
						z[to+1] = 2
					}
					if (from == 3 || to == 3) && !c.Groups[0].AtMostOne || from == to {
						continue
					}
					ok := !c.Groups[0].Frozen && pays(x, z)
					falls, rises = falls || ok && from == f-1, rises || ok && to == f-1
				}
			}
			if down, up := a.Reach(f); (down > 1) != falls || (up > 1) != rises {
				t.Fatalf("%d, norm %v: column %d falls by %v and rises by %v within %v, want %v and %v: %+v", i, norm, f, down, up, s.Eps, falls, rises, c.Groups[0])
			}
		}
	}
	if can < 1000 || cannot < 1000 {
		t.Errorf("%d changes are paid for, %d not", can, cannot)
	}
}
