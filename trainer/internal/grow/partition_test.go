package grow

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

func TestPartKeepsOrder(t *testing.T) {
	r := seed.At(1, 5)
	const n = 120_000 // enough for several threads
	words := make([]uint64, n)
	for i := range words {
		words[i] = r.Uint64()
	}
	for _, missingLeft := range []bool{false, true} {
		for threads := 1; threads <= 3; threads++ {
			var rows rows
			rows.resize(n)
			for i := range n {
				rows.row[i], rows.value[i] = int32(i), int64(i)*3
			}
			middle := partThreads(&rows, threads, 0, n, func(lo, hi int) (int, int) { return sort(&rows, lo, hi, words, up(5), 100, missingLeft) })
			for i, id := range rows.row {
				bin := uint8(words[id] >> 40)
				left := bin <= 100 || bin == bins.Missing && missingLeft
				if left != (i < middle) || rows.value[i] != int64(id)*3 {
					t.Fatalf("%d threads: row %d with bin %d stands at %d of %d", threads, id, bin, i, middle)
				}
			}
			if !slices.IsSorted(rows.row[:middle]) || !slices.IsSorted(rows.row[middle:]) {
				t.Fatalf("%d threads: rows are out of order", threads)
			}
		}
	}
}
