package catboost

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
)

func read(file []byte) (*ensemble.Ensemble, error) {
	return Read(bytes.NewReader(file), func(string) {})
}

const features = `"features_info":{"float_features":[
{"feature_index":0,"flat_feature_index":1,"feature_id":"age","borders":[0.5],"has_nans":true,"nan_value_treatment":"AsFalse"},
{"feature_index":1,"flat_feature_index":2,"feature_id":"income","borders":[1.5,2.5],"has_nans":true,"nan_value_treatment":"AsTrue"}],
"categorical_features":[{"feature_index":0,"flat_feature_index":0,"feature_id":"city","values":[-1438285038,17],"string_values":["Rome","Oslo"]}]}`

const symmetric = `{` + features + `,
"model_info":{"class_params":{"class_label_type":"String","class_names":["no","yes"],"classes_count":0},"params":"{}"},
"oblivious_trees":[
{"leaf_values":[1,2,4,8,16,32,64,128],"leaf_weights":[1,1,1,1,1,1,1,1],"splits":[
 {"border":0.5,"float_feature_index":0,"split_index":0,"split_type":"FloatFeature"},
 {"border":2.5,"float_feature_index":1,"split_index":2,"split_type":"FloatFeature"},
 {"cat_feature_index":0,"value":17,"split_index":4,"split_type":"OneHotFeature"}]},
{"leaf_values":[0.25],"splits":null}],
"scale_and_bias":[1,[-3]]}`

const other = `{` + features + `,
"model_info":{},
"scale_and_bias":[2,[0.5,1,0]],
"trees":[{"left":{"value":[1,2,3],"weight":1},"right":{"left":{"value":[4,5,6],"weight":1},"right":{"value":[7,8,9],"weight":1},
 "split":{"cat_feature_index":0,"value":-1438285038,"split_index":3,"split_type":"OneHotFeature"}},
 "split":{"border":1.5,"float_feature_index":1,"split_index":1,"split_type":"FloatFeature"}}]}`

// margins reads a model and predicts a row.
func margins(t *testing.T, file string, x []float64) []float64 {
	t.Helper()
	e := formattest.Model(t, read, []byte(file))
	out := make([]float64, e.Outputs)
	e.Margins(e.Rounded(x), out)
	return out
}

// The leaf of a symmetric tree has bit i where split i is true.
func TestSymmetric(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		x    []float64
		leaf float64
	}{
		{[]float64{0, 0.5, 2.5}, 1}, {[]float64{0, 0.6, 2.5}, 2}, {[]float64{0, 0, 3}, 4}, {[]float64{0, 1, 3}, 8},
		{[]float64{1, 0, 0}, 16}, {[]float64{1, 1, 3}, 128},
		{[]float64{0, nan, 0}, 1}, {[]float64{0, 0, nan}, 4}, {[]float64{nan, 1, 3}, 8}, {[]float64{7, 1, 3}, 8},
	} {
		if got := margins(t, symmetric, c.x); got[0] != c.leaf+0.25-3 {
			t.Errorf("row %v: %v, not %v", c.x, got[0], c.leaf+0.25-3)
		}
	}
	e, _ := read([]byte(symmetric))
	if d := cmp.Diff([]string{"city", "age", "income"}, e.Schema.Features); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"Rome", "Oslo", "(another level)"}, e.Columns[0].Names); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"no", "yes"}, e.Schema.Classes); d != "" || e.Link != ensemble.Logistic || e.Input != ensemble.Float32 {
		t.Error(d)
	}
}

