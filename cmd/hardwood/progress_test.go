package main

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestDuring: a phase that lasts is shown, with its end unless it fails; a short
// one is not shown at all.
func TestDuring(t *testing.T) {
	failed := errors.New("failed")
	for _, c := range []struct {
		patience time.Duration
		err      error
		want     string
	}{
		{time.Hour, nil, `^$`},
		{0, nil, `^long \.\.\.\nlong: done \([0-9.]+ s\)\n$`},
		{0, failed, `^long \.\.\.\n$`},
	} {
		var b bytes.Buffer
		p := newProgress(&b, false)
		p.patience = c.patience
		err := p.during("long", func() error {
			for shown := c.patience > 0; !shown; time.Sleep(time.Millisecond) {
				p.mu.Lock()
				shown = b.Len() > 0
				p.mu.Unlock()
			}
			return c.err
		})
		if err != c.err || !regexp.MustCompile(c.want).Match(b.Bytes()) {
			t.Errorf("patience %v: got %v and %q, want %v and %s", c.patience, err, &b, c.err, c.want)
		}
	}
}

// TestEnd: on a terminal, what follows a phase that was broken off starts on a
// line of its own, and nothing is added to one that is done.
func TestEnd(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b, true)
	p.end()
	p.start("one")
	p.done("done")
	p.end()
	p.start("two")
	p.at(1, 2, "")
	p.end()
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], "one: done") || !strings.HasSuffix(lines[1], "two: 1 of 2") || lines[2] != "" {
		t.Errorf("shown: %q", b.String())
	}
}

// TestLeft: the time left goes by the steps of what is counted now, such as the rows of a second
// model or another kind of step, not by those of what was counted before.
func TestLeft(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b, false)
	ago := func(since *time.Time, s time.Duration) { *since, p.shown = since.Add(-s*time.Second), time.Time{} }
	last := func(done, of int) string {
		p.at(done, of, "")
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		return lines[len(lines)-1]
	}
	p.start("attack")
	ago(&p.started, 100)
	ago(&p.counting.since, 100)
	if got := last(250, 1000); got != "attack: 250 of 1000, 5m0s left" {
		t.Errorf("first model: %q", got)
	}
	ago(&p.started, 300)
	p.at(1000, 1000, "")
	p.at(999, 1000, "") // overtaken
	p.at(1, 1000, "")
	ago(&p.counting.since, 10)
	if got := last(11, 1000); got != "attack: 11 of 1000, 16m29s left" {
		t.Errorf("second model: %q", got)
	}
	p.at(1, 9, "")
	ago(&p.counting.since, 10)
	if got := last(3, 9); got != "attack: 3 of 9, 30s left" {
		t.Errorf("steps of another kind: %q", got)
	}
}

// TestWithin: a phase that has a time says how much of it is left.
func TestWithin(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b, false)
	p.start("tune")
	p.within(time.Minute, time.Hour, "no line yet")
	p.shown = time.Time{}
	p.within(90*time.Second+time.Millisecond, time.Hour, "3 settings")
	if got := b.String(); got != "tune ...\ntune: 3 settings, 1m30s of 1h0m0s left\n" {
		t.Errorf("shown: %q", got)
	}
}
