package lightgbm_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
)

func read(file []byte) (*ensemble.Ensemble, error) {
	return lightgbm.Read(bytes.NewReader(file))
}

func write(out *bytes.Buffer, e *ensemble.Ensemble) error { return lightgbm.Write(out, e) }

// small is a model of one split at 0.5, whose decision_type is to be set.
const small = `tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=1
objective=binary sigmoid:1
feature_names=a b
feature_infos=[0:1] none
tree_sizes=100

Tree=0
num_leaves=2
num_cat=0
split_feature=1
split_gain=3
threshold=0.5
decision_type=10
left_child=-1
right_child=-2
leaf_value=-1 2
internal_weight=7
is_linear=0
shrinkage=1


end of trees

feature_importances:
a=1
`

// Sets are read as LightGBM keeps them: the members, in bits, go left and have the words of a data
// frame; missing values go right.
func TestReadSets(t *testing.T) {
	file := strings.NewReplacer(
		"num_cat=0", "num_cat=1\ncat_boundaries=0 2\ncat_threshold=5 1", "decision_type=10", "decision_type=11", "threshold=0.5", "threshold=0",
		"[0:1] none", "[0:1] -1:0:3", "feature_importances:", "feature_importances:\n\npandas_categorical:[[\"red\", 7, true]]",
	).Replace(small)
	if _, err := read([]byte(file)); err == nil || !strings.Contains(err.Error(), "pandas_categorical has 3 names for feature 1, which has level 32") {
		t.Error(err)
	}
	e, err := read([]byte(strings.Replace(file, "pandas_categorical:[[", "pandas_categorical:[[],[", 1))) // not known of which columns
	if err != nil {
		t.Fatal(err)
	}
	split := ensemble.Split{Feature: 1, Left: ^0, Right: ^1, Gain: 3, Cover: 7, Set: &ensemble.Set{Levels: []int32{0, 2, 32}}}
	if d := cmp.Diff([]ensemble.Split{split}, e.Trees[0].Splits); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]column.Column{{}, {Kind: column.Categorical, Codes: []int32{0, 2, 3, 32}}}, e.Columns); d != "" {
		t.Error(d)
	}
	e = formattest.Model(t, read, []byte(strings.NewReplacer("cat_threshold=5 1", "cat_threshold=5 0", "-1:0:3", "0:2").Replace(file)))
	want := column.Column{Kind: column.Categorical, Codes: []int32{0, 1, 2}, Names: []string{"red", "7", "true"}}
	if d := cmp.Diff(want, e.Columns[1]); d != "" {
		t.Error(d)
	}
	// pandas tells numbers from texts: they are written as they came, and known by all their digits
	typed := strings.NewReplacer("cat_threshold=5 1", "cat_threshold=5 0", "-1:0:3", "0:2", `"red", 7, true`, `20210103, 1e7, 9007199254740993`).Replace(file)
	e = formattest.Model(t, read, []byte(typed))
	if d := cmp.Diff([]string{"20210103", "10000000", "9007199254740993"}, e.Columns[1].Names); d != "" {
		t.Error(d)
	}
	var out bytes.Buffer
	if err := lightgbm.Write(&out, e); err != nil {
		t.Fatal(err)
	}
	if end := "pandas_categorical:[[20210103, 1e7, 9007199254740993]]\n"; !strings.HasSuffix(out.String(), end) {
		t.Errorf("no %s at the end of the file", end)
	}
	// of a model that is not LightGBM's they are what pandas makes of a column of a file
	e.Origin = ensemble.Origin{Source: "hardwood"}
	for end, names := range map[string][]string{
		"[[1,2.5,30]]": {"1", "2.5", "30"}, `[["1","2.50","30"]]`: {"1", "2.50", "30"}, `[["1","2","NaN"]]`: {"1", "2", "NaN"},
	} {
		e.Columns[1].Names = names
		out.Reset()
		if err := lightgbm.Write(&out, e); err != nil || !strings.HasSuffix(out.String(), "pandas_categorical:"+end+"\n") {
			t.Errorf("no %s at the end of the file, %v", end, err)
		}
	}
	// levels are listed by frequency, also for columns without a split
	file = strings.NewReplacer("cat_threshold=5 1", "cat_threshold=5 0", "-1:0:3", "0:2").Replace(file)
	e = formattest.Model(t, read, []byte(strings.Replace(file, "[0:1] 0", "-1:5:0:3 0", 1)))
	if d := cmp.Diff(column.Column{Kind: column.Categorical, Codes: []int32{0, 3, 5}}, e.Columns[0]); d != "" {
		t.Error(d)
	}
	// a column of one category has a list of words, but no levels
	e = formattest.Model(t, read, []byte(strings.NewReplacer("[0:1] 0", "none 0", "[[", `[["all"],[`).Replace(file)))
	want = column.Column{Kind: column.Categorical, Codes: []int32{0}, Names: []string{"all"}}
	if d := cmp.Diff(want, e.Columns[0]); d != "" {
		t.Error(d)
	}
}

