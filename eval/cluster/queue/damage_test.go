package queue_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// TestDamage: of an input that is damaged at the server, the worker gets a new copy, and a large
// result that is damaged there is done again. No task counts as failed.
func TestDamage(t *testing.T) {
	t.Parallel() // it mostly waits
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	j := job("damage")
	want := input(t, j, 2<<20)
	sum := j.Files[0].SHA256
	coordinate := func(ctx context.Context, keep func(*queue.Result) error) error {
		return dial(t, url).Coordinate(ctx, j, 2, 0, slices.Values(tasks(2)), keep)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- coordinate(ctx, nil) }()
	files := eventually(t, func() []*jetstream.ObjectInfo { return damage(t, url, sum) })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}

	var done atomic.Int64
	q := dial(t, url)
	work(t, q, func(ctx context.Context, task queue.Task) ([]byte, error) {
		var b bytes.Buffer
		if err := q.Fetch(ctx, sum, &b); err != nil {
			return nil, fmt.Errorf("rows.csv: %w", err)
		}
		done.Add(1)
		return b.Bytes(), nil
	})
	full := errors.New("full")
	if err := coordinate(t.Context(), func(r *queue.Result) error { return full }); !errors.Is(err, full) {
		t.Fatal(err)
	}
	eventually(t, func() []bool {
		if s, err := q.Find(t.Context(), j.Key()); err != nil {
			t.Error(err)
		} else if n, err := q.Waiting(t.Context(), s); err == nil && n < 2 {
			return nil
		}
		return []bool{true}
	})
	if n := done.Load(); n != 2 {
		t.Errorf("%d tasks were done, want 2", n)
	}
	damage(t, url, "result.")
	got := map[string]bool{}
	err := coordinate(t.Context(), func(r *queue.Result) error {
		if got[r.Name] || r.Err != "" || !bytes.Equal(r.Data, want) {
			t.Errorf("task %s: %d bytes, again %v, %q", r.Name, len(r.Data), got[r.Name], r.Err)
		}
		got[r.Name] = true
		return nil
	})
	if n := done.Load(); err != nil || len(got) != 2 || n != 4 {
		t.Errorf("%d of 2 results after %d tasks, %v", len(got), n, err)
	}
}

// damage takes a piece out of each object of the queue whose name begins with a prefix, and returns
// those objects.
func damage(t *testing.T, url, prefix string) (damaged []*jetstream.ObjectInfo) {
	t.Helper()
	js := jetStream(t, url)
	files, err := js.ObjectStore(t.Context(), "hardwood-files")
	if err != nil {
		return nil
	}
	objects, err := files.List(t.Context())
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		t.Fatal(err)
	}
	pieces, err := js.Stream(t.Context(), "OBJ_hardwood-files")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range objects {
		if !strings.HasPrefix(o.Name, prefix) {
			continue
		}
		last, err := pieces.GetLastMsgForSubject(t.Context(), "$O.hardwood-files.C."+o.NUID)
		if err == nil {
			err = pieces.DeleteMsg(t.Context(), last.Sequence)
		}
		if err != nil {
			t.Fatal(err)
		}
		damaged = append(damaged, o)
	}
	return damaged
}

// eventually waits until there is something.
func eventually[T any](t *testing.T, find func() []T) []T {
	t.Helper()
	for range 100 {
		if found := find(); len(found) > 0 {
			return found
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("there is nothing after 5 seconds")
	return nil
}

// TestStandstill: tasks that the server has, but does not hand out to workers that wait, are queued
// again.
func TestStandstill(t *testing.T) {
	t.Parallel() // it mostly waits
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	js := jetStream(t, url)
	work(t, dial(t, url), echo)
	consumers := eventually(t, func() (names []string) {
		if tasks, err := js.Stream(t.Context(), "hardwood-tasks"); err == nil {
			for name := range tasks.ConsumerNames(t.Context()).Name() {
				names = append(names, name)
			}
		}
		return names
	})
	if _, err := js.PauseConsumer(t.Context(), "hardwood-tasks", consumers[0], time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 9)
	kept := 0
	q := dialWith(t, queue.Options{URL: url, Note: func(line string) { said <- line }})
	err := q.Coordinate(t.Context(), job("standstill"), 3, 0, slices.Values(tasks(3)), func(r *queue.Result) error {
		kept++
		return nil
	})
	if err != nil || kept != 3 {
		t.Errorf("%d of 3 results, %v", kept, err)
	}
	if line := <-said; !strings.HasSuffix(line, " hands out no parts, though workers wait: what it has of them is dropped, and queued again") || len(said) > 0 {
		t.Errorf("it says %q, and %d lines more", line, len(said))
	}
}
