package ablation

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Options are the options of [Run].
type Options struct {
	Version string // of hardwood: a run of another version is another run
	Threads int    // runs at a time, 0 for one per processor
	Tasks   []Task // the runs of the grid to do, nil for all

	// Read is called with each table that was read, by several goroutines and
	// again for each run; it may be nil.
	Read func(t *data.Table)

	// RunTime is the most time that a run may take, 0 for no limit. One that
	// takes longer is left out: it is not kept, and not among the runs returned.
	RunTime time.Duration

	// Done is called after each run, by several goroutines.
	Done func(Done)
}

// Done is a run that ended.
type Done struct {
	Task *Task
	Run  *store.Run    // nil where it took longer than it may
	Kept bool          // it was in the store already
	Left time.Duration // that the others will take, 0 where that is not known
}

// Run does the runs of a spec that are not in the store yet and keeps each as
// soon as it is finished. It returns all runs of the grid, in its order. On
// cancellation the finished ones are in the store, and a second call goes on
// from there.
func Run(ctx context.Context, s *Spec, keep *store.Store, o Options) ([]store.Run, error) {
	tasks := o.Tasks
	if tasks == nil {
		var err error
		if tasks, err = s.Grid(); err != nil {
			return nil, err
		}
	}
	known, err := keep.List(ctx, "")
	if err != nil {
		return nil, err
	}
	finished := make(map[string]*store.Run, len(known))
	for i := range known {
		finished[known[i].ID] = &known[i]
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	runs := make([]*store.Run, len(tasks))
	left := newLeft(tasks, known, o.Version, o.Threads)
	workers, untilError := errgroup.WithContext(ctx)
	workers.SetLimit(o.Threads)
	for i := range tasks {
		t := &tasks[i]
		workers.Go(func() error {
			if err := untilError.Err(); err != nil {
				return err
			}
			start := time.Now()
			r, kept, err := t.orKept(untilError, s, keep, finished, &o)
			if err != nil {
				return err
			}
			runs[i] = r
			d := Done{Task: t, Run: r, Kept: kept}
			if d.Left = left.time(); !kept {
				d.Left = left.finish(t, time.Since(start).Seconds())
			}
			if o.Done != nil {
				o.Done(d)
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	var all []store.Run
	for _, r := range runs {
		if r != nil {
			all = append(all, *r)
		}
	}
	return all, ctx.Err()
}

// orKept returns the run of a task from the store, or does it. It returns nil
// where that takes longer than it may.
func (t *Task) orKept(ctx context.Context, s *Spec, keep *store.Store, finished map[string]*store.Run, o *Options) (*store.Run, bool, error) {
	rows, err := t.rows(ctx, o.Read)
	if err != nil {
		return nil, false, err
	}
	id := t.id(s, rows, o.Version)
	if r, ok := finished[id]; ok {
		return r, true, nil
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if o.RunTime > 0 {
		limited, cancel = context.WithTimeout(ctx, o.RunTime)
	}
	defer cancel()
	r, err := t.run(limited, s, rows, id, o.Version)
	switch {
	case err != nil && ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("%s, seed %d, %s: %w", t.Data.Name, t.Seed, t.Settings.JSON(), err)
	}
	if err := keep.Put(ctx, r); err != nil {
		return nil, false, err
	}
	r.Model = nil
	return r, false, nil
}
