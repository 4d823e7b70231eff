package native_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Files of every version of the format, as written by the programs of their time, read as the models
// that they were. These files never change: a new version adds one.
func TestFilesOfEveryVersion(t *testing.T) {
	for name, want := range map[string]*ensemble.Ensemble{"version1.json": full(), "version2.json": categories(), "version3.json": others(), "version4.json": absent()} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
