package attack

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// An attacker free of groups and links can do what others do, at no more cost.
func TestUngroupedIsNoWeaker(t *testing.T) {
	moved := 0
	for i := range 300 {
		r := seed.At(3, i)
		c := &Constraints{
			Weight: []float64{3, 3, 3, 1}, Frozen: []bool{false, false, false, true},
			Min: []float64{0, 0, 0, 0}, Range: []float64{1, 1, 1, 5},
			Groups: []Group{{Name: "g", Features: []int{0, 1, 2}, AtMostOne: i%2 == 0, Weight: []float64{0, 0.3, 2}[r.IntN(3)]}},
			Links:  []Link{{Text: "d <= d", Feature: 3, AtMost: true, Terms: []Term{{Factor: 1, Times: []int{3}}}}},
		}
		if i%3 == 0 {
			c.Fall = []float64{2, 2, 2, 0.5}
		}
		if r.IntN(5) == 0 {
			c.Groups[0].Prices = LevelPrices{Other: math.Inf(1), Pairs: []LevelPrice{{From: 0, To: 2, Price: 0.7}}}
		}
		row := func() []float64 {
			x := []float64{0, 0, 0, r.Float64()}
			if level := r.IntN(4); level < 3 {
				x[level] = 1
			} else if i%2 == 1 {
				x[0] = 1
			}
			return x
		}
		from, to := row(), row()
		to[3] = from[3]
		if c.Allow(from, to) != nil {
			continue
		}
		for _, norm := range []Norm{LInf, L2, L1, Cost} {
			e := &ensemble.Ensemble{Features: 4}
			free := c.Ungrouped(4, norm)
			if err := free.Check(4); err != nil {
				t.Fatal(err)
			}
			bound := (&Problem{Ensemble: e, Norm: norm, Constraints: c}).Distance(from, to)
			alone := (&Problem{Ensemble: e, Norm: norm, Constraints: free}).Distance(from, to)
			if err := free.Allow(from, to); err != nil || alone > bound*(1+1e-12) {
				t.Fatalf("norm %v: %v to %v costs %v in its group and %v without (%v)", norm, from, to, bound, alone, err)
			}
			if from[0] != to[0] {
				moved++
			}
		}
	}
	if moved < 100 {
		t.Errorf("groups changed %d times only", moved)
	}
}
