package sklearn_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

// step is an operation on a number: its name, and its operands.
type step []any

func (s step) of(x float64) float64 {
	by := s[1].(float64)
	switch s[0] {
	case "subtract":
		return x - by
	case "add":
		return x + by
	case "multiply":
		return x * by
	case "divide":
		return x / by
	case "clip":
		return min(max(x, by), s[2].(float64))
	}
	if x != x {
		return by
	}
	return x
}

// made is a column that a pipeline makes, as a file has it.
type made struct {
	Of      int       `json:"of"`
	Steps   []step    `json:"steps"`
	Levels  []int     `json:"levels,omitempty"`
	Codes   []float64 `json:"codes,omitempty"`
	Other   float64   `json:"other"`
	Missing float64   `json:"missing"`
}

func (m *made) value(x float64, level bool) float64 {
	if level {
		code := m.Other
		if x != x {
			code = m.Missing
		} else if at := slices.Index(m.Levels, int(x)); at >= 0 {
			code = m.Codes[at]
		}
		x = code
	}
	for _, s := range m.Steps {
		x = s.of(x)
	}
	return x
}

func drawMade(r *rand.Rand, of, levels int) made {
	m := made{Of: of, Steps: []step{}}
	for l := range levels {
		if r.IntN(2) == 0 {
			m.Levels, m.Codes = append(m.Levels, l), append(m.Codes, r.NormFloat64())
		}
	}
	m.Other, m.Missing = r.NormFloat64(), r.NormFloat64()
	for range r.IntN(4) {
		by := r.Float64() + 0.25
		m.Steps = append(m.Steps, []step{{"subtract", -by}, {"add", by}, {"multiply", by}, {"divide", by}, {"clip", -by, by}, {"impute", by}}[r.IntN(6)])
	}
	return m
}

// Trees behind a pipeline predict for a row what they predict for the columns that the pipeline makes
// of it.
func TestPipelines(t *testing.T) {
	for i := range 300 {
		r := seed.At(61, i)
		levels := make([]int, 1+r.IntN(4))
		inputs := make([][]string, len(levels))
		for f := range levels {
			inputs[f] = []string{}
			if r.IntN(2) == 0 {
				levels[f] = 1 + r.IntN(5)
			}
			for l := range levels[f] {
				inputs[f] = append(inputs[f], fmt.Sprintf("l%d", l))
			}
		}
		var columns []made
		for range 1 + r.IntN(5) {
			f := r.IntN(len(levels))
			columns = append(columns, drawMade(r, f, levels[f]))
		}
		trees, thresholds := drawTrees(r, len(columns))
		model := []string{"DecisionTreeClassifier", "HistGradientBoostingClassifier"}[r.IntN(2)]
		file := fmt.Sprintf(`{"sklearn": "1.4.0", "model": %q, "features": %d, "classes": ["a", "b"], "rate": 1, "base": [0.125], %%s "trees": %s}`,
			model, len(columns), trees(model))
		plain := formattest.Model(t, read, []byte(fmt.Sprintf(file, "")))
		before, err := json.Marshal(map[string]any{"inputs": inputs})
		if err != nil {
			t.Fatal(err)
		}
		then, err := json.Marshal(map[string]any{"columns": columns})
		if err != nil {
			t.Fatal(err)
		}
		got := formattest.Model(t, read, []byte(fmt.Sprintf(file, string(before[1:len(before)-1])+","+string(then[1:len(then)-1])+",")))
		a, b := make([]float64, plain.Outputs), make([]float64, got.Outputs)
		for range 100 {
			raw, through := make([]float64, len(levels)), make([]float64, len(columns))
			for f := range raw {
				if raw[f] = r.NormFloat64(); levels[f] > 0 {
					raw[f] = float64(r.IntN(levels[f] + 1)) // one is no level
				}
				if r.IntN(6) == 0 {
					raw[f] = math.NaN()
				}
			}
			if k := r.IntN(len(columns)); levels[columns[k].Of] == 0 { // as near to a threshold as floats are
				raw[columns[k].Of] = beside(r, &columns[k], thresholds[r.IntN(len(thresholds))])
			}
			for k := range columns {
				through[k] = columns[k].value(raw[columns[k].Of], levels[columns[k].Of] > 0)
			}
			for f := range raw {
				if levels[f] > 0 && raw[f] == float64(levels[f]) {
					if raw[f] = math.NaN(); got.Columns[f].Others { // else it goes as what is missing does
						raw[f] = column.Other
					}
				}
			}
			plain.Margins(plain.Rounded(through), a)
			got.Margins(got.Rounded(raw), b)
			if !slices.Equal(a, b) {
				t.Fatalf("model %d: row %v, to the trees %v: %v, want %v", i, raw, through, b, a)
			}
		}
	}
}

// beside returns a number that a pipeline maps to a threshold, or the next number.
func beside(r *rand.Rand, m *made, threshold float64) float64 {
	lo, hi := -9.0, 9.0
	for range 60 {
		if middle := lo + (hi-lo)/2; m.value(middle, false) <= threshold {
			lo = middle
		} else {
			hi = middle
		}
	}
	return []float64{lo, hi}[r.IntN(2)]
}

