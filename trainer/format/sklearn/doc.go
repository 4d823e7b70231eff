// Package sklearn reads forests and boosted trees of scikit-learn from a
// small JSON file. These six lines of Python write it for a fitted
// classifier m: DecisionTree, ExtraTree, RandomForest, ExtraTrees,
// GradientBoosting or HistGradientBoosting.
//
//	import json, numpy as np, sklearn
//	nodes = lambda t: t.nodes if hasattr(t, "nodes") else t.tree_.__getstate__()["nodes"]
//	get = lambda t: {**{k: nodes(t)[k].tolist() for k in nodes(t).dtype.names}, "value": (t.nodes["value"] if hasattr(t, "nodes") else t.tree_.value).tolist()}
//	trees = getattr(m, "_predictors", getattr(m, "estimators_", [m]))
//	base = m._baseline_prediction if hasattr(m, "_predictors") else m._raw_predict_init(np.zeros((1, m.n_features_in_))) if hasattr(m, "_raw_predict_init") else []
//	json.dump({"sklearn": sklearn.__version__, "model": type(m).__name__, "features": m.n_features_in_, "classes": [str(c) for c in m.classes_], "loss": getattr(m, "loss", ""), "categorical": bool(np.any(getattr(m, "is_categorical_", False))), "rate": getattr(m, "learning_rate", 1), "init": str(getattr(m, "init_", "")), "base": np.ravel(base).tolist(), "trees": [get(t) for t in np.ravel(trees)]}, open("model.json", "w"))
//
// "sklearn" must come first, by which the file is known, and the trees last.
//
// # Arithmetic
//
// Trees and forests and GradientBoosting read features in float32 and compare
// them with float64 thresholds, which is the same as comparing with the next
// float32 at or below; HistGradientBoosting reads float64. Everything is
// added in float64, tree by tree, as with n_jobs=1: forests add the class
// probabilities of the leaves and divide by the number of trees;
// GradientBoosting adds the leaf values times the learning rate to the raw
// prediction of its prior, HistGradientBoosting the leaf values to its
// baseline. With loss="exponential" raw predictions are half the log-odds:
// margins are twice as large, which is exact. The class is that of the
// largest probability; since scikit-learn 1.4 that of the largest raw
// prediction, where the boundary of two classes, 0, belongs to class 1 for
// GradientBoosting (with loss="exponential" always) and to class 0 for
// HistGradientBoosting.
//
// # Versions
//
// Missing values have directions in trees since 1.3; nodes of classifiers
// hold class counts up to 1.3 and shares since 1.4. Both are read as they
// come. Only 1.2 has been compared; what later versions do is known from
// their public source.
package sklearn

// Key is the key that a file begins with.
const Key = "sklearn"
