package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
)

// Besides tasks, which are kept, there are questions, which are answered at once or not at all: for
// work that is useful only while somebody waits for it.

// askSubject is where questions go; .KIND follows.
const askSubject = "hardwood.ask"

// ErrLargeAnswer reports an answer that no message of the server takes.
var ErrLargeAnswer = errors.New("the answer of a worker is too large for a message of the server")

// largeCode is the code of an answer that is too large.
const largeCode = "413"

// Asker asks workers of one version of hardwood on one architecture. It is safe for
// use by several goroutines.
type Asker struct {
	*Queue
	version, arch string
	here          string // the subject on which it shows that it is there, see [Queue.answerTo]
	slowest       slowest
	lonely        atomic.Bool // it was noted that there is no worker
	unable        sync.Map    // what was noted of workers that cannot answer
}

// Asker returns an Asker for workers of a version of hardwood on an architecture.
func (q *Queue) Asker(version, arch string) *Asker {
	return &Asker{Queue: q, version: version, arch: arch, here: q.answerTo()}
}

// Ask asks any worker. A question that is not answered within several times the time of the slowest
// answer so far is asked again, as its worker may be dead, with more patience each time. So every
// worker must give the same answer. Ask waits forever for a worker to appear.
func (a *Asker) Ask(ctx context.Context, question []byte) ([]byte, error) {
	m := &nats.Msg{Subject: askSubject + "." + kind(a.version, a.arch), Data: question, Header: nats.Header{askerHeader: {a.here}}}
	for before := 0; ; {
		began := time.Now()
		within, cancel := context.WithTimeout(ctx, a.slowest.patience(before))
		reply, err := a.conn.RequestMsgWithContext(within, m)
		cancel()
		switch {
		case err == nil && reply.Header.Get(micro.ErrorCodeHeader) == unableCode:
			text := reply.Header.Get(micro.ErrorHeader)
			if _, noted := a.unable.LoadOrStore(text, true); !noted {
				a.Note(text)
			}
			wait(ctx, retryEvery)
			continue
		case err == nil && reply.Header.Get(micro.ErrorCodeHeader) == largeCode:
			return nil, ErrLargeAnswer
		case err == nil && reply.Header.Get(micro.ErrorHeader) != "":
			return nil, fmt.Errorf("a worker says: %s", reply.Header.Get(micro.ErrorHeader))
		case err == nil:
			a.slowest.saw(time.Since(began))
			a.lonely.Store(false)
			return reply.Data, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case a.conn.IsClosed(), errors.Is(err, nats.ErrMaxPayload):
			return nil, a.explain(errors.Join(a.conn.LastError(), err))
		case !errors.Is(err, nats.ErrNoResponders):
			before++
			continue
		}
		if a.lonely.CompareAndSwap(false, true) { // one note for all questions of a round
			if text := a.noWorker(ctx, a.version, a.arch); text != "" {
				a.Note(text)
			}
		}
		wait(ctx, retryEvery)
	}
}

// Limit returns the largest number of bytes of a question or an answer.
func (q *Queue) Limit() int { return int(q.conn.MaxPayload()) - room }

// Answer answers questions, o.Slots at a time, until ctx ends or the worker turns out to be [Broken].
// The context of a question also ends when its asker is gone. Questions cut short by a broken worker,
// or during which the server was away, get no answer and are asked again, as are those of a worker
// that is [Unable].
func (q *Queue) Answer(ctx context.Context, o WorkOptions, answer func(ctx context.Context, question []byte) ([]byte, error)) error {
	from := &askers{Queue: q}
	slots, failed := make(chan bool, o.Slots), make(chan error, 1)
	service, err := micro.AddService(q.conn, micro.Config{
		Name: workersName, Version: "1.0.0", Description: q.Name,
		Metadata: map[string]string{"version": o.Version, "arch": o.Arch, "slots": fmt.Sprint(o.Slots)},
		Endpoint: &micro.EndpointConfig{
			Subject: askSubject + "." + kind(o.Version, o.Arch),
			Handler: micro.HandlerFunc(func(r micro.Request) {
				slots <- true
				go func() {
					defer func() { <-slots }()
					doing, stop := from.while(ctx, r.Headers().Get(askerHeader))
					defer stop()
					if doing.Err() != nil {
						return
					}
					text, err := answer(doing, r.Data())
					var broken Broken
					var unable Unable
					switch {
					case errors.As(err, &broken):
						select {
						case failed <- broken.Err:
						default: // one is enough
						}
					case doing.Err() != nil, away(err):
					case errors.As(err, &unable):
						r.Error(unableCode, q.cannot(unable), nil)
					case err != nil:
						r.Error("500", err.Error(), nil)
					case len(text) > q.Limit():
						r.Error(largeCode, ErrLargeAnswer.Error(), nil)
					default:
						r.Respond(text)
					}
				}()
			}),
		},
	})
	if err != nil {
		return q.explain(err)
	}
	select {
	case <-ctx.Done():
		return service.Stop()
	case err := <-failed:
		service.Stop()
		return err
	}
}

// Put stores a file with a hash in the queue, unless it is there. It holds only a piece of what write
// writes in memory. If the server is away, Put waits and calls write again.
func (q *Queue) Put(ctx context.Context, sum string, write func(io.Writer) error) error {
	for {
		err := q.offer(ctx, q.object(sum), func() (io.ReadCloser, error) {
			from, to := io.Pipe()
			go func() { to.CloseWithError(write(to)) }()
			return from, nil // closing it ends write, too
		})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil, q.conn.IsClosed(), !away(err) && !lost(err):
			return q.explain(err)
		}
		wait(ctx, time.Second)
		q.open(ctx)
	}
}
