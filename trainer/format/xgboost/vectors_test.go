package xgboost_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// vectors is a model as XGBoost 3.2 writes it with multi_strategy=multi_output_tree, of two rounds of a
// tree: the right child of a leaf is its place in leaf_weights.
const vectors = `{"learner":{"attributes":{},"feature_names":[],"gradient_booster":{"model":{
"gbtree_model_param":{"num_parallel_tree":"1","num_trees":"2"},"iteration_indptr":[0,1,2],"tree_info":[0,0],"trees":[{
"base_weights":[0,0,0],"default_left":[1,0,0],"leaf_weights":[1,2,3,-1,-2,-3],"left_children":[1,-1,-1],"right_children":[2,1,0],
"split_conditions":[5E-1,1E-45,1E-45],"split_indices":[1,0,0],"split_type":[0,0,0],"tree_param":{"size_leaf_vector":"3"}},{
"default_left":[0],"leaf_weights":[0,5E-1,0],"left_children":[-1],"right_children":[0],
"split_conditions":[1E-45],"split_indices":[0],"split_type":[0],"tree_param":{"size_leaf_vector":"3"}}]},"name":"gbtree"},
"learner_model_param":{"base_score":"[1E0,0E0,2.5E-1]","num_class":"3","num_feature":"2","num_target":"1"},
"objective":{"name":"multi:softprob"}},"version":[3,2,0]}`

func TestReadVectors(t *testing.T) {
	for name, file := range map[string][]byte{"JSON": []byte(vectors), "UBJSON": ubjson(vectors)} {
		reader := xgboost.Read
		if name == "UBJSON" {
			reader = xgboost.ReadUBJSON
		}
		e, err := reader(bytes.NewReader(file), func(warning string) { t.Errorf("%s: %s", name, warning) })
		if err != nil {
			t.Fatal(name, err)
		}
		var out bytes.Buffer
		if err := xgboost.Write(&out, e); err != nil {
			t.Fatal(name, err)
		}
		for _, e := range []*ensemble.Ensemble{e, formattest.Model(t, read, out.Bytes())} {
			for x, want := range map[float64][]float64{0: {0, -1.5, -2.75}, 1: {2, 2.5, 3.25}} {
				got := make([]float64, 3)
				e.Margins([]float64{0, x}, got)
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s: margins at %v: %s", name, x, d)
				}
			}
			missing := make([]float64, 3)
			if e.Margins([]float64{0, math.NaN()}, missing); missing[0] != 0 {
				t.Errorf("%s: a missing value has margins %v", name, missing)
			}
		}
	}
}

// TestVectorsStopEarly: a round of a tree for all classes is one tree, not one per class.
func TestVectorsStopEarly(t *testing.T) {
	file := strings.Replace(vectors, `"attributes":{}`, `"attributes":{"best_iteration":"0","scikit_learn":"{}"}`, 1)
	e, err := xgboost.Read(strings.NewReader(file), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Trees) != 1 || len(e.Trees[0].Splits) != 1 {
		t.Errorf("%d trees, not the first alone", len(e.Trees))
	}
}

func TestReadVectorsRefuses(t *testing.T) {
	formattest.Refuses(t, vectors, read, []formattest.Replacement{
		{`"leaf_weights":[1,2,3,-1,-2,-3],`, ``, "are read from XGBoost 3.2 on: train with that, or with multi_strategy=one_output_per_tree"},
		{`"right_children":[2,1,0]`, `"right_children":[2,1,2]`, "tree 0: line 4, column 122: node 2 is leaf 2, and leaf_weights has 6 values, 3 for each"},
		{`"right_children":[2,1,0]`, `"right_children":[2,1,-1]`, "node 2 is leaf -1, and leaf_weights has 6 values, 3 for each"},
		{`"right_children":[2,1,0]`, `"right_children":[2]`, "list of 1 right children for 3 nodes"},
		{`"[1E0,0E0,2.5E-1]","num_class":"3"`, `"0E0","num_class":"2"`, "values for 2 leaves of width 2"},
		{`"multi:softprob"`, `"binary:logistic"`, "base_score has 3 values for 1 outputs"},
		{`"num_target":"1"`, `"num_target":"3"`, "model has 3 targets, and one is supported: train a model for each"},
	})
}
