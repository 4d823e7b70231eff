package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// written is the run in testdata/version1.db to version3.db.
var written = Run{
	ID: "0f3a", Spec: "first", Settings: `{"loop":"lt","split":0.1}`, Seed: 1<<63 + 5, Data: "wdbc", Hash: "abc", Version: "0.1.0",
	Finished: "2026-11-24T23:30:00Z", Seconds: 2.5, Metrics: `{"schema": 2}`, Model: []byte{0x1f, 0x8b, 1},
}

// A store of every version, as the program of its time wrote it, is opened and
// has its run. The files stay as they are: a new version adds one.
func TestStoresOfEveryVersion(t *testing.T) {
	version2 := written
	version2.ModelSHA256 = sumOf(written.Model)
	for name, want := range map[string]Run{"version1.db": written, "version2.db": version2, "version3.db": version2} {
		dir := t.TempDir() // which is migrated
		if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
			t.Fatal(err)
		}
		s, err := OpenExisting(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		got, err := s.Get(t.Context(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(&want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
