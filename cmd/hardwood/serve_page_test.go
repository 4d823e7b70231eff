package main

import (
	"context"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
)

// TestPage: the page shows jobs and workers, and nothing of a name is markup.
func TestPage(t *testing.T) {
	s, err := server.Start(server.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	q, err := queue.Dial(t.Context(), queue.Options{Inside: s, Name: "<b>worker"})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	p := &page{q: q, first: map[string]standing{}}
	shown := func() string {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		text, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := shown(); !strings.Contains(text, "No command with") || !strings.Contains(text, "No worker is there") {
		t.Errorf("without jobs and workers the page is %s", text)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o := queue.WorkOptions{Version: "1.0.0", Arch: "any", Slots: 3, Do: func(context.Context, *queue.Job, queue.Task) ([]byte, error) { return nil, nil }}
	go q.Work(ctx, o)
	go q.Answer(ctx, o, nil)
	j := &queue.Job{Job: &part.Job{Command: "<i>attack", Version: "1.0.0", Arch: "any"}}
	if err := q.Coordinate(ctx, j, 2, 1, slices.Values([]queue.Task{{Name: "1"}}), func(*queue.Result) error { return nil }); err != nil {
		t.Fatal(err)
	}
	text := shown()
	for !strings.Contains(text, "1.0.0") { // the worker is not there yet
		text = shown()
	}
	for _, want := range []string{j.Key()[:12], "&lt;i&gt;attack", "finished", "2 of 2", "&lt;b&gt;worker", `<td class="number">3</td>`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q: %s", want, text)
		}
	}
}
