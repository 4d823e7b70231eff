package ensemble

import (
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Ensemble is an additive ensemble of decision trees.
//
// A classifier with two classes has either one output, the margin of class 1, and predicts class 1 if
// the margin is above Cutoff; or, like one with more classes, an output per class, and predicts the
// class of the largest, the first of equals. A regressor has no classes and one output.
type Ensemble struct {
	Features int // number of input features
	Classes  int // number of classes, 0 for a regressor
	Outputs  int // number of margins: 1, or Classes

	Trees []Tree
	Base  []float64 // the margins before the first tree, one per output

	// Cutoff is the largest margin that means class 0 if two classes share one output. It is 0 except
	// for libraries that round the probability of a tiny positive margin to one half.
	Cutoff float64

	// Average divides the sum over trees (not Base) by the number of trees
	// of an output, as random forests do.
	Average bool

	// ByProbability predicts the class of the largest probability, as computed in the Sum precision,
	// instead of that of the largest margin. The two differ only if margins are so close that the
	// probabilities of their classes are equal: then the first of these classes counts.
	ByProbability bool

	Input Precision // of features and thresholds
	Sum   Precision // of the accumulated margins
	Link  Link      // from margins to probabilities

	// Columns says what each feature is; nil if all are numbers.
	Columns   []column.Column
	LevelRule LevelRule // how values of a categorical column map to levels

	Schema Schema
	Origin Origin
}

// Tree is one decision tree. Inner nodes come in Splits with the root first;
// a tree of one leaf has none.
type Tree struct {
	Splits []Split

	// Leaves holds the leaf values: one per leaf if Output >= 0, and Outputs values per leaf, leaf by
	// leaf, if Output is VectorLeaves.
	Leaves []float64

	// Output is the margin that the leaves add to, or VectorLeaves.
	Output int
}

// VectorLeaves is the Tree.Output of a tree whose leaves hold a value for
// every output.
const VectorLeaves = -1

// Split is an inner node. Left and Right are numbers of inner nodes if >= 0; otherwise ^Left and ^Right
// are leaf numbers.
type Split struct {
	Feature     Feature
	Left, Right int32
	DefaultLeft bool    // where missing values go
	Threshold   float64 // x <= Threshold goes left, if Set is nil
	Set         *Set    // the test of a categorical column, nil for a threshold; shared by copies
	Gain        float64 // loss reduction, 0 if unknown
	Cover       float64 // sum of hessians or weights, 0 if unknown
}

// Precision is a floating point format.
type Precision uint8

// The precisions of models.
const (
	Float64 Precision = iota
	Float32

	// Float32Levels is float64 for numbers and thresholds, but rounds the values of categorical columns
	// to float32 before it finds their levels. No file has it: see [Ensemble.InFloat64].
	Float32Levels
)

// String returns the name of a precision, which is part of file formats.
func (p Precision) String() string {
	return [...]string{"float64", "float32", "float64, levels of float32"}[p]
}

// Link turns margins into probabilities.
type Link uint8

// The links of models.
const (
	Identity Link = iota // margins are the prediction
	Logistic             // one output, p(1) = 1/(1+exp(-margin))
	Softmax              // an output per class
	Vote                 // outputs are class probabilities already; one output is p(1) if Cutoff is 1/2, p(1)-1/2 if it is 0
)

// String returns the name of a link, which is part of file formats.
func (l Link) String() string { return [...]string{"identity", "logistic", "softmax", "vote"}[l] }

// Schema names what a model reads and predicts, as far as it is known.
type Schema struct {
	Features []string // nil or one name per feature
	Classes  []string // nil or one name per class

	// Min and Max are the raw values that were scaled to 0 and 1, per feature; nil if the model reads
	// raw values.
	Min, Max []float64

	// Label is the column of the labels of the training rows, MissingWords are further words for
	// missing values there; empty if not known.
	Label        string
	MissingWords []string

	// AbsentMissing says that cells which sparse training rows left out were missing values, and not 0.
	AbsentMissing bool

	// Open says that the model file does not give the number of features: Features is the least that
	// the trees need, and rows may have more. See [Ensemble.Widen].
	Open bool

	// Width and Height are the shape of a row that is an image, else 0.
	Width, Height int
}

// Origin says how a model came to be.
type Origin struct {
	Source  string            // the library, and what is known of its version: "hardwood", "xgboost 1.7.4", "lightgbm v4", ...
	Trainer map[string]string // parameters of the training run
	Seed    uint64
	Data    string // hash of the training data, "" if unknown
}

// What the Source of a model of a library starts with.
const (
	Hardwood = "hardwood"
	XGBoost  = "xgboost"
	LightGBM = "lightgbm"
)

// By reports whether a library made the model, such as XGBoost.
func (o *Origin) By(library string) bool { return strings.HasPrefix(o.Source, library) }

// Depth returns the number of splits on the longest path of t.
func (t *Tree) Depth() int {
	depth := make([]int, len(t.Splits))
	deepest := 0
	for n, s := range t.Splits { // parents come before children
		deepest = max(deepest, depth[n]+1)
		for _, child := range [2]int32{s.Left, s.Right} {
			if child >= 0 {
				depth[child] = depth[n] + 1
			}
		}
	}
	return deepest
}

// NumLeaves returns the number of leaves of t.
func (t *Tree) NumLeaves() int { return len(t.Splits) + 1 }
