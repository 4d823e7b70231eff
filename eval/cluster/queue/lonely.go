package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// noWorker says that no worker of a version on an architecture answers, and which others do; "" if
// there is one, or if that is unknown.
func (q *Queue) noWorker(ctx context.Context, version, arch string) string {
	present, err := q.Workers(ctx, time.Second)
	if err != nil || ctx.Err() != nil || !q.conn.IsConnected() {
		return ""
	}
	for _, p := range present {
		if kind(p.Version, p.Arch) == kind(version, arch) {
			return ""
		}
	}
	text := "no worker of this version and architecture is there: waiting for one"
	if len(present) > 0 {
		p := present[0]
		text += fmt.Sprintf(". Of others: %d, such as %s, of hardwood %s on %s; this is hardwood %s on %s", len(present), p.Name, p.Version, p.Arch, version, arch)
	}
	return text
}

// missWorkers notes that there is no worker for the tasks: once, and again after workers came and
// went. It is called while nothing happens.
func (c *coordinator) missWorkers(ctx context.Context) {
	version, arch := c.state.Version, c.state.Arch
	waiting, working := c.workers(ctx, kind(version, arch))
	text := ""
	if !waiting && !working {
		text = c.noWorker(ctx, version, arch)
	}
	if text != "" && !c.lonely {
		c.Note(text)
	}
	c.lonely = text != ""
	idle := waiting && !working && len(c.unable) == 0
	if idle && c.idle {
		c.again(ctx)
	}
	c.idle = idle && !c.idle
}

// workers reports whether workers of a kind, even ones that answer no questions, wait for tasks, and
// whether they have some; both if that is unknown.
func (c *coordinator) workers(ctx context.Context, kind string) (waiting, working bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	workers, err := c.js.Consumer(ctx, tasksStream, kind)
	if err != nil {
		unknown := !errors.Is(err, jetstream.ErrConsumerNotFound)
		return unknown, unknown
	}
	about := workers.CachedInfo()
	return about.NumWaiting > 0, about.NumAckPending > 0
}

// again drops what the server has of tasks, which it does not hand out though workers wait: it is
// damaged. If that does not help, results are. The next sweep creates the stream and queues the tasks
// again, and so do those of other jobs; purging leaves damaged streams as they are.
func (c *coordinator) again(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	stream, what := tasksStream, "parts, though workers wait: what it has of them is dropped, and queued again"
	if c.dropped {
		stream, what = resultsStream, "results: those that it has are dropped, and made again"
	}
	c.Note(fmt.Sprintf("the server at %s hands out no %s", plain(c.URL), what))
	c.js.DeleteStream(ctx, stream) // an error comes back in the sweep
	c.dropped = !c.dropped
}