// drawTrees draws stumps, and returns their text for a model.
func drawTrees(r *rand.Rand, columns int) (text func(model string) string, thresholds []float64) {
	var lists [3][]string
	for i := range 6 {
		feature, threshold, left := r.IntN(columns), r.NormFloat64(), r.IntN(2)
		thresholds = append(thresholds, threshold)
		lists[0] = append(lists[0], fmt.Sprintf(`{"left_child": [1, -1, -1], "right_child": [2, -1, -1], "feature": [%d, -2, -2], "threshold": [%v, -2, -2], "missing_go_to_left": [%d, 0, 0], "value": [[[1, 1]], [[%d, 1]], [[1, %d]]]}`,
			feature, threshold, left, i+2, 2*i+3))
		lists[1] = append(lists[1], fmt.Sprintf(`{"left": [1, 0, 0], "right": [2, 0, 0], "feature_idx": [%d, 0, 0], "num_threshold": [%v, 0, 0], "missing_go_to_left": [%d, 0, 0], "is_leaf": [0, 1, 1], "is_categorical": [0, 0, 0], "value": [0, %d, %d]}`,
			feature, threshold, left, 1<<i, -3<<i))
	}
	return func(model string) string {
		list := lists[0]
		if strings.HasPrefix(model, "Hist") {
			list = lists[1]
		}
		return "[" + strings.Join(list, ",") + "]"
	}, thresholds
}

// Steps that do not keep the order of numbers, or contradict themselves, are refused.
func TestPipelinesRefused(t *testing.T) {
	for before, want := range map[string]string{
		`"inputs": [[]], "columns": [{"of": 0, "steps": [["divide", -1]]}, {"of": 0, "steps": []}],`:                        "divide by -1 does not keep the order of numbers",
		`"inputs": [[]], "columns": [{"of": 0, "steps": [["log", 1]]}, {"of": 0, "steps": []}],`:                            `unknown step "log"`,
		`"inputs": [[]], "columns": [{"of": 0, "steps": [["clip", 1]]}, {"of": 0, "steps": []}],`:                           "clip by 1 numbers",
		`"inputs": [[]], "columns": [{"of": 1, "steps": []}, {"of": 0, "steps": []}],`:                                      "column 0: is made of column 1 of 1",
		`"inputs": [[]], "columns": [{"of": 0, "steps": []}],`:                                                              "1 columns are made for 2 features",
		`"inputs": [["a"]], "columns": [{"of": 0, "steps": [], "levels": [1], "codes": [1]}, {"of": 0, "steps": []}],`:      "column 0: level 1 of 1, or not in order",
		`"inputs": [["a"]], "columns": [{"of": 0, "steps": [], "levels": [0], "codes": [1, 2]}, {"of": 0, "steps": []}],`:   "column 0: 2 codes for 1 levels",
		`"inputs": [["a", "a"]], "columns": [{"of": 0, "steps": [], "levels": [0], "codes": [1]}, {"of": 0, "steps": []}],`: `two levels called "a"`,
		`"inputs": [["a"]], "columns": [{"of": 0, "stages": []}],`:                                                          `unknown field "stages"`,
		`"inputs": [[]], "columns": [{"of": 0, "steps": [["impute", NaN], ["add", NaN]]}, {"of": 0, "steps": []}],`:         "add by NaN does not keep the order",
	} {
		_, err := read([]byte(strings.Replace(forest, `"trees"`, before+` "trees"`, 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", before, err, want)
		}
		if strings.Contains(want, "order of numbers") && !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%v is not an unsupported model", err)
		}
	}
}

// Random pipelines that scikit-learn trains have the classes that it predicts: four of them, or as many
// as HARDWOOD_PIPELINES says, numbered from HARDWOOD_FIRST on.
func TestPipelinesOfSklearn(t *testing.T) {
	python := withSklearn(t)
	first, count := numberOf(t, "HARDWOOD_FIRST", 0), numberOf(t, "HARDWOOD_PIPELINES", 4)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sklearn_exporter.py"), []byte(sklearn.Exporter), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, filepath.Join("testdata", "pipelines.py"), dir, strconv.Itoa(first), strconv.Itoa(count))
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	rows, others, boosters := 0, 0, 0
	for i := first; i < first+count; i++ {
		file, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)))
		if err != nil {
			t.Fatal(err)
		}
		e, err := read(file)
		if err != nil {
			t.Errorf("pipeline %d: %v", i, err)
			continue
		}
		table, err := data.Read(t.Context(), filepath.Join(dir, fmt.Sprintf("%d.csv", i)), trainer.Like(e, data.Options{Label: "label"}))
		if err != nil {
			t.Errorf("pipeline %d: %v", i, err)
			continue
		}
		differ := 0
		for row := range table.Rows {
			if e.Class(table.Row(row)) != table.Y[row] {
				differ++
			}
		}
		if differ > 0 {
			t.Errorf("pipeline %d: %d of %d rows are of another class in scikit-learn", i, differ, table.Rows)
		}
		rows += table.Rows
		if slices.ContainsFunc(e.Columns, func(c column.Column) bool { return c.Others }) {
			others++
		}
		if strings.Contains(e.Origin.Source, ", ") {
			boosters++
		}
	}
	t.Logf("%d rows of %d pipelines, %d before boosters of other libraries, %d with levels apart from missing values", rows, count, boosters, others)
}

// numberOf returns a number from the environment, or a default.
func numberOf(t *testing.T, name string, other int) int {
	text := os.Getenv(name)
	if text == "" {
		return other
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}
