"""Writes a fitted classifier of scikit-learn as a file that hardwood reads.

    from sklearn_exporter import export
    export(classifier, "model.json")

DecisionTree, ExtraTree, RandomForest, ExtraTrees, GradientBoosting and
HistGradientBoosting; the last with categorical_features too. Lists are written as
they are; hardwood does the rest.

A pipeline that ends in one of them, in XGBClassifier or in LGBMClassifier may scale (Standard, MinMax, MaxAbs and
RobustScaler), fill in (SimpleImputer), encode (OneHotEncoder, OrdinalEncoder) and select columns before,
also in a ColumnTransformer: the model that hardwood reads is of the raw columns.
"""
import json
import numbers

import numpy as np
import sklearn
from sklearn.utils.validation import check_is_fitted

CLASSIFIERS = ["DecisionTreeClassifier", "ExtraTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier",
               "GradientBoostingClassifier", "HistGradientBoostingClassifier"]


def export(classifier, path):
    m, steps = classifier, []
    if type(m).__name__ == "Pipeline":
        m, steps = m.steps[-1][1], [step for _, step in m.steps[:-1]]
    if type(m).__name__ in BOOSTERS:
        return write(boosted(classifier, m, steps), path)
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
    if steps:
        if file["categorical"]:
            raise ValueError("categorical_features behind other steps of a pipeline are not written")
        file.update(pipeline(classifier, steps))
    if file["categorical"]:
        encoded = getattr(m, "_preprocessor", None) is not None
        file.update(encoding(m) if encoded else {"levels": levels(m)})
    file["trees"] = [tree(t) for t in np.ravel(trees)]
    write(file, path)


def write(file, path):
    with open(path, "w") as out:
        json.dump(file, out)


def boosted(whole, m, steps):
    """A pipeline before a model of another library, whose own file goes with it."""
    name = type(m).__name__
    if not steps:
        raise TypeError("of an %s that no other steps stand before hardwood reads what save_model of its booster writes" % name)
    made = pipeline(whole, steps, sparse_zero_is_missing=name == "XGBClassifier")
    return {
        "sklearn": sklearn.__version__,
        "model": name,
        "features": len(made["columns"]),
        "classes": [str(c) for c in m.classes_],
        **made,
        "booster": BOOSTERS[name](m),
    }


def xgboost(m):
    if m.missing == m.missing:
        raise ValueError("XGBClassifier takes %s for a missing value, which is not written" % m.missing)
    booster = m.get_booster()
    best = booster.attr("best_iteration")
    if best is not None and int(best) + 1 < booster.num_boosted_rounds():
        booster = booster[:int(best) + 1]
    return booster.save_raw("json").decode()


def lightgbm(m):
    return m.booster_.model_to_string()  # up to the best round, as predict has it


BOOSTERS = {"XGBClassifier": xgboost, "LGBMClassifier": lightgbm}


def check(m):
    """Refuses what hardwood would not read, or would take for another model."""
    name = type(m).__name__
    if name not in CLASSIFIERS:
        raise TypeError("hardwood reads no %s, but %s, and pipelines that end in one or in %s; of a search export best_estimator_"
                        % (name, ", ".join(CLASSIFIERS), " or ".join(BOOSTERS)))
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
        refuse_none(f, known)
        present = [c for c in known.tolist() if c == c]  # NaN comes last, and has no code
        found[f] = [c if type(c) in (int, float, str) else str(c) for c in present]
    return {"order": [*categorical.tolist(), *order[~m.is_categorical_].tolist()], "levels": found}


def refuse_none(f, known):
    if any(c is None or type(c).__name__ == "NAType" for c in known):
        raise ValueError("feature %d has None among its categories, which scikit-learn takes for a level: "
                         "train with numpy.nan where a value is missing" % f)


