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
