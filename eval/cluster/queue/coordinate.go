package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// window is the number of tasks of a job that are open at a time at most: there
// is no telling how many workers wait for them, and a queue that holds all tasks
// of a large job would only take memory.
const window = 10_000

// The times between sweeps when nothing moves: doubled each time.
const (
	firstSweep = 2 * time.Second
	lastSweep  = time.Minute
)

// sayEvery is the time between two words on how far a job is.
const sayEvery = 2 * time.Second

// Coordinate has the tasks of a job done by workers, those that the caller does
// not have the results of. It calls keep with each result, once, and only when
// keep has it for good does it take it out of the queue. So it may be stopped at
// any moment, and the queue may lose all it has: the same call with the tasks that
// are still missing goes on. of is the number of all tasks, have that of those
// whose results the caller has.
func (q *Queue) Coordinate(ctx context.Context, j *Job, of, have int, tasks iter.Seq[Task], keep func(*Result) error) error {
	next, stop := iter.Pull(tasks)
	defer stop()
	c := &coordinator{Queue: q, next: next, keep: keep, open: map[string]Task{}}
	c.state = State{Job: *j, Of: of, Done: have}
	err := c.run(ctx)
	if err == nil {
		c.state.Ended = Finished
	}
	if !errors.Is(err, ErrCancelled) { // nobody may wait for the last word
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

	trouble  string // the last one that was noted
	tooLarge error  // of a task that no message of the server takes
}

// run sweeps, and takes results for as long as there are any, until all is done.
func (c *coordinator) run(ctx context.Context) error {
	for pause := firstSweep; ; pause = min(2*pause, lastSweep) {
		if err := c.sweep(ctx); err != nil {
			return err
		}
		if len(c.open) == 0 && c.begun {
			return nil
		}
		moved, err := c.collect(ctx, pause)
		if err != nil {
			return err
		}
		if moved {
			pause = firstSweep
		}
	}
}

// fill queues further tasks, but for those that are there already. What the server
// refuses is left to the sweep.
func (c *coordinator) fill(there map[string]bool) {
	for len(c.open) < window {
		t, more := c.next()
		if !more {
			break
		}
		c.open[t.Name] = t
		if !there[t.Name] {
			c.queue(t)
		}
	}
}

// queue asks the server to queue a task. It refuses one that is queued already.
func (c *coordinator) queue(t Task) {
	_, err := c.js.PublishMsgAsync(&nats.Msg{
		Subject: taskSubject(kind(c.state.Version, c.state.Arch), c.state.Key(), t.Name), Data: []byte(t.Body),
	}, jetstream.WithStallWait(patience))
	if errors.Is(err, nats.ErrMaxPayload) {
		c.tooLarge = fmt.Errorf("part %.40s: %w", t.Body, err)
	}
}

// published waits until the server has answered.
func (c *coordinator) published(ctx context.Context) error {
	select {
	case <-c.js.PublishAsyncComplete():
	case <-time.After(patience):
	case <-ctx.Done():
	}
	return ctx.Err()
}

// collect keeps results until all tasks have theirs, or there was none for a
// while. It reports whether there was any.
func (c *coordinator) collect(ctx context.Context, pause time.Duration) (moved bool, err error) {
	results, err := c.js.OrderedConsumer(ctx, resultsStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubject(c.state.Key(), "*")}, DeliverPolicy: jetstream.DeliverAllPolicy,
	})
	if err != nil {
		return false, c.pauseAfter(ctx, err, pause)
	}
	messages, err := results.Messages()
	if err != nil {
		return false, c.pauseAfter(ctx, err, pause)
	}
	defer messages.Stop()
	last := time.Now()
	for len(c.open) > 0 {
		m, err := messages.Next(jetstream.NextMaxWait(min(pause, sayEvery)))
		switch {
		case ctx.Err() != nil:
			return moved, ctx.Err()
		case err == nil:
			if err := c.take(ctx, m); err != nil {
				return moved, err
			}
			moved, last = true, time.Now()
		case !errors.Is(err, nats.ErrTimeout), time.Since(last) >= pause:
			return moved, c.pauseAfter(ctx, err, pause-time.Since(last))
		}
		if err := c.report(ctx); err != nil {
			return moved, err
		}
	}
	return moved, nil
}

// pauseAfter ends a collection that the server ended. Only a connection that is
// closed for good is an error.
func (c *coordinator) pauseAfter(ctx context.Context, err error, pause time.Duration) error {
	if c.conn.IsClosed() {
		return c.explain(errors.Join(c.conn.LastError(), err))
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

// take keeps a result and removes it from the queue.
func (c *coordinator) take(ctx context.Context, m jetstream.Msg) error {
	name := lastToken(m.Subject())
	t, wanted := c.open[name]
	if wanted {
		r, err := c.read(ctx, t, m)
		if err != nil { // large, and not there yet or no more: a sweep sees to it
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

// remove removes a result that is kept. If that fails, nothing is lost but room.
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

// report tells now and then how far the job is, and learns that it was cancelled.
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

// sweep sees to it that the queue has what it needs: streams, files, the job, and
// the tasks that are neither queued nor done, for it may lose all of them. What the
// server does not take now is left to the next sweep.
func (c *coordinator) sweep(ctx context.Context) error {
	err := c.restore(ctx)
	var local *fs.PathError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrCancelled), errors.Is(err, part.ErrChanged), errors.As(err, &local):
		return err
	case errors.Is(err, nats.ErrMaxPayload), c.tooLarge != nil:
		return c.explain(cmp.Or(c.tooLarge, err))
	case c.conn.IsClosed():
		return c.explain(errors.Join(c.conn.LastError(), err))
	case err != nil && c.conn.IsConnected() && err.Error() != c.trouble:
		c.trouble = err.Error()
		c.Note(c.explain(err).Error())
	}
	return nil
}

// restore does what a sweep is for.
func (c *coordinator) restore(ctx context.Context) error {
	there, err := c.queued(ctx)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		_, err = c.Queue.open(ctx)
	}
	if err != nil {
		return err
	}
	if err := c.putFiles(ctx, c.state.Files); err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	known, _, err := c.Queue.state(within, c.state.Key())
	switch {
	case err != nil:
		return err
	case known == nil || !c.begun:
		if err := cmp.Or(c.forgetErrors(within, &c.state), c.begin(within, &c.state)); err != nil {
			return err
		}
	case known.Ended == Cancelled:
		return ErrCancelled
	}
	c.begun = true
	for name, t := range c.open {
		if !there[name] {
			c.queue(t)
		}
	}
	c.fill(there)
	return c.published(ctx)
}

// queued returns the names of the tasks of the job that are queued or done.
func (c *coordinator) queued(ctx context.Context) (map[string]bool, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	there := map[string]bool{}
	for stream, subject := range map[jetstream.Stream]string{
		c.tasks: taskSubject("*", c.state.Key(), "*"), c.results: resultSubject(c.state.Key(), "*"),
	} {
		about, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject))
		if err != nil {
			return nil, err
		}
		for s := range about.State.Subjects {
			there[lastToken(s)] = true
		}
	}
	return there, nil
}

// mostText is the length of an error that travels.
const mostText = 8 << 10

// failure is the text of an error that a task ended with.
func failure(times int, err error) string {
	return fmt.Sprintf("failed %d times: %.*s", times, mostText, err.Error())
}
