package server

import (
	"strings"
	"testing"
)

// TestLog: what the library says of a full disk says what to do about it: a broken write
// ends the server, a limit does not.
func TestLog(t *testing.T) {
	var told []string
	l := &logger{"queue", func(line string) { told = append(told, line) }, make(chan string, 1)}
	l.Errorf("JetStream %s resource limits exceeded for server", "file")
	if len(told) != 1 || !strings.HasPrefix(told[0], "the server takes nothing more until there is less in queue: ") {
		t.Errorf("of a limit: %q", told)
	}
	l.Errorf("Critical write error: no space left on device")
	l.Errorf("Critical write error: and again")
	if why := <-l.failed; why != "no space left on device" || len(told) != 1 {
		t.Errorf("of a broken write: %q, told %q", why, told)
	}
}

// TestAdvice: a server that cannot go on says whether it needs room, or its data has to go.
func TestAdvice(t *testing.T) {
	for why, want := range map[string]string{
		"no space left on device":                                 ": no space left on device: make room, and start it again; ",
		"malformed or corrupt message in 1.blk: invalid checksum": ": invalid checksum: remove the directory, as commands give the server again what it lacks, and start it again; ",
	} {
		s := &Server{dir: "queue", failed: make(chan string, 1)}
		s.failed <- why
		if err := s.Wait(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("it says %v, want %q", err, want)
		}
	}
}
