package catboost

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
)

// oneVsAll is the loss of models that give each class a probability of its own.
const oneVsAll = "MultiClassOneVsAll"

// classifying are the losses of classifiers, whether or not the file names the classes.
var classifying = []string{"Logloss", "CrossEntropy", "Focal", "MultiClass", oneVsAll}

// otherwise are the losses of models whose predict gives neither a class nor the score, which is the
// only result of a regression that is read, but exponentials, several numbers per row, or several
// labels.
var otherwise = []string{
	"Poisson", "Tweedie", "RMSEWithUncertainty", "MultiRMSE", "MultiRMSEWithMissingValues", "MultiQuantile", "MultiLogloss", "MultiCrossEntropy",
}

// info reads the record of the training run.
func (f *file) info() {
	r := f.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "class_params":
			f.classParams()
		case "params":
			f.json(func(r document.Reader) {
				for r.Object(); r.Next(); {
					if r.Key() == "loss_function" {
						f.lossName(r)
					} else {
						r.Skip()
					}
				}
			})
		case "loss_function":
			if f.loss == "" {
				f.json(f.lossName)
			} else {
				r.Skip()
			}
		case "binclass_probability_threshold":
			f.readThreshold()
		default:
			r.Skip()
		}
	}
}

// json reads an object that stands in the file itself, or as JSON in a text.
func (f *file) json(object func(document.Reader)) {
	switch r := f.r; r.Kind() {
	case document.Object:
		object(r)
	case document.String:
		key := r.Key()
		inner := document.NewJSON(strings.NewReader(r.String()))
		if inner.Kind() != document.Object {
			return
		}
		if object(inner); inner.End() != nil {
			r.Fail("%s: %w", key, inner.End())
		}
	default:
		r.Skip()
	}
}

func (f *file) lossName(r document.Reader) {
	if r.Kind() != document.Object {
		r.Skip()
		return
	}
	for r.Object(); r.Next(); {
		if r.Key() == "type" && r.Kind() == document.String {
			f.loss = r.String()
		} else {
			r.Skip()
		}
	}
}

// readThreshold reads the probability above which a row is of the second of two classes.
func (f *file) readThreshold() {
	r := f.r
	if r.Kind() == document.Number {
		f.threshold = r.Float64()
	} else {
		text := r.String()
		var err error
		if f.threshold, err = strconv.ParseFloat(text, 64); err != nil {
			r.Fail("binclass_probability_threshold is %q", text)
		}
	}
	if !(f.threshold > 0 && f.threshold < 1) {
		r.Fail("binclass_probability_threshold is %v, not between 0 and 1", f.threshold)
	}
}

// setClasses sets classes and link as the loss implies.
func (f *file) setClasses(e *ensemble.Ensemble, warn func(string)) error {
	named := len(f.classes)
	switch {
	case slices.Contains(otherwise, f.loss):
		return refusal.Unsupportedf("loss_function %s is not supported: models of classes and of one number, the score itself, are", f.loss)
	case named == 0 && e.Outputs > 1 && f.loss != "" && !slices.Contains(classifying, f.loss):
		return refusal.Unsupportedf("loss_function %s with leaves of %d values is not supported", f.loss, e.Outputs)
	case named > 0:
		e.Classes, e.Schema.Classes = named, f.classes
	case e.Outputs > 1 || slices.Contains(classifying, f.loss): // classes without names
		e.Classes = max(e.Outputs, 2)
	default:
		return nil
	}
	switch {
	case e.Classes == 2 && e.Outputs == 1:
		e.Link = ensemble.Logistic
		if f.threshold != 0 {
			e.Cutoff = 0 - elementary.Log(1/f.threshold-1)
		}
	case e.Classes == e.Outputs && e.Classes > 1:
		e.Link = ensemble.Softmax
		if f.loss == oneVsAll {
			warn("CatBoost gives each class of this model (loss " + oneVsAll + ") a probability of its own, and they do not add up to 1; here they do, and the classes are the same")
		}
	default:
		return fmt.Errorf("%d classes and leaves of %d values", e.Classes, e.Outputs)
	}
	return nil
}
