package sklearn_test

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

func read(file []byte) (*ensemble.Ensemble, error) {
	return sklearn.Read(bytes.NewReader(file))
}

const forest = `{"sklearn": "1.2.1", "model": "RandomForestClassifier", "features": 2, "classes": ["no", "yes"], "loss": "", "categorical": false, "rate": 1, "init": "", "base": [], "trees": [
 {"left_child": [1, -1, -1], "right_child": [2, -1, -1], "feature": [1, -2, -2], "threshold": [0.1, -2.0, -2.0], "impurity": [0.5, 0.4, 0], "weighted_n_node_samples": [8, 4, 4], "value": [[[4, 4]], [[3, 1]], [[0, 4]]]},
 {"left_child": [-1], "right_child": [-1], "feature": [-2], "threshold": [-2.0], "value": [[[1, 1]]]}]}`

const boosting = `{"sklearn": "1.2.1", "model": "GradientBoostingClassifier", "features": 2, "classes": ["a", "b"], "loss": "log_loss", "categorical": false, "rate": 0.1, "init": "DummyClassifier(strategy='prior')", "base": [-0.5], "trees": [
 {"left_child": [1, -1, -1], "right_child": [2, -1, -1], "feature": [0, -2, -2], "threshold": [0.1, -2.0, -2.0], "value": [[[0]], [[3]], [[-7]]]}]}`

const hist = `{"sklearn": "1.2.1", "model": "HistGradientBoostingClassifier", "features": 2, "classes": ["a", "b"], "loss": "log_loss", "categorical": false, "rate": 0.1, "init": "", "base": [0.25], "trees": [
 {"value": [0, 3, -7], "count": [9, 4, 5], "feature_idx": [1, 0, 0], "num_threshold": [0.1, 0, 0], "missing_go_to_left": [1, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0],
  "gain": [5, -1, -1], "is_leaf": [0, 1, 1], "is_categorical": [0, 0, 0]}]}`

// The weights of a leaf's classes are added in the order of numpy, which gives 6.282663880299504 for
// 1, 1/2, ... 1/300, and one after another give 6.282663880299502.
func TestManyClasses(t *testing.T) {
	var names, weights []string
	for k := range 300 {
		names, weights = append(names, strconv.Quote(strconv.Itoa(k))), append(weights, strconv.FormatFloat(1/float64(k+1), 'g', -1, 64))
	}
	file := `{"sklearn": "1.2.1", "model": "DecisionTreeClassifier", "features": 2, "classes": [` + strings.Join(names, ",") + `], "trees": [
 {"left_child": [-1], "right_child": [-1], "feature": [-2], "threshold": [-2.0], "value": [[[` + strings.Join(weights, ",") + `]]]}]}`
	e := formattest.Model(t, read, []byte(file))
	total := 6.282663880299504
	if got, want := e.Trees[0].Leaves[0], 1/total; got != want {
		t.Errorf("the share of the first class is %v, want %v", got, want)
	}
}

func TestReadForest(t *testing.T) {
	e := formattest.Model(t, read, []byte(forest))
	want := &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 2, Average: true, Base: []float64{0, 0}, Link: ensemble.Vote, Input: ensemble.Float32,
		Trees: []ensemble.Tree{{
			Output: ensemble.VectorLeaves,
			// the largest float32 that is not above 0.1
			Splits: []ensemble.Split{{Feature: 1, Left: ^0, Right: ^1, Threshold: float64(math.Nextafter32(0.1, 0)), Cover: 8}},
			Leaves: []float64{0.75, 0.25, 0, 1},
		}, {Output: ensemble.VectorLeaves, Leaves: []float64{0.5, 0.5}}},
		Schema: ensemble.Schema{Classes: []string{"no", "yes"}},
		Origin: ensemble.Origin{Source: "scikit-learn 1.2.1", Trainer: map[string]string{"model": "RandomForestClassifier"}},
	}
	if d := cmp.Diff(want, e); d != "" {
		t.Error(d)
	}
}

