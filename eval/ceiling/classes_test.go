package ceiling

import (
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// Who is not attacked stays: two rows meet where the other one can become it.
func TestMeetAsClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	meets := 0
	for name, fence := range eachFence {
		c := attack.Constraints{}
		if fence != nil {
			c = *fence
		}
		c.Attackers = []bool{true, false}
		for _, norm := range attack.Norms {
			for range 60 {
				x, y := []float64{float64(r.IntN(7)), float64(r.IntN(7))}, []float64{float64(r.IntN(7)), float64(r.IntN(7))}
				b := ball{norm: norm, constraints: &c, eps: 0.5*float64(1+r.IntN(8)) + 0.01}
				b.problem = newBall(lattice(r, 1, 2), norm, &c, b.eps).problem
				want := c.Allow(x, y) == nil && distance(norm, &c, x, y) <= b.eps
				if got := b.meetAs(x, y, true, false); got != want {
					t.Errorf("%s, norm %v: %v becomes %v at %v: %v, want %v", name, norm, x, y, b.eps, got, want)
				}
				if got := b.meetAs(y, x, false, true); got != want {
					t.Errorf("%s, norm %v: the other way round %v and %v at %v: %v, want %v", name, norm, y, x, b.eps, got, want)
				}
				if want {
					meets++
				}
				if same := x[0] == y[0] && x[1] == y[1]; b.meetAs(x, y, false, false) != same {
					t.Errorf("%s, norm %v: %v and %v, which nobody attacks, meet", name, norm, x, y)
				}
			}
		}
	}
	if meets < 100 {
		t.Errorf("only %d pairs meet", meets)
	}
}

// Rows that one class can make of the other by steps of just eps meet, in a range of 20 too,
// where some of these come to more.
func TestBecomesBySteps(t *testing.T) {
	for k := range 20 {
		table := &data.Table{
			Rows: 2, Cols: 2, X: []float64{float64(k) / 20, 0.5, float64(k+1) / 20, 0.48}, Y: []int{0, 1}, Classes: []string{"a", "b"},
			Features: []string{"x", "y"},
		}
		for _, attackers := range [][]bool{{true, false}, {false, true}} {
			c := &attack.Constraints{
				Attackers: attackers, Integer: []bool{true, false}, Min: []float64{0, 0}, Range: []float64{20, 1},
			}
			for eps, want := range map[float64]float64{0.05: 0.5, 0.0499: 1} {
				limits, err := Of(t.Context(), table, []float64{eps}, Options{Norm: attack.LInf, Constraints: c, Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				if limits[0].Robust != want {
					t.Errorf("%d and %d at %v, attackers %v: %v, want %v", k, k+1, eps, attackers, limits[0].Robust, want)
				}
			}
		}
	}
}
