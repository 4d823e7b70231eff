package queue_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	inner "github.com/nats-io/nats-server/v2/server"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// TestTooLarge: a job or a task that no message of the server takes ends in one line,
// and does not wait for ever.
func TestTooLarge(t *testing.T) {
	q := dial(t, serve(t, t.TempDir(), "127.0.0.1:0").URL())
	large := strings.Repeat("x", 2<<20) // the limit is 1 MiB
	spec := job("spec")
	spec.Args = []string{large}
	for name, err := range map[string]error{
		"job":  q.Coordinate(t.Context(), spec, 1, 0, slices.Values(tasks(1)), nil),
		"task": q.Coordinate(t.Context(), job("task"), 1, 0, slices.Values([]queue.Task{{Name: "1", Body: large}}), nil),
	} {
		if err == nil || !strings.Contains(err.Error(), "maximum payload exceeded") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestChanged: a file that is changed between the look at its hash and its way to the
// server ends the job, and nobody finds other bytes under the hash.
func TestChanged(t *testing.T) {
	q := dial(t, serve(t, t.TempDir(), "127.0.0.1:0").URL())
	path := filepath.Join(t.TempDir(), "model.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("before")
	sum, err := part.SumFile(path)
	if err != nil {
		t.Fatal(err)
	}
	j := job("changed")
	j.Files = []queue.File{{Flag: "model", Name: "model.json", SHA256: sum, Path: path}}
	work(t, q, func(ctx context.Context, _ queue.Task) ([]byte, error) {
		var b bytes.Buffer
		err := q.Fetch(ctx, sum, &b)
		return b.Bytes(), err
	})
	do := func() (got string, err error) {
		err = q.Coordinate(t.Context(), j, 1, 0, slices.Values(tasks(1)), func(r *queue.Result) error {
			got = string(r.Data) + r.Err
			return nil
		})
		return got, err
	}
	write("after")
	if _, err := do(); !errors.Is(err, part.ErrChanged) || err.Error() != path+": was changed since this command began: start it again" {
		t.Errorf("changed: %v", err)
	}
	write("before")
	if got, err := do(); err != nil || got != "before" {
		t.Errorf("as it was: %q, %v", got, err)
	}
}

// TestNoJetStream: a server that keeps nothing is named as such.
func TestNoJetStream(t *testing.T) {
	_, err := queue.Dial(t.Context(), queue.Options{URL: queue.Special(t, &inner.Options{})})
	if err == nil || !strings.Contains(err.Error(), " has no JetStream") {
		t.Error(err)
	}
}

// TestSmallMessages: inputs and results that are larger than the messages of a server go
// in pieces that it takes.
func TestSmallMessages(t *testing.T) {
	q := dial(t, queue.Special(t, &inner.Options{JetStream: true, MaxPayload: 32 << 10}))
	j := job("small messages")
	want := input(t, j, 200_001)
	sum := j.Files[0].SHA256
	work(t, q, func(ctx context.Context, _ queue.Task) ([]byte, error) {
		var b bytes.Buffer
		err := q.Fetch(ctx, sum, &b)
		return b.Bytes(), err
	})
	kept := 0
	err := q.Coordinate(t.Context(), j, 3, 0, slices.Values(tasks(3)), func(r *queue.Result) error {
		if kept++; r.Err != "" || !bytes.Equal(r.Data, want) {
			t.Errorf("task %s: %d bytes, %q", r.Name, len(r.Data), r.Err)
		}
		return nil
	})
	if err != nil || kept != 3 {
		t.Errorf("%d results, %v", kept, err)
	}
}

// TestNoRoom: a server that keeps as much as it may is waited for, and a line says why,
// at the coordinator that has an input for it and at the worker that has a result.
func TestNoRoom(t *testing.T) {
	url := queue.Special(t, &inner.Options{JetStream: true, JetStreamMaxStore: 1 << 20})
	notes := make(chan string, 9)
	noting := func() *queue.Queue {
		return dialWith(t, queue.Options{URL: url, Note: func(line string) { notes <- line }})
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	sum, err := part.SumFile(path)
	if err != nil {
		t.Fatal(err)
	}
	large := job("large")
	large.Files = []queue.File{{Flag: "data", Name: "rows.csv", SHA256: sum, Path: path}}
	work(t, noting(), func(context.Context, queue.Task) ([]byte, error) { return make([]byte, 2<<20), nil })
	for of, j := range map[string]*queue.Job{path: large, "a result waits": job("small")} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		q := noting()
		go func() {
			ended <- q.Coordinate(ctx, j, 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { return nil })
		}()
		if line := <-notes; !strings.Contains(line, " has no room for more on its disk: make some and start it again") || !strings.Contains(line, of) || strings.Contains(line, "\n") {
			t.Errorf("%s: it says %q", of, line)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", of, err)
		}
	}
}

// TestLongError: an error that no message takes is cut.
func TestLongError(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	work(t, dial(t, url), func(context.Context, queue.Task) ([]byte, error) {
		return nil, errorOf(strings.Repeat("long ", 1<<20))
	})
	err := dial(t, url).Coordinate(t.Context(), job("long"), 1, 0, slices.Values(tasks(1)), func(r *queue.Result) error {
		if !strings.HasPrefix(r.Err, "failed 3 times: long long") || len(r.Err) > 1<<14 {
			t.Errorf("%d bytes: %.40s", len(r.Err), r.Err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// errorOf is an error of a text.
type errorOf string

func (e errorOf) Error() string { return string(e) }
