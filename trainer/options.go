package trainer

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Option describes one parameter: the one place from which flags, help,
// ranges and the record in a model's origin are derived.
type Option struct {
	Name    string   // "learning-rate"
	Aliases []string // names that other libraries use
	Usage   string
	Booster string // the only booster that uses it, "" for both
	Range   Range

	// Field returns a pointer to the parameter: a *int, *uint64, *float64,
	// *bool, *string, *[]int, *[]float64 or *FeatureGroups.
	Field func(*Params) any
}

// Range is what an option may be: a number from Min to Max, without Min
// itself where Above is set, or one of Words. The zero Range allows all.
type Range struct {
	Min, Max float64
	Above    bool
	Words    []string
}

// String describes r for people, "" if r allows all.
func (r Range) String() string {
	switch {
	case r.Words != nil:
		return strings.Join(r.Words, ", ")
	case r.Min == 0 && r.Max == 0:
		return ""
	case math.IsInf(r.Max, 1) && r.Above:
		return fmt.Sprintf("above %v", r.Min)
	case math.IsInf(r.Max, 1):
		return fmt.Sprintf("at least %v", r.Min)
	case r.Above:
		return fmt.Sprintf("above %v, up to %v", r.Min, r.Max)
	}
	return fmt.Sprintf("%v to %s", r.Min, strconv.FormatFloat(r.Max, 'f', -1, 64)) // 2147483647, not 2.1e+09
}

func (r Range) holds(v float64) bool {
	if r.Min == 0 && r.Max == 0 {
		return true
	}
	return v >= r.Min && v <= r.Max && (!r.Above || v > r.Min)
}

var (
	inf         = math.Inf(1)
	notNegative = Range{Max: inf}
	positive    = Range{Max: inf, Above: true}
	share       = Range{Max: 1}
	someShare   = Range{Max: 1, Above: true}
	largestInt  = float64(math.MaxInt32)
	count       = Range{Max: largestInt}
	someCount   = Range{Min: 1, Max: largestInt}
)

