package queue

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The times between sweeps while nothing happens: the first, doubled each time up to the last.
const (
	firstSweep = 2 * time.Second
	lastSweep  = time.Minute
)

// sayEvery is the time between two reports on the progress of a job.
const sayEvery = 2 * time.Second

// Coordinate has workers do those tasks of a job whose results the caller does not have. It calls keep
// with each result, once, and removes the result from the queue only after keep has returned. So it
// may be stopped at any moment, and the queue may lose everything: the same call with the tasks that
// are still missing continues. of is the number of all tasks, have the number of results that the
// caller has.
func (q *Queue) Coordinate(ctx context.Context, j *Job, of, have int, tasks iter.Seq[Task], keep func(*Result) error) error {
	next, stop := iter.Pull(tasks)
	defer stop()
	c := &coordinator{Queue: q, next: next, keep: keep, open: map[string]Task{}, unable: map[string]bool{}, back: q.conn.StatusChanged(nats.CONNECTED)}
	c.state = State{Job: *j, Of: of, Done: have}
	err := c.run(ctx)
	if c.state.Stopped = err != nil; err == nil {
		c.state.Ended = Finished
	}
	if !errors.Is(err, ErrCancelled) { // the last report must not hold up the caller for long
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		c.say(last, &c.state)
	}
	return err
}

// coordinator is a call of [Queue.Coordinate].
type coordinator struct {
	*Queue
	next  func() (Task, bool)
	keep  func(*Result) error
	open  map[string]Task // tasks that were queued and have no result yet
	begun bool
	state State
	said  time.Time
	pause time.Duration // until the next sweep, while nothing happens
	back  chan nats.Status
	clock clock

	lonely  bool            // it was noted that there is no worker
	idle    bool            // workers waited, and none had a task, when that was last looked at
	dropped bool            // the tasks of the server were dropped, as nothing came
	unable  map[string]bool // what was noted of workers that cannot do the job

	trouble  string // the last trouble that was noted
	tooLarge error  // set if a task is too large for a message of the server
}

// run alternates between sweeping and collecting results until all tasks are done.
func (c *coordinator) run(ctx context.Context) error {
	for c.pause = firstSweep; ; c.pause = min(2*c.pause, lastSweep) {
		if err := c.sweep(ctx); err != nil {
			return err
		}
		if len(c.open) == 0 && c.begun {
			return nil
		}
		if err := c.collect(ctx); err != nil {
			return err
		}
		if len(c.open) > 0 {
			c.missWorkers(ctx)
			c.noteUnable(ctx)
		}
	}
}

// collect keeps results until all open tasks have theirs, or none has come for a while.
func (c *coordinator) collect(ctx context.Context) error {
	results, err := c.js.OrderedConsumer(ctx, resultsStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubject(c.state.Key(), "*")}, DeliverPolicy: jetstream.DeliverAllPolicy,
	})
	if err != nil {
		return c.pauseAfter(ctx, err, c.pause)
	}
	messages, err := results.Messages()
	if err != nil {
		return c.pauseAfter(ctx, err, c.pause)
	}
	defer messages.Stop()
	last := time.Now()
	for len(c.open) > 0 {
		m, err := messages.Next(jetstream.NextMaxWait(min(c.pause, sayEvery)))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			if err := c.take(ctx, m); err != nil {
				return err
			}
			c.pause, last = firstSweep, time.Now()
		case !errors.Is(err, nats.ErrTimeout), time.Since(last) >= c.pause:
			return c.pauseAfter(ctx, err, c.pause-time.Since(last))
		}
		if err := c.report(ctx); err != nil {
			return err
		}
	}
	return nil
}

// pauseAfter waits until the next sweep after collecting has ended, but not for long if the server
// comes back. Only a connection that is closed for good is an error.
func (c *coordinator) pauseAfter(ctx context.Context, err error, pause time.Duration) error {
	if c.conn.IsClosed() {
		return c.explain(errors.Join(c.conn.LastError(), err))
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.back: // perhaps without its data
		c.pause = firstSweep
	case <-time.After(pause):
	}
	return nil
}

// take keeps a result and removes it from the queue.
func (c *coordinator) take(ctx context.Context, m jetstream.Msg) error {
	name := lastToken(m.Subject())
	t, wanted := c.open[name]
	if wanted {
		r, err := c.read(ctx, t, m)
		if err != nil {
			if lost(err) { // the next sweep has it done again
				c.remove(ctx, m)
			}
			return nil
		}
		if err := c.keep(r); err != nil {
			return err
		}
		delete(c.open, name)
		c.state.Done++
		if r.Err != "" {
			c.state.Failed++
		}
		c.fill(nil)
	}
	c.remove(ctx, m)
	return nil
}

// remove removes a result that is kept. If that fails, it only costs room.
func (c *coordinator) remove(ctx context.Context, m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if about, err := m.Metadata(); err == nil {
		c.results.DeleteMsg(ctx, about.Sequence.Stream)
	}
	if name := m.Headers().Get(objectHeader); name != "" {
		c.files.Delete(ctx, name)
	}
}

// report publishes now and then how far the job is, and returns [ErrCancelled] if it was cancelled.
func (c *coordinator) report(ctx context.Context) error {
	if time.Since(c.said) < sayEvery {
		return nil
	}
	c.said = time.Now()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := c.say(ctx, &c.state); errors.Is(err, ErrCancelled) {
		return err
	}
	return nil
}
