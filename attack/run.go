package attack

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

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
// example is checked by the plain predictor; one that fails is an error.
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
	predictor := ensemble.NewPredictor(p.Ensemble)
	results := slices.Grow(o.Results, max(0, len(victims)-len(o.Results)))[:len(victims)]
	var next, finished atomic.Int64
	var workers errgroup.Group
	for range min(o.Threads, len(victims)) {
		workers.Go(func() error {
			w := newWorker(p, a, prepared)
			check := checker{problem: p, predictor: predictor}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(victims) {
					return check.flush()
				}
				w.recycle(results[i].Example)
				var err error
				if results[i], err = w.attack(ctx, victims[i]); err != nil {
					return err
				}
				if err := check.add(victims[i], &results[i]); err != nil {
					return err
				}
				if n := finished.Add(1); o.Done != nil {
					o.Done(int(n))
				}
			}
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	return results, ctx.Err()
}

// worker attacks victims one after another.
type worker struct {
	problem  *Problem
	method   Attack
	searcher Searcher
	rounded  []float64
	margins  []float64
	resolved resolved
}

func newWorker(p *Problem, a Attack, prepared Prepared) *worker {
	return &worker{
		problem: p, method: a, searcher: prepared.Searcher(),
		rounded: make([]float64, p.Ensemble.Features),
		margins: make([]float64, p.Ensemble.Outputs),
	}
}

func (w *worker) attack(ctx context.Context, v Victim) (Result, error) {
	e := w.problem.Ensemble
	if len(v.X) != e.Features {
		return Result{}, fmt.Errorf("row %d has %d features, the model reads %d", v.Row, len(v.X), e.Features)
	}
	if c := w.problem.Constraints; c != nil {
		if err := c.CheckVictim(v.X, e.Schema.Features); err != nil {
			return Result{}, fmt.Errorf("row %d: %w", v.Row, err)
		}
	}
	predicted := w.predict(&v)
	r := none(v, predicted)
	if ctx.Err() != nil { // misclassified or not: what is finished has to be a fair share of all
		r.Stop = Cancelled
		return r, nil
	}
	if predicted != v.Label {
		r.Status, r.Distance = Misclassified, 0
		return r, nil
	}
	searcher := w.searcher
	if slices.ContainsFunc(v.X, math.IsNaN) {
		var err error
		if searcher, err = w.resolved.searcher(w.problem, w.method, v.X); err != nil {
			return Result{}, err
		}
	}
	start := time.Now()
	r = searcher.Search(ctx, v)
	r.Seconds = time.Since(start).Seconds()
	r.Row, r.Label, r.Predicted = v.Row, v.Label, predicted
	return r, nil
}

// recycle gives memory of an example to the searcher, if it has a use for it.
func (w *worker) recycle(example []float64) {
	if r, ok := w.searcher.(Recycler); ok && len(example) == w.problem.Ensemble.Features {
		r.Recycle(example)
	}
}

// predict returns the class of a victim.
func (w *worker) predict(v *Victim) int {
	e := w.problem.Ensemble
	if v.Margins != nil {
		return e.ClassOf(v.Margins)
	}
	e.Round(w.rounded, v.X)
	e.Margins(w.rounded, w.margins)
	return e.ClassOf(w.margins)
}
