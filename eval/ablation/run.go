package ablation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/store"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Options are the options of [Run].
type Options struct {
	Version string // of hardwood: runs of different versions are different runs
	Threads int    // runs at a time, 0 for one per processor
	Grid    *Grid  // the runs to do, nil for all of the spec, which Run then settles

	// Read is called with each table that was read, by several goroutines; it may be nil.
	Read func(t *data.Table)

	// Elsewhere does the runs that are not in the store, for instance on other machines, instead of
	// Threads goroutines here. It calls keep with each, in any order, from one goroutine at a time.
	// It may be nil.
	Elsewhere func(ctx context.Context, missing *Missing, keep func(Asked, *store.Run) error) error

	// RunTime limits the time of a run, 0 for no limit. A run that takes longer is left out: it is
	// neither kept nor among the runs returned.
	RunTime time.Duration

	// Models says which models are kept, one of [KeepModels] or "" for all.
	Models string

	// Restore repeats runs whose models were kept and are lost, see [store.ErrLost].
	Restore bool

	// Done is called after each run, by several goroutines.
	Done func(Done)
}

// Done is a run that ended.
type Done struct {
	Task *Task
	Run  *store.Run    // nil if it took too long or was kept before
	Kept bool          // it was in the store already
	Left time.Duration // what the others will take, 0 if unknown
}

// Asked is a run to do.
type Asked struct {
	*Task
	ID string // see [Runner.ID]

	place int // in the grid
}

// Missing are the runs of a grid that a store does not have.
type Missing struct {
	grid   *Grid
	runner *Runner
	places []int32
}

// Len returns the number of runs.
func (m *Missing) Len() int { return len(m.places) }

// All returns the runs, made on demand.
func (m *Missing) All() iter.Seq2[Asked, error] {
	return func(yield func(Asked, error) bool) {
		for _, place := range m.places {
			t := m.grid.Task(int(place))
			id, err := m.runner.ID(t)
			if !yield(Asked{t, id, int(place)}, err) || err != nil {
				return
			}
		}
	}
}

// Run does the runs of a spec that are not in the store yet and stores each as soon as it is
// finished. It returns the ids of all runs of the grid, in its order; for the results see
// [store.Store.Runs]. On cancellation the finished runs stay in the store, and a second call
// continues from there.
func Run(ctx context.Context, s *Spec, keep *store.Store, o Options) ([]string, error) {
	if s == nil {
		return nil, errors.New("no spec is given")
	}
	if o.Models != "" && !slices.Contains(KeepModels, o.Models) {
		return nil, fmt.Errorf("models: %w", nearest.Unknown("word", o.Models, KeepModels))
	}
	if err := s.CheckFiles(); err != nil {
		return nil, err
	}
	if o.Grid == nil {
		if err := s.Settle(ctx, o.Read); err != nil {
			return nil, err
		}
		var err error
		if o.Grid, err = s.Grid(); err != nil {
			return nil, err
		}
	}
	if keep == nil {
		return nil, errors.New("no store is given for the runs")
	}
	if err := parallel.Check(o.Threads); err != nil {
		return nil, err
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Done == nil {
		o.Done = func(Done) {}
	}
	g := &grid{Options: o, Runner: NewRunner(s, o.Version, o.Read), store: keep, ids: make([]string, o.Grid.Len()), left: newLeft(o.Threads)}
	missing, err := g.missing(ctx)
	if err == nil && o.Elsewhere != nil && missing.Len() > 0 {
		err = o.Elsewhere(ctx, missing, func(a Asked, r *store.Run) error { return g.keep(ctx, a, r, r.Seconds) })
	} else if err == nil {
		err = g.here(ctx, missing)
	}
	if err != nil {
		return nil, err
	}
	left := slices.DeleteFunc(g.ids, func(id string) bool { return id == "" })
	return left, ctx.Err()
}

// grid is a call of [Run].
type grid struct {
	Options
	*Runner
	store *store.Store
	ids   []string // ids of the kept runs, by place in the grid, "" if there is none
	left  *left
	best  best
}

// missing finds the runs that the store has, and returns the others.
func (g *grid) missing(ctx context.Context) (*Missing, error) {
	finished, lost := map[string]bool{}, []string(nil)
	for r, err := range g.store.Heads(ctx) {
		if err != nil {
			return nil, err
		}
		finished[r.ID] = true
		g.left.know(r)
		if g.Restore && errors.Is(g.store.CheckModel(r), store.ErrLost) {
			lost = append(lost, r.ID)
		}
	}
	for _, id := range lost {
		if _, err := g.store.Drop(ctx, id); err != nil {
			return nil, err
		}
		delete(finished, id)
	}
	missing := &Missing{grid: g.Grid, runner: g.Runner}
	for i, t := range g.Grid.Tasks() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		id, err := g.ID(t)
		if err != nil {
			return nil, err
		}
		if finished[id] {
			g.ids[i] = id
		} else {
			missing.places = append(missing.places, int32(i))
			g.left.add(t)
		}
	}
	kept := map[string]Asked{}
	for i, t := range g.Grid.Tasks() {
		if id := g.ids[i]; id != "" {
			kept[id] = Asked{t, id, i}
			g.Options.Done(Done{Task: t, Kept: true, Left: g.left.time()})
		}
	}
	if g.Models != BestModels {
		return missing, nil
	}
	for r, err := range g.store.Runs(ctx, slices.Collect(maps.Keys(kept))) {
		if err == nil {
			err = g.onlyBest(ctx, kept[r.ID], r)
		}
		if err != nil {
			return nil, err
		}
	}
	return missing, nil
}

