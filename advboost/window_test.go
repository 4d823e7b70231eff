package advboost

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Of a feature with bounds, a list of values or steps from a number, those rows cross a
// threshold that some value beyond it is within reach of.
func TestWindowsAreThoseOfAllValues(t *testing.T) {
	crossing := map[bool]int{}
	for i := range 3000 {
		r := seed.At(21, i)
		tenths := func(n int) float64 { return float64(r.IntN(n)) / 10 }
		c := &attack.Constraints{
			Lo: []float64{math.Inf(-1)}, Hi: []float64{math.Inf(1)},
			Values: [][]float64{nil}, Step: []float64{0}, StepFrom: []float64{math.NaN()},
		}
		switch r.IntN(3) {
		case 0:
			for v := tenths(5); v < 2; v += 0.1 + tenths(8) {
				c.Values[0] = append(c.Values[0], v)
			}
		case 1:
			c.Step[0], c.StepFrom[0] = 0.1+tenths(6), tenths(10)
		}
		if r.IntN(2) == 0 {
			c.Lo[0] = tenths(8)
		}
		if r.IntN(2) == 0 {
			c.Hi[0] = 1.2 + tenths(9)
		}
		if c.Check(1) != nil { // no value is within the bounds
			continue
		}
		ball := Ball{Norm: attack.LInf, Eps: 0.05 + tenths(12), Constraints: c}
		if !c.Listed(0) {
			ball.Eps -= 0.02 // or it would end at thresholds, which tells nothing
		} else if r.IntN(2) == 0 {
			ball.Eps += 0.05 // ends at values
		}
		down, up := ball.Reach(0)
		v, threshold := tenths(25), 0.05+tenths(24)
		if !c.Within([]float64{v}) || !ball.windowed() {
			continue
		}
		can := false
		for hundredths := range 500 {
			to := float64(hundredths-200) / 100
			if move := to - v; move != 0 && move <= up+1e-9 && -move <= down+1e-9 && c.Allow([]float64{v}, []float64{to}) == nil {
				can = can || (v <= threshold) != (to <= threshold)
			}
		}
		w := ball.window(0, threshold, &[2]float64{down, up})
		got := v+up > threshold && !(v < w.rise)
		if v > threshold {
			got = v-down <= threshold && !(v > w.fall)
		}
		if got != can {
			t.Errorf("%d: %v crosses %v: %v, want %v; bounds %v to %v, values %v, steps of %v from %v, eps %v, window %v",
				i, v, threshold, got, can, c.Lo, c.Hi, c.Values, c.Step, c.StepFrom, ball.Eps, w)
		}
		crossing[can]++
	}
	if crossing[true] < 300 || crossing[false] < 300 {
		t.Errorf("%d cross and %d do not: draw others", crossing[true], crossing[false])
	}
}
