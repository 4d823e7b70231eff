// Package parallel distributes work over goroutines: by number (For, Workers) or by ranges of rows
// (Chunks, Rows, Split). slices.go grows the slices that the work is written to.
package parallel

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Check reports a number of threads that nothing can have.
func Check(threads int) error {
	if threads < 0 {
		return fmt.Errorf("number of Threads is %d, must be at least 0, which is one per processor", threads)
	}
	return nil
}

// For calls f(0) to f(n-1) from up to threads goroutines, 0 for one per processor.
func For(threads, n int, f func(i int)) {
	if threads == 1 || n <= 1 { // without allocating another function, as there are many small n
		for i := range n {
			f(i)
		}
		return
	}
	Workers(threads, n, func(_, i int) { f(i) })
}

// Workers is [For] that also tells f the number of the worker that calls it, below threads.
func Workers(threads, n int, f func(worker, i int)) {
	if threads = goroutines(threads, n); threads <= 1 {
		for i := range n {
			f(0, i)
		}
		return
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for worker := range threads {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(worker, i)
			}
		})
	}
	workers.Wait()
}

// goroutines returns how many goroutines have something to do.
func goroutines(threads, n int) int {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return min(threads, n)
}

// chunk is the number of rows in a unit of work on all rows. Sums that are added up chunk by chunk
// do not depend on the number of threads.
const chunk = 1 << 15

// Chunks returns the number of chunks of n rows.
func Chunks(n int) int { return (n + chunk - 1) / chunk }

// Chunk returns the rows lo to hi of a chunk of n rows.
func Chunk(n, i int) (lo, hi int) { return i * chunk, min(n, (i+1)*chunk) }

// Rows calls f for ranges lo to hi of n selected rows. The ranges are shorter than chunks, as few
// rows are selected.
func Rows(threads, n int, f func(lo, hi int)) {
	const stretch = 1 << 10
	For(threads, (n+stretch-1)/stretch, func(i int) { f(i*stretch, min(n, (i+1)*stretch)) })
}

// Split calls f for up to threads ranges lo to hi of n items, as equal as can be: for work that
// needs its own memory.
func Split(threads, n int, f func(lo, hi int)) {
	threads = goroutines(threads, n)
	For(threads, threads, func(i int) { f(n*i/threads, n*(i+1)/threads) })
}