class Column:
    """A column on its way through a pipeline: one of the rows, and what is done to it."""

    def __init__(self, of, steps=(), codes=None, sparse=False):
        self.of = of  # column of the rows
        self.steps = list(steps)  # of a number, each a name and by what
        self.codes = codes  # of a category: those of its levels, of others, and of a missing one
        self.sparse = sparse
        self.filled = None  # the level in place of missing ones

    def then(self, name, *by):
        return Column(self.of, [*self.steps, [name, *map(float, by)]], self.codes, self.sparse)

    def among(self, sparse):
        column = Column(self.of, self.steps, self.codes, sparse)
        column.filled = self.filled
        return column

    def divided(self, by):
        """Scikit-learn multiplies sparse columns by the inverse."""
        return self.then("multiply", 1 / by) if self.sparse else self.then("divide", by)


def pipeline(whole, steps, sparse_zero_is_missing=False):
    """The levels of each column of the rows, none of numbers, and the columns that a
    pipeline makes of them for its trees."""
    first = reader(whole)
    columns = [Column(f) for f in range(first.n_features_in_)]
    for step in steps:
        columns = through(step, columns)
    names = [str(n) for n in getattr(first, "feature_names_in_", [])]
    used = sorted({c.of for c in columns}) if names else range(first.n_features_in_)
    place = {of: k for k, of in enumerate(used)}
    levels = [{} for _ in used]
    for c in columns:
        for w in c.codes[0] if c.codes else []:
            levels[place[c.of]].setdefault(w, len(levels[place[c.of]]))
    made = []
    for c in columns:
        known = levels[place[c.of]]
        if known and not c.codes:
            raise ValueError("column %d is both encoded and taken for a number, which is not written" % c.of)
        column = {"of": place[c.of], "steps": c.steps}
        zero = 0.0
        if c.sparse and sparse_zero_is_missing:
            if not c.codes:
                raise ValueError("a sparse matrix in which XGBoost takes each zero of column %d for a missing value is not written: "
                                 "sparse_threshold=0 of ColumnTransformer makes a dense one" % c.of)
            zero = np.nan
        if c.codes:
            codes, other, missing = {w: v or zero for w, v in c.codes[0].items()}, c.codes[1] or zero, c.codes[2] or zero
            apart = sorted((w for w in codes if codes[w] != other and (codes[w] == codes[w] or other == other)), key=known.get)
            column.update({"levels": [known[w] for w in apart], "codes": [codes[w] for w in apart], "other": other, "missing": missing})
        made.append(column)
    return {"names": [names[of] for of in used] if names else [], "inputs": [list(words) for words in levels], "columns": made}


def reader(step):
    """The first step that reads the rows: a pipeline that begins with none does not know their columns."""
    while type(step).__name__ == "Pipeline":
        step = next((inner for _, inner in step.steps if not passes(inner)), None)
    return step


def passes(step):
    if type(step).__name__ == "Pipeline":
        return all(passes(inner) for _, inner in step.steps)
    return step is None or isinstance(step, str) and step == "passthrough"


def through(step, columns):
    """What a step makes of columns."""
    name = type(step).__name__
    if passes(step) or name == "FunctionTransformer" and step.func is None:
        return columns
    if name not in STEPS:
        raise TypeError("hardwood reads no %s before the trees, but %s" % (name, ", ".join(STEPS)))
    return STEPS[name](step, columns)


def chain(step, columns):
    for _, inner in step.steps:
        columns = through(inner, columns)
    return columns


def union(step, columns):
    made = [c for name, inner in step.transformer_list if inner != "drop" for c in weighted(step, name, through(inner, columns))]
    return [c.among(any(c.sparse for c in made)) for c in made]


def joined(step, columns):
    made = []
    for name, inner, _ in step.transformers_:
        at = step._transformer_to_input_indices[name]
        if len(at) and not (isinstance(inner, str) and inner == "drop"):
            made += weighted(step, name, through(inner, [columns[k] for k in at]))
    return [c.among(step.sparse_output_) for c in made]


def weighted(step, name, columns):
    """What a step that joins others makes of what one of them made."""
    by = (step.transformer_weights or {}).get(name, 1)
    if not by > 0:
        raise ValueError("transformer_weights of %s has %s for %s: only factors above 0 are written" % (type(step).__name__, by, name))
    return columns if by == 1 else [c.then("multiply", by) for c in columns]


