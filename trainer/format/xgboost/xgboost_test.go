package xgboost_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

func read(file []byte) (*ensemble.Ensemble, error) {
	return xgboost.Read(bytes.NewReader(file), func(string) {})
}

func readDump(file []byte) (*ensemble.Ensemble, error) {
	return xgboost.ReadDump(bytes.NewReader(file), xgboost.Dump{})
}

func write(out *bytes.Buffer, e *ensemble.Ensemble) error { return xgboost.Write(out, e) }

// small is a model of one split, with the fields of XGBoost 1.7 that matter.
const small = `{"learner":{"attributes":{},"feature_names":["a","b"],"gradient_booster":{"model":{
"gbtree_model_param":{"num_parallel_tree":"1","num_trees":"1"},"tree_info":[0],"trees":[{
"default_left":[1,0,0],"left_children":[1,-1,-1],"right_children":[2,-1,-1],"split_conditions":[5E-1,-1E0,2E0],
"split_indices":[1,0,2147483647],"split_type":[0,0,0],"sum_hessian":[3,1,2],"loss_changes":[4,0,0],
"tree_param":{"size_leaf_vector":"0"}}]},"name":"gbtree"},
"learner_model_param":{"base_score":"5E-1","num_class":"0","num_feature":"2"},
"objective":{"name":"binary:logistic"}},"version":[1,7,4]}`

