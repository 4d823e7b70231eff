package sklearn

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// family is what classifiers of one kind have in common.
type family uint8

const (
	unknown  family = iota
	forest          // also single trees
	boosting        // GradientBoosting
	hist            // HistGradientBoosting
	ofXGBoost
	ofLightGBM
)

var families = map[string]family{
	"DecisionTreeClassifier":         forest,
	"ExtraTreeClassifier":            forest,
	"RandomForestClassifier":         forest,
	"ExtraTreesClassifier":           forest,
	"GradientBoostingClassifier":     boosting,
	"HistGradientBoostingClassifier": hist,
	"XGBClassifier":                  ofXGBoost,
	"LGBMClassifier":                 ofLightGBM,
}

// file is a file being read. Its fields come in the order in which exporter.py writes them, the trees
// last.
type file struct {
	r        document.Reader
	e        *ensemble.Ensemble
	version  [2]int
	family   family
	rate     float64
	scale    float64 // factor that turns raw predictions into log-odds
	base     []float64
	features int64
	scratch  nodes

	raw  []column.Column // columns of the rows that a pipeline reads
	made []made          // columns that it makes from them for the trees, nil without a pipeline

	booster *ensemble.Ensemble // of another library, at the end of a pipeline

	categorical bool    // some features are categorical
	order       []int32 // features as the trees number them, nil if as in the rows
}

// Read reads a classifier.
func Read(in io.Reader) (*ensemble.Ensemble, error) {
	r := document.NewJSON(in)
	f := file{r: r, e: new(ensemble.Ensemble), rate: 1, scale: 1}
	for r.Object(); r.Next(); {
		f.field(r.Key())
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	e, err := f.ensemble()
	if err == nil && f.made != nil {
		err = f.undo(e)
	}
	if err != nil {
		return nil, err
	}
	return e, e.Validate()
}

func (f *file) field(key string) {
	r, e := f.r, f.e
	switch key {
	case Key:
		version := r.String()
		if _, err := fmt.Sscanf(version, "%d.%d", &f.version[0], &f.version[1]); err != nil {
			r.Fail("version %q of scikit-learn", version)
		}
		e.Origin.Source = "scikit-learn " + version
	case "model":
		name := r.String()
		if f.family = families[name]; f.family == unknown {
			r.Fail("classifier %q is not supported: %s are", name, strings.Join(slices.Sorted(maps.Keys(families)), ", "))
		}
		e.Origin.Trainer = map[string]string{"model": name}
	case "features":
		f.features = r.Int()
		if f.features < 1 || f.features > limit.Features {
			r.Fail("%d features", f.features)
		}
	case "classes":
		e.Schema.Classes = document.Strings(r, nil)
		if e.Classes = len(e.Schema.Classes); e.Classes == 1 {
			r.Fail("all rows that it was trained on have the class %q: there is nothing to tell apart", e.Schema.Classes[0])
		}
	case "loss":
		if r.String() == "exponential" {
			f.scale = 2
		}
	case "names":
		if names := document.Strings(r, nil); len(names) > 0 {
			e.Schema.Features = names
		}
	case "categorical":
		f.categorical = r.Int() != 0
	case "order":
		f.order = document.Int32s(r, nil)
	case "levels":
		f.levels()
	case "inputs":
		f.inputs()
	case "columns":
		f.columns()
	case "rate":
		f.rate = r.Float64()
	case "init":
		if init := r.String(); init != "" && init != "zero" && !isConstant(init) {
			r.Fail("raw predictions begin with those of %.60q, which is not supported: train %s with init=None or init=\"zero\"", init, f.name())
		}
	case "base":
		f.base = document.Float64s(r, nil)
	case "booster":
		f.readBooster()
	case "trees":
		if f.categorical && e.Columns == nil {
			r.Fail("%w", refusal.Unsupported("the file does not say the levels of categorical features: write it by hardwood export sklearn-exporter"))
		}
		if err := f.checkOrder(); err != nil {
			r.Fail("%w", err)
		}
		if f.family == unknown || e.Classes < 2 {
			r.Fail("the trees come before the model and two or more classes")
		}
		for r.Array(); r.Next(); {
			f.tree()
			if err := r.Err(); err != nil {
				return
			}
		}
	default:
		r.Fail("unknown field %q", key)
	}
}

// isConstant reports whether an estimator predicts the same for every row. A stratified one draws its
// predictions.
func isConstant(init string) bool {
	return strings.HasPrefix(init, "DummyClassifier(") && !strings.Contains(init, "stratified")
}

// ensemble sets what the kind of classifier implies.
func (f *file) ensemble() (*ensemble.Ensemble, error) {
	e := f.e
	if f.booster != nil {
		return f.booster, f.named(f.booster)
	}
	if len(e.Trees) == 0 {
		return nil, errors.New("no trees in the file")
	}
	e.Features = int(f.features)
	if f.family != hist {
		e.Input = ensemble.Float32
	}
	if f.family == forest {
		e.Outputs, e.Link = e.Classes, ensemble.Vote
		e.Average = len(e.Trees) > 1
		e.Base = make([]float64, e.Outputs)
		return e, nil
	}
	e.Outputs, e.Link = 1, ensemble.Logistic
	if e.Classes > 2 {
		e.Outputs, e.Link = e.Classes, ensemble.Softmax
	}
	if len(f.base) != e.Outputs || len(e.Trees)%e.Outputs != 0 {
		return nil, fmt.Errorf("%d base values and %d trees for %d classes", len(f.base), len(e.Trees), e.Classes)
	}
	e.Base = f.base
	for k := range e.Base {
		e.Base[k] *= f.scale
	}
	for t := range e.Trees {
		e.Trees[t].Output = t % e.Outputs
	}
	switch zeroIsClass1 := f.family == boosting && (f.scale == 2 || f.since(1, 4)); {
	case e.Outputs == 1 && zeroIsClass1:
		e.Cutoff = math.Nextafter(0, -1)
	case f.since(1, 4): // the class is that of the largest margin
	case e.Outputs == 1:
		e.Cutoff = rounding.Cutoff64
	default:
		e.ByProbability = true
	}
	return e, nil
}

func (f *file) since(major, minor int) bool {
	return f.version[0] > major || f.version[0] == major && f.version[1] >= minor
}

// tree reads one tree and adds it to the ensemble.
func (f *file) tree() {
	n := &f.scratch
	n.read(f.r)
	tree, err := n.tree(f)
	if err != nil {
		f.r.Fail("tree %d: %w", len(f.e.Trees), err)
	}
	f.e.Trees = append(f.e.Trees, tree)
}

// name returns the name of the classifier, for messages.
func (f *file) name() string { return strings.TrimSuffix(f.e.Origin.Trainer["model"], "Classifier") }
