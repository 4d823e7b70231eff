//go:build (unix && !aix && !solaris) || windows

package replace

import (
	"path/filepath"
	"sync"
	"testing"
)

// If several sets are committed at the same time, one is there in the end, without files of another
// among its own.
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
