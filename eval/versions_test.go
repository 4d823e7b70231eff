package eval

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// metrics.json of every schema, as the programs of their time wrote it, is read
// with the figures that it had. The files stay as they are: a new schema adds
// one.
func TestMetricsOfEverySchema(t *testing.T) {
	for schema, names := range map[int][2]string{1: {"old1", "old2"}, 2: {"new1", "new2"}} {
		text, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("metrics%d.json", schema)))
		if err != nil {
			t.Fatal(err)
		}
		d, err := ReadDocument(text)
		if err != nil {
			t.Errorf("schema %d: %v", schema, err)
			continue
		}
		if len(d.Models) != 2 || d.Norm != "inf" || d.Data.Rows != 8 || d.Constant != (Constant{"no", 0.5, 0.5}) {
			t.Errorf("schema %d: %d models, %+v", schema, len(d.Models), d)
		}
		for rounds, name := range names {
			m := d.Models[name]
			if m == nil {
				t.Fatalf("schema %d has no model %s", schema, name)
			}
			if m.Rows != 8 || m.Correct != 8 || m.Clean != 1 || m.Settings["rounds"] != fmt.Sprint(rounds+1) {
				t.Errorf("schema %d: %s: %+v", schema, name, m)
			}
			if diff := cmp.Diff(ByNumber[Number]{"0.1": 0.875, "0.3": 0.5}, m.Robust); diff != "" {
				t.Errorf("schema %d: %s: %s", schema, name, diff)
			}
		}
	}
}
