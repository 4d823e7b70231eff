"""Draws pipelines of scikit-learn, and what they predict: pipelines.py FOLDER FIRST COUNT
writes a model and rows for each number, the class as the column "label". The folder holds
the exporter. Rows have values on thresholds and beside them, missing ones where the
pipeline takes them, and levels that training did not see."""
import json
import random
import sys
import warnings

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_selection import SelectKBest, VarianceThreshold
from sklearn.impute import SimpleImputer
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, OneHotEncoder, OrdinalEncoder, RobustScaler, StandardScaler
from sklearn.tree import DecisionTreeClassifier

folder, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
sys.path.insert(0, folder)
from sklearn_exporter import export

try:
    from xgboost import XGBClassifier
except ImportError:
    XGBClassifier = None
try:
    from lightgbm import LGBMClassifier
except ImportError:
    LGBMClassifier = None
warnings.filterwarnings("ignore")


def table(r, g, missing):
    """Columns of numbers, n0 and so on, and of categories of texts, numbers or truths."""
    rows, columns = r.choice([60, 200]), {}
    for i in range(r.randint(1, 4)):
        x = g.normal(size=rows) * 10 ** r.uniform(-2, 3)
        columns["n%d" % i] = np.round(x) if r.random() < 0.4 else x
    for i in range(r.randint(0, 3)):
        levels = r.choice([["a", "b", "c"], ["l%d" % k for k in range(6)], [-1, 0, 1], [0.0, 0.5, 2.0], [True, False]])
        columns["c%d" % i] = pd.Series([r.choice(levels) for _ in range(rows)], dtype=object)
    X = pd.DataFrame(columns)
    for name in X:
        if missing and r.random() < 0.6:
            X.loc[g.random(rows) < 0.15, name] = np.nan
    return X


def scaler(r):
    return r.choice([StandardScaler(), StandardScaler(with_mean=False), StandardScaler(with_std=False), MinMaxScaler(),
                     MinMaxScaler(feature_range=(-1, 2), clip=True), MaxAbsScaler(), RobustScaler(), RobustScaler(with_centering=False)])


def of_numbers(r, fill):
    steps = [SimpleImputer(strategy=r.choice(["mean", "median", "most_frequent"]))] if fill or r.random() < 0.3 else []
    return make_pipeline(*steps, *[scaler(r) for _ in range(r.randint(1 - len(steps), 2))])


def of_categories(r):
    steps = []
    if r.random() < 0.5:
        steps = [SimpleImputer(strategy="most_frequent")]
    if r.random() < 0.6:
        drop = r.choice([None, None, "first", "if_binary"])
        return make_pipeline(*steps, OneHotEncoder(handle_unknown="ignore", drop=drop))
    apart = {"encoded_missing_value": -3} if r.random() < 0.5 else {"encoded_missing_value": -9}
    return make_pipeline(*steps, OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-7, **apart))


def draw(r, X, missing):
    last = r.choice([RandomForestClassifier(8, max_depth=6, random_state=0), ExtraTreesClassifier(6, random_state=0),
                     DecisionTreeClassifier(max_depth=5, random_state=0), GradientBoostingClassifier(n_estimators=8, random_state=0),
                     HistGradientBoostingClassifier(max_iter=8, min_samples_leaf=5), "booster", "booster"])
    if last == "booster":
        last = r.choice([XGBClassifier and XGBClassifier(n_estimators=8, max_depth=3),
                         LGBMClassifier and LGBMClassifier(n_estimators=8, min_child_samples=5, zero_as_missing=r.random() < 0.3, verbose=-1)])
        last = last or HistGradientBoostingClassifier(max_iter=8)
    takes_missing = type(last).__name__ in ("HistGradientBoostingClassifier", "XGBClassifier", "LGBMClassifier")
    numbers, categories = [c for c in X if c[0] == "n"], [c for c in X if c[0] == "c"]
    fill = missing and not takes_missing
    if not categories:
        steps = [of_numbers(r, fill)]
        if r.random() < 0.3:
            steps.append(FeatureUnion([("a", scaler(r)), ("b", scaler(r))]))
    else:
        parts = [("numbers", of_numbers(r, fill), numbers)] + [(c, of_categories(r), [c]) for c in categories]
        if r.random() < 0.3:
            parts = parts[1:]
        r.shuffle(parts)
        sparse = 1 if len(parts) == len(categories) and type(last).__name__ == "XGBClassifier" else 0 if takes_missing else r.choice([0, 0.3, 1])
        steps = [ColumnTransformer(parts, remainder="drop" if fill or takes_missing and sparse else r.choice(["drop", "passthrough"]), sparse_threshold=sparse)]
        steps += r.choice([[], [], [MaxAbsScaler()], [StandardScaler(with_mean=False)]])
    if r.random() < 0.3:
        steps.append(VarianceThreshold() if takes_missing else SelectKBest(k=1))
    return make_pipeline(*steps, last)


