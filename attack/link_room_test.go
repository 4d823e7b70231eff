package attack_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// No near row that obeys the links has a derived column farther away than its reach, and a sum of
// columns that move at once reaches as far as they do together.
func TestDerivedReach(t *testing.T) {
	const eps, a, b, sum, ratio, free = 0.1, 0, 1, 2, 3, 4
	c := &attack.Constraints{Weight: []float64{1, 2, 0, 0, 1}, Links: []attack.Link{
		{Text: "sum = a + b", Feature: sum, Terms: []attack.Term{{Factor: 1, Times: []int{a}}, {Factor: 1, Times: []int{b}}}},
		{Text: "ratio = sum / b", Feature: ratio, Terms: []attack.Term{{Factor: 1, Times: []int{sum}, Over: []int{b}}}},
	}}
	derive := func(x []float64) { x[sum] = x[a] + x[b]; x[ratio] = x[sum] / x[b] }
	farthest := func(norm attack.Norm) float64 { // of the sum
		switch norm {
		case attack.LInf:
			return eps + eps/2
		case attack.L2:
			return math.Hypot(eps, eps/2)
		}
		return eps
	}
	for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1, attack.Cost} {
		r, most := seed.At(71, int(norm)), 0.0
		for range 200 {
			x := []float64{r.Float64(), 0.5 + r.Float64(), 0, 0, r.Float64()}
			derive(x)
			down, up := c.DerivedReach(norm, eps, [][]float64{x}, 1)
			if down[a] != math.Inf(1) || up[free] != math.Inf(1) {
				t.Fatalf("columns that nothing derives reach %v, %v", down, up)
			}
			if want := farthest(norm); up[sum] < want || up[sum] > 1.001*want {
				t.Fatalf("norm %v: the sum rises by %v, want %v", norm, up[sum], want)
			}
			for range 50 {
				da, db := 2*r.Float64()-1, r.Float64()-0.5
				by := eps / norm.Distance(norm.Join(norm.Cost(da), norm.Cost(2*db)))
				y := []float64{x[a] + by*da, x[b] + by*db, 0, 0, x[free]}
				derive(y)
				for _, f := range []int{sum, ratio} {
					if move := y[f] - x[f]; move > up[f] || -move > down[f] {
						t.Fatalf("norm %v: column %d moves by %v, its reach is %v, %v", norm, f, move, down[f], up[f])
					}
				}
				most = max(most, (y[sum]-x[sum])/up[sum])
			}
		}
		if most < 0.95 {
			t.Errorf("norm %v: no sum comes farther than %v of its reach", norm, most)
		}
	}
	if down, up := (&attack.Constraints{}).DerivedReach(attack.LInf, eps, [][]float64{{1}}, 1); down != nil || up != nil {
		t.Error("a reach without links")
	}
}

// The other rows, beyond the share, may be moved farther.
func TestDerivedReachOfMostRows(t *testing.T) {
	c := &attack.Constraints{Weight: []float64{1, 1, 0}, Links: []attack.Link{
		{Text: "ratio = a / b", Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}},
	}}
	var rows [][]float64
	for i := 1; i <= 100; i++ {
		rows = append(rows, []float64{0, float64(i), 0})
	}
	_, most := c.DerivedReach(attack.L1, 0.5, rows, 0.9)
	_, all := c.DerivedReach(attack.L1, 0.5, rows, 1)
	if math.Abs(most[2]-0.5/10) > 0.01 || all[2] < 0.5 {
		t.Errorf("nine rows of ten reach %v, all %v", most[2], all[2])
	}
}
