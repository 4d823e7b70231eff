package trainer

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The names of the boosters.
const (
	GBDT   = "gbdt"
	Forest = "forest"
)

// Params are the parameters of both boosters, under the names of XGBoost and LightGBM. Start from
// [Defaults]: the zero value is refused. [Options] gives each field's boosters, range and other names.
type Params struct {
	Rounds       int     // boosting rounds, or trees of a forest
	LearningRate float64 // factor on the leaf values of each tree

	MaxDepth   int    // splits on a path, 0: no limit
	MaxLeaves  int    // leaves of a tree, 0: no limit
	GrowPolicy string // DepthWise or LossGuide

	Lambda         float64 // L2 regularisation of leaf values
	Alpha          float64 // L1 regularisation of leaf values
	Gamma          float64 // smallest loss reduction of a split
	MinChildWeight float64 // smallest sum of hessians in a child; where hessians are rounded, as all are that are no round numbers, a millionth less is enough
	MinSamplesLeaf int     // fewest rows in a leaf
	MaxDeltaStep   float64 // largest leaf value before LearningRate, 0: no limit
	SoftmaxHessian string  // with more than two classes: HessianXGBoost or HessianLightGBM

	Subsample       float64 // share of the rows that each tree is trained on
	Bootstrap       bool    // draw rows with replacement
	ImageShift      int     // pixels by which copies of images are shifted in each direction; 0: no copies
	ImageMirror     bool    // add mirrored copies of images
	ColsampleByTree float64 // share of the features of each tree
	ColsampleByLevel,
	ColsampleByNode float64 // share of those at each depth, and again at each node; 0 for any of the three: the square root of their number, at nodes of a regression forest half of them

	MaxBin        int    // bins of a feature, including one for missing values; from 256 on, up to 2,040 levels of a category have bins, if they have enough rows
	ParallelTrees int    // trees per boosting round, averaged
	BatchTrees    int    // trees of a forest between two calls of the hooks
	Criterion     string // Gini or Entropy
	OOBScore      bool   // report the out-of-bag score of a forest

	// The levels of a category are ordered by their averages (Fisher, JASA 53, 1958,
	// doi:10.1080/01621459.1958.10501479) and cut in two, as in LightGBM. CatSmooth and MinDataPerGroup
	// are capped at a twentieth of the rows. In a regression the rows that a level needs are also
	// capped at half the average number of rows per level, but not below three, and those of a group at
	// that average.

	CatSmooth       float64 // levels of fewer rows stay with the rest; also added to the hessian of each level when levels are ordered
	CatL2           float64 // L2 regularisation on top of Lambda for splits on ordered levels, and for the leaf values right below them
	MaxCatThreshold int     // most levels on the smaller side of a split
	MaxCatToOneHot  int     // up to this many levels, each is tried against the rest; LightGBM's counts missing values as one more
	MinDataPerGroup int     // fewest rows in the levels between two candidate splits

	Attacker    Attacker // that splits hold against
	RobustSplit string   // WorstCase or FourPlacements
	RobustBoth  bool     // rows go to both children where the attacker can choose

	BoostFromAverage bool      // start from the prior instead of margin 0
	ScalePosWeight   float64   // weight of class 1 of two
	ClassWeight      []float64 // weight of each class, nil: 1
	Balanced         bool      // weigh classes inversely to their frequency

	MonotoneConstraints    []int         // per feature -1, 0 or 1; shorter or nil: 0
	InteractionConstraints FeatureGroups // groups of features that may be combined on a path, nil: all; a feature in no group is combined with no other

	EvalMetric          string // on Valid: LogLoss, ErrorRate, AUC or RMSE, "": the training loss
	EarlyStoppingRounds int    // rounds without improvement after which to stop, 0: never

	Seed    uint64
	Threads int // 0: one per processor

	// Parameters without a place on a command line.

	Valid    []Validation       // held-out tables, evaluated after each round, with their weights
	Metrics  []Metric           // metrics on Valid after EvalMetric, or instead of the loss if that is ""; the first one, on the last table, decides on early stopping
	Report   func(Evaluation)   // called after each round with the scores on Valid, may be nil
	Progress func(done, of int) // called after each round with the number of rounds done and in all, may be nil
	Note     func(text string)  // called with remarks on training rows that may surprise, may be nil
	// Fitted is called at the end with the margins of the training rows, Outputs per row, bit for bit
	// those that the ensemble predicts. It is not called if training has no such margins: if the
	// ensemble averages, drops trees after the best round, or was interrupted, or if hooks changed rows
	// of the table. May be nil.
	Fitted    func(margins []float64)
	Objective Objective          // instead of the loss that the table implies, may be nil
	Init      *ensemble.Ensemble // model to continue from: Rounds are added to it

	// Checkpoint is called with the ensemble so far after every CheckpointRounds rounds, to save it.
	// Resume takes such an ensemble and continues to the same bytes as a run without interruption; one
	// from other data or parameters is refused. Runs whose hooks add or change rows cannot be resumed, and
	// hooks that keep what they found before earlier rounds go on without it. Both may be nil.
	Checkpoint       func(*ensemble.Ensemble) error
	CheckpointRounds int
	Resume           *ensemble.Ensemble
}

