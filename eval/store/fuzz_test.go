package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzOpen: whatever bytes of a store are changed, its runs are listed and read, or
// there is an error in one line, without a panic.
func FuzzOpen(f *testing.F) {
	file, err := os.ReadFile(filepath.Join("testdata", "version1.db"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), []byte("SQLite format 3\x00\x10\x00"))
	f.Add(uint32(18), []byte{2, 2})                        // WAL
	f.Add(uint32(28), []byte{0xff, 0xff, 0xff, 0xff})      // pages
	f.Add(uint32(100), []byte{5, 0, 0, 0xff, 0xff, 0, 0})  // a page of another kind
	f.Add(uint32(len(file)-300), []byte{0xff, 0xff, 0xff}) // a record
	f.Add(uint32(5000), []byte(nil))                       // the end
	path := filepath.Join(f.TempDir(), "runs.db")
	f.Fuzz(func(t *testing.T, at uint32, change []byte) {
		damaged := append([]byte(nil), file...)
		from := int(at) % len(file)
		if len(change) == 0 {
			damaged = damaged[:from]
		}
		copy(damaged[from:], change)
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := OpenExisting(path)
		if err == nil {
			defer s.Close()
			var runs []Run
			if runs, err = s.List(t.Context(), ""); err == nil && len(runs) > 0 {
				_, err = s.Get(t.Context(), runs[0].ID)
			}
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("not one line: %q", err)
		}
	})
}
