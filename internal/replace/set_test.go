package replace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// files returns what is in a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range entries {
		found[e.Name()] = content(t, filepath.Join(dir, e.Name()))
	}
	return found
}

// A set replaces all of another one, or nothing of it.
func TestSet(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	put := func(s *Set, contents string, names ...string) error {
		defer s.Abandon()
		for _, name := range names {
			if err := s.With(in(name), text(contents)); err != nil {
				return err
			}
		}
		return s.Commit()
	}
	if err := put(&Set{Seal: in("z")}, "old", "z", "a", "b"); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	s := &Set{Seal: in("z")}
	s.With(in("a"), text("new"))
	if err := s.With(in("b"), func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	s.Abandon()
	if got := files(t, dir); len(got) != 3 || got["a"] != "old" {
		t.Errorf("an abandoned set left %v", got)
	}
	s = &Set{Seal: in("z")}
	s.Without(in("b"))
	s.Without(in("c"))
	if err := put(s, "new", "a", "z"); err != nil {
		t.Fatal(err)
	}
	if got := files(t, dir); len(got) != 2 || got["a"] != "new" || got["z"] != "new" {
		t.Errorf("a second set left %v", got)
	}
	if err := put(&Set{Seal: in("z")}, "newer", "a"); err != nil { // a set that goes on later
		t.Fatal(err)
	}
	if got := files(t, dir); len(got) != 1 || got["a"] != "newer" {
		t.Errorf("a set without its seal left %v", got)
	}
}

// If the seal exists, all files are of its set, even if a process ends between any two steps: here
// at a name that cannot be written.
func TestSetBreaksOff(t *testing.T) {
	names := []string{"a", "b", "c", "z"}
	for at := range names {
		dir := t.TempDir()
		s := &Set{Seal: filepath.Join(dir, "z")}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := s.With(filepath.Join(dir, name), text("new")); err != nil {
				t.Fatal(err)
			}
		}
		os.Remove(filepath.Join(dir, names[at]))
		if err := os.Mkdir(filepath.Join(dir, names[at]), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := s.Commit(); err == nil {
			t.Fatalf("a folder was replaced by %s", names[at])
		}
		if info, err := os.Stat(s.Seal); err == nil && info.Mode().IsRegular() {
			t.Errorf("the set broke off at %s, and its seal is there", names[at])
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".*")); left != nil {
			t.Errorf("left behind: %v", left)
		}
	}
}

// Files that a killed process has left are removed when the same file is written again; files that
// somebody is writing stay, and so do files of others.
func TestSweep(t *testing.T) {
	if !locks {
		t.Skip("files are not locked here")
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	alive, err := Create(in("x.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Abandon()
	for _, name := range []string{".x.txt.1", ".x.txt.23", ".x.txt.new", ".x.txt", ".y.txt.1", "x.txt.1", ".x.txt.24"} {
		if err := os.WriteFile(in(name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name := range files(t, dir) {
		if name != ".x.txt.24" { // which is new, and may not be locked yet
			if err := os.Chtimes(in(name), time.Time{}, time.Now().Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := With(in("x.txt"), text("new")); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range files(t, dir) {
		if name != filepath.Base(alive.temp.Name()) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if want := []string{".x.txt", ".x.txt.24", ".x.txt.new", ".y.txt.1", "x.txt", "x.txt.1"}; !slices.Equal(names, want) {
		t.Errorf("left are %q, want %q", names, want)
	}
	if err := alive.Commit(); err != nil {
		t.Errorf("the file of a process that lives: %v", err)
	}
}
