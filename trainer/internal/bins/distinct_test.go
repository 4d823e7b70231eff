package bins

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// draws are values of many kinds.
func draws(random int) map[string]func() float64 {
	r := seed.At(1, random)
	return map[string]func() float64{
		"normal":     r.NormFloat64,
		"whole":      func() float64 { return float64(r.IntN(300)) + 0.5 },
		"heavy tail": func() float64 { return math.Exp(9*r.NormFloat64()) * r.NormFloat64() },
		"huge":       func() float64 { return (2*r.Float64() - 1) * math.MaxFloat64 },
		"tiny":       func() float64 { return float64(r.IntN(300)) * math.SmallestNonzeroFloat64 },
		"infinite":   func() float64 { return []float64{math.Inf(-1), 0, math.Inf(1), r.Float64()}[r.IntN(4)] },
		"constant":   func() float64 { return 0.1 },
	}
}

func TestDistinctCountsValues(t *testing.T) {
	for name, draw := range draws(5) {
		for _, n := range []int{0, 1, 10, 100, 500, 600, 5000} {
			var keys []uint64
			want := map[float64]int{}
			for range n {
				v := draw()
				keys = append(keys, key(v))
				want[v]++
			}
			var d distinct
			d.of(keys, make([]uint64, n))
			if len(d.values) != len(want) || !slices.IsSorted(d.values) || d.rows() != int64(n) {
				t.Fatalf("%s: %d of %d values, %d of %d rows, sorted: %v", name, len(d.values), len(want), d.rows(), n, slices.IsSorted(d.values))
			}
			for i, v := range d.values {
				if d.counts[i] != int64(want[v]) {
					t.Fatalf("%s: %d rows of %v, want %d", name, d.counts[i], v, want[v])
				}
			}
		}
	}
}

// The values, and the ends of their reach between the first and the last value, sorted together.
func TestCandidatesAreValuesAndEnds(t *testing.T) {
	r := seed.At(1, 6)
	for range 200 {
		var f finder
		var keys []uint64
		reach := Reach{Down: []float64{0, 0.1, 3}[r.IntN(3)], Up: []float64{0.1, 0.25}[r.IntN(2)]}
		for range 1 + r.IntN(60) {
			keys = append(keys, key(float64(r.IntN(30))/20))
		}
		f.distinct.of(keys, make([]uint64, len(keys)))
		f.candidates(reach)
		first, last := f.distinct.values[0], f.distinct.values[len(f.distinct.values)-1]
		var want []float64
		for _, k := range keys {
			want = append(want, value(k))
			for _, end := range []float64{value(k) - reach.Down, value(k) + reach.Up} {
				if first < end && end < last {
					want = append(want, end)
				}
			}
		}
		slices.Sort(want)
		if f.candidate.rows() != int64(len(want)) {
			t.Fatalf("reach %v: %d rows, want %d", reach, f.candidate.rows(), len(want))
		}
		at := 0
		for i, v := range f.candidate.values {
			for range f.candidate.counts[i] {
				if math.Abs(want[at]-v) > 1e-6 {
					t.Fatalf("reach %v: %v, want %v", reach, v, want[at])
				}
				at++
			}
			if i > 0 && v-f.candidate.values[i-1] < 1e-6*(reach.Down+reach.Up) {
				t.Fatalf("reach %v: %v and %v are not one", reach, f.candidate.values[i-1], v)
			}
		}
	}
}
