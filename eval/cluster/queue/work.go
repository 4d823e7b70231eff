package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// When a task is given up.
const (
	tries  = 3  // after this many errors
	deaths = 50 // after this many workers that got it and did not come back
)

// WorkOptions say how a worker works.
type WorkOptions struct {
	Version, Arch string // of hardwood: jobs of others are not taken
	Slots         int    // tasks at a time, at least 1

	// Do does a task, in one thread. Its error counts as the task's unless it is [Broken] or
	// [Unable]. If ctx ends, so should Do, with any error.
	Do func(ctx context.Context, j *Job, t Task) ([]byte, error)

	// Done is called for each task that is done or given up, by several goroutines, with the error in
	// the latter case. It may be nil.
	Done func(j *Job, t Task, err error)
}

// Broken is the error of a worker that cannot go on, for instance because its disk is full. The task
// goes back to the queue, and the worker ends.
type Broken struct{ Err error }

// Error says what is broken.
func (b Broken) Error() string { return b.Err.Error() }

// Unwrap returns what is broken.
func (b Broken) Unwrap() error { return b.Err }

// Work takes tasks from the queue and does them until ctx ends. It then gives back unfinished ones and
// returns nil.
func (q *Queue) Work(ctx context.Context, o WorkOptions) error {
	w := &worker{Queue: q, WorkOptions: o, kind: kind(o.Version, o.Arch), known: map[string]*Job{}, unable: map[string]inability{}, told: map[string]bool{}}
	slots, working := errgroup.WithContext(ctx)
	for range o.Slots {
		slots.Go(func() error { return w.slot(working) })
	}
	slots.Go(func() error { return w.refuse(working) })
	if err := slots.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// worker is a call of [Queue.Work].
type worker struct {
	*Queue
	WorkOptions
	kind string

	mu     sync.Mutex
	known  map[string]*Job
	unable map[string]inability // by job, or job.task
	told   map[string]bool      // jobs of which it was said that something is lacking
}

// slot does one task after another.
func (w *worker) slot(ctx context.Context) error {
	for ctx.Err() == nil {
		err := w.pull(ctx)
		var broken Broken
		switch {
		case errors.As(err, &broken):
			return broken.Err
		case w.conn.IsClosed():
			return w.explain(errors.Join(w.conn.LastError(), err))
		case err != nil: // the server is away, or its streams are
			wait(ctx, time.Second)
			w.open(ctx)
		}
	}
	return nil
}

// pullFor is the time after which a worker repeats its request for a task.
const pullFor = 30 * time.Second

// pull waits for tasks and does them. It fetches one at a time, so that no task waits at a worker.
func (w *worker) pull(ctx context.Context) error {
	tasks, err := w.js.CreateOrUpdateConsumer(ctx, tasksStream, jetstream.ConsumerConfig{
		Durable: w.kind, FilterSubject: taskSubject(w.kind, "*", "*"), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: w.Redeliver, MaxAckPending: -1, MaxDeliver: -1,
	})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		if err := w.one(ctx, tasks); err != nil {
			return err
		}
	}
	return nil
}

// one waits for a task for some time, and does it.
func (w *worker) one(ctx context.Context, tasks jetstream.Consumer) error {
	within, cancel := context.WithTimeout(ctx, pullFor)
	defer cancel()
	batch, err := tasks.Fetch(1, jetstream.FetchContext(within))
	if err != nil {
		return err
	}
	had := false
	for m := range batch.Messages() {
		had = true
		if err := w.take(ctx, m); err != nil {
			return err
		}
	}
	if !had && within.Err() == nil { // it ended before the time was up: the server is away
		return cmp.Or(batch.Error(), nats.ErrConnectionClosed)
	}
	return nil
}

