package catboost

import (
	"io"
	"strconv"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
)

// Keys are the keys that a file can begin with.
var Keys = []string{"ctr_data", "features_info", "model_info", "oblivious_trees", "scale_and_bias"}

// Read reads a model. warn is called with what the user should know about a model that is otherwise
// fine.
func Read(in io.Reader, warn func(string)) (*ensemble.Ensemble, error) {
	f := file{r: document.NewJSON(in), scale: 1, names: map[uint32]string{}}
	for f.r.Object(); f.r.Next(); {
		f.field(f.r.Key())
	}
	if err := f.r.End(); err != nil {
		return nil, err
	}
	e, err := f.ensemble(warn)
	if err != nil {
		return nil, err
	}
	return e, e.Validate()
}

// file is the content of a file, whose keys come in any order.
type file struct {
	r       document.Reader
	floats  []feature
	cats    []feature
	names   map[uint32]string // of categories, by hash
	trees   []tree
	classes []string
	scale   float64
	bias    []float64

	loss      string  // loss_function, "" if not given
	threshold float64 // binclass_probability_threshold, 0 if not given

	number, category map[int64]*feature // by index
}

// feature is a numeric or categorical feature.
type feature struct {
	index, flat int64
	id          string
	missingTrue bool
	values      []int32 // hashes of the categories that splits name
	texts       []string
	code        map[int32]int32 // by hash
}

func (f *file) field(key string) {
	r := f.r
	switch key {
	case "features_info":
		for r.Object(); r.Next(); {
			switch r.Key() {
			case "float_features":
				f.floats = f.features()
			case "categorical_features":
				f.cats = f.features()
			case "cat_features_hash":
				f.hashes()
			default:
				r.Skip()
			}
		}
	case "model_info":
		f.info()
	case "oblivious_trees":
		for r.Array(); r.Next(); {
			f.trees = append(f.trees, f.symmetric())
		}
	case "trees":
		for r.Array(); r.Next(); {
			var t tree
			f.node(&t, 0)
			f.trees = append(f.trees, t)
		}
	case "scale_and_bias":
		f.scaleAndBias()
	default:
		r.Skip()
	}
}

// features reads a list of features.
func (f *file) features() (features []feature) {
	r := f.r
	if r.Kind() == document.Null {
		r.Skip()
		return nil
	}
	for r.Array(); r.Next(); {
		var of feature
		for r.Object(); r.Next(); {
			switch r.Key() {
			case "feature_index":
				of.index = r.Int()
			case "flat_feature_index":
				of.flat = r.Int()
			case "feature_id", "feature_name":
				if id := r.String(); id != "" {
					of.id = id
				}
			case "nan_value_treatment":
				of.missingTrue = r.String() == "AsTrue"
			case "values":
				of.values = document.Int32s(r, nil)
			case "string_values":
				of.texts = document.Strings(r, nil)
			default:
				r.Skip()
			}
		}
		features = append(features, of)
	}
	return features
}

// hashes reads the names of categories.
func (f *file) hashes() {
	r := f.r
	if r.Kind() == document.Null {
		r.Skip()
		return
	}
	for r.Array(); r.Next(); {
		hash, name := int64(0), ""
		for r.Object(); r.Next(); {
			switch r.Key() {
			case "hash":
				hash = r.Int()
			case "value":
				name = r.String()
			default:
				r.Skip()
			}
		}
		f.names[uint32(hash)] = name
	}
}

// classParams reads the names of the classes, which may be numbers.
func (f *file) classParams() {
	r := f.r
	if r.Kind() != document.Object {
		r.Skip()
		return
	}
	for r.Object(); r.Next(); {
		if r.Key() != "class_names" || r.Kind() != document.Array {
			r.Skip()
			continue
		}
		for r.Array(); r.Next(); {
			switch r.Kind() {
			case document.String:
				f.classes = append(f.classes, r.String())
			case document.Number:
				f.classes = append(f.classes, strconv.FormatFloat(r.Float64(), 'g', -1, 64))
			default:
				f.classes = append(f.classes, strconv.FormatBool(r.Int() != 0))
			}
		}
	}
}

// scaleAndBias reads [scale, bias] or [scale, [bias, ...]].
func (f *file) scaleAndBias() {
	r := f.r
	at := 0
	for r.Array(); r.Next(); at++ {
		switch {
		case at == 0:
			f.scale = r.Float64()
		case at == 1 && r.Kind() == document.Array:
			f.bias = document.Float64s(r, nil)
		case at == 1:
			f.bias = []float64{r.Float64()}
		default:
			r.Skip()
		}
	}
}
