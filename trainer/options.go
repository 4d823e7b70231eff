package trainer

import "github.com/hardwood-ml/hardwood/internal/option"

// Option describes one parameter: Name and Aliases in flags and files, Usage in the help, For (the only
// booster that uses it, "" for both), Range, Field, which returns a pointer to it, and Unsaid, a value
// that models do not record. Its methods Set and Text convert it from and to text, and Check reports a
// value that is out of range.
type Option = option.Of[Params]

// Options is the table of all options, in the order of the help and, by and large, of the fields of
// [Params]. To add one, add a field there, a line here, and the code that honours it; with an Unsaid
// value, models trained without it keep their bytes.
var Options = []Option{
	// How many trees, and how large they grow.
	{
		Name: "rounds", Aliases: []string{"num-boost-round", "n-estimators", "num-iterations", "max-iter"}, Range: option.SomeCount,
		Usage: "boosting rounds, or trees of a forest",
		Field: func(p *Params) any { return &p.Rounds },
	},
	{
		Name: "learning-rate", Aliases: []string{"eta", "shrinkage-rate"}, For: GBDT, Range: option.SomeShare,
		Usage: "shrinkage: factor on the leaf values of each tree",
		Field: func(p *Params) any { return &p.LearningRate },
	},
	{
		Name: "max-depth", Range: option.Count,
		Usage: "most splits from the root to a leaf, 0 for no limit",
		Field: func(p *Params) any { return &p.MaxDepth },
	},
	{
		Name: "max-leaves", Aliases: []string{"num-leaves", "max-leaf-nodes"}, Range: option.Count,
		Usage: "most leaves of a tree, 0 for no limit",
		Field: func(p *Params) any { return &p.MaxLeaves },
	},
	{
		Name: "grow-policy", Range: option.Words(DepthWise, LossGuide),
		Usage: "order of splits: depthwise (all of one depth first) or lossguide (largest gain first)",
		Field: func(p *Params) any { return &p.GrowPolicy },
	},

	// Regularisation.
	{
		Name: "lambda", Aliases: []string{"reg-lambda", "lambda-l2", "l2-regularization"}, For: GBDT, Range: option.NotNegative,
		Usage: "L2 regularisation of leaf values",
		Field: func(p *Params) any { return &p.Lambda },
	},
	{
		Name: "alpha", Aliases: []string{"reg-alpha", "lambda-l1"}, For: GBDT, Range: option.NotNegative,
		Usage: "L1 regularisation of leaf values",
		Field: func(p *Params) any { return &p.Alpha },
	},
	{
		Name: "gamma", Aliases: []string{"min-split-loss", "min-gain-to-split", "min-impurity-decrease"}, Range: option.NotNegative,
		Usage: "smallest loss reduction worth a split",
		Field: func(p *Params) any { return &p.Gamma },
	},
	{
		Name: "min-child-weight", Aliases: []string{"min-sum-hessian-in-leaf"}, For: GBDT, Range: option.NotNegative,
		Usage: "smallest sum of hessians in a child",
		Field: func(p *Params) any { return &p.MinChildWeight },
	},
	{
		Name: "min-samples-leaf", Aliases: []string{"min-data-in-leaf"}, Range: option.SomeCount,
		Usage: "fewest rows in a leaf",
		Field: func(p *Params) any { return &p.MinSamplesLeaf },
	},
	{
		Name: "max-delta-step", Aliases: []string{"max-output"}, For: GBDT, Range: option.NotNegative,
		Usage: "largest leaf value before the learning rate applies, 0 for no limit",
		Field: func(p *Params) any { return &p.MaxDeltaStep },
	},
	{
		Name: "softmax-hessian", For: GBDT, Range: option.Words(HessianXGBoost, HessianLightGBM), Unsaid: HessianXGBoost,
		Usage: "hessian for more than two classes: that of xgboost, or that of lightgbm, whose steps are up to twice as long at the same learning rate",
		Field: func(p *Params) any { return &p.SoftmaxHessian },
	},

	// Which rows and features a tree sees.
	{
		Name: "subsample", Aliases: []string{"bagging-fraction", "max-samples"}, Range: option.SomeShare,
		Usage: "share of the rows that each tree is trained on",
		Field: func(p *Params) any { return &p.Subsample },
	},
	{
		Name: "bootstrap", For: Forest,
		Usage: "draw rows with replacement",
		Field: func(p *Params) any { return &p.Bootstrap },
	},
	{
		Name: "image-shift", Range: option.Count,
		Usage: "train on shifted copies of the images too: by up to this many pixels in each direction",
		Field: func(p *Params) any { return &p.ImageShift },
	},
	{
		Name:  "image-mirror",
		Usage: "train on mirrored copies of the images too",
		Field: func(p *Params) any { return &p.ImageMirror },
	},
	{
		Name: "colsample-bytree", Aliases: []string{"feature-fraction"}, Range: option.Share,
		Usage: "share of the features that each tree can use, 0 for the square root of their number",
		Field: func(p *Params) any { return &p.ColsampleByTree },
	},
	{
		Name: "colsample-bylevel", Range: option.Share,
		Usage: "share of the features of a tree that each depth of it can use, 0 for the square root",
		Field: func(p *Params) any { return &p.ColsampleByLevel },
	},
	{
		Name: "colsample-bynode", Aliases: []string{"feature-fraction-bynode", "max-features"}, Range: option.Share,
		Usage: "share of the features of a depth that each of its nodes can use, 0 for the square root of their number, or in a regression forest for half of them",
		Field: func(p *Params) any { return &p.ColsampleByNode },
	},

	// Splits on categories.
	{
		Name: "cat-smooth", For: GBDT, Range: option.NotNegative,
		Usage: "smoothing of the levels of a category, in rows: the larger, the less the averages of rare levels count; at most a twentieth of the rows",
		Field: func(p *Params) any { return &p.CatSmooth },
	},
	{
		Name: "cat-l2", For: GBDT, Range: option.NotNegative,
		Usage: "L2 regularisation on top of lambda for splits on categories with more than max-cat-to-onehot levels, and for the leaf values below them",
		Field: func(p *Params) any { return &p.CatL2 },
	},
	{
		Name: "max-cat-threshold", For: GBDT, Range: option.SomeCount,
		Usage: "most levels on the smaller side of a split on a category",
		Field: func(p *Params) any { return &p.MaxCatThreshold },
	},
	{
		Name: "max-cat-to-onehot", For: GBDT, Range: option.Count,
		Usage: "most levels of a category at which each is tried against all others (LightGBM's 4 counts missing values as one); more levels are ordered by their averages and cut in two",
		Field: func(p *Params) any { return &p.MaxCatToOneHot },
	},
	{
		Name: "min-data-per-group", For: GBDT, Range: option.SomeCount,
		Usage: "fewest rows by which two candidate splits on a category differ; at most a twentieth of the rows, and in a regression at most the average number of rows per level",
		Field: func(p *Params) any { return &p.MinDataPerGroup },
	},

	// Bins, and options of one booster.
	{
		Name: "max-bin", Aliases: []string{"max-bins"}, Range: option.Range{Min: 2, Max: 4096},
		Usage: "histogram bins per feature; more than 256, which cost time, can pay if rows are few. With 256 or more, up to 2,040 levels of a category are told apart: the 255 with the most rows, and others with five rows or more, three in a regression",
		Field: func(p *Params) any { return &p.MaxBin },
	},
	{
		Name: "parallel-trees", Aliases: []string{"num-parallel-tree"}, For: GBDT, Range: option.SomeCount,
		Usage: "trees per boosting round, averaged",
		Field: func(p *Params) any { return &p.ParallelTrees },
	},
	{
		Name: "batch-trees", For: Forest, Range: option.SomeCount,
		Usage: "trees to grow between two attacks on the forest",
		Field: func(p *Params) any { return &p.BatchTrees },
	},
	{
		Name: "criterion", For: Forest, Range: option.Words(Gini, Entropy),
		Usage: "impurity that splits reduce",
		Field: func(p *Params) any { return &p.Criterion },
	},

	// Robust splits.
	{
		Name: "robust-eps", Range: option.NotNegative,
		Usage: "robust splits: how far an attacker can move a feature, in the units that the trees read; one value for all features or one for each",
		Field: func(p *Params) any { return &p.Attacker.Up },
	},
	{
		Name: "robust-down", Range: option.NotNegative,
		Usage: "how far the attacker can move a feature downwards, if not as far as upwards",
		Field: func(p *Params) any { return &p.Attacker.Down },
	},
	{
		Name: "robust-split", Range: option.Words(WorstCase, FourPlacements),
		Usage: "what robust splits are chosen for: worst-case, or the four-placements of Chen et al. 2019",
		Field: func(p *Params) any { return &p.RobustSplit },
	},
	{
		Name:  "robust-both",
		Usage: "send rows that an attacker can move across a threshold to both children: deep trees become more robust, and take longer",
		Field: func(p *Params) any { return &p.RobustBoth },
	},

	// What is reported, where boosting starts, and which classes count more.
	{
		Name: "oob-score", For: Forest,
		Usage: "report the out-of-bag score",
		Field: func(p *Params) any { return &p.OOBScore },
	},
	{
		Name: "boost-from-average", For: GBDT,
		Usage: "start from the class frequencies, or the mean target, instead of 0",
		Field: func(p *Params) any { return &p.BoostFromAverage },
	},
	{
		Name: "scale-pos-weight", Range: option.Positive,
		Usage: "weight of the second of two classes",
		Field: func(p *Params) any { return &p.ScalePosWeight },
	},
	{
		Name: "class-weight", Range: option.NotNegative,
		Usage: "weight of each class, such as 1,5",
		Field: func(p *Params) any { return &p.ClassWeight },
	},
	{
		Name: "balanced", Aliases: []string{"is-unbalance"},
		Usage: "weigh classes inversely to their frequency, so that rare ones count as much",
		Field: func(p *Params) any { return &p.Balanced },
	},

	// What a model may do with its features.
	{
		Name: "monotone-constraints", Aliases: []string{"monotonic-cst"}, For: GBDT, Range: option.Range{Min: -1, Max: 1},
		Usage: "per feature 1 (prediction rises with it; for more than two classes the score of each, not its probability), -1 (falls) or 0 (either), such as 1,0,-1",
		Field: func(p *Params) any { return &p.MonotoneConstraints },
	},
	{
		Name: "interaction-constraints", Aliases: []string{"interaction-cst"},
		Usage: "groups of features, numbered from 0, that may be used together on a path, such as [[0,1],[2,3,4]]",
		Field: func(p *Params) any { return &p.InteractionConstraints },
	},

	// Scores on held-out rows.
	{
		Name: "eval-metric", Aliases: []string{"metric"}, Range: option.Words("", LogLoss, ErrorRate, AUC, RMSE),
		Usage: "metric on validation rows, by default the training loss",
		Field: func(p *Params) any { return &p.EvalMetric },
	},
	{
		Name: "early-stopping-rounds", Aliases: []string{"early-stopping-round", "n-iter-no-change"}, For: GBDT, Range: option.Count,
		Usage: "stop after this many rounds without improvement, 0 for never",
		Field: func(p *Params) any { return &p.EarlyStoppingRounds },
	},

	// Seed and threads.
	{
		Name: "seed", Aliases: []string{"random-state"},
		Usage: "random seed",
		Field: func(p *Params) any { return &p.Seed },
	},
	{
		Name: "threads", Aliases: []string{"nthread", "num-threads", "n-jobs"}, Range: option.Threads,
		Usage: "number of threads, 0 for one per processor; the model does not depend on it",
		Field: func(p *Params) any { return &p.Threads },
	},
}

// usedBy reports whether a booster uses an option.
func usedBy(o *Option, booster string) bool { return o.For == "" || o.For == booster }
