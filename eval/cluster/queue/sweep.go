package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// window is the largest number of tasks of a job that are open at a time: enough for any number of
// workers, whereas a queue with all tasks of a large job would only take memory.
const window = 10_000

// sweep makes sure that the queue has what it needs: streams, files, the job, and the tasks that are
// neither queued nor done, for it may lose any of them. What the server does not accept now is left
// to the next sweep.
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

// restore does the work of a sweep.
func (c *coordinator) restore(ctx context.Context) error {
	there, now, err := c.queued(ctx)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if _, err = c.Queue.open(ctx); err == nil {
			there, now, err = c.queued(ctx)
		}
	}
	if err != nil {
		return err
	}
	if err := c.mindClock(ctx, now); err != nil {
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

// queued returns the names of the tasks of the job that are queued or done, and the
// server's time of day.
func (c *coordinator) queued(ctx context.Context) (there map[string]bool, now time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	there = map[string]bool{}
	for stream, subject := range map[jetstream.Stream]string{
		c.tasks: taskSubject("*", c.state.Key(), "*"), c.results: resultSubject(c.state.Key(), "*"),
	} {
		about, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject))
		if err != nil {
			return nil, now, err
		}
		now = about.TimeStamp
		for s := range about.State.Subjects {
			there[lastToken(s)] = true
		}
	}
	return there, now, nil
}

// fill opens further tasks and queues those that are not there already. What the server refuses is
// left to the next sweep.
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

// queue asks the server to queue a task. The server refuses one that is queued already.
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
