package format_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
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

// XGBClassifier says 1 of a prediction above 0.5, and 0 of all others. A forest of two
// classes is written so that this is the class, which hinge predicts; one of several
// cannot be, and the user is told.
func TestForestsForXGBClassifier(t *testing.T) {
	for classes, want := range map[int]struct {
		objective string
		told      bool
	}{2: {`"name":"binary:hinge"`, false}, 3: {`"name":"multi:softmax"`, true}} {
		e := ensembletest.Random(seed.At(4), ensembletest.Shapes["plain"])
		e.Classes, e.Outputs, e.Link, e.ByProbability, e.Cutoff = classes, 1, ensemble.Vote, false, 0
		if e.Origin.Trainer = nil; classes > 2 {
			e.Outputs = classes
		}
		e.Base = make([]float64, e.Outputs)
		for i := range e.Trees {
			e.Trees[i].Output = i % e.Outputs
		}
		e.Trees = e.Trees[:len(e.Trees)/e.Outputs*e.Outputs]
		told := false
		var file bytes.Buffer
		w := format.Writer{Round: true, Warn: func(s string) { told = told || strings.HasPrefix(s, "load it as a Booster") }}
		if err := w.Write(&file, e, format.XGBoost); err != nil {
			t.Fatal(err)
		}
		if told != want.told || !strings.Contains(file.String(), want.objective) {
			t.Errorf("%d classes: told is %v, no %s in the file", classes, told, want.objective)
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
