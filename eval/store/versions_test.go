package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// version1 is the run in testdata/version1.db.
var version1 = Run{
	ID: "0f3a", Spec: "first", Settings: `{"loop":"lt","split":0.1}`, Seed: 1<<63 + 5, Data: "wdbc", Hash: "abc", Version: "0.1.0",
	Finished: "2026-11-24T23:30:00Z", Seconds: 2.5, Metrics: `{"schema": 2}`, Model: []byte{0x1f, 0x8b, 1},
}

// A store of every version, as the program of its time wrote it, is opened and
// has its run. The files stay as they are: a new version adds one.
func TestStoresOfEveryVersion(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "version1.db"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "runs.db")
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := OpenExisting(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.Get(t.Context(), version1.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(&version1, got); d != "" {
		t.Error(d)
	}
}
