package main

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
		p.routes().ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1:8080/", nil))
		text, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := shown(); !strings.Contains(text, "No command with") || !strings.Contains(text, "There is no worker") {
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

// TestPageSpeed: speed and expected end are those since the page first saw the job, in
// units that suit parts of milliseconds and of hours.
func TestPageSpeed(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	j := queue.Job{Job: &part.Job{Command: "attack"}}
	for _, c := range []struct {
		after     time.Duration
		done      int
		rate, end string
	}{
		{0, 10, "measured", "measured"}, // seen for the first time
		{9 * time.Second, 10, "measured", "measured"},
		{20 * time.Second, 50, "2 a second", "25s, 2026-01-02 03:04:50"},
		{20 * time.Second, 20, "30 a minute", "2m40s, 2026-01-02 03:07:05"},
		{10 * time.Hour, 30, "2 an hour", "35h0m0s, 2026-01-04 00:04:05"},
	} {
		p := &page{first: map[string]standing{}}
		seen := began
		var shown pageJob
		for _, done := range []int{10, c.done} {
			shown = p.job(&queue.State{Job: j, Of: 100, Done: done, Seen: seen}, seen)
			seen = began.Add(c.after)
		}
		if shown.Rate != c.rate || shown.End != c.end {
			t.Errorf("%d parts after %v: %q, %q, want %q, %q", c.done, c.after, shown.Rate, shown.End, c.rate, c.end)
		}
	}
}

// TestPageReports: the page shows reports, gives them and nothing else, and only to a
// browser of this machine.
func TestPageReports(t *testing.T) {
	s, err := server.Start(server.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	q, err := queue.Dial(t.Context(), queue.Options{Inside: s})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	dir, secret := t.TempDir(), filepath.Join(t.TempDir(), "report.html")
	for path, text := range map[string]string{"first/report.html": "<p>one", "first/examples.csv": "row", "report.html": "<p>two"} {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(secret, []byte("secret"), 0o666), os.Mkdir(filepath.Join(dir, "link"), 0o777),
		os.Symlink(secret, filepath.Join(dir, "link", "report.html"))); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p := &page{q: q, first: map[string]standing{}, reports: reports{root}}
	for _, c := range []struct {
		url, want string
		code      int
	}{
		{"http://localhost:1/", `<a href="/reports/first/report.html">first/report.html</a>`, 200},
		{"http://[::1]:1/reports/first/report.html", "<p>one", 200},
		{"http://127.0.0.1:1/reports/report.html", "<p>two", 200},
		{"http://127.0.0.1:1/reports/first/examples.csv", "not found", 404},
		{"http://127.0.0.1:1/reports/link/report.html", "", 500},
		{"http://127.0.0.1:1/reports/%2e%2e/report.html", "", 400},
		{"http://evil.example:1/", "this page is for a browser on this machine", 403},
	} {
		w := httptest.NewRecorder()
		p.routes().ServeHTTP(w, httptest.NewRequest("GET", c.url, nil))
		if text := w.Body.String(); w.Code != c.code || !strings.Contains(text, c.want) || strings.Contains(text, "secret") || strings.Contains(text, "link/") {
			t.Errorf("%s: %d, %s", c.url, w.Code, text)
		}
	}
}
