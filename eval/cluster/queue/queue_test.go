package queue_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
)

// serve starts a server in a directory.
func serve(t *testing.T, dir, listen string) *server.Server {
	t.Helper()
	s, err := server.Start(server.Options{Dir: dir, Listen: listen})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// dial connects to a server.
func dial(t *testing.T, url string) *queue.Queue {
	t.Helper()
	return dialWith(t, queue.Options{URL: url, Wait: 10 * time.Second, Redeliver: time.Second})
}

// dialWith is dial with other options.
func dialWith(t *testing.T, o queue.Options) *queue.Queue {
	t.Helper()
	q, err := queue.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// jetStream connects to what a server keeps, without a queue.
func jetStream(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// job returns a job of a name.
func job(name string) *queue.Job {
	return &queue.Job{Job: &part.Job{Command: name, Version: "1.2.3", Arch: "any"}}
}

// input gives a job an input of random bytes, rows.csv, and returns these.
func input(t *testing.T, j *queue.Job, size int) []byte {
	t.Helper()
	content := make([]byte, size)
	rand.NewChaCha8([32]byte{}).Read(content)
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	sum, err := part.SumFile(path)
	if err != nil {
		t.Fatal(err)
	}
	j.Files = []queue.File{{Flag: "data", Name: "rows.csv", SHA256: sum, Path: path}}
	return content
}

// tasks returns numbered tasks.
func tasks(n int) []queue.Task {
	var all []queue.Task
	for i := range n {
		all = append(all, queue.Task{Name: fmt.Sprint(i), Body: fmt.Sprintf("%d of %d", i, n)})
	}
	return all
}

// work starts a worker that ends with the test.
func work(t *testing.T, q *queue.Queue, do func(context.Context, queue.Task) ([]byte, error)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		done <- q.Work(ctx, queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 3,
			Do: func(ctx context.Context, _ *queue.Job, t queue.Task) ([]byte, error) { return do(ctx, t) }})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// echo does a task by saying what it is.
func echo(_ context.Context, t queue.Task) ([]byte, error) { return []byte("did " + t.Body), nil }

// TestCoordinate: each task is done, and its result kept once.
func TestCoordinate(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	work(t, dial(t, url), echo)
	work(t, dial(t, url), echo)
	want, got := tasks(200), map[string]string{}
	err := dial(t, url).Coordinate(t.Context(), job("echo"), len(want), 0, slices.Values(want), func(r *queue.Result) error {
		if got[r.Name] != "" || r.Err != "" {
			t.Errorf("task %s is kept twice, or failed: %s", r.Name, r.Err)
		}
		got[r.Name] = string(r.Data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range want {
		if got[task.Name] != "did "+task.Body {
			t.Errorf("task %s: %q", task.Name, got[task.Name])
		}
	}
}

// TestLargeResult: a result above the largest message comes whole.
func TestLargeResult(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	const size = 3 << 20 // the limit is 1 MiB
	work(t, dial(t, url), func(context.Context, queue.Task) ([]byte, error) { return []byte(strings.Repeat("x", size)), nil })
	err := dial(t, url).Coordinate(t.Context(), job("large"), 2, 0, slices.Values(tasks(2)), func(r *queue.Result) error {
		if len(r.Data) != size {
			t.Errorf("%d bytes of %d", len(r.Data), size)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestFails: a task that fails is tried three times and then given up, others not. Its
// errors can be asked for until the job begins again, and it has three tries again then.
func TestFails(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	var tried atomic.Int64
	work(t, dial(t, url), func(ctx context.Context, task queue.Task) ([]byte, error) {
		if task.Name == "3" {
			tried.Add(1)
			return nil, errors.New("cannot be done")
		}
		return echo(ctx, task)
	})
	q := dial(t, url)
	for times := int64(1); times <= 2; times++ {
		failed, kept := "", 0
		err := q.Coordinate(t.Context(), job("fails"), 5, 0, slices.Values(tasks(5)), func(r *queue.Result) error {
			if kept++; r.Err != "" {
				failed += r.Name + ": " + r.Err
			}
			return nil
		})
		if want := "3: failed 3 times: cannot be done"; err != nil || failed != want || kept != 5 || tried.Load() != 3*times {
			t.Errorf("%d kept, %d tries, failed: %q, want %q; %v", kept, tried.Load(), failed, want, err)
		}
		s, err := q.Find(t.Context(), job("fails").Key())
		if err != nil {
			t.Fatal(err)
		}
		had, err := q.Errors(t.Context(), s)
		if err != nil || len(had) != 1 || !slices.Equal(had["3"], slices.Repeat([]string{"cannot be done"}, 3)) {
			t.Errorf("errors are %q, %v", had, err)
		}
	}
}

// TestLostQueue: a server that comes back without anything costs time and no
// result.
func TestLostQueue(t *testing.T) {
	first := serve(t, t.TempDir(), "127.0.0.1:0")
	url := first.URL()
	var once sync.Once
	lose := func() {
		once.Do(func() {
			first.Close()
			serve(t, t.TempDir(), strings.TrimPrefix(url, "nats://"))
		})
	}
	var done atomic.Int64
	work(t, dial(t, url), func(ctx context.Context, task queue.Task) ([]byte, error) {
		if done.Add(1) == 20 {
			lose()
		}
		return echo(ctx, task)
	})
	got := map[string]bool{}
	err := dial(t, url).Coordinate(t.Context(), job("lost"), 60, 0, slices.Values(tasks(60)), func(r *queue.Result) error {
		if got[r.Name] {
			t.Errorf("task %s is kept twice", r.Name)
		}
		got[r.Name] = true
		return nil
	})
	if err != nil || len(got) != 60 {
		t.Errorf("%d of 60 results, %v", len(got), err)
	}
}

// TestCancel: a job that is cancelled ends at its coordinator and at its workers.
func TestCancel(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	stopped, q := make(chan bool, 3), dial(t, url)
	work(t, dial(t, url), func(ctx context.Context, _ queue.Task) ([]byte, error) {
		s, err := q.Find(ctx, job("cancel").Key()[:8])
		if err == nil {
			err = q.Cancel(ctx, s)
		}
		if err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		stopped <- true
		return nil, ctx.Err()
	})
	err := dial(t, url).Coordinate(t.Context(), job("cancel"), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { return nil })
	if !errors.Is(err, queue.ErrCancelled) {
		t.Errorf("%v, want %v", err, queue.ErrCancelled)
	}
	<-stopped
}

// TestStopped: a job whose coordinator was stopped says so, and how much is done meanwhile,
// until the same call goes on.
func TestStopped(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	work(t, dial(t, url), echo)
	q, j := dial(t, url), job("stopped")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := q.Coordinate(ctx, j, 5, 0, slices.Values(tasks(5)), func(*queue.Result) error { cancel(); return context.Canceled })
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s, err := q.Find(t.Context(), j.Key())
	if err != nil || !s.Stopped || s.Ended != "" || s.Done != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	for waiting := 0; waiting < 5; time.Sleep(10 * time.Millisecond) {
		if waiting, err = q.Waiting(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	err = q.Coordinate(t.Context(), j, 5, 0, slices.Values(tasks(5)), func(*queue.Result) error {
		if s, err := q.Find(t.Context(), j.Key()); err != nil || s.Stopped {
			t.Errorf("it goes on: %+v, %v", s, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if s, err = q.Find(t.Context(), j.Key()); err != nil || s.Stopped || s.Ended != queue.Finished || s.Done != 5 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestCancelFinished: what is finished stays so.
func TestCancelFinished(t *testing.T) {
	q := dial(t, serve(t, t.TempDir(), "127.0.0.1:0").URL())
	work(t, q, echo)
	if err := q.Coordinate(t.Context(), job("over"), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { return nil }); err != nil {
		t.Fatal(err)
	}
	s, err := q.Find(t.Context(), job("over").Key())
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Cancel(t.Context(), s); err == nil || !strings.Contains(err.Error(), " is finished: there is nothing to cancel") {
		t.Error(err)
	}
	if s, err := q.Find(t.Context(), job("over").Key()); err != nil || s.Ended != queue.Finished {
		t.Errorf("afterwards the job is %+v, %v", s, err)
	}
}

// TestTwoCoordinators: two that have the same job both get all results.
func TestTwoCoordinators(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	var both sync.WaitGroup
	for range 2 {
		q := dial(t, url)
		both.Go(func() {
			got := map[string]string{}
			err := q.Coordinate(t.Context(), job("same"), 40, 0, slices.Values(tasks(40)), func(r *queue.Result) error {
				if got[r.Name] != "" {
					t.Errorf("task %s is kept twice", r.Name)
				}
				got[r.Name] = string(r.Data)
				return nil
			})
			for _, task := range tasks(40) {
				if got[task.Name] != "did "+task.Body {
					t.Errorf("task %s: %q", task.Name, got[task.Name])
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	work(t, dial(t, url), echo)
	both.Wait()
}

// TestKeepFails: a result that the coordinator cannot keep ends the call, and is there
// for the next one.
func TestKeepFails(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	var did atomic.Int64
	work(t, dial(t, url), func(ctx context.Context, task queue.Task) ([]byte, error) {
		did.Add(1)
		return echo(ctx, task)
	})
	full := errors.New("no space left on device")
	q := dial(t, url)
	err := q.Coordinate(t.Context(), job("full"), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { return full })
	if !errors.Is(err, full) {
		t.Errorf("%v, want %v", err, full)
	}
	kept := 0
	err = q.Coordinate(t.Context(), job("full"), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { kept++; return nil })
	if err != nil || kept != 1 || did.Load() != 1 {
		t.Errorf("%d results, done %d times, %v", kept, did.Load(), err)
	}
}