// take does the task of a message. If ctx ends, the task goes back at once.
func (w *worker) take(ctx context.Context, m jetstream.Msg) error {
	about, err := m.Metadata()
	if err != nil {
		return err
	}
	t := Task{Name: lastToken(m.Subject()), Body: string(m.Data())}
	key := beforeLast(m.Subject())
	doing, stop := w.beat(ctx, m, key)
	defer stop()
	j, err := w.job(ctx, key)
	switch {
	case err != nil || j == nil: // the coordinator will publish the job again
		return m.NakWithDelay(time.Second)
	case about.NumDelivered > 1 && w.isDone(ctx, key, t.Name):
		return m.Ack()
	case about.NumDelivered > deaths:
		err = fmt.Errorf("%d workers that had it did not come back", deaths)
		return w.put(ctx, m, j, &Result{Task: t, Err: err.Error()}, err)
	}
	var data []byte
	if err = w.lacks(key, t.Name); err == nil {
		data, err = w.Do(doing, j, t)
	}
	var broken Broken
	var unable Unable
	switch {
	case ctx.Err() != nil:
		if errors.As(err, &unable) { // what ends it is a lack
			w.tell(context.WithoutCancel(ctx), key, unable)
		}
		return m.Nak()
	case errors.Is(context.Cause(doing), ErrCancelled):
		return m.Term()
	case errors.As(err, &broken):
		m.Nak()
		w.conn.FlushTimeout(time.Second)
		return err
	case errors.As(err, &unable):
		return w.pass(ctx, m, key, t.Name, unable, unableFor)
	case errors.Is(err, ErrNoFile): // the coordinator sends it again when it sees that nothing happens
		return w.pass(ctx, m, key, t.Name, Unable{Err: err}, firstSweep)
	case err != nil:
		n := w.note(ctx, key, t.Name, err)
		if n < tries {
			return m.NakWithDelay(100 * time.Millisecond)
		}
		return w.put(ctx, m, j, &Result{Task: t, Err: failure(n, err)}, err)
	}
	return w.put(ctx, m, j, &Result{Task: t, Data: data}, nil)
}

// beat keeps telling the server that a task is being worked on, until the function that it returns is
// called. The context that it returns ends if the job is cancelled.
func (w *worker) beat(ctx context.Context, m jetstream.Msg, job string) (context.Context, func()) {
	doing, cancel := context.WithCancelCause(ctx)
	go func() {
		every := time.NewTicker(w.Redeliver / 3)
		defer every.Stop()
		for {
			select {
			case <-doing.Done():
				return
			case <-every.C:
			}
			m.InProgress()
			if s, _, err := w.state(doing, job); err == nil && s != nil && s.Ended == Cancelled {
				cancel(ErrCancelled)
			}
		}
	}()
	return doing, func() { cancel(nil) }
}

// job returns a job from the queue, nil if the queue does not know it.
func (w *worker) job(ctx context.Context, key string) (*Job, error) {
	w.mu.Lock()
	j := w.known[key]
	w.mu.Unlock()
	if j != nil {
		return j, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s, _, err := w.state(ctx, key)
	if err != nil || s == nil {
		return nil, err
	}
	if s.Key() != key {
		return nil, fmt.Errorf("job %s is not what it says", key)
	}
	w.mu.Lock()
	w.known[key] = &s.Job
	w.mu.Unlock()
	return &s.Job, nil
}

// refuse notes, once each, the jobs that need a worker of another version or on another architecture.
func (w *worker) refuse(ctx context.Context) error {
	told := map[string]bool{}
	for ; ctx.Err() == nil; wait(ctx, pullFor) {
		states, err := w.List(ctx)
		if err != nil {
			continue
		}
		for _, s := range states {
			if s.Ended == "" && kind(s.Version, s.Arch) != w.kind && !told[s.Key()] {
				told[s.Key()] = true
				w.Note(fmt.Sprintf("refused for job %.12s: it is of hardwood %s on %s, this is hardwood %s on %s, and their results do not mix",
					s.Key(), s.Version, s.Arch, w.Version, w.Arch))
			}
		}
	}
	return nil
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
