package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Files and large results may take long on a slow network. The library gives up after five seconds,
// however much has come by then, or else at the deadline of a context, which nobody knows before.

// stall is the time without any progress after which moving an object is given up.
const stall = 30 * time.Second

// moving is a context for moving an object. It ends when nothing has moved for [stall].
type moving struct {
	context.Context
	cancel context.CancelFunc
	idle   *time.Timer
}

// whileMoving returns a context within ctx, which has to be stopped.
func whileMoving(ctx context.Context) *moving {
	ctx, cancel := context.WithCancel(ctx)
	return &moving{ctx, cancel, time.AfterFunc(stall, cancel)}
}

// Deadline implements [context.Context]. The library asks for it before each read, which then ends with
// [os.ErrDeadlineExceeded] if nothing comes until then: the time to see whether the context has ended.
func (m *moving) Deadline() (time.Time, bool) { return time.Now().Add(lookEvery), true }

func (m *moving) stop() {
	m.idle.Stop()
	m.cancel()
}

// watch returns a reader of r whose bytes count as progress.
func (m *moving) watch(r io.Reader) io.Reader { return &watched{r, m} }

type watched struct {
	io.Reader
	*moving
}

// Read implements [io.Reader].
func (w *watched) Read(p []byte) (n int, err error) {
	for {
		n, err = w.Reader.Read(p)
		if n > 0 {
			w.idle.Reset(stall)
		}
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

// stalled reports whether an object was given up because nothing moved.
func (m *moving) stalled(ctx context.Context) bool { return m.Err() != nil && ctx.Err() == nil }

// why returns what an error of moving an object means.
func (m *moving) why(ctx context.Context, err error) error {
	if err != nil && m.stalled(ctx) {
		return fmt.Errorf("nothing has come or gone for %v: %w", stall, nats.ErrTimeout)
	}
	return err
}

// send stores an object.
func (q *Queue) send(ctx context.Context, about jetstream.ObjectMeta, from io.Reader) error {
	m := whileMoving(ctx)
	defer m.stop()
	_, err := q.files.Put(m, about, m.watch(from))
	return m.why(ctx, err)
}

// receive writes an object to w, and removes the object if it is damaged: the library checks its
// digest at its end, and a server that finds a piece damaged just sends nothing more.
func (q *Queue) receive(ctx context.Context, name string, w io.Writer) error {
	m := whileMoving(ctx)
	defer m.stop()
	from, err := q.files.Get(m, name)
	if err != nil {
		return m.why(ctx, err)
	}
	defer from.Close()
	_, err = io.Copy(w, m.watch(from))
	if errors.Is(err, jetstream.ErrDigestMismatch) || err != nil && m.stalled(ctx) && q.answers(ctx) {
		within, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		return cmp.Or(q.files.Delete(within, name), errDamaged)
	}
	return m.why(ctx, err)
}

// answers reports whether the server answers, which it does only after all that it has sent before.
func (q *Queue) answers(ctx context.Context) bool {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return q.conn.FlushWithContext(within) == nil
}