def standard(step, columns):
    if step.with_mean:
        columns = [c.then("subtract", by) for c, by in zip(columns, step.mean_)]
    return [c.divided(by) for c, by in zip(columns, step.scale_)] if step.with_std else columns


def robust(step, columns):
    if step.with_centering:
        columns = [c.then("subtract", by) for c, by in zip(columns, step.center_)]
    return [c.divided(by) for c, by in zip(columns, step.scale_)] if step.with_scaling else columns


def min_max(step, columns):
    columns = [c.then("multiply", by).then("add", to) for c, by, to in zip(columns, step.scale_, step.min_)]
    return [c.then("clip", *step.feature_range) for c in columns] if step.clip else columns


def max_abs(step, columns):
    return [c.divided(by) for c, by in zip(columns, step.scale_)]


def selected(step, columns):
    return [columns[k] for k in np.flatnonzero(step.get_support())]


def imputed(step, columns):
    if step.missing_values is not None and step.missing_values == step.missing_values or step.add_indicator:
        raise ValueError("SimpleImputer fills in what is not missing, or adds an indicator: that is not written")
    by = step.statistics_.tolist()
    if any(b is None or b != b for b in by):
        raise ValueError("SimpleImputer drops a column in which training had no value: leave it out before")
    made = [c.then("impute", b if isinstance(b, numbers.Number) else np.nan) for c, b in zip(columns, by)]
    for c, b in zip(made, by):
        c.filled = word(b)
    return made


def encoded(step, columns, codings):
    """Categories as numbers: codings are the columns that are made of one, each with the
    codes of its levels, of other ones, and of a missing one where that is no level."""
    if getattr(step, "_infrequent_enabled", False):
        raise ValueError("%s with min_frequency or max_categories is not written" % type(step).__name__)
    made = []
    for k, (column, found) in enumerate(zip(columns, step.categories_)):
        if column.codes or len(column.steps) > (column.filled is not None):
            raise TypeError("%s of what other steps made of a column is not written" % type(step).__name__)
        refuse_none(column.of, found)
        found = found.tolist()
        gone = [i for i, level in enumerate(found) if level != level]
        words = [word(level) for level in found]
        if len(gone) > 1 or len(set(words)) < len(words):
            raise ValueError("two categories of column %d are written alike" % column.of)
        for codes, other, missing in codings(k, len(found)):
            by = {w: float(code) for i, (w, code) in enumerate(zip(words, codes)) if i not in gone}
            if column.filled is not None:
                missing = by.get(column.filled, other)
            elif missing is None:
                missing = codes[gone[0]] if gone else other
            sparse = getattr(step, "sparse_output", getattr(step, "sparse", False)) is True
            made.append(Column(column.of, codes=(by, float(other), float(missing)), sparse=sparse))
    return made


def word(level):
    """A level as a table has it."""
    return str(int(level)) if isinstance(level, float) and level.is_integer() else str(level)


def one_hot(step, columns):
    dropped = getattr(step, "drop_idx_", None)

    def codings(k, n):
        for hot in range(n):
            if dropped is None or dropped[k] != hot:
                yield [level == hot for level in range(n)], 0, None

    return encoded(step, columns, codings)


def ordinal(step, columns):
    other = step.unknown_value if step.handle_unknown == "use_encoded_value" else np.nan

    def codings(k, n):
        yield range(n), other, getattr(step, "encoded_missing_value", np.nan) if k in getattr(step, "_missing_indices", {}) else other

    return encoded(step, columns, codings)


STEPS = {
    "Pipeline": chain,
    "ColumnTransformer": joined,
    "FeatureUnion": union,
    "StandardScaler": standard,
    "RobustScaler": robust,
    "MinMaxScaler": min_max,
    "MaxAbsScaler": max_abs,
    "SimpleImputer": imputed,
    "OneHotEncoder": one_hot,
    "OrdinalEncoder": ordinal,
    "VarianceThreshold": selected,
    "SelectKBest": selected,
    "SelectPercentile": selected,
    "SelectFromModel": selected,
}