func TestRead(t *testing.T) {
	got := formattest.Model(t, read, []byte(small))
	want := &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1,
		Trees: []ensemble.Tree{{
			Splits: []ensemble.Split{{
				Feature: 1, Left: ^0, Right: ^1, DefaultLeft: true, Gain: 4, Cover: 3,
				Threshold: 0.5 - 1.0/(1<<25), // the float32 below 0.5
			}},
			Leaves: []float64{-1, 2},
		}},
		Base: []float64{0}, Cutoff: xgboost.Cutoff,
		Input: ensemble.Float32, Sum: ensemble.Float32, Link: ensemble.Logistic,
		Schema: ensemble.Schema{Features: []string{"a", "b"}},
		Origin: ensemble.Origin{Source: "xgboost 1.7.4", Trainer: map[string]string{"objective": "binary:logistic", "booster": "gbtree"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Other versions of XGBoost write the same things in these forms.
func TestReadVersions(t *testing.T) {
	for _, c := range []struct {
		old, new string
		base     []float64
	}{
		{`"5E-1"`, `"[5E-1]"`, []float64{0}},              // 3.1
		{`"5E-1"`, `"0.5"`, []float64{0}},                 // 1.0
		{`"5E-1"`, `"[2.5E-1]"`, []float64{-1.098612309}}, // -log(3) in float32
		{`[1,0,0]`, `[true,false,false]`, []float64{0}},   // 1.0
		{`"split_type":[0,0,0],`, ``, []float64{0}},       // before 1.3
		{`[1,7,4]`, `[3,1,0]`, []float64{0}},
	} {
		e, err := read([]byte(strings.Replace(small, c.old, c.new, 1)))
		if err != nil {
			t.Errorf("%s: %v", c.new, err)
			continue
		}
		if !e.Trees[0].Splits[0].DefaultLeft || float32(e.Base[0]) != float32(c.base[0]) {
			t.Errorf("%s: base %v, default left %v", c.new, e.Base, e.Trees[0].Splits[0].DefaultLeft)
		}
	}
	// an intercept per class, since 3.1
	three := strings.NewReplacer(`"binary:logistic"`, `"multi:softprob"`, `"num_class":"0"`, `"num_class":"3"`, `"5E-1"`, `"[1E-1,-2E-1,3E0]"`).Replace(small)
	e := formattest.Model(t, read, []byte(three))
	if !e.ByProbability || float32(e.Base[1]) != -0.2 || e.Outputs != 3 {
		t.Errorf("base %v, outputs %d", e.Base, e.Outputs)
	}
}

// Before 1.3, the base is added last, and that of binary:logitraw is a
// probability; dart adds it last before 1.4.
func TestReadOldBase(t *testing.T) {
	raw := strings.NewReplacer(`binary:logistic`, `binary:logitraw`, `"5E-1"`, `"2.5E-1"`).Replace(small)
	dart := strings.Replace(raw, `"tree_info"`, `"weight_drop":[1E0],"tree_info"`, 1)
	dart = strings.Replace(dart, `"name":"gbtree"`, `"name":"dart"`, 1)
	for _, c := range []struct {
		file, version string
		base, last    float32
	}{
		{raw, "[1,2,1]", 0, -1.0986123}, // -log(3)
		{raw, "[1,3,0]", 0.25, 0},
		{dart, "[1,3,3]", 0, 0.25},
		{dart, "[1,4,0]", 0.25, 0},
	} {
		e := formattest.Model(t, read, []byte(strings.Replace(c.file, "[1,7,4]", c.version, 1)))
		last := float32(0)
		if len(e.Trees) == 2 {
			last = float32(e.Trees[1].Leaves[0])
		}
		if float32(e.Base[0]) != c.base || last != c.last {
			t.Errorf("version %s: base %v, last tree %v", c.version, e.Base, last)
		}
	}
}

// The factors of dart lie in three places, depending on the version.
func TestReadDart(t *testing.T) {
	for name, file := range map[string]string{
		"before 3.3": strings.NewReplacer(`{"model":{`, `{"gbtree":{"model":{`, `"name":"gbtree"}`, `"name":"gbtree"},"name":"dart","weight_drop":[5E-1]}`).Replace(small),
		"since 3.4":  strings.Replace(small, `"tree_info"`, `"weight_drop":[5E-1],"tree_info"`, 1),
	} {
		e := formattest.Model(t, read, []byte(file))
		if d := cmp.Diff([]float64{-0.5, 1}, e.Trees[0].Leaves); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestUnknownFieldsWarn(t *testing.T) {
	file := strings.Replace(small, `"tree_info"`, `"tree_shifts":[1],"cats":{},"tree_info"`, 1)
	var warnings []string
	if _, err := xgboost.Read(strings.NewReader(file), func(s string) { warnings = append(warnings, s) }); err != nil {
		t.Fatal(err)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "the file has tree_shifts, which") {
		t.Errorf("warnings %q", warnings)
	}
}

func TestReadRefuses(t *testing.T) {
	formattest.Refuses(t, small, read, []formattest.Replacement{
		{`"binary:logistic"`, `"rank:pairwise"`, `objective "rank:pairwise" is not supported; these are: binary:logistic,`},
		{`"binary:logistic"`, `"reg:logistic"`, `reg:pseudohubererror: if the labels are classes, booster.set_param({"objective": "binary:logistic"})`},
		{`"name":"gbtree"`, `"name":"gblinear"`, `booster "gblinear" has no trees`},
		{`"split_type":[0`, `"split_type":[1`, "tree 0: line 5, column 39: node 0 is a categorical split"},
		{`"size_leaf_vector":"0"`, `"size_leaf_vector":"3"`, "vectors of 3 values"},
		{`"tree_info":[0]`, `"tree_info":[0,0]`, "tree_info has 2 entries for 1 trees"},
		{`"tree_info":[0]`, `"tree_info":[7]`, "tree 0: adds to output 7 of 1"},
		{`"left_children":[1,`, `"left_children":[0,`, "tree 0: line 5, column 39: node 0 has child 0, out of 1 to 2"},
		{`"left_children":[1,`, `"left_children":[2,`, "node 0 has child 2, which has another parent"},
		{`"left_children":[1,-1,-1],"right_children":[2,`, `"left_children":[2,-1,-1],"right_children":[1,`, "tree 0: line 5, column 39: node 0 has children 2 and 1, which are not one beside the other"},
		{`"tree_info"`, `"weight_drop":[1,1],"tree_info"`, "weight_drop has 2 entries for 1 trees"},
		{`"tree_info":[0]`, `"tree_info":[-1]`, "tree_info has an output of -1"},
		{`"num_trees":"1"`, `"num_trees":"2"`, "num_trees is 2, of 1 trees"},
		{`"default_left":[1,`, `"default_left":[2,`, "node 0 has default_left 2, not 0 or 1"},
		{`"name":"gbtree"`, `"name":"dart"`, "weight_drop has 0 entries for 1 trees"},
		{`"left_children":[1,-1`, `"left_children":[1,0`, "node 1 has child 0, out of 1 to 2"},
		{`"left_children":[1,`, `"left_children":[1e9,`, `"1e9" is not a whole number`},
		{`"left_children":[1,`, `"left_children":[99999999999,`, "number 99999999999 does not fit 32 bits"},
		{`"left_children":[1,-1,-1]`, `"left_children":[]`, "list of 3 right children for 0 nodes"},
		{`"default_left":[1,0,0]`, `"default_left":[1,0]`, "list of 2 default directions for 3 nodes"},
		{`[5E-1,`, `[NaN,`, "node 0 has threshold NaN"},
		{`[5E-1,`, `["x",`, `unexpected '"' where a number should be`},
		{`-1E0,2E0`, `-1E0,NaN`, "leaf 1 has value NaN"},
		{`"split_indices":[1`, `"split_indices":[2`, "node 0 splits on feature 2 of 2"},
		{`"split_indices":[1`, `"split_indices":[4294967296`, "node 0 splits on feature -1 of 2"},
		{`"num_feature":"2"`, `"num_feature":"-2"`, `num_feature is "-2", not a number from 0 to`},
		{`"num_feature":"2"`, `"num_feature":"99999999999"`, `num_feature is "99999999999"`},
		{`"num_class":"0"`, `"num_class":"0","num_target":"3"`, "model has 3 targets"},
		{`"5E-1"`, `"1E0"`, "base_score is 1: objective binary:logistic takes a probability"},
		{`"5E-1"`, `"half"`, `base_score is "half"`},
		{`"5E-1"`, `"[5E-1,5E-1]"`, "base_score has 2 values for 1 outputs"},
		{`"learner"`, `"learned"`, "no learner in the file"},
		{`"learner"`, `"Config"`, "use save_model"},
		{`["a","b"]`, `["a"]`, "1 feature names for 2 features"},
		{`"trees":`, `"specified_trees":`, "save_config writes: save_model writes the model"},
	})
}

// TestOnlyMissingLeft: XGBoost 3.3 and later split at -Inf where missing values go left and all numbers
// right.
func TestOnlyMissingLeft(t *testing.T) {
	file := strings.Replace(small, "[5E-1,", "[-Infinity,", 1)
	for name, file := range map[string][]byte{"JSON": []byte(file), "UBJSON": ubjson(file)} {
		reader := xgboost.Read
		if name == "UBJSON" {
			reader = xgboost.ReadUBJSON
		}
		e, err := reader(bytes.NewReader(file), func(string) {})
		if err != nil {
			t.Fatal(name, err)
		}
		var out bytes.Buffer
		if losses := xgboost.Losses(e); len(losses) > 0 {
			t.Errorf("%s: losses are %q", name, losses)
		}
		if err := xgboost.Write(&out, e); err != nil {
			t.Fatal(name, err)
		}
		for _, e := range []*ensemble.Ensemble{e, formattest.Model(t, read, out.Bytes())} {
			for _, x := range []float64{math.Inf(-1), -math.MaxFloat32, -1, 0, math.MaxFloat32, math.Inf(1)} {
				if v := e.Trees[0].Leaves[e.Trees[0].Leaf([]float64{0, x})]; v != 2 {
					t.Errorf("%s: %v reaches the leaf %v, not 2", name, x, v)
				}
			}
			if v := e.Trees[0].Leaves[e.Trees[0].Leaf([]float64{0, math.NaN()})]; v != -1 {
				t.Errorf("%s: a missing value reaches the leaf %v, not -1", name, v)
			}
		}
	}
}

func TestEarlyStopWarns(t *testing.T) {
	for best, want := range map[string]bool{"0": false, "1": false, "x": false} {
		warned := false
		file := strings.Replace(small, `"attributes":{}`, `"attributes":{"best_iteration":"`+best+`"}`, 1)
		if _, err := xgboost.Read(strings.NewReader(file), func(string) { warned = true }); err != nil {
			t.Fatal(err)
		}
		if warned != want {
			t.Errorf("best iteration %s of one: warned is %v", best, warned)
		}
	}
	two := strings.NewReplacer(`"attributes":{}`, `"attributes":{"best_iteration":"0"}`, `"num_trees":"1"`, `"num_trees":"2"`, `"tree_info":[0]`, `"tree_info":[0,0]`,
		`"trees":[`, `"trees":[{"default_left":[0],"left_children":[-1],"right_children":[-1],"split_conditions":[1],"split_indices":[0]},`).Replace(small)
	var warning string
	if _, err := xgboost.Read(strings.NewReader(two), func(s string) { warning = s }); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(warning, "of 2 rounds, number 0 (from 0) is the best") || !strings.HasSuffix(warning, ": booster[:1].save_model writes those alone") {
		t.Errorf("warning %q", warning)
	}
	// XGBClassifier leaves its name in the file, and ignores the trees after the best round
	e, err := xgboost.Read(strings.NewReader(strings.Replace(two, `"attributes":{`, `"attributes":{"scikit_learn":"{}",`, 1)), func(s string) { warning = s })
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Trees) != 1 || len(e.Trees[0].Leaves) != 1 || !strings.Contains(warning, "those after it are left out, as XGBClassifier.predict leaves them out") {
		t.Errorf("%d trees, warning %q", len(e.Trees), warning)
	}
}

// XGBClassifier compares the margins of logitraw with 0.5, as if they were probabilities.
// TestMarginsAsClasses: XGBClassifier takes the margins of binary:logitraw for probabilities.
func TestMarginsAsClasses(t *testing.T) {
	raw := strings.Replace(small, "binary:logistic", "binary:logitraw", 1)
	for attributes, want := range map[string]struct {
		cutoff  float64
		warning string
	}{
		`{}`:                               {0, "above 0, while XGBClassifier.predict asks for more than 0.5"},
		`{"scikit_learn":"{\"a\":\"b\"}"}`: {0.5, "above 0.5, as XGBClassifier.predict has it, not above 0"},
	} {
		var warning string
		file := strings.Replace(raw, `"attributes":{}`, `"attributes":`+attributes, 1)
		e, err := xgboost.Read(strings.NewReader(file), func(s string) { warning = s })
		if err != nil {
			t.Fatal(err)
		}
		if e.Cutoff != want.cutoff || !strings.Contains(warning, want.warning) {
			t.Errorf("%s: class 1 above %v, warning %q", attributes, e.Cutoff, warning)
		}
		var out bytes.Buffer
		if err := xgboost.Write(&out, e); err != nil {
			t.Fatal(err)
		}
		if back := formattest.Model(t, read, out.Bytes()); back.Cutoff != want.cutoff || len(xgboost.Losses(e)) > 0 {
			t.Errorf("%s: class 1 above %v in the file written, losses %q", attributes, back.Cutoff, xgboost.Losses(e))
		}
	}
}

const dump = `[{"nodeid": 0, "depth": 0, "split": "f1", "split_condition": 0.5, "yes": 1, "no": 2, "missing": 2, "gain": 3, "children": [
  {"nodeid": 1, "leaf": -1, "cover": 2}, {"nodeid": 2, "split": 0, "split_condition": -1, "yes": 3, "no": 4, "missing": 3, "children": [
  {"nodeid": 3, "leaf": 2}, {"nodeid": 4, "leaf": 0.25}]}]}]`

func TestReadDump(t *testing.T) {
	e, err := readDump([]byte(dump))
	if err != nil {
		t.Fatal(err)
	}
	want := ensemble.Tree{
		Splits: []ensemble.Split{
			{Feature: 1, Left: ^0, Right: 1, Threshold: 0.5 - 1.0/(1<<25), Gain: 3},
			{Feature: 0, Left: ^1, Right: ^2, Threshold: -1 - 1.0/(1<<23), DefaultLeft: true},
		},
		Leaves: []float64{-1, 2, 0.25},
	}
	if d := cmp.Diff([]ensemble.Tree{want}, e.Trees); d != "" {
		t.Error(d)
	}
	if e.Features != 2 || e.Classes != 2 {
		t.Errorf("%d features, %d classes", e.Features, e.Classes)
	}
}

func TestReadDumpNames(t *testing.T) {
	named := strings.Replace(dump, `"f1"`, `"age"`, 1)
	if _, err := readDump([]byte(named)); err == nil || !strings.Contains(err.Error(), `line 1, column 42: the dump names feature "age"`) {
		t.Errorf("error %v", err)
	}
	e, err := xgboost.ReadDump(strings.NewReader(named), xgboost.Dump{Names: []string{"id", "weight", "age"}})
	if err != nil {
		t.Fatal(err)
	}
	if e.Trees[0].Splits[0].Feature != 2 || e.Features != 3 {
		t.Errorf("feature %d of %d", e.Trees[0].Splits[0].Feature, e.Features)
	}
}

func TestReadDumpRefuses(t *testing.T) {
	formattest.Refuses(t, dump, readDump, []formattest.Replacement{
		{`"nodeid": 2`, `"nodeid": 1`, "tree 0: line 3, column 60: two nodes have the number 1"},
		{`"yes": 1`, `"yes": 9`, "node 0 has a branch to a node that is not there"},
		{`"no": 2`, `"no": 1`, "node 0 is neither a leaf nor a split with two branches"},
		{`"no": 4`, `"no": 0`, "node 2 has child 0, out of 1 to 4"},
		{`"missing": 2`, `"missing": 4`, "sends missing values to node 4, which is not its child"},
		{`"nodeid": 0`, `"nodeid": -1`, "node number -1 is out of range"},
		{`"f1"`, `"f99999999999"`, `names feature "f99999999999"`},
		{`"f1"`, `"f2000000000"`, "feature number 2000000000 is out of range"},
		{`0.5`, `[1, 2]`, "categorical split"},
		{`0.5`, `NaN`, "threshold NaN"},
		{`"leaf": 2`, `"leaf": [2, 1]`, "leaf with a value for each class, which is not read from a dump: save_model writes a file that is"},
	})
	if _, err := readDump([]byte("[]")); err == nil {
		t.Error("a dump without trees was taken for a model")
	}
}

// A chain of many nodes is read, with memory for one step per level.
func TestReadDumpDeep(t *testing.T) {
	const depth = 2e5
	var file strings.Builder
	file.WriteString("[")
	for i := range int(depth) {
		fmt.Fprintf(&file, `{"nodeid":%d,"split":0,"split_condition":%d,"yes":%d,"no":%d,"children":[{"nodeid":%d,"leaf":1},`, 2*i, -i, 2*i+2, 2*i+1, 2*i+1)
	}
	fmt.Fprintf(&file, `{"nodeid":%d,"leaf":2}`, 2*int(depth))
	file.WriteString(strings.Repeat("]}", depth) + "]")
	e, err := readDump([]byte(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Trees[0].Depth(); got != depth {
		t.Errorf("depth %d", got)
	}
}

// A model that was written and read again predicts the same and is written the same.
func TestRoundTrip(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		shape.Single = true
		e := ensembletest.Random(seed.At(14), shape)
		e.Base[0] = 0.25
		var first, second bytes.Buffer
		if err := xgboost.Write(&first, e); err != nil {
			t.Fatal(err)
		}
		got, err := read(first.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := xgboost.Write(&second, got); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() {
			t.Errorf("%s: the second file differs from the first", name)
		}
		if e.Average {
			continue // leaf values are rounded
		}
		r := seed.At(15)
		want, margins := make([]float64, e.Outputs), make([]float64, e.Outputs)
		for range 100 {
			x := ensembletest.Row(r, e)
			e.Margins(x, want)
			got.Margins(x, margins)
			if d := cmp.Diff(want, margins); d != "" {
				t.Fatalf("%s: row %v: %s", name, x, d)
			}
		}
	}
}

// Names are written if a data frame can have them and they carry information.
func TestWriteNames(t *testing.T) {
	for _, c := range []struct {
		source string
		names  []string
		kept   bool
		told   string
	}{
		{"hardwood", []string{"age", "weight"}, true, ""},
		{"lightgbm v4", []string{"age", "weight"}, true, ""},
		{"hardwood", []string{"age<30", "weight"}, false, `the file names no columns, as XGBoost refuses names with [, ] or <, such as "age<30": hand it the columns in the order of this model`},
		{"hardwood", []string{"age", "weight]"}, false, `the file names no columns, as XGBoost refuses names with [, ] or <, such as "weight]": hand it the columns in the order of this model`},
		{"hardwood", []string{"f1", "f2"}, false, ""},
		{"xgboost 1.7.4", []string{"f0", "f1"}, true, ""},
		{"hardwood", nil, false, ""},
	} {
		e := formattest.Model(t, read, []byte(small))
		e.Origin.Source, e.Schema.Features = c.source, c.names
		var file bytes.Buffer
		if err := xgboost.Write(&file, e); err != nil {
			t.Fatal(err)
		}
		back := formattest.Model(t, read, file.Bytes())
		want := c.names
		if !c.kept {
			want = nil
		}
		if d := cmp.Diff(want, back.Schema.Features); d != "" {
			t.Errorf("%s, %q: %s", c.source, c.names, d)
		}
		if told := strings.Join(xgboost.Cautions(e), "; "); told != c.told {
			t.Errorf("%s, %q: told %q", c.source, c.names, told)
		}
	}
}

// What XGBClassifier saved about itself is preserved if it fits, also through our own files.
func TestWriteScikitLearn(t *testing.T) {
	const kept = `"scikit_learn":"{\"n_classes_\": 2, \"missing\": NaN}"`
	file := strings.Replace(small, `"attributes":{`, `"attributes":{`+kept, 1)
	for objective, want := range map[string]bool{"binary:logistic": true, "binary:hinge": true, "reg:squarederror": true} {
		e := formattest.Model(t, read, []byte(strings.Replace(file, "binary:logistic", objective, 1)))
		for _, other := range []bool{false, true} {
			if other { // as where the trees are made to vote
				e.Classes, e.Link, want = 2, ensemble.Vote, false
			}
			var out bytes.Buffer
			if err := xgboost.Write(&out, e); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), kept); got != want {
				t.Errorf("%s, of another objective: %v: kept is %v", objective, other, got)
			}
		}
	}
}

// Thresholds beyond float32 separate infinity from all numbers.
func TestWriteLargeThresholds(t *testing.T) {
	e := ensembletest.Random(seed.At(16), ensembletest.Shapes["one tree"])
	root := &e.Trees[0].Splits[0]
	for _, threshold := range []float64{1e300, -1e300, math.MaxFloat32, math.Inf(-1), math.Inf(1)} {
		root.Threshold = threshold
		var out bytes.Buffer
		if err := xgboost.Write(&out, e); err != nil {
			t.Fatal(err)
		}
		got := formattest.Model(t, read, out.Bytes())
		for _, x := range []float64{math.Inf(-1), -math.MaxFloat32, 0, math.MaxFloat32, math.Inf(1), math.NaN()} {
			row := make([]float64, e.Features)
			row[root.Feature] = x
			want := e.Trees[0].Leaves[e.Trees[0].Leaf(row)]
			if v := got.Trees[0].Leaves[got.Trees[0].Leaf(row)]; v != float64(float32(want)) {
				t.Errorf("threshold %v, x %v: leaf %v, want %v", threshold, x, v, want)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(categories))
	f.Add([]byte(vectors))
	f.Add([]byte(takenFor(small, "-999")))
	f.Add([]byte(takenFor(categories, "0")))
	for _, file := range formattest.Seeds(f, write) {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) { formattest.Survives(t, file, read) })
}

func FuzzReadDump(f *testing.F) {
	f.Add([]byte(dump))
	f.Fuzz(func(t *testing.T, file []byte) { formattest.Survives(t, file, readDump) })
}

func FuzzReadUBJSON(f *testing.F) {
	f.Add(ubjson(small))
	f.Add(ubjson(categories))
	f.Fuzz(func(t *testing.T, file []byte) {
		formattest.Survives(t, file, func(file []byte) (*ensemble.Ensemble, error) {
			return xgboost.ReadUBJSON(bytes.NewReader(file), func(string) {})
		})
	})
}