func TestRead(t *testing.T) {
	got := formattest.Model(t, read, []byte(small))
	want := &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1,
		Trees: []ensemble.Tree{{
			Splits: []ensemble.Split{{Feature: 1, Left: ^0, Right: ^1, DefaultLeft: true, Threshold: 0.5, Gain: 3, Cover: 7}},
			Leaves: []float64{-1, 2},
		}},
		Base: []float64{0}, Cutoff: lightgbm.Cutoff, Link: ensemble.Logistic,
		Schema: ensemble.Schema{Features: []string{"a", "b"}},
		Origin: ensemble.Origin{Source: "lightgbm v4", Trainer: map[string]string{"objective": "binary sigmoid:1"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	windows := formattest.Model(t, read, []byte(strings.ReplaceAll(small, "\n", "\r\n")))
	if d := cmp.Diff(want, windows); d != "" {
		t.Errorf("with line ends of Windows: %s", d)
	}
	old := formattest.Model(t, read, []byte(strings.NewReplacer("version=v4", "version=v2", "end of trees\n\nfeature_importances:", "\nfeature importances:").Replace(small)))
	want.Origin.Source = "lightgbm v2"
	if d := cmp.Diff(want, old); d != "" {
		t.Errorf("without the line that ends the trees: %s", d)
	}
}

// goesLeft says what LightGBM does at a split, according to its documentation of missing values.
func goesLeft(x, threshold float64, missing int, defaultLeft bool) bool {
	if math.Abs(x) <= float64(float32(1e-35)) || x != x && missing != 2 {
		x = 0
	}
	if missing == 1 && x == 0 || missing == 2 && x != x {
		return defaultLeft
	}
	return x <= threshold
}

// Every missing type, default direction and side of zero.
func TestMissingTypes(t *testing.T) {
	tiny := float64(float32(1e-35))
	values := []float64{
		math.NaN(), math.Inf(-1), -2, -1, math.Nextafter(-1, 0), math.Nextafter(-tiny, -1), -tiny, -1e-40, math.Copysign(0, -1),
		0, 5e-324, 1e-36, tiny, math.Nextafter(tiny, 1), 0.5, math.Nextafter(0.5, 1), 1, math.Inf(1),
	}
	for missing := range 3 {
		for _, defaultLeft := range []bool{false, true} {
			for _, threshold := range []float64{-1, -tiny, -1e-36, 0, 1e-36, tiny, 0.5} {
				decision := missing << 2
				if defaultLeft {
					decision |= 2
				}
				file := strings.NewReplacer("decision_type=10", fmt.Sprint("decision_type=", decision), "threshold=0.5", fmt.Sprint("threshold=", threshold)).Replace(small)
				e := formattest.Model(t, read, []byte(file))
				out := []float64{0}
				for _, x := range values {
					e.Margins([]float64{0, x}, out)
					if left := out[0] == -1; left != goesLeft(x, threshold, missing, defaultLeft) {
						t.Errorf("missing type %d, default left %v, threshold %v: %v goes left is %v", missing, defaultLeft, threshold, x, left)
					}
				}
			}
		}
	}
}

// Zeros are missing values also in a tree with splits on categories.
func TestZeroAsMissingBesideCategories(t *testing.T) {
	file := strings.NewReplacer("num_leaves=2", "num_leaves=3", "num_cat=0", "num_cat=1\ncat_boundaries=0 1\ncat_threshold=5", "split_feature=1", "split_feature=0 1",
		"split_gain=3", "split_gain=3 3", "threshold=0.5", "threshold=0.5 0", "decision_type=10", "decision_type=4 1", "left_child=-1", "left_child=1 -1",
		"right_child=-2", "right_child=-3 -2", "leaf_value=-1 2", "leaf_value=-1 2 8", "internal_weight=7", "internal_weight=7 7", "none", "0:1:2").Replace(small)
	e := formattest.Model(t, read, []byte(file))
	out := []float64{0}
	for _, c := range []struct{ x, level, want float64 }{{0, 0, 8}, {1e-36, 1, 8}, {-1, 0, -1}, {0.5, 2, -1}, {0.1, 1, 2}, {0.6, 0, 8}, {math.NaN(), 0, 8}} {
		if e.Margins([]float64{c.x, c.level}, out); out[0] != c.want {
			t.Errorf("%v and level %v: margin %v, want %v", c.x, c.level, out[0], c.want)
		}
	}
}

// Zeros as missing values are refused if the model would explode.
func TestZeroAsMissingBounded(t *testing.T) {
	const depth = 30 // all splits at 0.5, zeros to the right, each on another feature and on the right of the last
	var features, thresholds, decisions, left, right, leaves []string
	for i := range depth {
		features, thresholds, decisions = append(features, strconv.Itoa(i)), append(thresholds, "0.5"), append(decisions, "4")
		left, right = append(left, fmt.Sprint(^i)), append(right, fmt.Sprint(i+1))
		leaves = append(leaves, "1")
	}
	right[depth-1] = fmt.Sprint(^depth)
	list := func(name string, values []string) string { return name + "=" + strings.Join(values, " ") }
	file := strings.NewReplacer("max_feature_idx=1", fmt.Sprint("max_feature_idx=", depth-1),
		"num_leaves=2", fmt.Sprint("num_leaves=", depth+1), "split_feature=1", list("split_feature", features),
		"threshold=0.5", list("threshold", thresholds), "decision_type=10", list("decision_type", decisions),
		"left_child=-1", list("left_child", left), "right_child=-2", list("right_child", right),
		"leaf_value=-1 2", list("leaf_value", append(leaves, "2")),
	).Replace(small)
	if _, err := read([]byte(file)); err == nil || !strings.Contains(err.Error(), "tree 0 takes zeros for missing values in so many splits") {
		t.Errorf("error %v", err)
	}
}

func TestReadRefuses(t *testing.T) {
	beforeImportances := small[:strings.Index(small, "end of trees")+len("end of trees")]
	formattest.Refuses(t, beforeImportances, read, []formattest.Replacement{
		{"tree\n", "forest\n", `line 1: the first line is not "tree"`},
		{"version=v4", "version=v5", `line 2: version "v5" of LightGBM's text format is not supported, only v2, v3 and v4`},
		{"version=v4\n", "", "no version in the file"},
		{"tree_sizes=100", "tree_sizes=100 90", "tree_sizes lists 2 trees, and 1 are there"},
		{"num_class=1", "num_class=x", `line 3: num_class is "x", not a number from 0 to`},
		{"num_class=1", "num_class=99999999999", `line 3: num_class is "99999999999"`},
		{"num_class=1", "num_class=3", "num_class is 3 and num_tree_per_iteration 1"},
		{"max_feature_idx=1", "max_feature_idx=1000000000", "line 6: max_feature_idx is"},
		{"max_feature_idx=1", "max_feature_idx=0", "1 feature"},
		{"binary sigmoid:1", "binary sigmoid:2", `objective "binary sigmoid:2" is not supported: only sigmoid:1, LightGBM's default, is: train with that`},
		{"binary sigmoid:1", "multiclassova num_class:3 sigmoid:1", "multiclass, regression, custom: train with objective=multiclass"},
		{"binary sigmoid:1", "cross_entropy_lambda", "custom: train with objective=cross_entropy"},
		{"binary sigmoid:1", "lambdarank", `objective "lambdarank" is not supported; these are:`},
		{"binary sigmoid:1", "multiclass num_class:3", `objective "multiclass num_class:3" with num_class 1`},
		{"Tree=0\n", "", `line 12: num_leaves before the line "Tree=0"`},
		{"num_leaves=2", "num_leaves=2\nnum_leaves=2", `line 14: num_leaves again, without a line "Tree=1" before it`},
		{"num_leaves=2", "num_leaves=3", "line 27: tree 0 has num_leaves 3 and 1 entries of split_feature"},
		{"num_leaves=2", "num_leaves=0", "tree 0 has num_leaves 0"},
		{"num_leaves=2", "num_leaves=4000000000", "line 13: num_leaves is"},
		{"num_cat=0", "num_cat=1", "tree 0 has num_cat 1 and 0 entries of cat_boundaries"},
		{"num_cat=0", "num_cat=1\ncat_boundaries=0 2\ncat_threshold=5", "tree 0: set 0 has words 0 to 2 of 1"},
		{"num_cat=0", "num_cat=1\ncat_boundaries=1 0\ncat_threshold=5", "tree 0: set 0 has words 1 to 0 of 1"},
		{"num_cat=0", "num_cat=1\ncat_boundaries=-1 0\ncat_threshold=5", "tree 0: set 0 has words -1 to 0 of 1"},
		{"num_cat=0", "num_cat=1\ncat_boundaries=0 1\ncat_threshold=-5", "entry 1, \"-5\", is not a number"},
		{"decision_type=10", "decision_type=1", "tree 0: node 0 is split by set 0.5 of 0"},
		{"none", "1:x", "feature_infos of feature 1 is \"1:x\""},
		{"[0:1] none", "[0:1] 1:2", "node 0 has a test that is not for the kind of feature 1"},
		{"is_linear=0", "is_linear=1", "line 23: linear trees are not supported"},
		{"threshold=0.5", "threshold=nan", "tree 0: node 0 has threshold NaN"},
		{"threshold=0.5", "threshold=0.5 1", "2 entries of threshold"},
		{"threshold=0.5", "threshold=half", `line 17: threshold: entry 1, "half", is not a number`},
		{"leaf_value=-1 2", "leaf_value=-1 inf", "leaf 1 has value +Inf"},
		{"split_feature=1", "split_feature=2", "node 0 splits on feature 2 of 2"},
		{"left_child=-1", "left_child=0", "node 0 has child 0, which comes before it"},
		{"left_child=-1", "left_child=5", "node 0 has child 5, out of range"},
		{"left_child=-1", "left_child=-2", "node 0 has child -2, which has another parent"},
	})
}

// again returns a model that was written and read.
func again(t *testing.T, e *ensemble.Ensemble) *ensemble.Ensemble {
	t.Helper()
	var file bytes.Buffer
	if err := write(&file, e); err != nil {
		t.Fatal(err)
	}
	got := formattest.Model(t, read, file.Bytes())
	return got
}

// A model that was written and read again predicts the same.
func TestRoundTrip(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			e := ensembletest.Random(seed.At(17), shape)
			if !e.Average {
				e.Base[0] = 0.1
			}
			e.Sum = ensemble.Float64
			got := again(t, e)
			r := seed.At(18)
			want, margins, rounded := make([]float64, e.Outputs), make([]float64, e.Outputs), make([]float64, e.Features)
			for range 200 {
				x := ensembletest.Row(r, e)
				if r.IntN(3) == 0 { // between two float32 values
					x[0] = math.Nextafter(x[0], float64(r.IntN(3)-1)) + x[0]*1e-9*float64(r.IntN(200)-100)
				}
				e.Round(rounded, x)
				e.Margins(rounded, want)
				got.Margins(x, margins)
				if d := cmp.Diff(want, margins); d != "" {
					t.Fatalf("row %v: %s", x, d)
				}
			}
		})
	}
}

