package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// clock knows how a server's time of day, by which the server tells how long workers
// are silent, goes beside the time that passes here.
type clock struct {
	began time.Time     // here
	ahead time.Duration // of the server's time of day, when it was last looked at
	known bool
}

// putBack returns by how much the server's clock was put back since the last look, now
// that it shows a time; less than 0 where it was put forward.
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

// mindClock has all tasks that workers have given out again where the server's clock was
// put back: it would wait for the workers that died before until the old time is reached.
func (c *coordinator) mindClock(ctx context.Context, server time.Time) error {
	back := c.clock.putBack(server)
	if back <= c.Redeliver {
		return nil
	}
	c.Note(fmt.Sprintf("the clock of the server at %s was put back by %v: parts that workers have are given out again", plain(c.URL), back.Round(time.Second)))
	err := c.js.DeleteConsumer(ctx, tasksStream, kind(c.state.Version, c.state.Arch)) // workers make it anew
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		err = nil
	}
	return err
}
