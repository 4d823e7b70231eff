package bins

import (
	"math"
	"slices"
	"testing"
)

func TestBinCountsThresholdsBelow(t *testing.T) {
	for name, draw := range draws(2) {
		for _, n := range []int{0, 1, 2, 3, 15, 16, 100, 254} {
			var cuts []float64
			for len(cuts) < n {
				cuts = append(cuts, draw())
			}
			slices.Sort(cuts)
			cuts = slices.Compact(cuts)
			table := newTable(&Slot{Cuts: cuts})
			values := append([]float64{-9, 0, 9, math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64}, cuts...)
			for range 100 {
				values = append(values, draw())
			}
			for _, v := range values {
				for _, v := range []float64{v, math.Nextafter(v, math.Inf(1))} {
					want, _ := slices.BinarySearch(cuts, v) // the first that is not below
					if got := table.of(v); got != uint64(want) {
						t.Fatalf("%s: %v lies in bin %d of %d cuts, want %d", name, v, got, n, want)
					}
				}
			}
			if got := table.of(math.NaN()); got != Missing {
				t.Fatalf("%s: NaN lies in bin %d", name, got)
			}
		}
	}
}
