package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestWait: a phase that lasts is shown with its end, a short one not at all.
func TestWait(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, false)
	p.wait("short", time.Hour)()
	over := p.wait("long", 0)
	for shown := false; !shown; time.Sleep(time.Millisecond) {
		p.mu.Lock()
		shown = b.Len() > 0
		p.mu.Unlock()
	}
	over()
	if want := `^long \.\.\.\nlong: done \([0-9.]+ s\)\n$`; !regexp.MustCompile(want).Match(b.Bytes()) {
		t.Errorf("got %q, want %s", &b, want)
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
