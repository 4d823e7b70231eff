package leavesbridge_test

import (
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// Models predict what their libraries predicted, see testdata/models.py: one
// that our own readers refuse, and one with categories, which they read too.
// XGBoost adds in float32, leaves in float64.
func TestOpen(t *testing.T) {
	if _, err := format.ReadFile(filepath.Join("testdata", "xgboost-0.90.model")); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("our own reader says %v", err)
	}
	for name, tolerance := range map[string]float64{"xgboost-0.90": 1e-6, "lightgbm-3.3.5": 0} {
		path := filepath.Join("testdata", name)
		p, err := leavesbridge.Open(path + ".model")
		if err != nil {
			t.Fatal(err)
		}
		margins := make([]float64, p.Outputs())
		for i, row := range readRows(t, path+".csv") {
			x, want := row[:p.Features()], row[p.Features()]
			p.Margins(x, margins)
			if math.Abs(margins[0]-want) > tolerance {
				t.Errorf("%s: row %d, %v: margin %v, want %v", name, i, x, margins[0], want)
			}
		}
	}
}

// Our own reader handles LightGBM's splits on categories as LightGBM does: the same bits as its
// predictions, and as leaves for levels that are in no set.
func TestCategoriesAreRead(t *testing.T) {
	path := filepath.Join("testdata", "lightgbm-3.3.5")
	e, err := format.ReadFile(path + ".model")
	if err != nil {
		t.Fatal(err)
	}
	p, err := leavesbridge.Open(path + ".model")
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := make([]float64, 1), make([]float64, 1)
	for _, row := range readRows(t, path+".csv") {
		x, want := row[:3], row[3]
		if e.Margins(e.Rounded(x), ours); ours[0] != want {
			t.Errorf("%v: margin %v, LightGBM has %v", x, ours[0], want)
		}
		for _, level := range []float64{0, 1, 2, 3, 4, 5, 6, 31, 32, 1000, -1, -0.5, 1.7, 1e6} {
			x := []float64{x[0], x[1], level}
			e.Margins(e.Rounded(x), ours)
			p.Margins(x, theirs)
			if ours[0] != theirs[0] {
				t.Errorf("%v: margin %v, by leaves %v", x, ours[0], theirs[0])
			}
		}
	}
}

func readRows(t *testing.T, path string) (rows [][]float64) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := make([]float64, len(record))
		for i, field := range record {
			if row[i], err = strconv.ParseFloat(field, 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func TestOpenRefuses(t *testing.T) {
	binary, err := os.ReadFile(filepath.Join("testdata", "xgboost-0.90.model"))
	if err != nil {
		t.Fatal(err)
	}
	damaged := func(at int, b byte) string {
		file := append([]byte(nil), binary...)
		file[at] = b
		return string(file)
	}
	const header, names, trees, tree = 136, 2*8 + len("binary:logistic") + len("gbtree"), 160, 148
	path := filepath.Join(t.TempDir(), "model.txt")
	if _, err := leavesbridge.Open(path); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
	for name, file := range map[string]string{
		"empty": "", "newer LightGBM": "tree\nversion=v4\n\n", "headed binary": "binf\x00\x00\x00", "text": strings.Repeat("x", 1000),
		"version 1 of XGBoost": damaged(20, 1),
		"long name":            damaged(header+6, 0x7f),
		"most trees":           damaged(header+names+3, 0x7f),
		"most nodes":           damaged(header+names+trees+7, 0x7f),
		"fewer than no nodes":  damaged(header+names+trees+7, 0xff),
		"its own child":        damaged(header+names+trees+tree+4, 0),
		"no such child":        damaged(header+names+trees+tree+8, 0x7f),
		"no such feature":      damaged(header+names+trees+tree+12, 0x7f),
		"no such output":       damaged(header+names+26, 0x7f),
		"half":                 string(binary[:len(binary)/2]),
	} {
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := leavesbridge.Open(path); err == nil || !strings.Contains(err.Error(), "leaves cannot read it") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// leaves agrees with us on models with categories that we write as LightGBM text, for legal levels: its
// result for others depends on the processor.
func TestOurCategoriesInLightGBM(t *testing.T) {
	for trial := range 20 {
		r := seed.At(51, trial)
		e := ensembletest.Random(r, ensembletest.Shape{Features: 3, Trees: 8, Depth: 3, Levels: 40})
		for i := range e.Trees {
			for _, s := range e.Trees[i].Splits {
				if s.Set != nil && len(s.Set.Levels)%40 == 0 { // no level, or all
					s.Set.Levels = []int32{7, 33}
				}
			}
		}
		path := filepath.Join(t.TempDir(), "model.txt")
		w := format.Writer{Round: true} // missing values may go another way
		if err := w.WriteFile(path, e, format.LightGBM); err != nil {
			t.Fatal(err)
		}
		p, err := leavesbridge.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := make([]float64, 1), make([]float64, 1)
		for range 200 {
			x := ensembletest.Row(r, e)
			e.Margins(e.Rounded(x), ours)
			if p.Margins(x, theirs); ours[0] != theirs[0] {
				t.Fatalf("%v: margin %v, by leaves %v", x, ours[0], theirs[0])
			}
		}
	}
}