func TestWriteNames(t *testing.T) {
	e := ensembletest.Random(seed.At(19), ensembletest.Shapes["stumps"])
	e.Schema.Features = []string{"two_words", "two words", "a=b", ""}
	got := again(t, e)
	if d := cmp.Diff([]string{"two_words", "two_words_", "a_b", "Column_3"}, got.Schema.Features); d != "" {
		t.Error(d)
	}
}

// A set takes bits up to its largest level: one of billions is refused, one of
// millions is not.
func TestHugeLevels(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic, Cutoff: lightgbm.Cutoff,
		Columns: []column.Column{{Kind: column.Categorical}}, LevelRule: ensemble.Truncated,
		Trees: []ensemble.Tree{{Leaves: []float64{1, 2}, Splits: []ensemble.Split{{Left: ^0, Right: ^1, Set: &ensemble.Set{Levels: []int32{3, math.MaxInt32 - 1}}}}}},
	}
	err := write(&bytes.Buffer{}, e)
	if want := "tree 0: node 0 splits on level 2147483646 of feature 0: LightGBM's sets"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	e.Trees[0].Splits[0].Set.Levels[1] = 5e6
	got := again(t, e)
	if d := cmp.Diff(e.Trees[0].Splits[0].Set, got.Trees[0].Splits[0].Set); d != "" {
		t.Error(d)
	}
}

