package format_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

func TestWriteFilePlainAndPacked(t *testing.T) {
	e := ensembletest.Random(seed.At(4), ensembletest.Shapes["plain"])
	dir := t.TempDir()
	for _, name := range []string{"m.json", "m.json.gz", "m.json.zst"} {
		path := filepath.Join(dir, name)
		if err := format.WriteFile(path, e, format.Hardwood); err != nil {
			t.Fatal(err)
		}
		got, err := format.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(e, got); d != "" {
			t.Error(d)
		}
	}
}

func TestWriteFileLeavesOldFileOnError(t *testing.T) {
	e := ensembletest.Random(seed.At(4), ensembletest.Shapes["plain"])
	path := filepath.Join(t.TempDir(), "m.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.Trees[0].Leaves = nil
	if err := format.WriteFile(path, e, format.Hardwood); err == nil {
		t.Fatal("an inconsistent ensemble was written")
	}
	if got, _ := os.ReadFile(path); string(got) != "old" {
		t.Errorf("the file is now %q", got)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files are left, want 1", len(files))
	}
}
