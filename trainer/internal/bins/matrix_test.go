package bins

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

func TestKeysOrderLikeValues(t *testing.T) {
	values := []float64{
		math.Inf(-1), -math.MaxFloat64, -2, -1, -math.SmallestNonzeroFloat64, 0,
		math.SmallestNonzeroFloat64, 1, math.Nextafter(1, 2), 2, math.MaxFloat64, math.Inf(1), math.NaN(),
	}
	for i, v := range values {
		if i > 0 && key(values[i-1]) >= key(v) {
			t.Errorf("keys of %v and %v are out of order", values[i-1], v)
		}
		if back := value(key(v)); back != v && v == v {
			t.Errorf("%v comes back as %v", v, back)
		}
	}
	if key(math.Copysign(0, -1)) != key(0) {
		t.Error("-0 and 0 have different keys")
	}
}

func TestSortKeys(t *testing.T) {
	r := seed.At(1, 1)
	for _, n := range []int{0, 1, 10, 511, 512, 5000} {
		for _, mask := range []uint64{math.MaxUint64, 0xff00ff, 1 << 63, 0} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = r.Uint64() & mask
			}
			want := slices.Sorted(slices.Values(keys))
			sortKeys(keys, make([]uint64, n+3))
			if !slices.Equal(keys, want) {
				t.Errorf("%d keys under %x are not sorted", n, mask)
			}
		}
	}
}

func TestBinCountsThresholdsBelow(t *testing.T) {
	for name, draw := range draws(2) {
		for _, n := range []int{0, 1, 2, 3, 15, 16, 100, 254} {
			var cuts []float64
			for len(cuts) < n {
				cuts = append(cuts, draw())
			}
			slices.Sort(cuts)
			cuts = slices.Compact(cuts)
			table := newTable(cuts)
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

// Bins of many values are about equally full; a value that is more frequent
// than that has a bin to itself.
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
	table := newTable(cuts)
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

func TestPutExtendTruncate(t *testing.T) {
	table := &data.Table{Rows: 3, Cols: 2, X: []float64{1, 5, 2, 6, 3, 7}, Features: []string{"a", "b"}}
	b, err := New(table, 256, nil, 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	row := func(i int) [2]uint8 { return [2]uint8{b.Bin(i, 0), b.Bin(i, 1)} }
	b.Extend(2)
	b.Put(3, 2, func(i int, p *Putter) {
		switch i {
		case 0:
			p.Row(3, []float64{2.4, math.NaN()})
		case 1:
			p.Row(0, []float64{9, 5.6})
		case 2:
			p.Moved(4, 1, moved.Cells{{Feature: 1, Value: 5}})
		}
	})
	got := [][2]uint8{row(0), row(1), row(2), row(3), row(4)}
	if d := cmp.Diff([][2]uint8{{2, 1}, {1, 1}, {2, 2}, {1, Missing}, {1, 0}}, got); d != "" {
		t.Error(d)
	}
	if !b.Slots[1].Missing {
		t.Error("the missing value was not noted")
	}
	b.Truncate(3)
	if b.Len() != 3 {
		t.Errorf("%d rows", b.Len())
	}
}