// A set belongs to one split, so that a small file cannot give many features long lists of levels.
func TestSharedSet(t *testing.T) {
	const splits, words = 500, 1000
	lists := func(entry string, n int) string { return strings.TrimSpace(strings.Repeat(entry+" ", n)) }
	counted := func(from, step, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprint(&b, from+step*i, " ")
		}
		return b.String()
	}
	file := strings.NewReplacer(
		"max_feature_idx=1", fmt.Sprint("max_feature_idx=", splits-1), "feature_names=a b", "feature_names=", "[0:1] none", lists("none", splits), "tree_sizes=100\n", "",
		"num_leaves=2", fmt.Sprint("num_leaves=", splits+1), "num_cat=0", fmt.Sprint("num_cat=1\ncat_boundaries=0 ", words, "\ncat_threshold=", lists("4294967295", words)),
		"split_feature=1", "split_feature="+counted(0, 1, splits), "split_gain=3", "split_gain=", "threshold=0.5", "threshold="+lists("0", splits), "decision_type=10", "decision_type="+lists("1", splits),
		"left_child=-1", "left_child="+counted(-1, -1, splits), "right_child=-2", fmt.Sprint("right_child=", counted(1, 1, splits-1), -splits-1),
		"leaf_value=-1 2", "leaf_value="+lists("0", splits+1),
	).Replace(small)
	formattest.Survives(t, []byte(file), read)
	if _, err := read([]byte(file)); err == nil || !strings.Contains(err.Error(), "tree 0: node 1 is split by set 0, as another node is") {
		t.Error(err)
	}
}

