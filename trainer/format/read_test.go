package format_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// sharedModels returns the models that lie beside the repository, if they do.
func sharedModels(t *testing.T, pattern string) []string {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "models", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skip("no ../shared/models beside the repository")
	}
	return paths
}

// A dump and the model it was made from have the same trees, because nine
// digits are enough for a float32.
func TestDumpHasTreesOfModel(t *testing.T) {
	for _, path := range sharedModels(t, "*_gbdt.json.gz") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			e, err := format.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dumpPath := strings.Replace(path, ".json.gz", ".dump.json.gz", 1)
			if _, err := os.Stat(dumpPath); err != nil {
				t.Skip(err)
			}
			warned := false
			r := format.Reader{
				Dump: xgboost.Dump{Classes: e.Classes, Features: e.Features},
				Warn: func(string) { warned = true },
			}
			d, err := r.ReadFile(dumpPath)
			if err != nil {
				t.Fatal(err)
			}
			if !warned {
				t.Error("no warning about the dump")
			}
			if d.Features != e.Features || len(d.Trees) != len(e.Trees) {
				t.Fatalf("dump has %d features and %d trees, model %d and %d", d.Features, len(d.Trees), e.Features, len(e.Trees))
			}
			differ := 0
			for i := range e.Trees {
				for n, s := range e.Trees[i].Splits {
					if d.Trees[i].Splits[n].Threshold != s.Threshold || d.Trees[i].Splits[n].Left != s.Left {
						differ++
					}
				}
				for l, v := range e.Trees[i].Leaves {
					if d.Trees[i].Leaves[l] != v {
						differ++
					}
				}
			}
			if differ > 0 {
				t.Errorf("%d numbers differ", differ)
			}
		})
	}
}