// Other trees go right where the split is true; the scale and biases apply.
func TestOther(t *testing.T) {
	for _, c := range []struct{ x, want []float64 }{
		{[]float64{0, 0, 1.5}, []float64{2.5, 5, 6}}, {[]float64{1, 0, 2}, []float64{8.5, 11, 12}}, {[]float64{0, 0, 2}, []float64{14.5, 17, 18}},
	} {
		if d := cmp.Diff(c.want, margins(t, other, c.x)); d != "" {
			t.Errorf("row %v: %s", c.x, d)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, file := range []string{symmetric, other} {
		formattest.Refuses(t, file, read, []formattest.Replacement{
			{`"OneHotFeature"`, `"OnlineCtr"`, "asks for a CTR feature"},
			{`"FloatFeature"`, `"EstimatedFeature"`, "asks for a feature of kind EstimatedFeature"},
			{`"float_feature_index":1`, `"float_feature_index":5`, "asks for number 5, which is not among the features"},
			{`"values":[-1438285038,17]`, `"values":[5,6]`, "does not list"},
			{`"string_values":["Rome","Oslo"]`, `"string_values":[]`, "the file has no names of categories"},
			{`"flat_feature_index":2`, `"flat_feature_index":-2`, "feature of number -2"},
		})
	}
	formattest.Refuses(t, symmetric, read, []formattest.Replacement{
		{`[1,2,4,8,`, `[1,2,4,`, "a tree of 3 splits has 7 leaf values"},
		{`"no","yes"`, `"no","yes","perhaps"`, "3 classes and leaves of 1 values"},
		{`[1,[-3]]`, `[1,[-3,1]]`, "2 biases for 1 scores"},
	})
	formattest.Refuses(t, other, read, []formattest.Replacement{
		{`"value":[4,5,6]`, `"value":[4,5]`, "leaves of 3 and 2 values"},
		{`{"value":[1,2,3],"weight":1}`, `{"weight":1}`, "neither a split of two children nor a leaf"},
	})
	_, err := read([]byte(strings.Replace(symmetric, "OneHotFeature", "OnlineCtr", 1)))
	if !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a split on CTR: %v", err)
	}
}

// The record of training says what scores mean: the classes, and from where on a row is of the second
// one. It is an object, or JSON in a text.
func TestLoss(t *testing.T) {
	regression := strings.Replace(symmetric, `"class_params":{"class_label_type":"String","class_names":["no","yes"],"classes_count":0},"params":"{}"`, `"params":"{}"`, 1)
	of := func(file, params string) string { return strings.Replace(file, `"params":"{}"`, params, 1) }
	loss := func(name string) string { return `"params":{"loss_function":{"type":"` + name + `","params":{}}}` }
	text := func(name string) string { return `"params":"{\"loss_function\":{\"type\":\"` + name + `\"}}"` }
	several := strings.Replace(other, `"model_info":{}`, `"model_info":{"params":"{}"}`, 1)
	for _, c := range []struct {
		name, file string
		classes    int
		cutoff     float64
		warned     bool
		refused    string
	}{
		{"no loss", regression, 0, 0, false, ""},
		{"a number", of(regression, loss("RMSE")), 0, 0, false, ""},
		{"classes without names", of(regression, text("Logloss")), 2, 0, false, ""},
		{"a threshold", of(symmetric, loss("Logloss")+`,"binclass_probability_threshold":"0.8"`), 2, math.Log(4), false, ""},
		{"half", of(symmetric, `"binclass_probability_threshold":0.5`), 2, 0, false, ""},
		{"no probability", of(symmetric, `"binclass_probability_threshold":"1"`), 0, 0, false, "binclass_probability_threshold is 1, not between 0 and 1"},
		{"exponents", of(regression, text("Poisson")), 0, 0, false, "loss_function Poisson is not supported"},
		{"several numbers", of(several, loss("MultiRMSE")), 0, 0, false, "loss_function MultiRMSE is not supported"},
		{"several of another", of(several, `"loss_function":{"type":"Mine"}`), 0, 0, false, "loss_function Mine with leaves of 3 values is not supported"},
		{"classes", of(several, loss("MultiClass")), 3, 0, false, ""},
		{"each class alone", of(several, text("MultiClassOneVsAll")), 3, 0, true, ""},
	} {
		warned := false
		e, err := Read(strings.NewReader(c.file), func(string) { warned = true })
		switch {
		case c.refused != "":
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%s: error %v", c.name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case e.Classes != c.classes || math.Abs(e.Cutoff-c.cutoff) > 1e-15 || warned != c.warned:
			t.Errorf("%s: %d classes parted at %v, warned is %v", c.name, e.Classes, e.Cutoff, warned)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(symmetric))
	f.Add([]byte(other))
	f.Fuzz(func(t *testing.T, file []byte) { formattest.Survives(t, file, read) })
}
