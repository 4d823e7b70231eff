package format_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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

// XGBClassifier predicts 1 for a prediction above 0.5, and 0 for all others. A forest of two classes is
// written so that this gives the class, and the prediction is the probability; for more classes that is
// impossible, and the user is warned. Read again, all have the same probabilities.
func TestForestsForXGBClassifier(t *testing.T) {
	for classes, want := range map[int]struct {
		objective string
		told      bool
	}{2: {`"name":"binary:logitraw"`, false}, 3: {`"name":"multi:softmax"`, true}} {
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
		sameShares(t, e, &file)
		e.Average = true
		for _, kind := range []format.Kind{format.XGBoost, format.LightGBM} {
			told, w.Warn = false, func(s string) { told = told || strings.Contains(s, "less 0.5") }
			if err := w.Write(&file, e, kind); err != nil {
				t.Fatal(err)
			}
			sameShares(t, e, &file)
			if want := kind == format.LightGBM && classes == 2; told != want {
				t.Errorf("%s, %d classes: told of the score of LightGBM is %v", kind, classes, told)
			}
		}
	}
}

// sameShares reads a file of e, whose probabilities are shares of the votes.
func sameShares(t *testing.T, e *ensemble.Ensemble, file *bytes.Buffer) {
	back, err := format.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	r := seed.At(5)
	margins, want, got := make([]float64, e.Outputs), make([]float64, e.Classes), make([]float64, e.Classes)
	for range 20 {
		x := back.Rounded(ensembletest.Row(r, e)) // what is between two float32 is another row there
		e.Margins(x, margins)
		e.Probabilities(margins, want)
		back.Margins(x, margins)
		back.Probabilities(margins, got)
		if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-5)); d != "" { // float32
			t.Fatalf("%d classes, objective %s: row %v: %s", e.Classes, back.Origin.Trainer["objective"], x, d)
		}
	}
}

// No format gets a model that is broken: a file of it would be one that nothing reads.
func TestBrokenModelsAreRefused(t *testing.T) {
	for name, breaks := range map[string]func(e *ensemble.Ensemble){
		"a child that is not there":   func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Right = -99 },
		"a feature that is not there": func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Feature = 99 },
		"an output that is not there": func(e *ensemble.Ensemble) { e.Trees[0].Output = 9 },
		"no base value":               func(e *ensemble.Ensemble) { e.Base = nil },
		"too few names":               func(e *ensemble.Ensemble) { e.Schema.Features = []string{"x"} },
	} {
		for _, kind := range format.Kinds {
			e := ensembletest.Random(seed.At(4), ensembletest.Shapes["plain"])
			breaks(e)
			var file bytes.Buffer
			err := (format.Writer{Round: true}).Write(&file, e, kind)
			if want := e.Validate(); err == nil || err.Error() != want.Error() || file.Len() > 0 {
				t.Errorf("%s, %s: %d bytes and %v, want %v", name, kind, file.Len(), err, want)
			}
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

// A rounded file can be read again: leaf values beyond float32 are refused if the format has no larger
// ones.
func TestRoundedFilesCanBeRead(t *testing.T) {
	for _, kind := range format.Kinds {
		refused := 0
		for _, size := range []float64{1e37, 3e38, 1e39, 1e300, 1.7e308} {
			for _, sum := range []ensemble.Precision{ensemble.Float32, ensemble.Float64} {
				for i, average := range []bool{false, false, true, true} {
					e := ensembletest.Stumps()
					e.Input, e.Sum, e.Average = ensemble.Float32, sum, average
					e.Trees[0].Leaves, e.Trees[0].Splits[0].Gain, e.Trees[0].Splits[0].Cover = []float64{-size, size}, size, size
					if i%2 == 1 {
						e.Base[0] = size
					}
					if err := e.Validate(); err != nil {
						t.Fatal(err)
					}
					var out bytes.Buffer
					if err := (format.Writer{Round: true}).Write(&out, e, kind); err != nil {
						refused++
						if size < 1e38 {
							t.Errorf("%s, leaves of %v: %v", kind, size, err)
						}
						continue
					}
					if _, err := format.Read(&out); err != nil {
						t.Errorf("%s, leaves of %v added in %v, averaged %v: %v", kind, size, sum, average, err)
					}
				}
			}
		}
		if (kind == format.Hardwood) != (refused == 0) {
			t.Errorf("%s: %d models are refused", kind, refused)
		}
	}
}
