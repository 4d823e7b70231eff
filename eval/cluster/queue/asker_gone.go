package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A question is only worth something while somebody waits for its answer: askers answer
// themselves on a subject that goes along, and where nobody does a worker stops.

// askerHeader is the header of a question that names the subject on which its asker answers.
const askerHeader = "Hardwood-Asker"

// answerTo lets an asker be there, as long as the connection is.
func (q *Queue) answerTo() (subject string) {
	subject = nats.NewInbox()
	if _, err := q.conn.Subscribe(subject, func(m *nats.Msg) { m.Respond(nil) }); err != nil {
		return "" // then workers do all that they are asked
	}
	return subject
}

// An asker whose question is being answered is gone where it is missed so many times, with
// some time between two looks: a server that comes back may know the worker before it.
const (
	lookEvery = 500 * time.Millisecond
	mostMiss  = 2
)

// askers are those whose questions a worker has.
type askers struct {
	*Queue
	seen sync.Map // when, by their subjects
}

// there looks whether an asker is there, if it was not just seen.
func (a *askers) there(ctx context.Context, asker string) bool {
	if at, known := a.seen.Load(asker); known && time.Since(at.(time.Time)) < lookEvery {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := a.conn.RequestWithContext(ctx, asker, nil); errors.Is(err, nats.ErrNoResponders) {
		a.seen.Delete(asker)
		return false
	}
	a.seen.Store(asker, time.Now())
	return true
}

// while returns a context that ends when an asker is gone, or with the function that it
// returns. An empty asker never is.
func (a *askers) while(ctx context.Context, asker string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if asker == "" {
		return ctx, cancel
	}
	if !a.there(ctx, asker) { // it went while its question waited
		cancel()
		return ctx, cancel
	}
	go func() {
		for missed := 0; missed < mostMiss; missed++ {
			if wait(ctx, lookEvery); ctx.Err() != nil {
				return
			}
			if a.there(ctx, asker) {
				missed = -1
			}
		}
		cancel()
	}()
	return ctx, cancel
}