// Since 1.3 missing values have a direction, and a split may separate them
// from all others; since 1.4 nodes hold shares.
func TestReadMissingAndShares(t *testing.T) {
	const missing = `"missing_go_to_left": [1, 0, 0], "threshold": [Infinity`
	e := formattest.Model(t, read, []byte(strings.Replace(forest, `"threshold": [0.1`, missing, 1)))
	if s := e.Trees[0].Splits[0]; !s.DefaultLeft || !math.IsInf(s.Threshold, 1) {
		t.Errorf("split %+v", s)
	}
	// 0.3 and 0.7 add up to 1, 0.1 and 0.9 to slightly less or more in other orders:
	// neither is divided again
	shares := strings.NewReplacer("1.2.1", "1.4.0", "[3, 1]", "[0.30000000000000004, 0.7]", "[0, 4]", "[0, 1]", "[1, 1]", "[0.5, 0.5]").Replace(forest)
	e = formattest.Model(t, read, []byte(shares))
	if d := cmp.Diff([]float64{0.30000000000000004, 0.7, 0, 1}, e.Trees[0].Leaves); d != "" {
		t.Error(d)
	}
}

// Whether 0 is class 0 or 1 depends on the version and the loss, and so does
// the scale of margins.
func TestReadBoosting(t *testing.T) {
	rate := 0.1
	exponential := strings.Replace(boosting, "log_loss", "exponential", 1)
	for _, c := range []struct {
		file, version   string
		base, left      float64
		classOfZero     int
		classJustAbove0 int
	}{
		{boosting, "1.2.1", -0.5, rate * 3, 0, 0},
		{boosting, "1.4.0", -0.5, rate * 3, 1, 1},
		{exponential, "1.2.1", -1, 2 * (rate * 3), 1, 1},
		{exponential, "1.4.0", -1, 2 * (rate * 3), 1, 1},
		{hist, "1.2.1", 0.25, 3, 0, 0},
		{hist, "1.4.0", 0.25, 3, 0, 1},
	} {
		e := formattest.Model(t, read, []byte(strings.Replace(c.file, "1.2.1", c.version, 1)))
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
	e := formattest.Model(t, read, []byte(hist))
	if s := e.Trees[0].Splits[0]; e.Input != ensemble.Float64 || s.Threshold != 0.1 || !s.DefaultLeft || s.Gain != 5 || s.Cover != 9 {
		t.Errorf("split %+v", s)
	}
}

func TestReadRefuses(t *testing.T) {
	formattest.Refuses(t, forest, read, []formattest.Replacement{
		{"RandomForestClassifier", "RandomForestRegressor", `line 1, column 54: classifier "RandomForestRegressor" is not supported: DecisionTreeClassifier, `},
		{`"1.2.1"`, `"new"`, `version "new" of scikit-learn`},
		{`"features": 2`, `"features": 0`, "0 features"},
		{`"features": 2`, `"features": 20000000000`, "20000000000 features"},
		{`"features": 2, `, ``, "model has 0 features"},
		{`["no", "yes"]`, `["no"]`, `all rows that it was trained on have the class "no": there is nothing to tell apart`},
		{`["no", "yes"]`, `["no", "yes", "maybe"]`, "tree 0: list of 6 values for 3 nodes of 3"},
		{`"feature": [1,`, `"feature": [2,`, "splits on feature 2 of 2"},
		{`"left_child": [1,`, `"left_child": [0,`, "line 2, column 219: tree 0: node 0 has child 0"},
		{`"threshold": [0.1,`, `"threshold": [NaN,`, "threshold NaN"},
		{`"threshold": [0.1,`, `"threshold": [`, "tree 0: list of 2 thresholds for 3 nodes"},
		{`"right_child": [2, -1, -1]`, `"right_child": []`, "tree 0: list of 0 right children for 3 nodes"},
		{`"right_child": [2,`, `"right_child": [1,`, "tree 0: node 0 has child 1, which has another parent"},
		{`"feature": [1,`, `"feature": [3000000000,`, "does not fit 32 bits"},
		{`"base"`, `"bias"`, `unknown field "bias"`},
		{`[[4, 4]]`, `[["x", 4]]`, `unexpected '"' where a number should be`},
	})
	formattest.Refuses(t, hist, read, []formattest.Replacement{
		{`"is_categorical": [0`, `"is_categorical": [1`, "node 0 is a categorical split without a set"},
		{`"is_categorical": [0`, `"bitset_idx": [1,0,0], "left_bitsets": [[1,0,0,0,0,0,0,0]], "is_categorical": [1`, "node 0 is split by set 1 of 1"},
		{`"is_categorical": [0`, `"bitset_idx": [0,0,0], "left_bitsets": [[0.5,0,0,0,0,0,0,0]], "is_categorical": [1`, "node 0 has a word of bits 0.5"},
		{`"categorical": false`, `"categorical": true`, "the file does not say the levels of categorical features: write it by hardwood export sklearn-exporter"},
		{`"base": [0.25]`, `"base": []`, "0 base values and 1 trees for 2 classes"},
	})
}

// levels is hist with a split on the set {1, 33} of its second feature.
var levels = strings.NewReplacer(
	`"categorical": false`, `"categorical": true, "levels": [[], [0, 1, 33]]`,
	`"is_categorical": [0`, `"bitset_idx": [0,0,0], "left_bitsets": [[2,2,0,0,0,0,0,0]], "is_categorical": [1`,
).Replace(hist)

func TestReadSets(t *testing.T) {
	e := formattest.Model(t, read, []byte(levels))
	if d := cmp.Diff(&ensemble.Set{Levels: []int32{1, 33}}, e.Trees[0].Splits[0].Set); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]column.Column{{}, {Kind: column.Categorical, Codes: []int32{0, 1, 33}}}, e.Columns); d != "" {
		t.Error(d)
	}
	if e.LevelRule != ensemble.Byte {
		t.Errorf("levels are %v", e.LevelRule)
	}
}

