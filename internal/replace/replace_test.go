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

// TestLink: a link stays where it is, and leads to what was written, whether there was a file or not.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.txt")
	for to, link := range map[string]string{path: filepath.Join(t.TempDir(), "latest"), "x.txt": filepath.Join(dir, "beside")} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
		for _, what := range []string{"old", "new"} {
			if err := With(link, text(what)); err != nil || content(t, path) != what {
				t.Errorf("the file holds %q, %v", content(t, path), err)
			}
		}
		if got, err := os.Readlink(link); err != nil || got != to {
			t.Errorf("the link leads to %q, %v", got, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOwnOutput: the file that a program prints to is not replaced, by whichever name, as what it
// prints would go nowhere.
func TestOwnOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "printed")
	printed, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	defer func(was *os.File) { os.Stdout = was }(os.Stdout)
	os.Stdout = printed
	link := filepath.Join(t.TempDir(), "stdout") // as /dev/stdout is one
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{path, link} {
		if err := With(path, text("new")); err == nil || !strings.HasSuffix(err.Error(), path+": this program prints there: name another file") {
			t.Errorf("%v", err)
		}
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