def trained(r, X, y, missing):
    while True:
        try:
            return draw(r, X, missing).fit(X, y)
        except ValueError:  # such as of a selection that leaves nothing
            continue


def beside(r, x, thresholds):
    """A number of the rows, or one on a threshold or beside it."""
    t = r.choice(thresholds or [0.0])
    return float(r.choice([t, np.nextafter(t, np.inf), r.choice(x)]))


def new_rows(r, X, thresholds, missing):
    rows = {}
    for name in X:
        seen = X[name].dropna().tolist()
        other = "strange" if isinstance(seen[0], str) else 77
        rows[name] = [beside(r, seen, thresholds.get(name)) if name[0] == "n" else r.choice(seen + [other]) for _ in range(400)]
        if missing:
            rows[name] = [np.nan if r.random() < 0.12 else v for v in rows[name]]
    return pd.DataFrame({name: pd.Series(v, dtype=X[name].dtype) for name, v in rows.items()})


def thresholds_of(model):
    """Lists of features and of their thresholds, of each tree."""
    if model["model"] == "XGBClassifier":
        trees = json.loads(model["booster"])["learner"]["gradient_booster"]["model"]["trees"]
        return [(t["split_indices"], t["split_conditions"]) for t in trees]
    if model["model"] == "LGBMClassifier":
        lists = dict(split_feature=[], threshold=[])
        for line in model["booster"].splitlines():
            key, _, values = line.partition("=")
            if key in lists:
                lists[key].append([float(v) for v in values.split()])
        return [([int(f) for f in features], thresholds) for features, thresholds in zip(*lists.values())]
    return [(t.get("feature", t.get("feature_idx")), t.get("threshold", t.get("num_threshold"))) for t in model["trees"]]


def raw_thresholds(path):
    """Numbers of the rows that the pipeline takes near to thresholds of the trees: by its own steps undone."""
    with open(path) as file:
        model = json.load(file)
    found = {}
    for features, thresholds in thresholds_of(model):
        for feature, threshold in zip(features, thresholds):
            if feature < 0 or not abs(threshold) < 1e300:
                continue
            made = model["columns"][feature]
            for name, by, *_ in reversed(made["steps"]):
                threshold = {"subtract": threshold + by, "add": threshold - by, "multiply": by and threshold / by, "divide": threshold * by}.get(name, threshold)
            found.setdefault(model["names"][made["of"]], []).append(threshold)
    return found


for number in range(first, first + count):
    r, g = random.Random(number), np.random.default_rng(number)
    missing = r.random() < 0.5
    X = table(r, g, missing)
    score = sum(pd.factorize(X[c])[0] % 3 if c[0] == "c" else np.nan_to_num(X[c] / X[c].std()) for c in X) + g.normal(size=len(X)) / 3
    y = (score > np.median(score)).astype(int) + (score > np.quantile(score, 0.8)) * (r.random() < 0.3)
    m = trained(r, X, y, missing)
    path = "%s/%d.json" % (folder, number)
    export(m, path)
    new = new_rows(r, X, raw_thresholds(path), missing)
    new.assign(label=m.predict(new)).to_csv("%s/%d.csv" % (folder, number), index=False)
