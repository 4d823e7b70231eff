package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// clock compares the time of day at the server, by which it measures how long workers are silent,
// with the time that passes here.
type clock struct {
	began time.Time     // here
	ahead time.Duration // how far the server was ahead of began plus time passed, at the last look
	known bool
}

// putBack returns by how much the server's clock, which now shows a time, was set back since the last
// look; negative if it was set forward.
func (c *clock) putBack(server time.Time) time.Duration {
	if !c.known {
		c.began = time.Now()
	}
	ahead := server.Sub(c.began) - time.Since(c.began)
	back := c.ahead - ahead
	if !c.known {
		back = 0
	}
	c.ahead, c.known = ahead, true
	return back
}

// mindClock makes the server hand out again all tasks that workers have, if its clock was set back:
// otherwise it would wait for workers that died before until the old time is reached.
func (c *coordinator) mindClock(ctx context.Context, server time.Time) error {
	back := c.clock.putBack(server)
	if back <= c.Redeliver {
		return nil
	}
	c.Note(fmt.Sprintf("the clock of the server at %s was put back by %v: parts that workers have are given out again", plain(c.URL), back.Round(time.Second)))
	err := c.js.DeleteConsumer(ctx, tasksStream, kind(c.state.Version, c.state.Arch)) // workers create it again
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		err = nil
	}
	return err
}
