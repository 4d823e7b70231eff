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

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// batch is what a pool of workers works on.
type batch struct {
	victims []Victim
	results []Result // to be filled, one per victim

	// ask asks a searcher about victim i, which the model gets right.
	ask func(s Searcher, i int) (Result, error)
}

// work works on a batch in parallel, and checks the examples that it gets.
func (a *Adversary) work(ctx context.Context, b *batch, o RunOptions) error {
	if err := parallel.Check(o.Threads); err != nil {
		return err
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	group := min(maxGroup, 1+len(b.victims)/(1024*o.Threads)) // small batches are handed out one by one
	var next, finished atomic.Int64
	work := func() error {
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
				if b.results[lo+i].Stop != Cancelled && o.Done != nil {
					o.Done(int(finished.Add(1)))
				}
			}
		}
	}
	threads := min(o.Threads, len(b.victims))
	if threads == 1 { // as evaluations ask, row by row
		return work()
	}
	var workers errgroup.Group
	for range threads {
		workers.Go(work)
	}
	return workers.Wait()
}

// worker attacks victims one after another.
type worker struct {
	*Adversary
	searcher Searcher
	recycler Recycler // the searcher, nil if it is not a Recycler
	rounded  []float64
	margins  []float64
	resolved resolved
	seen     [maxGroup]seen
}

// seen is what a worker knows of a victim before the attack.
type seen struct {
	predicted int
	certain   bool // the model gets it right, and some feature cannot move and is resolved
	outside   bool // outside the bounds of the constraints
}

// maxGroup is the largest number of victims that a worker takes at a time. It reads all of them
// first: rows are far apart in memory, and so it waits for several at once.
const maxGroup = 8

// worker returns an idle worker, or a new one.
func (a *Adversary) worker() *worker {
	if w, ok := a.workers.Get().(*worker); ok {
		return w
	}
	e := a.problem.Ensemble
	w := &worker{
		Adversary: a, searcher: a.prepared.Searcher(),
		rounded: make([]float64, e.Features), margins: make([]float64, e.Outputs),
	}
	w.recycler, _ = w.searcher.(Recycler)
	return w
}

// read looks at a group of victims.
func (w *worker) read(victims []Victim) error {
	e := w.problem.Ensemble
	for i := range victims {
		v := &victims[i]
		if len(v.X) != e.Features {
			return fmt.Errorf("row %d has %d features, the model reads %d", v.Row, len(v.X), e.Features)
		}
		if v.Label < 0 || v.Label >= e.Classes {
			return fmt.Errorf("row %d has class %d, the model knows 0 to %d", v.Row, v.Label, e.Classes-1)
		}
		if f := slices.IndexFunc(v.X, func(x float64) bool { return math.IsInf(x, 0) }); f >= 0 && e.Schema.Min == nil { // scaling may make it infinite
			return fmt.Errorf("row %d: feature %d is %v, must be finite or NaN", v.Row, f, v.X[f])
		}
		if v.Margins != nil && len(v.Margins) != e.Outputs {
			return fmt.Errorf("row %d has %d margins, the model has %d", v.Row, len(v.Margins), e.Outputs)
		}
		if slices.ContainsFunc(v.Margins, math.IsNaN) {
			return fmt.Errorf("row %d has the margins %v, which are of no class", v.Row, v.Margins)
		}
		for _, c := range v.Start {
			if c.Feature < 0 || c.Feature >= e.Features {
				return fmt.Errorf("row %d starts from a value of feature %d, the model reads %d", v.Row, c.Feature, e.Features)
			}
		}
		predicted := w.predict(v)
		w.seen[i] = seen{
			predicted: predicted,
			certain:   predicted == v.Label && (w.still || w.missesNumbers(v.X)),
			outside:   !w.problem.Constraints.Within(v.X),
		}
	}
	return nil
}

// missesNumbers reports whether a victim misses a feature that is not a variable.
func (w *worker) missesNumbers(x []float64) bool {
	g := w.problem.Grid
	if g.Loose == nil {
		return slices.ContainsFunc(x, math.IsNaN)
	}
	for f, v := range x {
		if v != v && g.Loose[f] == nil {
			return true
		}
	}
	return false
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

// attack asks about victim i. The result may hold the memory of an earlier one.
func (w *worker) attack(ctx context.Context, b *batch, i int, s seen) error {
	v, r := &b.victims[i], &b.results[i]
	if w.recycler != nil && len(r.Example) == w.problem.Ensemble.Features {
		w.recycler.Recycle(r.Example)
	}
	moved := r.Moved
	*r = none(v, s.predicted)
	if ctx.Err() != nil { // even if misclassified: the finished ones have to be a fair share of all
		r.Stop = Cancelled
		return nil
	}
	if s.predicted != v.Label {
		r.Status, r.Distance = Misclassified, 0
		return nil
	}
	if !w.problem.Constraints.Attacks(v.Label) {
		r.Status, r.LowerBound = NoAttacker, math.Inf(1)
		return nil
	}
	if s.outside {
		r.Status = OutOfBounds
		return nil
	}
	searcher := w.searcher
	if s.certain {
		var err error
		w.problem.Ensemble.Round(w.rounded, v.X)
		if searcher, err = w.resolved.searcher(w.problem, w.method, w.rounded, w.still); err != nil {
			return err
		}
	}
	start := time.Now()
	var err error
	if *r, err = b.ask(searcher, i); err != nil {
		return err
	}
	if r.LowerBound == math.Inf(1) {
		r.LowerBound = w.horizon(v.X)
	}
	if r.Example == nil { // also if a custom searcher sets nothing else
		r.Status, r.Class, r.Distance = None, -1, math.Inf(1)
	}
	r.Seconds = time.Since(start).Seconds()
	r.Row, r.Label, r.Predicted = v.Row, v.Label, s.predicted
	if r.Example != nil {
		r.Moved = moved[:0] // memory for the checker
	}
	return nil
}
