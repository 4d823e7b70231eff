package queue_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// TestUnable: a worker that cannot do a job spoils no task of it, though it is free while another
// one is not, and coordinator and asker say what it lacks.
func TestUnable(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	small := dialWith(t, queue.Options{URL: url, Name: "small one"})
	tried := atomic.Int64{}
	o := queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 2}
	lacks := func() ([]byte, error) { return nil, queue.Unable{Err: errors.New("too little memory")} }
	o.Do = func(context.Context, *queue.Job, queue.Task) ([]byte, error) { tried.Add(1); return lacks() }
	go small.Work(t.Context(), o)
	go small.Answer(t.Context(), o, func(context.Context, []byte) ([]byte, error) { return lacks() })

	said := make(chan string, 9)
	q := dialWith(t, queue.Options{URL: url, Note: func(line string) { said <- line }})
	got := map[string]string{}
	done := make(chan error, 1)
	j := job("small")
	go func() {
		done <- q.Coordinate(t.Context(), j, 6, 0, slices.Values(tasks(6)), func(r *queue.Result) error {
			got[r.Name] = string(r.Data) + r.Err
			return nil
		})
	}()
	const want = "small one: cannot do this job, and leaves that to workers that can, if there are any: too little memory"
	if line := <-said; line != want {
		t.Errorf("it says %q, want %q", line, want)
	}
	if s, err := q.Find(t.Context(), j.Key()); err != nil {
		t.Error(err)
	} else if all, err := q.Unables(t.Context(), s); err != nil || !slices.Equal(all, []string{want}) {
		t.Errorf("%q, %v", all, err)
	} else if failed, err := q.Errors(t.Context(), s); err != nil || len(failed) > 0 {
		t.Errorf("errors of parts: %q, %v", failed, err)
	}
	large := dial(t, url)
	work(t, large, func(ctx context.Context, task queue.Task) ([]byte, error) {
		time.Sleep(150 * time.Millisecond) // while the small one has all other tasks in its hands
		return echo(ctx, task)
	})
	if err := <-done; err != nil {
		t.Error(err)
	}
	for _, task := range tasks(6) {
		if got[task.Name] != "did "+task.Body {
			t.Errorf("task %s: %q", task.Name, got[task.Name])
		}
	}
	if n := tried.Load(); n > 20 { // not for each task that it passes on, ten a second and slot
		t.Errorf("it tried %d times", n)
	}

	answers := make(chan error, 5)
	asker := q.Asker("1.2.3", "any")
	for range cap(answers) {
		go func() {
			_, err := asker.Ask(t.Context(), []byte("please"))
			answers <- err
		}()
	}
	if line := <-said; !strings.HasPrefix(line, "small one: cannot ") {
		t.Errorf("it says %q", line)
	}
	go large.Answer(t.Context(), o, func(_ context.Context, question []byte) ([]byte, error) { return question, nil })
	for range cap(answers) {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	if len(said) > 0 {
		t.Errorf("it says more: %q", <-said)
	}
}
