package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/eval/cluster/cache"
	"github.com/hardwood-ml/hardwood/eval/cluster/loop"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/internal/memory"
)

type workerCommand struct {
	connect connectFlags
	threads int
	inputs  cache.Cache

	mu   sync.Mutex
	jobs []*readyJob // the most recent ones, the latest last
}

// mostReady is the largest number of jobs whose inputs a worker holds in memory.
const mostReady = 2

// readyJob is a job that is prepared once.
type readyJob struct {
	key   string
	ready func() (worked, error)
}

func newWorker() *cobra.Command {
	w := &workerCommand{}
	c := &cobra.Command{
		Use:   "worker",
		Short: "Do work that commands on other machines put in a queue",
		Long: `Worker does parts of hardwood attack, verify, eval, ablate and harden that were
started with --on, one part per thread at a time, until it is stopped. Unfinished
parts then go back to the queue at once. If a worker dies, its parts go to another
one after --redeliver. What harden asked of either is asked again after four times
as long as the slowest answer took.

It needs no files: inputs come from the queue, are checked by their SHA-256 and
kept in --cache, which may be emptied while no worker runs. It works only for
commands of its own version of hardwood. Workers on amd64 and arm64 may share a job.`,
		Example: "  hardwood worker --on nats://127.0.0.1:4222 --threads 8",
		Args:    noArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return w.run(c.Context(), c) },
	}
	w.connect.add(c, "NATS server to get work from")
	f := c.Flags()
	f.Lookup("on").DefValue = queue.DefaultURL
	w.connect.URL = queue.DefaultURL
	f.Var(threads(&w.threads), "threads", "number of parts at a time, 0 for one per processor")
	say(c, silent, "threads")
	f.StringVar(&w.inputs.Dir, "cache", defaultCache(), "directory for inputs")
	say(c, here, "cache")
	f.DurationVar(&w.connect.Redeliver, "redeliver", queue.DefaultRedeliver, "time after which the parts of a silent worker go to another one")
	return c
}

// defaultCache is a directory in the user's cache of this system.
func defaultCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "hardwood")
}

func (w *workerCommand) run(ctx context.Context, c *cobra.Command) error {
	if w.connect.Redeliver < time.Second {
		return usage(fmt.Errorf("--redeliver is %v, must be at least 1s", w.connect.Redeliver))
	}
	if w.threads == 0 {
		w.threads = runtime.GOMAXPROCS(0)
	}
	if err := w.inputs.Check(); err != nil {
		return fmt.Errorf("--cache: %w", err)
	}
	q, err := w.connect.dial(c)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	defer q.Close()
	p := progressOf(c)
	p.keep("waiting for work")
	o := queue.WorkOptions{
		Version: mixVersion(), Arch: part.Arch(), Slots: w.threads,
		Do: func(ctx context.Context, j *queue.Job, t queue.Task) ([]byte, error) {
			work, err := w.ready(c.Context(), j, q)
			if err != nil {
				return nil, mine(c, err, false)
			}
			result, err := work.do(ctx, t.Body)
			if errors.Is(err, memory.ErrBudget) || errors.Is(err, part.ErrChanged) { // the next attempt has the memory of what is held, and other copies
				w.forget(func(*readyJob) bool { return true })
			}
			return result, mine(c, err, true)
		},
		Done: func(j *queue.Job, t queue.Task, err error) {
			if err != nil {
				p.warn(fmt.Sprintf("%s %.12s, part %s: %v", j.Command, j.Key(), t.Body, err))
			}
		},
	}
	loops := loop.Worker{Queue: q, Inputs: &w.inputs}
	both, working := errgroup.WithContext(ctx)
	both.Go(func() error { return q.Work(working, o) })
	both.Go(func() error {
		return q.Answer(working, o, func(ctx context.Context, question []byte) ([]byte, error) {
			answer, err := loops.Answer(ctx, question)
			return answer, mine(c, err, false)
		})
	})
	return cmp.Or(both.Wait(), outOfMemory(c))
}

// ready prepares a job, unless it is prepared already. Tasks of the same job wait for it.
func (w *workerCommand) ready(ctx context.Context, j *queue.Job, q *queue.Queue) (worked, error) {
	key := j.Key()
	w.mu.Lock()
	var found *readyJob
	for _, r := range w.jobs {
		if r.key == key {
			found = r
		}
	}
	if found == nil {
		found = &readyJob{key, sync.OnceValues(func() (worked, error) { return ready(ctx, j, q, &w.inputs) })}
		w.jobs = append(w.jobs, found)
		w.jobs = w.jobs[max(0, len(w.jobs)-mostReady):]
	}
	w.mu.Unlock()
	work, err := found.ready()
	switch {
	case errors.Is(err, memory.ErrBudget): // the next attempt has the memory of the jobs that are held
		w.forget(func(*readyJob) bool { return true })
	case err != nil: // the next task may find the file, or room on the disk, and succeed
		w.forget(func(r *readyJob) bool { return r == found })
	}
	return work, err
}

// forget makes the next tasks of some jobs prepare them again.
func (w *workerCommand) forget(some func(*readyJob) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.jobs = slices.DeleteFunc(w.jobs, some)
}

// mine marks an error that is the worker's own: it has too little memory or no solver, its disk is full
// or broken, or its cache is not writable. What is missing may only have been removed, and is fetched
// again. ofPart says that other parts of the job may need less.
func mine(c *cobra.Command, err error, ofPart bool) error {
	if err != nil {
		err = memoryCause(c, err)
	}
	switch {
	case errors.Is(err, milp.ErrNoSolver):
		return queue.Unable{Err: err}
	case errors.Is(err, memory.ErrBudget):
		return queue.Unable{Err: err, OfTask: ofPart}
	}
	var file *fs.PathError
	var link *os.LinkError
	own := errors.As(err, &file) || errors.As(err, &link)
	for _, e := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO, fs.ErrPermission} {
		own = own || errors.Is(err, e)
	}
	if own && !errors.Is(err, fs.ErrNotExist) {
		return queue.Broken{Err: fmt.Errorf("this worker cannot go on: %w", err)}
	}
	return err
}
