package attack

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/internal/memory"
)

// RunOptions say how victims are attacked.
type RunOptions struct {
	Threads int // number of workers, 0 for one per processor

	// Done is called after each victim with the number of finished ones, by
	// any worker. It must be safe for use by several goroutines. May be nil.
	Done func(finished int)

	// Reuse is for training loops: results of a run before that are no longer
	// needed, nor are their examples, as memory for this one. It may be nil.
	Reuse []Result
}

// batch is what a pool of workers works on.
type batch struct {
	victims []Victim
	results []Result // to be filled, one per victim

	// ask asks a searcher about the victim of number i, which the model gets right.
	ask func(s Searcher, i int) (Result, error)
}

// work works on a batch in parallel, and checks the examples that it gets.
func (a *Adversary) work(ctx context.Context, b *batch, o RunOptions) error {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if err := a.askFor(b); err != nil {
		return err
	}
	group := min(maxGroup, 1+len(b.victims)/(1024*o.Threads)) // few are shared out one by one
	var next, finished atomic.Int64
	var workers errgroup.Group
	for range min(o.Threads, len(b.victims)) {
		workers.Go(func() error {
			w := a.worker()
			defer a.workers.Put(w)
			check := checker{problem: a.problem, predictor: a.predictor}
			for {
				lo := int(next.Add(int64(group))) - group
				if lo >= len(b.victims) {
					return check.flush()
				}
				some := b.victims[lo:min(lo+group, len(b.victims))]
				if err := w.read(some); err != nil {
					return err
				}
				for i := range some {
					if err := w.attack(ctx, b, lo+i, w.seen[i]); err != nil {
						return err
					}
					if err := check.add(&some[i], &b.results[lo+i]); err != nil {
						return err
					}
					if n := finished.Add(1); o.Done != nil {
						o.Done(int(n))
					}
				}
			}
		})
	}
	return workers.Wait()
}

// askFor asks for the memory of the contrasts of a batch, which are a number for
// each leaf, class of the victims and rival.
func (a *Adversary) askFor(b *batch) error {
	if a.problem.Grid == nil || a.problem.Ensemble.Outputs == 1 {
		return nil
	}
	classes, rivals, leaves := map[int]bool{}, a.problem.Ensemble.Classes-1, a.problem.Grid.NumLeaves()
	for i := range b.victims {
		classes[b.victims[i].Label] = true
	}
	return memory.Ask(8*float64(len(classes))*float64(rivals)*float64(leaves),
		"an attack on rows of %d classes with %d rivals each, of %d leaves, takes", len(classes), rivals, leaves)
}
