package xgboost_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// categories is small with a split on the set {0, 2} of its second feature,
// whose levels have words as XGBoost 3.1 and later write them.
var categories = strings.NewReplacer(
	`"split_type":[0`, `"categories":[2,0,2],"categories_nodes":[0],"categories_segments":[0],"categories_sizes":[3],"split_type":[1`,
	`"feature_names":["a","b"]`, `"feature_names":["a","b"],"feature_types":["q","c"]`,
	`"tree_info"`, `"cats":{"enc":[{"offsets":[0],"values":[]},{"offsets":[0,3,3,5],"values":[114,101,100,-61,-68]}],"feature_segments":[0,0,3],"sorted_idx":[]},"tree_info"`,
).Replace(small)

func TestReadSets(t *testing.T) {
	e := formattest.Model(t, read, []byte(categories))
	split := ensemble.Split{
		Feature: 1, Left: ^0, Right: ^1, DefaultLeft: true, Gain: 4, Cover: 3, Set: &ensemble.Set{Levels: []int32{0, 2}, Right: true},
	}
	if d := cmp.Diff([]ensemble.Split{split}, e.Trees[0].Splits); d != "" {
		t.Error(d)
	}
	want := []column.Column{{}, {Kind: column.Categorical, Codes: []int32{0, 1, 2}, Names: []string{"red", "", "\u00fc"}}}
	if d := cmp.Diff(want, e.Columns); d != "" {
		t.Error(d)
	}
	if e.LevelRule != ensemble.Positive {
		t.Errorf("levels are %v", e.LevelRule)
	}
	// float64 has no 9007199254740993
	named := strings.Replace(categories, `{"offsets":[0,3,3,5],"values":[114,101,100,-61,-68]}`, `{"type":15,"values":[7,-5,9007199254740993]}`, 1)
	packed, err := xgboost.ReadUBJSON(bytes.NewReader(ubjson(named)), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []*ensemble.Ensemble{formattest.Model(t, read, []byte(named)), packed} {
		if d := cmp.Diff([]string{"7", "-5", "9007199254740993"}, e.Columns[1].Names); d != "" {
			t.Error(d)
		}
	}
}

// The types that pandas gives its columns become the kinds of features; without categories no column
// has levels.
func TestReadKinds(t *testing.T) {
	for types, want := range map[string][]column.Column{
		`"int","i"`:   {{Kind: column.Integer}, {Kind: column.Boolean}},
		`"float","q"`: nil,
		`"int"`:       {{Kind: column.Integer}, {}},
	} {
		e := formattest.Model(t, read, []byte(strings.Replace(small, `"gradient_booster"`, `"feature_types":[`+types+`],"gradient_booster"`, 1)))
		if d := cmp.Diff(want, e.Columns); d != "" {
			t.Errorf("%s: %s", types, d)
		}
		var file bytes.Buffer
		if err := xgboost.Write(&file, e); err != nil {
			t.Fatal(err)
		}
		again := formattest.Model(t, read, file.Bytes())
		if d := cmp.Diff(want, again.Columns); d != "" {
			t.Errorf("%s, written: %s", types, d)
		}
	}
}

// TestWordsGoAlong: our files keep the words of levels. Without them a cell 1 of a grade from 1 to 3
// would be the level with number 1, which is 2.
func TestWordsGoAlong(t *testing.T) {
	e := formattest.Model(t, read, []byte(categories))
	e.Columns[1] = column.Named([]string{"1", "2", "3"})
	e.Columns[0] = column.Column{Kind: column.Boolean, Codes: []int32{0, 1}, Names: []string{"no", "yes"}}
	var file bytes.Buffer
	if err := write(&file, e); err != nil {
		t.Fatal(err)
	}
	again := formattest.Model(t, read, file.Bytes())
	if d := cmp.Diff(e.Columns, again.Columns); d != "" {
		t.Error(d)
	}
	of := `[{"codes":[7],"names":["x"]}]` // one feature, of another model
	if e, err := read([]byte(strings.Replace(small, `"attributes":{}`, fmt.Sprintf(`"attributes":{%q:%q}`, words.Key, of), 1))); err != nil || e.Columns != nil {
		t.Errorf("%v, %v", e, err)
	}
}

// A number of features that nothing else in the file supports takes no memory.
func TestClaimedFeatures(t *testing.T) {
	claim := strings.NewReplacer(`"num_feature":"2"`, `"num_feature":"11111111"`, `"feature_names":["a","b"]`, `"feature_names":[]`).Replace
	formattest.Survives(t, []byte(claim(small)), read)
	if e, err := read([]byte(claim(small))); err != nil || e.Features != 11111111 || e.Columns != nil {
		t.Errorf("numbers: %v, %v", e, err)
	}
	formattest.Survives(t, []byte(claim(categories)), read)
	if _, err := read([]byte(claim(categories))); err == nil || !strings.Contains(err.Error(), "feature_types has 2 entries for 11111111 features") {
		t.Errorf("a category: %v", err)
	}
}

func TestSetsAreRefused(t *testing.T) {
	formattest.Refuses(t, categories, read, []formattest.Replacement{
		{`"categories_nodes":[0]`, `"categories_nodes":[1]`, "node 0 is a categorical split without categories"},
		{`"categories_nodes":[0]`, `"categories_nodes":[3]`, "categories_nodes has node 3, which is out of range"},
		{`"categories_nodes":[0]`, `"categories_nodes":[0,0]`, "the lists of categories differ in length"},
		{`"categories_segments":[0]`, `"categories_segments":[1]`, "node 0 has categories 1 to 4 of 3"},
		{`"categories_sizes":[3]`, `"categories_sizes":[4]`, "the sizes of the sets of categories exceed the 3 there are"},
		{`"categories_sizes":[3]`, `"categories_sizes":[-1]`, "the sizes of the sets of categories exceed the 3 there are"},
		{`"categories":[2,`, `"categories":[-2,`, "node 0 has a category below 0 or above 2^24"},
		{`"categories":[2,`, `"categories":[16777216,`, "node 0 has a category below 0 or above 2^24"},
		{`[0,3,3,5]`, `[0,3,3,6]`, "the names of categories have an end at 6 of 5"},
		{`[0,3,3,5]`, `[0,3,2,5]`, "the names of categories have an end at 2 of 5"},
		{`[0,3,3,5]`, `[0,3,5]`, "tree 0: node 0 has level 2 of feature 1, which is none of the 2 levels with names"},
		{`{"offsets":[0],"values":[]},`, ``, "cats has levels for 1 features, the model has 2"},
		{`"feature_segments"`, `"enc":[{"values":[1]}],"feature_segments"`, "cats has levels for 3 features, the model has 2"},
	})
}

func TestWriteRefusesHugeLevels(t *testing.T) {
	e := formattest.Model(t, read, []byte(strings.NewReplacer(`[2,0,2]`, `[2,0,16777215]`, `"cats"`, `"other"`).Replace(categories)))
	if err := xgboost.Write(io.Discard, e); err != nil {
		t.Error(err)
	}
	e.LevelRule = ensemble.Truncated // which has larger ones
	e.Trees[0].Splits[0].Set = &ensemble.Set{Levels: []int32{1 << 24}}
	want := "tree 0: node 0 splits on level 16777216 of feature 1: XGBoost's are below 2^24"
	if err := xgboost.Write(io.Discard, e); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
