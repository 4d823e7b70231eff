//go:build unix

package replace

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// The umask says who may read a new file, and a file that is replaced keeps its mode.
func TestMode(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "x.txt")
	for i, mode := range []fs.FileMode{0o600, 0o640, 0o644} {
		if i > 0 {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != mode {
			t.Errorf("mode %v, %v, want %v", info.Mode(), err, mode)
		}
	}
}
