package queue_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// TestDeadWorker: what a worker took that is silent goes to another one.
func TestDeadWorker(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	dead := dial(t, url)
	taken := make(chan bool, 9)
	ctx, cancel := context.WithCancel(t.Context())
	go dead.Work(ctx, queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1,
		Do: func(context.Context, *queue.Job, queue.Task) ([]byte, error) {
			dead.Close() // as if it was killed
			taken <- true
			return nil, errors.New("never heard of")
		}})
	defer cancel()
	live := dial(t, url)
	go func() {
		<-taken
		work(t, live, echo)
	}()
	kept := 0
	err := dial(t, url).Coordinate(t.Context(), job("dead"), 3, 0, slices.Values(tasks(3)), func(*queue.Result) error { kept++; return nil })
	if err != nil || kept != 3 {
		t.Errorf("%d of 3 results, %v", kept, err)
	}
}

// TestHandedBack: a worker that is told to stop gives back what it has not
// finished, at once.
func TestHandedBack(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	slow := dialWith(t, queue.Options{URL: url, Wait: time.Second}) // with the long time of redelivery
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- slow.Work(ctx, queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1,
			Do: func(ctx context.Context, _ *queue.Job, _ queue.Task) ([]byte, error) {
				stop()
				<-ctx.Done()
				return nil, ctx.Err()
			}})
		slow.Close()
		fast, err := queue.Dial(context.Background(), queue.Options{URL: url, Wait: time.Second})
		if err != nil {
			return
		}
		defer fast.Close()
		fast.Work(t.Context(), queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1,
			Do: func(ctx context.Context, _ *queue.Job, t queue.Task) ([]byte, error) { return echo(ctx, t) }})
	}()
	within, cancel := context.WithTimeout(t.Context(), queue.DefaultRedeliver/2)
	defer cancel()
	if err := dial(t, url).Coordinate(within, job("back"), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { return nil }); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestOtherVersion: a worker of another version does nothing, and says why.
func TestOtherVersion(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	said := make(chan string, 1)
	go dial(t, url).Coordinate(t.Context(), job("versions"), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error {
		t.Error("done by a worker of another version")
		return nil
	})
	q := dial(t, url)
	for {
		if jobs, err := q.List(t.Context()); err != nil {
			t.Fatal(err)
		} else if len(jobs) > 0 {
			break
		}
	}
	other := dialWith(t, queue.Options{URL: url, Note: func(line string) { said <- line }})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go other.Work(ctx, queue.WorkOptions{Version: "1.2.4", Arch: "any", Slots: 1,
		Do: func(context.Context, *queue.Job, queue.Task) ([]byte, error) { panic("it has a task") }})
	want := fmt.Sprintf("refused for job %.12s: it is of hardwood 1.2.3 on any, this is hardwood 1.2.4 on any, and their results do not mix", job("versions").Key())
	if got := <-said; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// TestAskerGone: a worker leaves what an asker asked that is gone, also what waits there,
// and has time for another one.
func TestAskerGone(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	const slow = 20 * time.Second
	began, left := make(chan bool, 9), make(chan bool, 9)
	go dial(t, url).Answer(t.Context(), queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1},
		func(ctx context.Context, question []byte) ([]byte, error) {
			took := 2 * time.Second // several looks
			if string(question) == "slow" {
				began <- true
				took = slow
			}
			select {
			case <-ctx.Done():
				left <- true
				return nil, ctx.Err()
			case <-time.After(took):
				return question, nil
			}
		})
	gone, stays := dial(t, url), dial(t, url)
	asker := gone.Asker("1.2.3", "any")
	for range 5 {
		go asker.Ask(t.Context(), []byte("slow"))
	}
	<-began
	time.Sleep(200 * time.Millisecond) // until the others wait
	gone.Close()
	start := time.Now()
	<-left
	if got, err := stays.Asker("1.2.3", "any").Ask(t.Context(), []byte("fast")); string(got) != "fast" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if took := time.Since(start); took > slow {
		t.Errorf("the worker was free after %v", took)
	}
	if len(began) > 0 || len(left) > 0 {
		t.Errorf("%d of the questions that waited were begun, %d left", len(began), len(left))
	}
}

