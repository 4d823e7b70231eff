package parallel

import (
	"sync/atomic"
	"testing"
)

// Every number and every row comes once, whatever the number of threads.
func TestAllOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 5000} {
		for _, threads := range []int{1, 2, 3, 8} {
			times := make([]atomic.Int32, n)
			stretch := func(lo, hi int) {
				for i := lo; i < hi; i++ {
					times[i].Add(1)
				}
			}
			For(threads, n, func(i int) { times[i].Add(1) })
			Workers(threads, n, func(worker, i int) {
				if worker < 0 || worker >= threads {
					t.Errorf("worker %d of %d", worker, threads)
				}
				times[i].Add(1)
			})
			Rows(threads, n, stretch)
			var parts atomic.Int32
			Split(threads, n, func(lo, hi int) {
				parts.Add(1)
				if n/threads > hi-lo || hi-lo > n/threads+1 {
					t.Errorf("%d threads: stretch %d to %d of %d", threads, lo, hi, n)
				}
				stretch(lo, hi)
			})
			if got := int(parts.Load()); got != min(threads, n) {
				t.Errorf("%d threads: %d stretches of %d", threads, got, n)
			}
			Split(0, n, stretch)
			For(threads, Chunks(n), func(i int) { stretch(Chunk(n, i)) })
			for i := range times {
				if got := times[i].Load(); got != 6 {
					t.Errorf("%d threads: %d came %d times, not 6", threads, i, got)
				}
			}
		}
	}
}
