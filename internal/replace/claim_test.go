//go:build (unix && !aix && !solaris) || windows

package replace

import (
	"errors"
	"path/filepath"
	"testing"
)

// One process has a file at a time, and can read and write it.
func TestClaim(t *testing.T) {
	path := filepath.Join(t.TempDir(), "claimed")
	f, err := Claim(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Claim(path); !errors.Is(err, ErrClaimed) {
		t.Errorf("claimed twice: %v", err)
	}
	if _, err := f.WriteString("mine"); err != nil || content(t, path) != "mine" {
		t.Errorf("it holds %q, %v", content(t, path), err)
	}
	f.Close()
	if f, err = Claim(path); err != nil {
		t.Errorf("after it was closed: %v", err)
	}
	f.Close()
}
