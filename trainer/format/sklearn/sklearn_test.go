package sklearn_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

func read(file []byte) (*ensemble.Ensemble, error) {
	return sklearn.Read(bytes.NewReader(file))
}

const forest = `{"sklearn": "1.2.1", "model": "RandomForestClassifier", "features": 2, "classes": ["no", "yes"], "rate": 1, "base": [], "trees": [
 {"feature": [1, -2, -2], "threshold": [0.1, -2.0, -2.0], "children_left": [1, -1, -1], "children_right": [2, -1, -1], "value": [[[4, 4]], [[3, 1]], [[0, 4]]]},
 {"feature": [-2], "threshold": [-2.0], "children_left": [-1], "children_right": [-1], "value": [[[1, 1]]]}]}`

const boosting = `{"sklearn": "1.2.1", "model": "GradientBoostingClassifier", "features": 2, "classes": ["a", "b"], "rate": 0.1, "base": [-0.5], "trees": [
 {"feature": [0, -2, -2], "threshold": [0.1, -2.0, -2.0], "children_left": [1, -1, -1], "children_right": [2, -1, -1], "value": [[[0]], [[3]], [[-7]]]}]}`

const hist = `{"sklearn": "1.2.1", "model": "HistGradientBoostingClassifier", "features": 2, "classes": ["a", "b"], "rate": 0.1, "base": [0.25], "trees": [
 {"value": [0, 3, -7], "count": [9, 4, 5], "feature_idx": [1, 0, 0], "num_threshold": [0.1, 0, 0], "missing_go_to_left": [1, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0],
  "gain": [5, -1, -1], "is_leaf": [0, 1, 1], "is_categorical": [0, 0, 0]}]}`

func TestReadForest(t *testing.T) {
	e, err := read([]byte(forest))
	if err != nil {
		t.Fatal(err)
	}
	want := &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 2, Average: true, Base: []float64{0, 0}, Link: ensemble.Vote, Input: ensemble.Float32,
		Trees: []ensemble.Tree{{
			Output: ensemble.VectorLeaves,
			// the largest float32 that is not above 0.1
			Splits: []ensemble.Split{{Feature: 1, Left: ^0, Right: ^1, Threshold: float64(math.Nextafter32(0.1, 0))}},
			Leaves: []float64{0.75, 0.25, 0, 1},
		}, {Output: ensemble.VectorLeaves, Leaves: []float64{0.5, 0.5}}},
		Schema: ensemble.Schema{Classes: []string{"no", "yes"}},
		Origin: ensemble.Origin{Source: "scikit-learn 1.2.1", Trainer: map[string]string{"model": "RandomForestClassifier"}},
	}
	if d := cmp.Diff(want, e); d != "" {
		t.Error(d)
	}
}

// Whether 0 is class 0 or 1 depends on the version.
func TestReadBoosting(t *testing.T) {
	rate := 0.1
	for _, c := range []struct {
		file, version   string
		base, left      float64
		classOfZero     int
		classJustAbove0 int
	}{
		{boosting, "1.2.1", -0.5, rate * 3, 0, 0},
		{boosting, "1.4.0", -0.5, rate * 3, 1, 1},
		{hist, "1.2.1", 0.25, 3, 0, 0},
		{hist, "1.4.0", 0.25, 3, 0, 1},
	} {
		e, err := read([]byte(strings.Replace(c.file, "1.2.1", c.version, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if e.Base[0] != c.base || e.Trees[0].Leaves[0] != c.left {
			t.Errorf("%s: base %v, leaves %v", c.version, e.Base, e.Trees[0].Leaves)
		}
		if got := e.ClassOf([]float64{0}); got != c.classOfZero {
			t.Errorf("%s: class of 0 is %d", e.Origin.Source, got)
		}
		if got := e.ClassOf([]float64{1e-17}); got != c.classJustAbove0 {
			t.Errorf("%s: class of 1e-17 is %d", e.Origin.Source, got)
		}
	}
	e, err := read([]byte(hist))
	if err != nil {
		t.Fatal(err)
	}
	if s := e.Trees[0].Splits[0]; e.Input != ensemble.Float64 || s.Threshold != 0.1 || !s.DefaultLeft || s.Gain != 5 {
		t.Errorf("split %+v", s)
	}
}

func TestReadRefuses(t *testing.T) {
	formattest.Refuses(t, forest, read, []formattest.Replacement{
		{"RandomForestClassifier", "RandomForestRegressor", `line 1, column 54: classifier "RandomForestRegressor" is not supported`},
		{`"1.2.1"`, `"new"`, `version "new" of scikit-learn`},
		{`"features": 2`, `"features": 0`, "0 features"},
		{`"features": 2`, `"features": 20000000000`, "20000000000 features"},
		{`"features": 2, `, ``, "model has 0 features"},
		{`["no", "yes"]`, `["no"]`, "two or more classes"},
		{`["no", "yes"]`, `["no", "yes", "maybe"]`, "tree 0: lists of 3, 3, 3, 3 and 6 entries for nodes of 3 values"},
		{`"feature": [1,`, `"feature": [2,`, "splits on feature 2 of 2"},
		{`"children_left": [1,`, `"children_left": [0,`, "line 2, column 160: tree 0: node 0 has child 0"},
		{`"threshold": [0.1,`, `"threshold": [NaN,`, "threshold NaN"},
		{`"threshold": [0.1,`, `"threshold": [`, "tree 0: lists of 3, 3, 3, 2 and 6 entries"},
		{`"base"`, `"bias"`, `unknown field "bias"`},
		{`[[4, 4]]`, `[["x", 4]]`, `unexpected '"' where a number should be`},
	})
	formattest.Refuses(t, hist, read, []formattest.Replacement{
		{`"is_categorical": [0`, `"is_categorical": [1`, "node 0 is a categorical split, which is not supported: train HistGradientBoosting without"},
		{`"base": [0.25]`, `"base": []`, "0 base values and 1 trees for 2 classes"},
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(forest))
	f.Add([]byte(boosting))
	f.Add([]byte(hist))
	f.Fuzz(func(t *testing.T, file []byte) { formattest.Survives(t, file, read) })
}
