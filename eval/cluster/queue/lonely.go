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
	text := ""
	if !c.waitedFor(ctx, kind(version, arch)) {
		text = c.noWorker(ctx, version, arch)
	}
	if text != "" && !c.lonely {
		c.Note(text)
	}
	c.lonely = text != ""
}

// waitedFor reports whether workers of a kind, even ones that answer no questions, wait for tasks or
// have some; true if that is unknown.
func (c *coordinator) waitedFor(ctx context.Context, kind string) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	workers, err := c.js.Consumer(ctx, tasksStream, kind)
	if err != nil {
		return !errors.Is(err, jetstream.ErrConsumerNotFound)
	}
	about := workers.CachedInfo()
	return about.NumWaiting > 0 || about.NumAckPending > 0
}
