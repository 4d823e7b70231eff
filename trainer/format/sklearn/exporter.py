"""Writes a fitted classifier of scikit-learn as a file that hardwood reads.

    from sklearn_exporter import export
    export(classifier, "model.json")

DecisionTree, ExtraTree, RandomForest, ExtraTrees, GradientBoosting and
HistGradientBoosting; the last with categorical_features too. Lists are written as
they are; hardwood does the rest.
"""
import json

import numpy as np
import sklearn
from sklearn.utils.validation import check_is_fitted

CLASSIFIERS = ["DecisionTreeClassifier", "ExtraTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier",
               "GradientBoostingClassifier", "HistGradientBoostingClassifier"]


def export(classifier, path):
    m = classifier
    check(m)
    trees = getattr(m, "_predictors", getattr(m, "estimators_", [m]))
    if hasattr(m, "_predictors"):
        base = m._baseline_prediction
    elif hasattr(m, "_raw_predict_init"):
        base = m._raw_predict_init(np.zeros((1, m.n_features_in_)))
    else:
        base = []
    file = {
        "sklearn": sklearn.__version__,
        "model": type(m).__name__,
        "features": m.n_features_in_,
        "names": [str(n) for n in getattr(m, "feature_names_in_", [])],
        "classes": [str(c) for c in m.classes_],
        "loss": getattr(m, "loss", ""),
        "categorical": bool(np.any(getattr(m, "is_categorical_", False))),
        "rate": getattr(m, "learning_rate", 1),
        "init": str(getattr(m, "init_", "")),
        "base": np.ravel(base).tolist(),
    }
    if file["categorical"]:
        encoded = getattr(m, "_preprocessor", None) is not None
        file.update(encoding(m) if encoded else {"levels": levels(m)})
    file["trees"] = [tree(t) for t in np.ravel(trees)]
    with open(path, "w") as out:
        json.dump(file, out)


def check(m):
    """Refuses what hardwood would not read, or would take for another model."""
    name = type(m).__name__
    if name not in CLASSIFIERS:
        raise TypeError("hardwood reads no %s, but %s: of a search export best_estimator_; of a pipeline the last step, "
                        "and give hardwood rows as the steps before leave them, or convert the pipeline to ONNX" % (name, ", ".join(CLASSIFIERS)))
    check_is_fitted(m)
    if getattr(m, "n_outputs_", 1) > 1:
        raise ValueError("the classifier predicts %d labels of a row: train one for each" % m.n_outputs_)


def tree(t):
    if not hasattr(t, "nodes"):
        nodes, value = t.tree_.__getstate__()["nodes"], t.tree_.value
        return {**{k: nodes[k].tolist() for k in nodes.dtype.names}, "value": value.tolist()}
    lists = {k: t.nodes[k].tolist() for k in t.nodes.dtype.names}
    return {**lists, "left_bitsets": t.raw_left_cat_bitsets.tolist()}


def levels(m):
    """The codes that training saw of each categorical feature."""
    known, place = m._bin_mapper.make_known_categories_bitsets()
    codes = [[] for _ in range(m.n_features_in_)]
    for f in np.flatnonzero(m.is_categorical_):
        words = known[place[f]]
        codes[f] = [c for c in range(256) if words[c // 32] >> np.uint32(c % 32) & np.uint32(1)]
    return codes


def encoding(m):
    """The levels of each categorical feature in the order of their codes, and the
    features in the order in which the trees of scikit-learn 1.4 and later know them."""
    order = np.arange(m.n_features_in_)
    categorical = order[m.is_categorical_]
    found = [[] for _ in order]
    for f, known in zip(categorical, m._preprocessor.named_transformers_["encoder"].categories_):
        if any(c is None or type(c).__name__ == "NAType" for c in known):
            raise ValueError("feature %d has None among its categories, which scikit-learn takes for a level: "
                             "train with numpy.nan where a value is missing" % f)
        present = [c for c in known.tolist() if c == c]  # NaN comes last, and has no code
        found[f] = [c if type(c) in (int, float, str) else str(c) for c in present]
    return {"order": [*categorical.tolist(), *order[~m.is_categorical_].tolist()], "levels": found}
