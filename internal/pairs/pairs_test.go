package pairs

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestEachPairIsMadeOnce(t *testing.T) {
	const n = 20
	var made atomic.Int64
	p := New(n, func(i, j int) int {
		made.Add(1)
		return n*i + j
	})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for at := range n * n {
				if got := p.At(at/n, at%n); got != at {
					t.Errorf("pair %d is %d", at, got)
				}
			}
		})
	}
	wg.Wait()
	if made.Load() != n*n {
		t.Errorf("%d pairs were made, want %d", made.Load(), n*n)
	}
}

// 65,536 classes have more than four billion pairs.
func TestOnlyWhatIsAskedForTakesMemory(t *testing.T) {
	const n = 1 << 16
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p := New(n, func(i, _ int) int { return i })
	for i := range 10 {
		p.At(i, n-1)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("ten pairs took %d bytes", got)
	}
}
