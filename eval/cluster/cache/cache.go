// Package cache keeps the inputs of jobs on a worker's disk, addressed by their content. It may be
// emptied whenever no worker runs.
package cache

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// Cache is a directory of files that are named by their SHA-256.
type Cache struct {
	Dir string

	mu sync.Mutex
}

// Check reports why the directory cannot keep files, nil if it can.
func (c *Cache) Check() error {
	dir := filepath.Join(c.Dir, "files")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "check-")
	if err != nil {
		return err
	}
	f.Close()
	defer os.Remove(f.Name())
	to := f.Name() + "-linked"
	defer os.Remove(to)
	return os.Link(f.Name(), to) // as Named does
}

// File returns the path of the file with a hash in hexadecimal. If it is missing or damaged, fetch
// has to write it, and what it writes must have the hash. A file is read whole on each call, as its
// disk, or somebody, may have damaged it since the last one; a job asks for it only once.
func (c *Cache) File(sum string, fetch func(io.Writer) error) (string, error) {
	if !isSum(sum) { // it becomes a file name
		return "", fmt.Errorf("%q is no SHA-256", sum)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	path := filepath.Join(c.Dir, "files", sum)
	if known, err := part.SumFile(path); err == nil && known == sum {
		return path, nil
	}
	return path, c.fetch(path, sum, fetch)
}

// fetch writes a file and checks its hash.
func (c *Cache) fetch(path, sum string, fetch func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	var failed error // names the file if writing failed
	err := replace.With(path, func(w io.Writer) error {
		h := sha256.New()
		if failed = fetch(io.MultiWriter(w, h)); failed != nil {
			return failed
		}
		if got := hex.EncodeToString(h.Sum(nil)); got != sum {
			return fmt.Errorf("what came has the SHA-256 %s, not %s", got, sum)
		}
		return nil
	})
	return cmp.Or(failed, err)
}

// Named returns a path to a file of the cache that ends in name, below a directory of the cache:
// readers recognize a file by its name and by those beside it.
func (c *Cache) Named(path, directory, name string) (string, error) {
	if name != filepath.Base(name) || name == ".." || name == "." {
		return "", fmt.Errorf("%q is no name of a file", name)
	}
	to := filepath.Join(c.Dir, "named", directory, name)
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return "", err
	}
	switch err := os.Link(path, to); {
	case err == nil:
		return to, nil
	case !errors.Is(err, fs.ErrExist):
		return "", err
	}
	if same(path, to) { // linked by an earlier worker, or by another one
		return to, nil
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.Link(path, to); err != nil && !same(path, to) {
		return "", err
	}
	return to, nil
}

// same reports whether two paths lead to the same file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

func isSum(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == sha256.Size
}
