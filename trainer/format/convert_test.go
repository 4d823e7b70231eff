package format_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// FuzzConvert: a model that can be read and then written without loss reads again with the same
// margins, bit for bit, and the same classes.
func FuzzConvert(f *testing.F) {
	for name, shape := range ensembletest.Shapes {
		for _, kind := range format.Kinds {
			var file bytes.Buffer
			if err := (format.Writer{Round: true}).Write(&file, ensembletest.Random(seed.At(3), shape), kind); err != nil {
				f.Fatalf("%s: %v", name, err)
			}
			f.Add(file.Bytes())
		}
	}
	for _, name := range []string{"lgb4-tiny-steps.txt.gz", "skl-tree.json.gz", "xgb3.4-tiny-steps.json.gz"} {
		file, err := os.ReadFile(filepath.Join("testdata", "foreign", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		e, err := read(file)
		if err != nil || e.Features > 1000 || e.Outputs > 100 {
			return
		}
		for _, kind := range format.Kinds {
			var written bytes.Buffer
			if format.Write(&written, e, kind) != nil {
				continue // which says what would be lost
			}
			back, err := format.Read(&written)
			if err != nil {
				t.Fatalf("%s: what was written is not read: %v", kind, err)
			}
			samePredictions(t, kind, e, back)
		}
	})
}

func samePredictions(t *testing.T, kind format.Kind, e, back *ensemble.Ensemble) {
	if back.Features < e.Features || back.Outputs != e.Outputs || back.Classes != e.Classes {
		t.Fatalf("%s: %d features, %d classes read back as %d, %d", kind, e.Features, e.Classes, back.Features, back.Classes)
	}
	want, got := make([]float64, e.Outputs), make([]float64, e.Outputs)
	r := seed.At(4)
	for i := range 20 {
		x := ensembletest.Row(r, e)
		if e.Features > 0 && i%4 == 0 {
			x[r.IntN(e.Features)] = math.NaN()
		}
		for f, v := range x {
			if kind == format.LightGBM && math.Abs(v) < 1.1e-35 {
				x[f] = 0 // as LightGBM reads it
			}
		}
		e.Margins(e.Rounded(x), want)
		back.Margins(back.Rounded(x), got)
		if !slices.EqualFunc(want, got, same) {
			t.Fatalf("%s: row %v: margins %v, read back %v", kind, x, want, got)
		}
		if e.Classes > 0 && e.Class(x) != back.Class(x) {
			t.Fatalf("%s: row %v: class %d, read back %d", kind, x, e.Class(x), back.Class(x))
		}
	}
}

func same(a, b float64) bool { return a == b || a != a && b != b }
