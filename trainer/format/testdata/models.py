"""Models of other libraries, and what those predict, to check our readers by.

    models.py make DIR ROWS LIBRARY...  train every case, write model, rows and answers
    models.py small DIR LIBRARY...      the same in small and packed, as testdata/foreign
    models.py back DIR LIBRARY...       load what hardwood wrote back, compare answers

LIBRARY is xgboost (1.0 or later), sklearn (1.2 or later) or lightgbm, imported
from where Python finds it: Debian has python3-sklearn and
python3-xgboost, and PYTHONPATH leads to other versions. The directory gets, for
each case, the model, and a file NAME.expect with rows (float64), margins
(float64), classes (int32) and, where "trees" is not 0, the leaves (int32,
counted breadth first), all little-endian; cases.json lists them. Cases that an
earlier run has put there, with other versions, stay.
"""
import gzip, json, os, sys, tempfile, warnings
import numpy as np

warnings.filterwarnings("ignore")
STEP = np.float32(np.inf)


# ---- data: drawn here, so that the files carry no licence, or a public table ----

TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "shared", "datasets", "tables")


def table(name):
    """A table with its label in the last column: features, of text as codes, classes,
    and the columns of text with how many levels they have."""
    import pandas
    t = pandas.read_csv(os.path.join(TABLES, name + ".csv.gz"), na_values="?", skipinitialspace=True, quotechar="'" if name in ("credit-g", "mushroom") else '"')
    x, levels = np.empty((len(t), t.shape[1] - 1)), []
    for f in range(x.shape[1]):
        column = t.iloc[:, f]
        if column.dtype == object:
            codes, words = pandas.factorize(column, sort=True)
            x[:, f] = np.where(codes < 0, np.nan, codes)
            levels.append((f, len(words)))
        else:
            x[:, f] = column
    return x, pandas.factorize(t.iloc[:, -1], sort=True)[0], levels



def data(rng, n, features, classes, missing=0.0, zeros=0.0, levels=()):
    x = rng.random((n, features))
    codes = {f: rng.integers(count, size=n) for f, count in levels}
    for f in codes:
        x[:, f] = codes[f] * 0.618 % 1  # an order that is not that of the codes
    score = np.sin(5 * x[:, 0]) + x[:, 1] * x[:, 2] * 2 - x[:, 3] + 0.3 * rng.standard_normal(n)
    cuts = np.quantile(score, np.arange(1, classes) / classes)
    y = np.digitize(score, cuts)
    for f in codes:
        x[:, f] = codes[f]
    if missing:
        x[rng.random(x.shape) < missing] = np.nan
    if zeros:
        x = x - 0.3
        x[rng.random(x.shape) < zeros] = 0
    return x, y


