package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A question matters only while somebody waits for its answer. Each question names a subject on which
// its asker responds; if nobody responds there, the worker stops.

// askerHeader is the header of a question that names the subject on which its asker answers.
const askerHeader = "Hardwood-Asker"

// answerTo returns a subject that responds while the connection lasts, "" if that fails.
func (q *Queue) answerTo() (subject string) {
	subject = nats.NewInbox()
	if _, err := q.conn.Subscribe(subject, func(m *nats.Msg) { m.Respond(nil) }); err != nil {
		return "" // then workers do all that they are asked
	}
	return subject
}

// An asker whose question is being answered counts as gone when mostMiss checks in a row, lookEvery
// apart, find it missing: a server that comes back may know the worker before it knows the asker.
const (
	lookEvery = 500 * time.Millisecond
	mostMiss  = 2
)

// askers are the askers whose questions a worker is answering.
type askers struct {
	*Queue
	seen sync.Map // when each was last seen, by subject
}

// there reports whether an asker is there, and checks that unless it was just seen.
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

// while returns a context that ends when an asker is gone, or by calling the function that it
// returns. An asker "" never counts as gone.
func (a *askers) while(ctx context.Context, asker string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if asker == "" {
		return ctx, cancel
	}
	if !a.there(ctx, asker) { // it left while its question waited
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
