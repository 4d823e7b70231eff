package cache_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/cluster/cache"
)

// The SHA-256 of "hardwood".
const sum = "e9080cc5840be244b8d52aab9df23a124117331b5b9d063d57eb1422a6e74ce1"

func ExampleCache_File() {
	dir, err := os.MkdirTemp("", "cache")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	c := &cache.Cache{Dir: dir}
	for range 2 {
		path, err := c.File(sum, func(w io.Writer) error {
			fmt.Println("fetched")
			_, err := io.WriteString(w, "hardwood")
			return err
		})
		if err != nil {
			panic(err)
		}
		text, err := os.ReadFile(path)
		fmt.Println(string(text), err)
	}
	// Output:
	// fetched
	// hardwood <nil>
	// hardwood <nil>
}

// TestFile: what is not what was asked for is not kept, and what was damaged is
// fetched again.
func TestFile(t *testing.T) {
	c := &cache.Cache{Dir: t.TempDir()}
	text := "softwood"
	fetch := func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	if _, err := c.File(sum, fetch); err == nil || !strings.Contains(err.Error(), "not "+sum) {
		t.Errorf("another file is taken: %v", err)
	}
	broken := errors.New("connection lost")
	if _, err := c.File(sum, func(w io.Writer) error { fetch(w); return broken }); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
	if _, err := c.File("../x", fetch); err == nil {
		t.Error("a path is taken for a hash")
	}
	text = "hardwood"
	path, err := c.File(sum, fetch)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]*cache.Cache{"the process that knew it": c, "another one": {Dir: c.Dir}} {
		for _, damaged := range []string{"hardw", "hardwooD"} {
			if err := os.WriteFile(path, []byte(damaged), 0o666); err != nil {
				t.Fatal(err)
			}
			if path, err = c.File(sum, fetch); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != text {
				t.Errorf("a damaged file stays for %s: %q, %v", name, got, err)
			}
		}
	}
}

// TestNamed: a file gets a name, the newest one where names are the same, and no
// path outside the cache.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	c := &cache.Cache{Dir: dir}
	for _, text := range []string{"one", "two", "two"} {
		file := filepath.Join(dir, text)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		path, err := c.Named(file, "job", "data.csv")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text || filepath.Base(path) != "data.csv" {
			t.Errorf("%s holds %q, want %q, %v", path, got, text, err)
		}
		os.Remove(file)
	}
	for _, name := range []string{"../data.csv", "a/b", "..", ".", ""} {
		if path, err := c.Named(filepath.Join(dir, "two"), "job", name); err == nil {
			t.Errorf("%q becomes %s", name, path)
		}
	}
}

// TestCheck: a directory that cannot keep files is found out before there is one to keep.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	if err := (&cache.Cache{Dir: filepath.Join(dir, "new")}).Check(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "new", "files")); err != nil || len(left) > 0 {
		t.Errorf("%d files stay, %v", len(left), err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := (&cache.Cache{Dir: file}).Check(); err == nil {
		t.Error("a file is taken for a directory")
	}
}
