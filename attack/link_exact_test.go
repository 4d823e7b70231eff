package attack_test

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// If the columns that others are derived from are discrete, exact search proves the nearest example
// that obeys the links, or that there is none, as brute force over rows finds it.
func TestExactUnderLinksIsThatOfBruteForce(t *testing.T) {
	draws := 30000
	if testing.Short() {
		draws = 3000
	}
	found, none := 0, 0
	for i := range draws {
		p, victims := attacktest.Draw(seed.At(61, i))
		if p.Constraints == nil || p.Constraints.Links == nil {
			continue
		}
		results, err := attack.Run(t.Context(), p, exact.Attack{}, victims, attack.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range victims {
			missing := slices.ContainsFunc(p.Constraints.Links, func(l attack.Link) bool { return l.Missing(v.X) })
			if results[k].Status == attack.OutOfBounds || missing && len(p.Constraints.Links) > 1 { // an order without values
				continue
			}
			r, nearest := &results[k], attacktest.Nearest(p, v)
			if math.IsInf(nearest, 1) {
				none++
			} else {
				found++
			}
			if math.Abs(r.Distance-nearest) > 1e-9*nearest || (r.Status == attack.Optimal) == math.IsInf(nearest, 1) || r.LowerBound != r.Distance {
				t.Errorf("draw %d, victim %d, norm %v: nearest %v: %+v", i, k, p.Norm, nearest, r)
			}
		}
	}
	t.Logf("%d nearest examples, %d times none", found, none)
	if found < draws/20 || none < draws/20 {
		t.Error("too few")
	}
}
