package leavesbridge_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/dmitryikh/leaves"
	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
)

// rows calls check with random rows, rows on thresholds, and rows with
// missing values.
func rows(e *ensemble.Ensemble, check func(x []float64)) {
	r := seed.At(6)
	for i := range 100 {
		x := ensembletest.Row(r, e)
		if i%3 == 0 {
			x[r.IntN(len(x))] = math.NaN()
		}
		check(x)
	}
}

func TestLeavesAgrees(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 20 {
				e := ensembletest.Random(seed.At(7, i), shape)
				e.Base[0] = 0.1
				p, err := leavesbridge.New(e)
				if err != nil {
					t.Fatal(err)
				}
				got, want := make([]float64, e.Outputs), make([]float64, e.Outputs)
				rounded := make([]float64, e.Features)
				rows(e, func(x []float64) {
					e.Round(rounded, x)
					e.Margins(rounded, want)
					p.Margins(x, got)
					for k := range got {
						if e.Sum == ensemble.Float64 && got[k] != want[k] || math.Abs(got[k]-want[k]) > 1e-5 {
							t.Fatalf("row %v: margins %v, leaves has %v", x, want, got)
						}
					}
					if class := p.Class(x); class != e.Class(x) && e.Sum == ensemble.Float64 {
						t.Fatalf("row %v: class %d, leaves has %d", x, e.Class(x), class)
					}
				})
			}
		})
	}
}

// leaves reads the same model from a file on its own.
func TestLeavesReadsFile(t *testing.T) {
	for _, name := range []string{"plain", "classes", "leaf trees", "one tree"} {
		e := ensembletest.Random(seed.At(8), ensembletest.Shapes[name])
		var text bytes.Buffer
		if err := lightgbm.Write(&text, e); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "model.txt")
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := leaves.LGEnsembleFromFile(path, true); err != nil && e.Outputs == 1 {
			t.Errorf("%s: leaves does not load the file with its transformation: %v", name, err)
		}
		p, err := leavesbridge.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		rows(e, func(x []float64) {
			if class := p.Class(x); class != e.Class(x) {
				t.Fatalf("%s: row %v: class %d, leaves has %d", name, x, e.Class(x), class)
			}
		})
	}
}

// leaves and we read the same from files that LightGBM wrote.
func TestLeavesAgreesOnFilesOfLightGBM(t *testing.T) {
	for _, name := range []string{"lgb3-binary", "lgb3-missing", "lgb3-classes", "lgb3-dart"} {
		packed := filepath.Join("..", "testdata", "foreign", name+".txt.gz")
		e, err := format.ReadFile(packed)
		if err != nil {
			t.Fatal(err)
		}
		p, err := leavesbridge.Open(unpack(t, packed))
		if err != nil {
			t.Fatal(err)
		}
		got, want := make([]float64, e.Outputs), make([]float64, e.Outputs)
		rows(e, func(x []float64) {
			e.Margins(x, want)
			p.Margins(x, got)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("%s: row %v: %s", name, x, d)
			}
		})
	}
}

func unpack(t *testing.T, packed string) (path string) {
	file, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "model.txt")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