def rows(rng, n, x, thresholds, precision, odd, levels=(), public=False):
    """Training rows and random ones, pushed onto thresholds and next to them;
    levels that training saw, and what is none. Half of them stay training rows
    where all are public."""
    out = np.where(rng.random((n, 1)) < 0.5, x[rng.integers(len(x), size=n)], rng.random((n, x.shape[1])) * 1.4 - 0.4)
    if public:
        span = np.nanmax(x, axis=0) - np.nanmin(x, axis=0)
        at = rng.random(n) < 0.5
        out[at] = np.nanmin(x, axis=0) + span * (rng.random((at.sum(), x.shape[1])) * 1.4 - 0.2)
    for f, cuts in enumerate(thresholds):
        if len(cuts) == 0:
            continue
        at = np.flatnonzero(rng.random(n) < 0.3)
        v = cuts[rng.integers(len(cuts), size=len(at))]
        kind = rng.integers(5, size=len(at))
        single = v.astype(np.float32)
        v = np.select([kind == 1, kind == 2, kind == 3, kind == 4],
                      [np.nextafter(single, STEP), np.nextafter(single, -STEP),
                       np.nextafter(v, np.inf), np.nextafter(v, -np.inf)], v)
        out[at, f] = v
    special = np.array(odd + [0.0, -0.0, 1e-45, -1e-45, 5e-324, 1e-35, -1e-35, 1.1e-35, 3e38, -3e38])
    at = rng.random(out.shape) < 0.02
    out[at] = special[rng.integers(len(special), size=at.sum())]
    for f, count in levels:
        strange = np.array([count, count + 3, 31, 32, 64, 255, 256, 259, 511, 1e6, 1 << 24, -1, -7, -0.5, -0.0, 1.7, 3.999, np.nan] + [v for v in odd if np.isinf(v)])
        out[:, f] = np.where(rng.random(n) < 0.7, rng.integers(count, size=n), strange[rng.integers(len(strange), size=n)])
    if public:
        out[: n // 2] = x[rng.integers(len(x), size=n // 2)]
    return out.astype(np.float32).astype(float) if precision == 32 and rng.random() < 0.3 else out


def breadth_first(left, right):
    """Number of each leaf node among the leaves, breadth first."""
    order, number, leaves = [0], {}, 0
    for i in order:
        if left[i] == -1:
            number[i] = leaves
            leaves += 1
        else:
            order += [left[i], right[i]]
    table = np.full(len(left), -1, np.int32)
    table[list(number)] = list(number.values())
    return table


# ---- one class per library: train, thresholds, save, predict ----

class XGBoost:
    extension = ".json"

    def __init__(self, extension=".json", rounds=30, depth=5, categorical=(), **params):
        self.extension, self.rounds, self.categorical = extension, rounds, categorical
        self.params = dict(nthread=1, verbosity=0, max_depth=depth, seed=1, **params)

    def load(self, path):
        import xgboost
        self.booster = xgboost.Booster(model_file=path)
        self.read()

    def fit(self, x, y):
        import xgboost
        kinds = dict(feature_types=["c" if f in self.categorical else "q" for f in range(x.shape[1])], enable_categorical=True) if self.categorical else {}
        self.booster = xgboost.train(self.params, xgboost.DMatrix(x, y, **kinds), self.rounds)
        self.read()

    def read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.json")
            self.booster.save_model(path)
            model = json.load(open(path))["learner"]
        self.objective = model["objective"]["name"]
        self.dart = model["gradient_booster"]["name"] == "dart"
        self.trees = model["gradient_booster"].get("gbtree", model["gradient_booster"])["model"]["trees"]

    def thresholds(self, features):
        cuts = [[] for _ in range(features)]
        for t in self.trees:
            for f, left, v in zip(t["split_indices"], t["left_children"], t["split_conditions"]):
                if left != -1:
                    cuts[f].append(np.float32(v))
        return [np.array(c, float) for c in cuts]

    def save(self, path):
        self.booster.save_model(path)

    def predict(self, x):
        import xgboost
        # DMatrix takes no infinities, inplace_predict does
        d = xgboost.DMatrix(np.clip(x, -3e38, 3e38), nthread=1)
        if self.dart or not hasattr(self.booster, "inplace_predict"):  # which takes a detour over the base score of dart
            margins, p = self.booster.predict(d, output_margin=True), self.booster.predict(d)
        else:
            margins, p = self.booster.inplace_predict(x, predict_type="margin"), self.booster.inplace_predict(x)
        if self.objective == "binary:logistic":
            classes = p > 0.5
        elif self.objective in ("binary:logitraw", "binary:hinge"):
            classes = p > 0
        elif self.objective == "multi:softprob":
            classes = p.argmax(axis=1)
        else:
            classes = p
        leaves = self.booster.predict(d, pred_leaf=True).astype(int).reshape(len(x), -1)
        for i, t in enumerate(self.trees):
            leaves[:, i] = breadth_first(t["left_children"], t["right_children"])[leaves[:, i]]
        return margins, classes, leaves

    odd = [np.nan, np.inf, -np.inf]
    precision = 32


class Sklearn:
    extension, odd, precision = ".json", [], 32

    def __init__(self, model, weigh=False, words=()):
        self.model, self.weigh, self.words = model, weigh, words
        if type(model).__name__.startswith("Hist"):
            self.odd, self.precision = [np.nan, np.inf, -np.inf], 64
            if model.categorical_features is not None:
                self.odd = [np.nan]

    def fit(self, x, y):
        weights = np.random.default_rng(2).random(len(y)) if self.weigh else None
        self.model.fit(self.table(x), y, sample_weight=weights)
        m = self.model
        self.trees = np.ravel(getattr(m, "_predictors", getattr(m, "estimators_", [m])))

    def thresholds(self, features):
        cuts = [[] for _ in range(features)]
        for t in self.trees:
            if hasattr(t, "nodes"):
                inner = t.nodes[t.nodes["is_leaf"] == 0]
                pairs = zip(inner["feature_idx"], inner["num_threshold"])
            else:
                pairs = ((f, v) for f, v in zip(t.tree_.feature, t.tree_.threshold) if f >= 0)
            for f, v in pairs:
                cuts[f].append(v)
        return [np.array(c, float) for c in cuts]

    def save(self, path):
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sklearn"))
        from exporter import export
        export(self.model, path)

    def table(self, x):
        """x, with the codes of some features as words, of which a table may hold any."""
        if not self.words:
            return x
        import pandas
        t = pandas.DataFrame(x, columns=["c%d" % f for f in range(x.shape[1])])
        for f in self.words:
            t["c%d" % f] = [np.nan if v != v else "w%03d" % v if v in range(1000) else "w%r" % v for v in x[:, f]]
        return t

    def predict(self, x):
        m, numbers = self.model, x
        x = self.table(x)
        margins = m.decision_function(x) if hasattr(m, "decision_function") else m.predict_proba(x)
        if getattr(m, "loss", "") == "exponential":
            margins = 2 * margins  # log-odds
        classes = np.searchsorted(m.classes_, m.predict(x))
        if hasattr(m, "_predictors"):
            return margins, classes, None
        leaves = np.stack([t.apply(numbers.astype(np.float32)) for t in self.trees], axis=1)
        for i, t in enumerate(self.trees):
            leaves[:, i] = breadth_first(t.tree_.children_left, t.tree_.children_right)[leaves[:, i]]
        return margins, classes, leaves


class LightGBM:
    extension, precision = ".txt", 64
    odd = [np.nan, np.inf, -np.inf]

    def __init__(self, rounds=30, categorical=(), words=False, **params):
        self.rounds, self.categorical, self.words = rounds, list(categorical), words
        self.params = dict(num_threads=1, verbosity=-1, seed=1, num_leaves=15, min_data_in_leaf=5, **params)

    def load(self, path):
        import lightgbm
        self.booster = lightgbm.Booster(model_file=path, params={"num_threads": 1})

    def fit(self, x, y):
        import lightgbm
        of = dict(categorical_feature=self.categorical)
        if self.words:  # which the file then has
            import pandas
            x, of = pandas.DataFrame(x, columns=["c%d" % f for f in range(x.shape[1])]), {}
            for f in self.categorical:
                codes = x["c%d" % f]
                x["c%d" % f] = pandas.Categorical(["w%03d" % v if v == v else None for v in codes], ["w%03d" % v for v in range(int(codes.max()) + 1)])
        self.booster = lightgbm.train(self.params, lightgbm.Dataset(x, y, **of), self.rounds)

    def thresholds(self, features):
        cuts, feature = [[] for _ in range(features)], []
        for line in self.booster.model_to_string().splitlines():
            if line.startswith("split_feature="):
                feature = list(map(int, line.split("=")[1].split()))
            elif line.startswith("threshold="):
                for f, v in zip(feature, map(float, line.split("=")[1].split())):
                    cuts[f].append(v)
        return [np.array(c, float) for c in cuts]

    def save(self, path):
        self.booster.save_model(path)

    def predict(self, x):
        text = self.booster.model_to_string()
        margins = self.booster.predict(x, raw_score=True)
        p = self.booster.predict(x)
        if p.ndim > 1:
            classes = p.argmax(axis=1)
        elif "objective=binary" in text:
            classes = p > 1 - p
        else:
            classes = p > 0
        if "average_output" in text:
            margins = margins / (self.booster.num_trees() // self.booster.num_model_per_iteration())
        leaves = self.booster.predict(x, pred_leaf=True).astype(int).reshape(len(x), -1)
        if self.params.get("zero_as_missing"):
            leaves = None  # one leaf may be several in our reading
        return margins, classes, leaves


PLAIN = dict(n=600, features=6)
BINARY, THREE, TEN = dict(PLAIN, classes=2), dict(PLAIN, classes=3), dict(PLAIN, classes=10)
HOLES, SPARSE = dict(BINARY, missing=0.1), dict(BINARY, zeros=0.4)
LEVELS = dict(n=3000, features=6, classes=2, missing=0.05, levels=[(0, 5), (2, 40), (3, 200)])
WHICH = [f for f, _ in LEVELS["levels"]]


def version_of_xgboost():
    import xgboost
    return tuple(map(int, xgboost.__version__.split(".")[:2]))


# The cases of a library, where r(n) is the number of rounds for n named here.

def xgboost_cases(r):
    v = "xgb%d.%d-" % version_of_xgboost()
    packed = ".ubj" if version_of_xgboost() >= (1, 6) else ".json"
    yield v + "logistic", XGBoost(objective="binary:logistic", rounds=r(30)), HOLES
    yield v + "base-score", XGBoost(objective="binary:logistic", rounds=r(30), base_score=0.3, tree_method="exact"), BINARY
    yield v + "logitraw", XGBoost(objective="binary:logitraw", rounds=r(30), base_score=0.9), HOLES
    yield v + "hinge", XGBoost(objective="binary:hinge", rounds=r(30)), BINARY
    yield v + "softmax", XGBoost(objective="multi:softmax", rounds=r(15), num_class=10), dict(TEN, missing=0.1)
    yield v + "softprob", XGBoost(objective="multi:softprob", rounds=r(30), num_class=3), THREE
    yield v + "forest", XGBoost(objective="binary:logistic", num_parallel_tree=10, rounds=r(6), subsample=0.7, colsample_bynode=0.7), BINARY
    yield v + "dart", XGBoost(objective="binary:logistic", rounds=r(30), booster="dart", rate_drop=0.3, base_score=0.3), BINARY
    yield v + "dart-classes", XGBoost(objective="multi:softprob", rounds=r(30), num_class=3, booster="dart", rate_drop=0.3, extension=packed), THREE
    yield v + "lossguide", XGBoost(objective="binary:logistic", rounds=r(30), tree_method="hist", grow_policy="lossguide", max_leaves=12), HOLES
    yield v + "pruned", XGBoost(objective="binary:logistic", rounds=r(30), tree_method="exact", gamma=1.5, eta=0.1), HOLES
    yield v + "ubjson", XGBoost(objective="multi:softmax", rounds=r(30), num_class=3, extension=packed), dict(THREE, missing=0.1)
    yield v + "tiny-steps", XGBoost(objective="binary:logistic", rounds=r(30), eta=3e-9), BINARY
    yield v + "tiny-softprob", XGBoost(objective="multi:softprob", rounds=r(30), num_class=3, eta=2e-9, base_score=0), THREE
    if version_of_xgboost() >= (1, 6):
        yield v + "levels", XGBoost(objective="binary:logistic", rounds=r(30), tree_method="hist", categorical=WHICH, max_cat_to_onehot=1), LEVELS
        yield v + "one-hot-levels", XGBoost(objective="binary:logistic", rounds=r(30), tree_method="hist", categorical=WHICH, max_cat_to_onehot=1000, extension=packed), LEVELS
        yield v + "classes-of-levels", XGBoost(objective="multi:softprob", num_class=3, rounds=r(30), tree_method="approx", categorical=WHICH), dict(LEVELS, classes=3)
    if version_of_xgboost() >= (3, 2):
        vectors = dict(objective="multi:softprob", num_class=3, rounds=r(30), multi_strategy="multi_output_tree")
        yield v + "vectors", XGBoost(**vectors), dict(THREE, missing=0.1)
        yield v + "dart-vectors", XGBoost(booster="dart", rate_drop=0.3, extension=packed, **vectors), THREE
        # since 3.3, some of these send only missing values to the left: at -inf
        yield v + "monotone", XGBoost(objective="binary:logistic", rounds=r(30), depth=8, min_child_weight=0.1, monotone_constraints="(1,-1,1,-1,1,-1)"), dict(HOLES, missing=0.25)


def sklearn_cases(r):
    from sklearn import ensemble, tree
    from sklearn.ensemble import HistGradientBoostingClassifier as Hist
    import sklearn
    version = tuple(map(int, sklearn.__version__.split(".")[:2]))
    v = "skl-" if version < (1, 3) else "skl%d.%d-" % version
    yield v + "tree", Sklearn(tree.DecisionTreeClassifier(max_depth=6, random_state=1)), THREE
    yield v + "forest", Sklearn(ensemble.RandomForestClassifier(r(24), max_depth=6, random_state=1)), BINARY
    yield v + "forest-classes", Sklearn(ensemble.RandomForestClassifier(r(24), max_depth=6, random_state=1), weigh=True), TEN
    yield v + "extra", Sklearn(ensemble.ExtraTreesClassifier(r(24), max_depth=6, random_state=1)), THREE
    yield v + "boosting", Sklearn(ensemble.GradientBoostingClassifier(n_estimators=r(30), random_state=1)), BINARY
    yield v + "boosting-exponential", Sklearn(ensemble.GradientBoostingClassifier(loss="exponential", init="zero", n_estimators=r(30), random_state=1)), BINARY
    yield v + "boosting-classes", Sklearn(ensemble.GradientBoostingClassifier(n_estimators=r(20), random_state=1)), THREE
    yield v + "hist", Sklearn(Hist(max_iter=r(30), max_leaf_nodes=12, random_state=1)), HOLES
    yield v + "hist-classes", Sklearn(Hist(max_iter=r(20), max_leaf_nodes=12, random_state=1)), THREE
    yield v + "hist-levels", Sklearn(Hist(max_iter=r(30), max_leaf_nodes=20, random_state=1, categorical_features=WHICH)), LEVELS
    yield v + "hist-classes-of-levels", Sklearn(Hist(max_iter=r(20), max_leaf_nodes=12, random_state=1, categorical_features=WHICH)), dict(LEVELS, classes=3)
    if version >= (1, 4):
        yield v + "words", Sklearn(Hist(max_iter=r(30), max_leaf_nodes=20, random_state=1, categorical_features=WHICH), words=WHICH), LEVELS


def lightgbm_cases(r):
    import lightgbm
    v = "lgb%s-" % lightgbm.__version__[0]
    yield v + "binary", LightGBM(objective="binary", rounds=r(30)), BINARY
    yield v + "missing", LightGBM(objective="binary", rounds=r(30)), HOLES
    yield v + "no-missing", LightGBM(objective="binary", rounds=r(30), use_missing=False), SPARSE
    yield v + "zero-as-missing", LightGBM(objective="binary", rounds=r(30), zero_as_missing=True), SPARSE
    yield v + "classes", LightGBM(objective="multiclass", rounds=r(30), num_class=3), dict(THREE, missing=0.1)
    yield v + "forest", LightGBM(objective="binary", rounds=r(30), boosting="rf", bagging_freq=1, bagging_fraction=0.7), BINARY
    yield v + "dart", LightGBM(objective="multiclass", rounds=r(30), num_class=3, boosting="dart"), THREE
    yield v + "tiny-steps", LightGBM(objective="binary", rounds=r(30), learning_rate=3e-18, boost_from_average=False), BINARY
    yield v + "levels", LightGBM(objective="binary", rounds=r(30), categorical=WHICH, min_data_per_group=20), LEVELS
    yield v + "tiny-classes", LightGBM(objective="multiclass", rounds=r(30), num_class=3, learning_rate=3e-18, boost_from_average=False), THREE


def table_cases(library):
    """Models of public tables, where they are there."""
    if not os.path.isdir(TABLES):
        return
    for name in "adult", "bank-marketing", "credit-g", "mushroom", "soybean":
        shape = x, y, levels = table(name)
        which, classes = [f for f, _ in levels], y.max() + 1
        rounds = 40 if classes == 2 else 8  # of a tree per class
        if library == "xgboost" and version_of_xgboost() >= (1, 6):
            v = "xgb%d.%d-" % version_of_xgboost()
            for kind, most in ("", 1), ("-one-hot", 1000):
                objective = dict(objective="binary:logistic") if classes == 2 else dict(objective="multi:softprob", num_class=classes)
                yield v + name + kind, XGBoost(rounds=rounds, tree_method="hist", categorical=which, max_cat_to_onehot=most, **objective), shape
        elif library == "sklearn":
            import sklearn
            from sklearn.ensemble import HistGradientBoostingClassifier as Hist
            yield "skl%d.%d-" % tuple(map(int, sklearn.__version__.split(".")[:2])) + name, Sklearn(Hist(max_iter=rounds, random_state=1, categorical_features=which)), shape
        elif library == "lightgbm":
            import lightgbm
            objective = dict(objective="binary") if classes == 2 else dict(objective="multiclass", num_class=classes)
            words = name in ("adult", "credit-g")
            yield "lgb%s-" % lightgbm.__version__[0] + name, LightGBM(rounds=rounds, categorical=which, words=words, min_data_per_group=20, **objective), shape


def make(folder, count, size, packed, libraries):
    rng = np.random.default_rng(1)
    os.makedirs(folder, exist_ok=True)
    listing = os.path.join(folder, "cases.json")
    listed = {}
    if os.path.exists(listing):
        listed = {case["name"]: case for case in json.load(open(listing))}
    every = {"xgboost": xgboost_cases, "sklearn": sklearn_cases, "lightgbm": lightgbm_cases}
    rounds = lambda n: max(1, int(n * size))
    cases = [case for name in libraries for case in every[name](rounds)]
    if not packed:
        cases += [case for name in libraries for case in table_cases(name)]
    for name, library, shape in cases:
        public = isinstance(shape, tuple)
        x, y, levels = shape if public else (*data(rng, **shape), shape.get("levels", ()))
        library.fit(x, y)
        path = os.path.join(folder, name + library.extension)
        library.save(path)
        x = rows(rng, count, x, library.thresholds(x.shape[1]), library.precision, library.odd, levels, public)
        if library.precision == 32:
            x[np.isfinite(x)] = np.clip(x[np.isfinite(x)], -3e38, 3e38)
        margins, classes, leaves = library.predict(x)
        margins = np.asarray(margins, float).reshape(len(x), -1)
        parts = [np.asarray(x, "<f8"), np.asarray(margins, "<f8"), np.asarray(classes, "<i4")]
        parts += [] if leaves is None else [np.asarray(leaves, "<i4")]
        expect = b"".join(part.tobytes() for part in parts)
        if packed:
            expect, model = gzip.compress(expect, 9, mtime=0), gzip.compress(open(path, "rb").read(), 9, mtime=0)
            os.remove(path)
            path += ".gz"
            open(path, "wb").write(model)
        open(os.path.join(folder, name + ".expect" + (".gz" if packed else "")), "wb").write(expect)
        listed[name] = dict(name=name, model=os.path.basename(path), rows=count, features=x.shape[1],
                            outputs=margins.shape[1], trees=0 if leaves is None else leaves.shape[1])
    with open(listing, "w") as out:
        json.dump(list(listed.values()), out, indent=1)
    print("%d models, %d rows" % (len(listed), sum(case["rows"] for case in listed.values())))


def back(folder, libraries):
    """Compares what the libraries predict with models that hardwood wrote."""
    worst = 0
    for case in json.load(open(os.path.join(folder, "back.json"))):
        name, library = ("xgboost", XGBoost()) if case["model"].endswith(".json") else ("lightgbm", LightGBM())
        if name not in libraries:
            continue
        if name == "xgboost" and version_of_xgboost() < (1, 7):
            break  # hardwood writes for 1.7 and later
        library.load(os.path.join(folder, case["model"]))
        n, f, k = case["rows"], case["features"], case["outputs"]
        raw = open(os.path.join(folder, case["expect"]), "rb").read()
        x = np.frombuffer(raw, "<f8", n * f).reshape(n, f)
        want = np.frombuffer(raw, "<f8", n * k, offset=8 * n * f)
        classes = np.frombuffer(raw, "<i4", n, offset=8 * n * (f + k))
        margins, got, _ = library.predict(x)
        differ = (np.asarray(got, int) != classes).sum(), (np.asarray(margins, float).ravel() != want).sum()
        print("%-45s %-14s %7d rows %5d classes differ %5d margins differ" % (case["model"], sys.modules[name].__version__, n, *differ))
        worst = max(worst, *differ)
    sys.exit(int(worst > 0))


if __name__ == "__main__":
    {
        "make": lambda folder, count, *libraries: make(folder, int(count), 1, False, libraries),
        "small": lambda folder, *libraries: make(folder, 100, 0.15, True, libraries),
        "back": lambda folder, *libraries: back(folder, libraries),
    }[sys.argv[1]](*sys.argv[2:])
