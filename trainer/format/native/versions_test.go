package native_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Files of every version of the format, as written by the programs of their time, read as the models
// that they were. These files never change: a new version adds one.
func TestFilesOfEveryVersion(t *testing.T) {
	models := []*ensemble.Ensemble{full(), categories(), others(), absent(), timed()}
	for i, want := range models {
		name := fmt.Sprintf("version%d.json", i+1)
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
		if !bytes.Contains(file, fmt.Appendf(nil, `"version":%d,`, i+1)) {
			t.Errorf("%s is of another version", name)
		}
	}
	next := fmt.Sprintf(`{"format":"hardwood-ensemble","version":%d`, len(models)+1)
	if _, err := read([]byte(next)); err == nil || !strings.Contains(err.Error(), "use a newer hardwood") {
		t.Errorf("there is no file of version %d: %v", len(models)+1, err)
	}
}
