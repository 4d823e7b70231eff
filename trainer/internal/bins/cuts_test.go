package bins

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

func TestBetween(t *testing.T) {
	r := seed.At(1, 3)
	for range 10000 {
		lo := math.Ldexp(r.NormFloat64(), r.IntN(40)-20)
		hi := math.Nextafter(lo, math.Inf(1))
		if r.IntN(3) > 0 {
			hi = lo + math.Abs(lo)*math.Ldexp(r.Float64()+0.01, -r.IntN(40))
		}
		got := between(lo, hi)
		if got < lo || got >= hi {
			t.Fatalf("threshold %v between %v and %v", got, lo, hi)
		}
		next := float64(math.Nextafter32(float32(lo), float32(math.Inf(1))))
		if possible := next > lo && next < hi; possible && (float64(float32(got)) != got || got == lo) {
			t.Fatalf("threshold %v between %v and %v is not a float32 strictly between them, %v is", got, lo, hi, next)
		}
	}
	for _, ends := range [][2]float64{{math.Inf(-1), 0}, {0, math.Inf(1)}, {-math.MaxFloat64, math.MaxFloat64}, {math.MaxFloat64, math.Inf(1)}} {
		if got := between(ends[0], ends[1]); math.IsInf(got, 0) || got < ends[0] || got >= ends[1] {
			t.Errorf("threshold %v between %v and %v", got, ends[0], ends[1])
		}
	}
}

// If there are many values, bins are about equally full; a value that is more frequent than that has
// its own bin.
func TestCutsShareRowsOut(t *testing.T) {
	r := seed.At(1, 4)
	var keys []uint64
	for range 20000 {
		v := r.NormFloat64()
		if r.IntN(4) == 0 {
			v = 0.5
		}
		keys = append(keys, key(v))
	}
	var d distinct
	d.of(keys, make([]uint64, len(keys)))
	cuts := d.cuts(100)
	if len(cuts) < 90 || len(cuts) > 99 || !slices.IsSorted(cuts) {
		t.Fatalf("%d cuts", len(cuts))
	}
	counts := make([]int, len(cuts)+1)
	table := newTable(&Slot{Cuts: cuts})
	for _, k := range keys {
		counts[table.of(value(k))]++
	}
	own := table.of(0.5)
	if counts[own] < 4500 || counts[own] > 5500 {
		t.Errorf("the frequent value shares its bin: %d rows", counts[own])
	}
	counts[own] = 150
	// 15,000 rows in 99 bins are 152 each.
	if slices.Max(counts) > 2*152 || slices.Min(counts) < 152/3 {
		t.Errorf("bins hold %d to %d rows", slices.Min(counts), slices.Max(counts))
	}
}
