package attack

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// RunOptions are the options of [Run].
type RunOptions struct {
	Threads int // number of workers, 0 for one per processor

	// Done is called after each victim with the number of finished ones, by
	// any worker. It must be safe for use by several goroutines. May be nil.
	Done func(finished int)

	// Results are those of a run before that are no longer needed, nor are
	// their examples: memory for this one. It may be nil.
	Results []Result
}

// Run attacks all victims and returns their results in the same order. Every
// example is checked as [Problem.Check] does, by an [ensemble.Predictor], which
// gives the bits of the plain one; one that fails is an error.
// Where ctx is cancelled, Run returns the results so far, with the context's
// error; unfinished ones have Stop == Cancelled.
func Run(ctx context.Context, p *Problem, a Attack, victims []Victim, o RunOptions) ([]Result, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	prepared, err := a.Prepare(p)
	if err != nil {
		return nil, err
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	group := min(maxGroup, 1+len(victims)/(1024*o.Threads)) // few are shared out one by one
	predictor := ensemble.NewPredictor(p.Ensemble)
	results := slices.Grow(o.Results, max(0, len(victims)-len(o.Results)))[:len(victims)]
	var next, finished atomic.Int64
	var workers errgroup.Group
	for range min(o.Threads, len(victims)) {
		workers.Go(func() error {
			w := newWorker(p, a, prepared)
			check := checker{problem: p, predictor: predictor}
			for {
				lo := int(next.Add(int64(group))) - group
				if lo >= len(victims) {
					return check.flush()
				}
				some := victims[lo:min(lo+group, len(victims))]
				if err := w.read(some); err != nil {
					return err
				}
				for i := range some {
					r := &results[lo+i]
					if err := w.attack(ctx, &some[i], w.seen[i], r); err != nil {
						return err
					}
					if err := check.add(&some[i], r); err != nil {
						return err
					}
					if n := finished.Add(1); o.Done != nil {
						o.Done(int(n))
					}
				}
			}
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	return results, ctx.Err()
}