// encoded is levels as in scikit-learn 1.4 and later: their trees know the second feature as the first,
// and the codes 1 and 33 of its levels.
var encoded = strings.NewReplacer(
	"1.2.1", "1.4.2", `"feature_idx": [1`, `"feature_idx": [0`, `"levels": [[], [0, 1, 33]]`, `"order": [1, 0], "levels": [[], [3, 4, 8]]`, "[[2,2,", "[[5,0,",
).Replace(levels)

func TestReadEncoded(t *testing.T) {
	for _, c := range []struct {
		levels string
		column column.Column
		set    []int32
	}{
		{"[3, 4, 8]", column.Column{Kind: column.Categorical, Codes: []int32{3, 4, 8}}, []int32{3, 8}},
		{"[-1, 0.5, 3e8]", column.Named([]string{"-1", "0.5", "300000000"}), []int32{0, 2}},
		{`["Oslo", "Rome", "York"]`, column.Named([]string{"Oslo", "Rome", "York"}), []int32{0, 2}},
	} {
		e := formattest.Model(t, read, []byte(strings.Replace(encoded, "[3, 4, 8]", c.levels, 1)))
		if s := e.Trees[0].Splits[0]; s.Feature != 1 || !cmp.Equal(&ensemble.Set{Levels: c.set}, s.Set) {
			t.Errorf("%s: feature %d, %v", c.levels, s.Feature, s.Set)
		}
		if d := cmp.Diff([]column.Column{{}, c.column}, e.Columns); d != "" || e.LevelRule != ensemble.Listed {
			t.Error(d, e.LevelRule)
		}
	}
	formattest.Refuses(t, encoded, read, []formattest.Replacement{
		{`"order": [1, 0]`, `"order": [1, 1]`, "an order of features that has 1 twice or of none"},
		{`"order": [1, 0]`, `"order": [2, 0]`, "an order of features that has 2 twice or of none"},
		{`"order": [1, 0]`, `"order": [1]`, "an order of 1 and levels of 2 of 2 features"},
		{`"levels": [[], [3, 4, 8]]`, `"levels": [[3, 4, 8]]`, "an order of 2 and levels of 1 of 2 features"},
		{`[3, 4, 8]`, `[3, 4]`, "node 0 sends level 2 left, its feature has 2"},
		{`[3, 4, 8]`, `["x", "x", 3]`, `feature 1 has two levels called "x"`},
		{`"feature_idx": [0`, `"feature_idx": [2`, "node 0 splits on feature 2 of 2"},
	})
}

func TestReadRefusesInit(t *testing.T) {
	formattest.Refuses(t, boosting, read, []formattest.Replacement{
		{`DummyClassifier(strategy='prior')`, `LogisticRegression()`, `raw predictions begin with those of "LogisticRegression()"`},
		{`strategy='prior'`, `random_state=1, strategy='stratified'`, `raw predictions begin with those of "DummyClassifier(random_state=1, strategy='stratified')"`},
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(forest))
	f.Add([]byte(boosting))
	f.Add([]byte(hist))
	f.Add([]byte(levels))
	f.Add([]byte(encoded))
	f.Add([]byte(strings.Replace(forest, `"trees"`, `"inputs": [[], ["a", "b"]], "columns": [{"of": 0, "steps": [["impute", 1], ["subtract", 0.5], ["divide", 2], ["clip", 0, 1]]}, {"of": 1, "steps": [], "levels": [1], "codes": [1], "other": 0, "missing": 1}], "trees"`, 1)))
	f.Add([]byte(boosted))
	f.Add([]byte(ofLightGBM))
	f.Fuzz(func(t *testing.T, file []byte) { formattest.Survives(t, file, read) })
}
