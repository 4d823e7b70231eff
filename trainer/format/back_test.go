package format_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// backCase is a model that we wrote for another library, and the file with the expected predictions.
type backCase struct {
	Model   string `json:"model"`
	Expect  string `json:"expect"`
	Rows    int    `json:"rows"`
	Outputs int    `json:"outputs"`
	// Features of a row
	Features int `json:"features"`
}

// TestWriteBack writes models for make check-foreign, whose script loads them into the other libraries:
// models of theirs that we read and wrote, and our own.
func TestWriteBack(t *testing.T) {
	folder := os.Getenv("HARDWOOD_FOREIGN")
	if folder == "" {
		t.Skip("only for make check-foreign, which sets HARDWOOD_FOREIGN")
	}
	var back []backCase
	write := func(name, expect string, e *ensemble.Ensemble, rows int, kind format.Kind) {
		extension := map[format.Kind]string{format.XGBoost: ".json", format.LightGBM: ".txt"}[kind]
		model := name + ".back" + extension
		if err := format.WriteFile(filepath.Join(folder, model), e, kind); err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		back = append(back, backCase{model, expect, rows, e.Outputs, e.Features})
	}
	for _, c := range foreignCases(t, folder) {
		if strings.Contains(c.Name, "hinge") || strings.Contains(c.Name, "exponential") {
			continue // whose margins are a class already, and whose class at 0 no other library has
		}
		e, err := format.ReadFile(filepath.Join(folder, c.Model))
		if err != nil {
			t.Fatal(err)
		}
		kind := format.LightGBM
		if strings.HasPrefix(c.Name, "xgb") {
			kind = format.XGBoost
		}
		expect, rows := c.Name+".expect", c.Rows
		if e.LevelRule == ensemble.Byte && e.SplitsOnSets() {
			expect = c.Name + ".legal.expect"
			rows = c.keepWhole(t, folder, expect, e)
		}
		write(c.Name, expect, e, rows, kind)
	}
	const rows = 2000
	shapes := maps.Clone(ensembletest.Shapes)
	shapes["levels"] = ensembletest.Shape{Features: 4, Trees: 20, Depth: 4, Levels: 40, Single: true}
	for name, shape := range shapes {
		e := ensembletest.Random(seed.At(9), shape)
		fillSets(e)
		kind := format.LightGBM
		if shape.Single {
			kind, e.Cutoff = format.XGBoost, xgboost.Cutoff
		}
		name = "own-" + strings.ReplaceAll(name, " ", "-")
		expect := expectations(e, rows)
		if err := os.WriteFile(filepath.Join(folder, name+".expect"), expect, 0o600); err != nil {
			t.Fatal(err)
		}
		write(name, name+".expect", e, rows, kind)
	}
	list, err := json.Marshal(back)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "back.json"), list, 0o600); err != nil {
		t.Fatal(err)
	}
}

// keepWhole writes the rows of a case whose categorical values mean the same level, or none, in every
// library: whole numbers from 0 to 255. It returns their number.
func (c *foreignCase) keepWhole(t *testing.T, folder, name string, e *ensemble.Ensemble) int {
	a := c.answers(t, folder)
	var kept answers
	for i := range c.Rows {
		x := a.x[i*c.Features : (i+1)*c.Features]
		whole := true
		for f, v := range x {
			whole = whole && (!e.Categorical(f) || v != v || v == math.Trunc(v) && v >= 0 && v < 256)
		}
		if whole {
			kept.x = append(kept.x, x...)
			kept.margins = append(kept.margins, a.margins[i*c.Outputs:(i+1)*c.Outputs]...)
			kept.classes = append(kept.classes, a.classes[i])
		}
	}
	if err := os.WriteFile(filepath.Join(folder, name), packed(kept), 0o600); err != nil {
		t.Fatal(err)
	}
	return len(kept.classes)
}

// expectations returns rows, margins and classes of e.
func expectations(e *ensemble.Ensemble, rows int) []byte {
	r := seed.At(10)
	var a answers
	out, rounded := make([]float64, e.Outputs), make([]float64, e.Features)
	for range rows {
		row := ensembletest.Row(r, e)
		if r.IntN(4) == 0 {
			row[r.IntN(len(row))] = math.NaN()
		}
		e.Round(rounded, row)
		e.Margins(rounded, out)
		a.x, a.margins = append(a.x, row...), append(a.margins, out...)
		a.classes = append(a.classes, int32(e.ClassOf(out)))
	}
	return packed(a)
}

// packed returns rows, margins and classes as models.py reads them.
func packed(a answers) []byte {
	var file bytes.Buffer
	for _, part := range []any{a.x, a.margins, a.classes} {
		binary.Write(&file, binary.LittleEndian, part) // to memory: no error
	}
	return file.Bytes()
}

// fillSets replaces sets that contain no level or all of them, which no trainer makes and not every
// library can hold.
func fillSets(e *ensemble.Ensemble) {
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Set != nil && (len(s.Set.Levels) == 0 || len(s.Set.Levels) == len(e.Columns[s.Feature].Codes)) {
				s.Set.Levels = []int32{0, 3}
			}
		}
	}
}