// A set without members sends every row right, whether or not it has words of bits; it cannot be
// written for any other library.
func TestEmptySet(t *testing.T) {
	for _, bits := range []string{"cat_boundaries=0 0\ncat_threshold=", "cat_boundaries=0 1\ncat_threshold=0"} {
		e := formattest.Model(t, read, []byte(strings.NewReplacer("num_cat=0", "num_cat=1\n"+bits, "decision_type=10", "decision_type=11", "threshold=0.5", "threshold=0").Replace(small)))
		margin := []float64{0}
		for _, x := range []float64{0, 7, -3, math.NaN()} {
			if e.Margins([]float64{0, x}, margin); margin[0] != 2 {
				t.Errorf("%s: margin %v at %v, want 2 of the right leaf", bits, margin, x)
			}
		}
		err := write(&bytes.Buffer{}, e)
		if want := "tree 0: node 0: a split on categories lists no level"; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestLosses(t *testing.T) {
	e := ensembletest.Random(seed.At(19), ensembletest.Shapes["forest"])
	if l := lightgbm.Losses(e); len(l) > 0 {
		t.Errorf("a forest loses %q", l)
	}
	e.Sum, e.Base[1] = ensemble.Float32, 0.5
	if l := lightgbm.Losses(e); len(l) != 2 {
		t.Errorf("losses are %q, want the sums and the base", l)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(strings.Replace(small, "decision_type=10", "decision_type=4", 1)))
	f.Add([]byte(strings.NewReplacer("num_cat=0", "num_cat=1\ncat_boundaries=0 1\ncat_threshold=5", "decision_type=10", "decision_type=1", "threshold=0.5", "threshold=0").Replace(small)))
	for _, file := range formattest.Seeds(f, write) {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) { formattest.Survives(t, file, read) })
}

// A threshold among the numbers that LightGBM takes for 0 is a loss; one at 0 itself, or beside all of
// them, as readers leave it, is not. One at 0 gives a caution.
func TestTinySplitsAreLost(t *testing.T) {
	zero := float64(float32(1e-35))
	for threshold, lost := range map[float64]bool{
		0: false, math.Copysign(0, -1): false, zero: false, math.Nextafter(-zero, -1): false, 1: false,
		1e-309: true, -1e-36: true, -zero: true, math.Nextafter(zero, 0): true,
	} {
		e := ensembletest.Stumps()
		e.Trees[0].Splits[0].Threshold = threshold
		if losses := lightgbm.Losses(e); (losses != nil) != lost {
			t.Errorf("threshold %v: %q", threshold, losses)
		}
		if cautions := lightgbm.Cautions(e); (cautions != nil) != (threshold == 0) {
			t.Errorf("threshold %v: %q", threshold, cautions)
		}
	}
}

// A leaf just above 0 is class 1 here, and class 0 in LightGBM; the same goes for votes whose classes
// softmax does not tell apart. Models to which none of this can happen have no losses.
func TestClassesWithinRoundingAreLost(t *testing.T) {
	for margin, lost := range map[float64]bool{
		5e-324: true, 1e-17: true, lightgbm.Cutoff: true, math.Nextafter(lightgbm.Cutoff, 1): false, 0: false, -1e-17: false, 1: false,
	} {
		e := &ensemble.Ensemble{
			Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
			Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: 0.5}}, Leaves: []float64{-1, margin}}},
		}
		var file bytes.Buffer
		if err := lightgbm.Write(&file, e); err != nil {
			t.Fatal(err)
		}
		read, err := lightgbm.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if differs := e.Class([]float64{1}) != read.Class([]float64{1}); differs != lost || (lightgbm.Losses(e) != nil) != lost {
			t.Errorf("margin %v: the class differs: %v, losses %q", margin, differs, lightgbm.Losses(e))
		}
		e.Average, e.Link = true, ensemble.Vote // whose average has no rounding of its own
		if losses := lightgbm.Losses(e); losses != nil {
			t.Errorf("votes of %v lose %q", margin, losses)
		}
	}
	votes := ensembletest.Random(seed.At(19), ensembletest.Shapes["forest"])
	if votes.ByProbability = true; lightgbm.Losses(votes) == nil {
		t.Error("votes by probability lose nothing")
	}
}

// A single tree that votes is written as a forest, like several.
func TestWriteVotesOfOneTree(t *testing.T) {
	for _, shape := range []ensembletest.Shape{
		{Features: 2, Trees: 1, Depth: 2, Classes: 3, Vector: true},
		{Features: 2, Trees: 1, Depth: 2, Average: true},
	} {
		e := ensembletest.Random(seed.At(7), shape)
		e.Average = false
		var file bytes.Buffer
		if err := lightgbm.Write(&file, e); err != nil {
			t.Fatal(err)
		}
		back := formattest.Model(t, read, file.Bytes())
		if back.Link != ensemble.Vote {
			t.Errorf("%d outputs: scores are of the link %v", e.Outputs, back.Link)
		}
	}
}
