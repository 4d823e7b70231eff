package eval

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
)

// randomOutcome has all that a row can have: each of what is rare in one of rare rows.
func randomOutcome(r *rand.Rand, rare int) Outcome {
	d := r.Float64()
	o := Outcome{Label: r.IntN(1 << 16), Predicted: r.IntN(1 << 16), Status: attack.Status(r.IntN(6)), Distance: d, LowerBound: d, Seconds: float64(r.Float32())}
	if r.IntN(rare) == 0 {
		o.LowerBound = math.Copysign(0, float64(r.IntN(2))-0.5)
	}
	if r.IntN(rare) == 0 {
		o.Distance, o.LowerBound = math.Inf(1), [2]float64{d, math.Inf(1)}[r.IntN(2)]
	}
	if r.IntN(rare) == 0 {
		o.Queries = r.Int()
	}
	if r.IntN(rare) == 0 {
		o.Decided = []attack.Verdict{attack.Verdict(r.IntN(3)), attack.Verdict(r.IntN(3)), attack.Verdict(r.IntN(3))}
	}
	return o
}

// TestOutcomesKeepAll: columns give back each row to the bit, and some rows where only
// those are asked for. Where no verdict was kept all are undecided.
func TestOutcomesKeepAll(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	for _, rare := range []int{1, 3, 40} {
		var want []Outcome
		for range 200 {
			want = append(want, randomOutcome(r, rare))
		}
		all := outcomesOf(want...)
		odd := all.Where(func(row int, o Outcome) bool { return o.Label%2 == 1 })
		at := 0
		for i := range want {
			kept := []Outcome{all.At(i)}
			if want[i].Label%2 == 1 {
				kept = append(kept, odd.At(at))
				at++
			}
			for _, got := range kept {
				if math.Float64bits(got.LowerBound) != math.Float64bits(want[i].LowerBound) {
					t.Errorf("row %d: the bound is %v, was %v", i, got.LowerBound, want[i].LowerBound)
				}
				if want[i].Decided == nil && reflect.DeepEqual(got.Decided, make([]attack.Verdict, 3)) {
					got.Decided = nil
				}
				if !reflect.DeepEqual(got, want[i]) {
					t.Errorf("row %d: kept %+v of %+v", i, got, want[i])
				}
			}
		}
		if all.Len() != len(want) || odd.Len() != at {
			t.Errorf("%d rows, want %d; of them %d, want %d", all.Len(), len(want), odd.Len(), at)
		}
	}
}
