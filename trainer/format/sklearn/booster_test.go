package sklearn_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
)

// boosted is a pipeline before a stump of XGBoost.
const boosted = `{"sklearn": "1.2.1", "model": "XGBClassifier", "features": 1, "classes": ["no", "yes"], "names": ["a"], "inputs": [[]],
 "columns": [{"of": 0, "steps": [["divide", 2]]}], "booster": "{\"learner\":{\"attributes\":{},\"gradient_booster\":{\"model\":{\"gbtree_model_param\":{\"num_trees\":\"1\",\"num_parallel_tree\":\"1\"},\"tree_info\":[0],\"trees\":[{\"base_weights\":[0,-1,1],\"categories\":[],\"categories_nodes\":[],\"categories_segments\":[],\"categories_sizes\":[],\"default_left\":[1,0,0],\"id\":0,\"left_children\":[1,-1,-1],\"loss_changes\":[9,0,0],\"parents\":[2147483647,0,0],\"right_children\":[2,-1,-1],\"split_conditions\":[0.5,-1,1],\"split_indices\":[0,0,0],\"split_type\":[0,0,0],\"sum_hessian\":[8,4,4],\"tree_param\":{\"num_deleted\":\"0\",\"num_feature\":\"1\",\"num_nodes\":\"3\",\"size_leaf_vector\":\"0\"}}]},\"name\":\"gbtree\"},\"learner_model_param\":{\"base_score\":\"5E-1\",\"num_class\":\"0\",\"num_feature\":\"1\"},\"objective\":{\"name\":\"binary:logistic\",\"reg_loss_param\":{\"scale_pos_weight\":\"1\"}}},\"version\":[1,7,4]}"}`

// A model of XGBoost at the end of a pipeline has the pipeline's classes and columns.
func TestBooster(t *testing.T) {
	e := formattest.Model(t, read, []byte(boosted))
	if e.Schema.Classes[1] != "yes" || e.Schema.Features[0] != "a" || e.Origin.Source != "scikit-learn 1.2.1, xgboost 1.7.4" {
		t.Errorf("%+v, %+v", e.Schema, e.Origin)
	}
	for x, want := range map[float64]int{0.99: 0, 1.01: 1} { // XGBoost has x / 2 < 0.5 on the left
		if got := e.Class([]float64{x}); got != want {
			t.Errorf("%v is of class %d, want %d", x, got, want)
		}
	}
	if e, err := read([]byte(strings.Replace(boosted, `"no", "yes"`, `"0", "1"`, 1))); err != nil || e.Schema.Classes != nil {
		t.Errorf("numbers of classes are names: %v, error %v", e.Schema.Classes, err)
	}
	for _, c := range []struct{ old, by, want string }{
		{`XGBClassifier`, `RandomForestClassifier`, "a booster of RandomForest"},
		{`"inputs": [[]],`, ``, "column 0: is made of column 0 of 0"},
		{`["no", "yes"]`, `["no", "yes", "maybe"]`, "the booster has 2 classes, and the pipeline 3"},
		{`\"name\":\"gbtree\"`, `\"name\":\"gblinear\"`, "booster:"},
		{`binary:logistic`, `binary:logitraw`, "booster: binary:logitraw gives margins"},
		{`[["divide", 2]]}]`, `[]}, {"of": 0, "steps": []}]`, "2 columns are made for 1 features"},
		{`"columns": [{"of": 0, "steps": [["divide", 2]]}], `, ``, "XGB without a pipeline"},
	} {
		if _, err := read([]byte(strings.Replace(boosted, c.old, c.by, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %q", c.by, c.old, err, c.want)
		}
	}
}

// ofLightGBM is a pipeline before a stump that LightGBM 4.6.0 has trained.
const ofLightGBM = `{"sklearn": "1.2.1", "model": "LGBMClassifier", "features": 1, "classes": ["no", "yes"], "names": ["a"], "inputs": [[]],
 "columns": [{"of": 0, "steps": [["divide", 2]]}], "booster": "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx=0\nobjective=binary sigmoid:1\nfeature_names=Column_0\nfeature_infos=[0:11]\ntree_sizes=337\n\nTree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature=0\nsplit_gain=8.57143\nthreshold=6.5000000000000009\ndecision_type=2\nleft_child=-1\nright_child=-2\nleaf_value=-0.14285714285714277 0.19999999999999987\nleaf_weight=1.7500000000000002 1.2499999999999998\nleaf_count=7 5\ninternal_value=0\ninternal_weight=3\ninternal_count=12\nis_linear=0\nshrinkage=0.1\n\n\nend of trees\n\npandas_categorical:null\n"}`

// The same goes for a model of LightGBM, which reads the output of the steps in float64.
func TestBoosterOfLightGBM(t *testing.T) {
	e := formattest.Model(t, read, []byte(ofLightGBM))
	if e.Schema.Classes[1] != "yes" || e.Schema.Features[0] != "a" || !strings.Contains(e.Origin.Source, "lightgbm") {
		t.Errorf("%+v, %+v", e.Schema, e.Origin)
	}
	for x, want := range map[float64]int{13.000000000000002: 0, 13.000000000000004: 1} { // x / 2 <= 6.5000000000000009
		if got := e.Class([]float64{x}); got != want {
			t.Errorf("%v is of class %d, want %d", x, got, want)
		}
	}
	for _, c := range []struct{ old, by, want string }{
		{`LGBMClassifier`, `RandomForestClassifier`, "a booster of RandomForest"},
		{`LGBMClassifier`, `XGBClassifier`, "booster: "},
		{`end of trees`, `end`, "booster: "},
	} {
		if _, err := read([]byte(strings.Replace(ofLightGBM, c.old, c.by, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %q", c.by, c.old, err, c.want)
		}
	}
}