// The words of Params.GrowPolicy and Params.Criterion.
const (
	DepthWise = "depthwise"
	LossGuide = "lossguide"
	Gini      = "gini"
	Entropy   = "entropy"
)

// The words of Params.SoftmaxHessian: the factor on p(1-p). With LightGBM's, steps for K classes are
// 2(K-1)/K times as long.
const (
	HessianXGBoost  = "xgboost"  // 2, which bounds the full hessian
	HessianLightGBM = "lightgbm" // K/(K-1)
)

// The words of Params.RobustSplit.
const (
	WorstCase      = "worst-case"      // each row moves to the side that is worse for its class (Vos and Verwer, ICML 2021, arXiv:2012.10438)
	FourPlacements = "four-placements" // all rows that can move do so together (Chen et al., ICML 2019, section 4.2, arXiv:1902.10660)
)

// Validation is a held-out table with a name for reports.
type Validation struct {
	Name  string
	Table *data.Table
}

// Objective is a custom loss. It writes the gradient and the hessian of each row's loss with respect to
// each of its margins. Rows come in blocks, in any order and from several goroutines: y holds their
// labels (class numbers, or targets); margins, grad and hess hold len(margins)/len(y) values per row,
// and grad and hess are 0 at first. Row weights are applied afterwards. Gradients and hessians that are
// not finite in single precision, and hessians below 0, end training with an error.
type Objective func(y, margins, grad, hess []float64)

// Defaults returns the default parameters of a booster, GBDT or Forest.
func Defaults(booster string) Params {
	p := Params{
		Rounds: 100, LearningRate: 0.1, MaxDepth: 6, GrowPolicy: DepthWise,
		Lambda: 1, MinChildWeight: 1, MinSamplesLeaf: 1,
		Subsample: 1, ColsampleByTree: 1, ColsampleByLevel: 1, ColsampleByNode: 1,
		MaxBin: 256, ParallelTrees: 1, BatchTrees: 10, Criterion: Gini, RobustSplit: WorstCase,
		CatSmooth: 10, CatL2: 10, MaxCatThreshold: 32, MaxCatToOneHot: 3, MinDataPerGroup: 100,
		SoftmaxHessian: HessianXGBoost, BoostFromAverage: true, ScalePosWeight: 1,
	}
	if booster == Forest {
		p.MaxDepth, p.Bootstrap, p.ColsampleByNode = 16, true, 0
		p.LearningRate, p.Lambda, p.MinChildWeight = 1, 0, 0
	}
	return p
}

// Robust reports whether splits are made for the worst case.
func (p *Params) Robust() bool { return p.Attacker.Up != nil || p.Attacker.Down != nil }

// Share returns the number of features in a share of n: at least 1, and the square root of n if the
// share is 0.
func Share(share float64, n int) int {
	if share == 0 {
		return max(1, int(math.Sqrt(float64(n))))
	}
	return max(1, int(share*float64(n)))
}

// Select returns the parameters for tables with only some of the features, given in ascending order:
// settings of other features are dropped. The parameters have to fit all features, see
// [Params.CheckFeatures].
func (p Params) Select(features []int) Params {
	p.Attacker = p.Attacker.selected(features)
	if directions := p.MonotoneConstraints; directions != nil {
		p.MonotoneConstraints = make([]int, len(features))
		for k, f := range features {
			if f < len(directions) {
				p.MonotoneConstraints[k] = directions[f]
			}
		}
	}
	if p.InteractionConstraints == nil {
		return p
	}
	groups := FeatureGroups{}
	for _, group := range p.InteractionConstraints {
		some := []int{}
		for _, f := range group {
			if at, found := slices.BinarySearch(features, f); found {
				some = append(some, at)
			}
		}
		groups = append(groups, some)
	}
	p.InteractionConstraints = groups
	return p
}