// here does runs in this process.
func (g *grid) here(ctx context.Context, missing *Missing) error {
	if g.Grid.usual == nil { // otherwise Settle has read them
		if err := g.readLater(ctx, missing); err != nil {
			return err
		}
	}
	workers, untilError := errgroup.WithContext(ctx)
	workers.SetLimit(g.Threads)
	for a, err := range missing.All() {
		if err != nil {
			return cmp.Or(workers.Wait(), err)
		}
		if untilError.Err() != nil {
			break
		}
		workers.Go(func() error {
			if err := untilError.Err(); err != nil {
				return err
			}
			start := time.Now()
			r, err := g.within(untilError, a.Task)
			if err != nil {
				return err
			}
			return g.keep(untilError, a, r, time.Since(start).Seconds())
		})
	}
	return workers.Wait()
}

// readLater reads the data sets whose turn comes later, so that what is wrong with one is not found
// only after hours of runs on others.
func (g *grid) readLater(ctx context.Context, missing *Missing) error {
	var faults []error
	var last *DataSet
	for i, place := range missing.places {
		t := g.Grid.Task(int(place))
		if i > 0 && t.Data != last {
			if _, _, err := g.prepare(ctx, t); err != nil {
				faults = append(faults, err)
			}
		}
		if last = t.Data; ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(faults...)
}

// within does a run, and returns nil if it takes longer than RunTime.
func (g *grid) within(ctx context.Context, t *Task) (*store.Run, error) {
	limited, cancel := ctx, context.CancelFunc(func() {})
	if g.RunTime > 0 {
		limited, cancel = context.WithTimeout(ctx, g.RunTime)
	}
	defer cancel()
	r, err := g.Do(limited, t)
	if err != nil && ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return nil, nil
	}
	return r, err
}

// keep stores a run, which is nil if it took too long.
func (g *grid) keep(ctx context.Context, a Asked, r *store.Run, seconds float64) error {
	if r != nil {
		if r.ID != a.ID {
			return fmt.Errorf("run %s came in place of run %s: the data changed meanwhile", r.ID, a.ID)
		}
		if g.Models == NoModels {
			r.Model = []byte{}
		}
		if err := g.store.Put(ctx, r); err != nil {
			return err
		}
		g.ids[a.place] = r.ID
		if g.Models == BestModels {
			if err := g.onlyBest(ctx, a, r); err != nil {
				return err
			}
		}
	}
	g.Options.Done(Done{Task: a.Task, Run: r, Left: g.left.finish(a.Task, seconds)})
	return nil
}

// onlyBest drops the model of the run, or of an earlier one, that is not the best.
func (g *grid) onlyBest(ctx context.Context, a Asked, r *store.Run) error {
	worse, err := g.best.add(a.Task, r, a.place)
	if err != nil || worse == "" {
		return err
	}
	return g.store.DropModel(ctx, worse)
}