// TestNoWorker: a coordinator and an asker say that no worker is there which could do the
// work, and which others are, and go on when one comes.
func TestNoWorker(t *testing.T) {
	for name, others := range map[string]string{"none": "", "another version": "1.2.4"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
			want := "no worker of this version and architecture is there: waiting for one"
			if others != "" {
				want += ". Of others: 1, such as old one, of hardwood 1.2.4 on any; this is hardwood 1.2.3 on any"
				other := dialWith(t, queue.Options{URL: url, Name: "old one"})
				go other.Answer(t.Context(), queue.WorkOptions{Version: others, Arch: "any", Slots: 1}, nil)
			}
			said := make(chan string, 9)
			q := dialWith(t, queue.Options{URL: url, Wait: time.Second, Note: func(line string) { said <- line }})
			done := make(chan error, 1)
			go func() {
				done <- q.Coordinate(t.Context(), job("lonely"), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { return nil })
			}()
			if got := <-said; got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
			worker := dial(t, url)
			work(t, worker, func(ctx context.Context, task queue.Task) ([]byte, error) {
				time.Sleep(8 * time.Second) // the next two looks find it at work
				return echo(ctx, task)
			})
			if err := <-done; err != nil {
				t.Error(err)
			}
			asker := q.Asker("1.2.3", "any")
			answers := make(chan error, 5)
			for range cap(answers) {
				go func() {
					_, err := asker.Ask(t.Context(), []byte("please"))
					answers <- err
				}()
			}
			if got := <-said; got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
			go worker.Answer(t.Context(), queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1},
				func(_ context.Context, question []byte) ([]byte, error) { return question, nil })
			for range cap(answers) {
				if err := <-answers; err != nil {
					t.Error(err)
				}
			}
			select {
			case more := <-said:
				t.Errorf("it says more: %q", more)
			default:
			}
		})
	}
}

// TestDeadly: a task that its workers never come back from is given up after 50 of
// them, and the others are done.
func TestDeadly(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	ended := make(chan error, 1)
	failed, kept := "", 0
	go func() {
		ended <- dial(t, url).Coordinate(t.Context(), job("deadly"), 3, 0, slices.Values(tasks(3)), func(r *queue.Result) error {
			if kept++; r.Err != "" {
				failed += r.Name + ": " + r.Err
			}
			return nil
		})
	}()
	js := jetStream(t, url)
	dial(t, url) // which makes the stream
	c, err := js.CreateOrUpdateConsumer(t.Context(), "hardwood-tasks", jetstream.ConsumerConfig{
		Durable: "1_2_3-any", FilterSubject: "hardwood.task.1_2_3-any.*.*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: time.Second, MaxAckPending: -1, MaxDeliver: -1,
	})
	if err != nil {
		t.Fatal(err)
	}
	for deliveries := 0; deliveries < 50; {
		m, err := c.Next()
		if err != nil {
			continue
		}
		if strings.HasSuffix(m.Subject(), ".1") {
			deliveries++
			m.Nak() // as if the time of a dead worker was over
		} else {
			m.NakWithDelay(time.Second)
		}
	}
	work(t, dial(t, url), echo)
	if err := <-ended; err != nil || kept != 3 || failed != "1: 50 workers that had it did not come back" {
		t.Errorf("%d kept, failed: %q, %v", kept, failed, err)
	}
}

// TestBrokenAnswers: a worker whose disk is full ends, and what it was asked is asked
// again.
func TestBrokenAnswers(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	full := errors.New("no space left on device")
	o := queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1}
	ended := make(chan error, 1)
	began := make(chan bool, 9)
	go func() {
		ended <- dial(t, url).Answer(t.Context(), o, func(context.Context, []byte) ([]byte, error) {
			began <- true
			return nil, fmt.Errorf("cannot write: %w", queue.Broken{Err: full})
		})
	}()
	answered := make(chan string, 1)
	go func() {
		got, err := dial(t, url).Asker("1.2.3", "any").Ask(t.Context(), []byte("please"))
		answered <- fmt.Sprintf("%s, %v", got, err)
	}()
	<-began
	if err := <-ended; !errors.Is(err, full) {
		t.Errorf("the broken worker ended with %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go dial(t, url).Answer(ctx, o, func(_ context.Context, question []byte) ([]byte, error) {
		return append([]byte("did "), question...), nil
	})
	if got := <-answered; got != "did please, <nil>" {
		t.Errorf("it was answered %q", got)
	}
}
