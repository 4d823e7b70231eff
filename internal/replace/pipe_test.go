//go:build unix

package replace

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe is written to if somebody reads it. Nobody waits for a reader.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := Create(path); err == nil || !strings.HasSuffix(err.Error(), "nobody reads this pipe") {
		t.Errorf("%v", err)
	}
	reader, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	whole := strings.Repeat("more than fits into a pipe at once\n", 10_000)
	got := make(chan string)
	go func() {
		buffer, all := make([]byte, 4096), ""
		for len(all) < len(whole) {
			n, err := reader.Read(buffer)
			if err != nil {
				break
			}
			all += string(buffer[:n])
		}
		got <- all
	}()
	if err := With(path, text(whole)); err != nil {
		t.Error(err)
	}
	if <-got != whole {
		t.Error("the pipe held something else")
	}
}
