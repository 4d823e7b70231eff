package parallel

import (
	"cmp"
	"runtime"
	"sync/atomic"
	"testing"
)

// Every number and every row comes once, whatever the number of threads.
func TestAllOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 5000} {
		for _, of := range []int{0, 1, 2, 3, 8} {
			threads := cmp.Or(of, runtime.GOMAXPROCS(0))
			times := make([]atomic.Int32, n)
			stretch := func(lo, hi int) {
				for i := lo; i < hi; i++ {
					times[i].Add(1)
				}
			}
			For(of, n, func(i int) { times[i].Add(1) })
			Workers(of, n, func(worker, i int) {
				if worker < 0 || worker >= threads {
					t.Errorf("worker %d of %d", worker, threads)
				}
				times[i].Add(1)
			})
			Rows(of, n, stretch)
			var parts atomic.Int32
			Split(of, n, func(lo, hi int) {
				parts.Add(1)
				if n/threads > hi-lo || hi-lo > n/threads+1 {
					t.Errorf("%d threads: stretch %d to %d of %d", threads, lo, hi, n)
				}
				stretch(lo, hi)
			})
			if got := int(parts.Load()); got != min(threads, n) {
				t.Errorf("%d threads: %d stretches of %d", threads, got, n)
			}
			For(of, Chunks(n), func(i int) { stretch(Chunk(n, i)) })
			for i := range times {
				if got := times[i].Load(); got != 5 {
					t.Errorf("%d threads: %d came %d times, not 5", threads, i, got)
				}
			}
		}
	}
}
