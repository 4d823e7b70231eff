package queue

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// TestClockPutBack: where a server's clock is put back, a task of a dead worker does not
// wait until the old time is reached. It does otherwise, and where the clock is put
// forward.
func TestClockPutBack(t *testing.T) {
	q, err := Dial(t.Context(), Options{URL: Special(t, &server.Options{JetStream: true})})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	task, left := Task{Name: "1", Body: "1 of 1"}, true
	next := func() (Task, bool) { defer func() { left = false }(); return task, left }
	c := &coordinator{Queue: q, next: next, open: map[string]Task{}}
	c.state = State{Job: Job{Job: &part.Job{Command: "clock", Version: "1", Arch: "any"}}, Of: 1}
	taken := func() (n int) { // by a worker that is never heard of again
		t.Helper()
		tasks, err := q.js.CreateOrUpdateConsumer(t.Context(), tasksStream, jetstream.ConsumerConfig{
			Durable: kind("1", "any"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Hour, MaxAckPending: -1, MaxDeliver: -1,
		})
		if err != nil {
			t.Fatal(err)
		}
		batch, err := tasks.FetchNoWait(9)
		if err != nil {
			t.Fatal(err)
		}
		for range batch.Messages() {
			n++
		}
		return n
	}
	for _, step := range []struct {
		put  time.Duration // forward, of the server's clock, before the sweep
		want int           // tasks that are given out after it
	}{{0, 1}, {0, 0}, {time.Hour, 0}, {-time.Second, 0}, {-time.Hour, 1}, {0, 0}} {
		c.clock.ahead -= step.put // as if the last look had been at the other time
		if err := c.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := taken(); got != step.want {
			t.Errorf("put forward by %v: %d tasks, want %d", step.put, got, step.want)
		}
	}
}
