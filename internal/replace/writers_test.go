//go:build unix && !aix && !solaris

package replace

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Of sets that are committed at the same time, one is there in the end: no file of
// another is among its own.
func TestTwoWriters(t *testing.T) {
	dir := t.TempDir()
	names := []string{"a", "b", "c", "z"}
	for range 100 {
		var writers sync.WaitGroup
		for _, content := range []string{"one", "two", "three"} {
			writers.Go(func() {
				s := &Set{Seal: filepath.Join(dir, "z")}
				for _, name := range names {
					if err := s.With(filepath.Join(dir, name), text(content)); err != nil {
						t.Error(err)
					}
				}
				if err := s.Commit(); err != nil {
					t.Error(err)
				}
			})
		}
		writers.Wait()
		got := files(t, dir)
		for _, name := range names {
			if len(got) != len(names) || got[name] != got["z"] {
				t.Fatalf("there are %v", got)
			}
		}
	}
}

// A pipe is written to where somebody reads it. Nobody waits for a reader.
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
