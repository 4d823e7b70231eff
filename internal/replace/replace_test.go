package replace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.txt")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "new")
	f.Abandon()
	if got := content(t, path); got != "old" {
		t.Errorf("an abandoned file replaced the old one: %q", got)
	}
	if f, err = Create(path); err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "new")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Abandon() // does nothing now
	if got := content(t, path); got != "new" {
		t.Errorf("got %q", got)
	}
	broken := errors.New("no more")
	if err := With(path, func(w io.Writer) error { io.WriteString(w, "half"); return broken }); !errors.Is(err, broken) || content(t, path) != "new" {
		t.Errorf("a function that fails: %v, and the file holds %q", err, content(t, path))
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestErrors: they name the file that was asked for, not the temporary one.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Create(dir); err == nil || !strings.HasSuffix(err.Error(), dir+": it is a directory") {
		t.Errorf("a directory: %v", err)
	}
	path := filepath.Join(dir, "none", "x.txt")
	if _, err := Create(path); !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), ".x.txt") || strings.Count(err.Error(), "x.txt") != 1 {
		t.Errorf("no directory: %v", err)
	}
}
