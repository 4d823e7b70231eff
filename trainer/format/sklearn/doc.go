// Package sklearn reads forests and boosted trees of scikit-learn from a
// small JSON file. These six lines of Python write it for a fitted
// classifier m: DecisionTree, ExtraTree, RandomForest, ExtraTrees,
// GradientBoosting or HistGradientBoosting.
//
//	import json, numpy as np, sklearn
//	get = lambda t: {k: t.nodes[k].tolist() for k in t.nodes.dtype.names} if hasattr(t, "nodes") else {k: getattr(t.tree_, k).tolist() for k in ("feature", "threshold", "children_left", "children_right", "missing_go_to_left", "value") if hasattr(t.tree_, k)}
//	trees = getattr(m, "_predictors", getattr(m, "estimators_", [m]))
//	base = m._baseline_prediction if hasattr(m, "_predictors") else m._raw_predict_init(np.zeros((1, m.n_features_in_))) if hasattr(m, "_raw_predict_init") else []
//	doc = {"sklearn": sklearn.__version__, "model": type(m).__name__, "features": m.n_features_in_, "classes": [str(c) for c in m.classes_], "rate": getattr(m, "learning_rate", 1), "base": np.ravel(base).tolist(), "trees": [get(t) for t in np.ravel(trees)]}
//	json.dump(doc, open("model.json", "w"))
//
// "sklearn" must come first, by which the file is known.
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
// baseline. The class is that of the largest probability; since scikit-learn
// 1.4 that of the largest raw prediction, where the boundary of two classes,
// 0, belongs to class 1 for GradientBoosting and to class 0 for
// HistGradientBoosting. Only 1.2 has been compared.
package sklearn

// Key is the key that a file begins with.
const Key = "sklearn"
