package main

import (
	"bytes"
	"regexp"
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