// Options is the table of all options, in the order of the help.
var Options = []Option{
	{"rounds", []string{"num-boost-round", "n-estimators", "num-iterations", "max-iter"},
		"boosting rounds, or trees of a forest", "", someCount, func(p *Params) any { return &p.Rounds }},
	{"learning-rate", []string{"eta", "shrinkage-rate"},
		"factor on the leaf values of each tree", GBDT, someShare, func(p *Params) any { return &p.LearningRate }},
	{"max-depth", nil,
		"splits on a path, 0 for no limit", "", count, func(p *Params) any { return &p.MaxDepth }},
	{"max-leaves", []string{"num-leaves", "max-leaf-nodes"},
		"leaves of a tree, 0 for no limit", "", count, func(p *Params) any { return &p.MaxLeaves }},
	{"grow-policy", nil,
		"split level by level or the leaf with the largest gain first", "", words(DepthWise, LossGuide), func(p *Params) any { return &p.GrowPolicy }},
	{"lambda", []string{"reg-lambda", "lambda-l2", "l2-regularization"},
		"L2 regularisation of leaf values", GBDT, notNegative, func(p *Params) any { return &p.Lambda }},
	{"alpha", []string{"reg-alpha", "lambda-l1"},
		"L1 regularisation of leaf values", GBDT, notNegative, func(p *Params) any { return &p.Alpha }},
	{"gamma", []string{"min-split-loss", "min-gain-to-split", "min-impurity-decrease"},
		"smallest loss reduction of a split", "", notNegative, func(p *Params) any { return &p.Gamma }},
	{"min-child-weight", []string{"min-sum-hessian-in-leaf"},
		"smallest sum of hessians in a child", GBDT, notNegative, func(p *Params) any { return &p.MinChildWeight }},
	{"min-samples-leaf", []string{"min-data-in-leaf"},
		"fewest rows in a leaf", "", someCount, func(p *Params) any { return &p.MinSamplesLeaf }},
	{"max-delta-step", []string{"max-output"},
		"largest leaf value before the learning rate, 0 for no limit", GBDT, notNegative, func(p *Params) any { return &p.MaxDeltaStep }},
	{"subsample", []string{"bagging-fraction", "max-samples"},
		"share of the rows of each tree", "", someShare, func(p *Params) any { return &p.Subsample }},
	{"bootstrap", nil,
		"draw rows with replacement", Forest, Range{}, func(p *Params) any { return &p.Bootstrap }},
	{"image-shift", nil,
		"train on copies of the images too, moved by up to so many pixels to each side", "", count, func(p *Params) any { return &p.ImageShift }},
	{"image-mirror", nil,
		"train on copies of the images too with left and right exchanged", "", Range{}, func(p *Params) any { return &p.ImageMirror }},
	{"colsample-bytree", []string{"feature-fraction"},
		"share of the features of each tree, 0 for the square root of their number", "", share, func(p *Params) any { return &p.ColsampleByTree }},
	{"colsample-bylevel", nil,
		"share of the tree's features of each level, 0 for the square root", "", share, func(p *Params) any { return &p.ColsampleByLevel }},
	{"colsample-bynode", []string{"feature-fraction-bynode", "max-features"},
		"share of the level's features of each node, 0 for the square root", "", share, func(p *Params) any { return &p.ColsampleByNode }},
	{"max-bin", []string{"max-bins"},
		"bins of a feature", "", Range{Min: 2, Max: 256}, func(p *Params) any { return &p.MaxBin }},
	{"parallel-trees", []string{"num-parallel-tree"},
		"trees of a boosting round, which are averaged", GBDT, someCount, func(p *Params) any { return &p.ParallelTrees }},
	{"batch-trees", nil,
		"trees of a forest between two attacks on it", Forest, someCount, func(p *Params) any { return &p.BatchTrees }},
	{"criterion", nil,
		"impurity that splits of a forest reduce", Forest, words(Gini, Entropy), func(p *Params) any { return &p.Criterion }},
	{"robust-eps", nil,
		"how far an adversary moves a feature, in the units of the data: one value for all features or one for each; splits are then made for the worst case", "", notNegative, func(p *Params) any { return &p.RobustEps }},
	{"robust-down", nil,
		"the same downwards, where that is not as far as upwards", "", notNegative, func(p *Params) any { return &p.RobustDown }},
	{"robust-split", nil,
		"which moves a robust split expects", "", words(WorstCase, FourPlacements), func(p *Params) any { return &p.RobustSplit }},
	{"robust-both", nil,
		"send the rows that an adversary can move across a threshold to both children: deep trees hold better, and take longer", "", Range{}, func(p *Params) any { return &p.RobustBoth }},
	{"oob-score", nil,
		"report the out-of-bag score", Forest, Range{}, func(p *Params) any { return &p.OOBScore }},
	{"boost-from-average", nil,
		"start from the prior of the classes, or the mean target, instead of margin 0", GBDT, Range{}, func(p *Params) any { return &p.BoostFromAverage }},
	{"scale-pos-weight", nil,
		"weight of class 1 of two", "", positive, func(p *Params) any { return &p.ScalePosWeight }},
	{"class-weight", nil,
		"weight of each class, such as 1,5", "", notNegative, func(p *Params) any { return &p.ClassWeight }},
	{"balanced", []string{"is-unbalance"},
		"weigh classes inversely to their frequency", "", Range{}, func(p *Params) any { return &p.Balanced }},
	{"monotone-constraints", []string{"monotonic-cst"},
		"per feature 1 for rising, -1 for falling, 0 for free, such as 1,0,-1", GBDT, Range{Min: -1, Max: 1}, func(p *Params) any { return &p.MonotoneConstraints }},
	{"interaction-constraints", []string{"interaction-cst"},
		"groups of features, numbered from 0, that may meet on a path, such as [[0,1],[2,3,4]]", "", Range{}, func(p *Params) any { return &p.InteractionConstraints }},
	{"eval-metric", []string{"metric"},
		"metric on the validation tables, by default the loss that is trained", "", words("", LogLoss, ErrorRate, AUC, RMSE), func(p *Params) any { return &p.EvalMetric }},
	{"early-stopping-rounds", []string{"early-stopping-round", "n-iter-no-change"},
		"stop after so many rounds without improvement, 0 for never", GBDT, count, func(p *Params) any { return &p.EarlyStoppingRounds }},
	{"seed", []string{"random-state"},
		"seed of all randomness, 0 if not given", "", Range{}, func(p *Params) any { return &p.Seed }},
	{"threads", []string{"nthread", "num-threads", "n-jobs"},
		"threads, 0 for one per processor; the model does not depend on it", "", count, func(p *Params) any { return &p.Threads }},
}

func words(w ...string) Range { return Range{Words: w} }

func (o *Option) usedBy(booster string) bool { return o.Booster == "" || o.Booster == booster }

// Record returns the options of a booster and their values as text, for the
// origin of a model. Threads are left out: the model does not depend on them.
func (p Params) Record(booster string) map[string]string {
	record := make(map[string]string, len(Options))
	record["booster"] = booster
	for i := range Options {
		if o := &Options[i]; o.usedBy(booster) && o.Name != "threads" && o.Name != "seed" {
			record[o.Name] = o.text(&p)
		}
	}
	return record
}

// text returns the value of an option: words as they are, the rest as JSON.
func (o *Option) text(p *Params) string {
	field := o.Field(p)
	switch v := field.(type) {
	case *string:
		return *v
	case *int:
		return strconv.Itoa(*v)
	case *bool:
		return strconv.FormatBool(*v)
	case *float64:
		if i := int(*v); float64(i) == *v { // most are, and many small models are trained
			return strconv.Itoa(i)
		}
	case *FeatureGroups:
		field = (*[][]int)(v) // whose JSON is not text in quotes
	}
	b, err := json.Marshal(field)
	if err != nil { // infinity or NaN, which Check refuses
		return fmt.Sprint(field)
	}
	return string(b)
}

// FeatureGroups are groups of feature numbers, as text a JSON list of lists.
type FeatureGroups [][]int

// MarshalText returns g as a JSON list of lists.
func (g FeatureGroups) MarshalText() ([]byte, error) { return json.Marshal([][]int(g)) }

// UnmarshalText reads a JSON list of lists, or nothing.
func (g *FeatureGroups) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*g = nil
		return nil
	}
	if err := json.Unmarshal(text, (*[][]int)(g)); err != nil {
		return fmt.Errorf("%q is not a list of lists such as [[0,1],[2,3,4]]", text)
	}
	return nil
}
