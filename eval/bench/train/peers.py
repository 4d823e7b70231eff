"""A task with another library: prints the result as JSON, as ours.go does.

arguments: {xgboost|lightgbm|sklearn} DATADIR TASK, the task as JSON (task.go)
"""
import json
import os
import resource
import sys
import time

import numpy as np


def now():
    u = resource.getrusage(resource.RUSAGE_SELF)
    return np.array([u.ru_utime + u.ru_stime, time.perf_counter()])


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * resource.getpagesize() / 2**20


def xgboost(t, x, y, classes, levels):
    import xgboost as lib
    p = dict(tree_method="hist", max_depth=t["depth"], max_bin=256, eta=t["rate"], nthread=t["threads"], verbosity=0, seed=t["seed"],
             subsample=t["subsample"], objective="binary:logistic" if classes == 2 else "multi:softprob")
    if classes > 2:
        p["num_class"] = classes
    if t["leaves"]:
        p.update(grow_policy="lossguide", max_leaves=t["leaves"])
    if t["forest"]:
        p.update(num_parallel_tree=t["rounds"], eta=1, colsample_bynode=root(x), reg_lambda=1e-5)
    rounds = 1 if t["forest"] else t["rounds"]
    kinds = dict(feature_types=["c" if level else "q" for level in levels], enable_categorical=True) if levels.any() else {}

    def train():
        model = lib.train(p, lib.QuantileDMatrix(x, y, max_bin=256, nthread=t["threads"], **kinds), rounds)
        return lambda rows: model.predict(lib.DMatrix(rows, nthread=t["threads"], **kinds)) if kinds else model.inplace_predict(rows)
    return train


def lightgbm(t, x, y, classes, levels):
    import lightgbm as lib
    p = dict(max_bin=255, max_depth=t["depth"] or -1, num_leaves=t["leaves"] or 2 ** t["depth"], learning_rate=t["rate"],
             num_threads=t["threads"], verbosity=-1, bagging_fraction=t["subsample"], bagging_freq=int(t["subsample"] < 1),
             seed=t["seed"], min_data_in_leaf=1, min_sum_hessian_in_leaf=1.0, lambda_l2=1.0,
             objective="binary" if classes == 2 else "multiclass")
    if classes > 2:
        p["num_class"] = classes
    if t["forest"]:
        p.update(boosting="rf", feature_fraction_bynode=root(x), lambda_l2=1e-5)

    def train():
        model = lib.train(p, lib.Dataset(x, y, params=p, categorical_feature=[int(f) for f in np.flatnonzero(levels)]), t["rounds"])
        return lambda rows: model.predict(rows, num_threads=t["threads"])
    return train


def sklearn(t, x, y, classes, levels):
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier

    def train():
        if t["forest"]:
            model = RandomForestClassifier(n_estimators=t["rounds"], max_depth=t["depth"], max_features="sqrt",
                                           max_samples=t["subsample"], n_jobs=t["threads"], random_state=t["seed"])
        else:
            model = HistGradientBoostingClassifier(max_iter=t["rounds"], max_depth=t["depth"] or None, max_leaf_nodes=t["leaves"] or None,
                                                   learning_rate=t["rate"], max_bins=255, l2_regularization=1.0, min_samples_leaf=5,
                                                   early_stopping=False, random_state=t["seed"])
        model.fit(x, y)
        return lambda rows: model.predict_proba(rows)[:, 1] if classes == 2 else model.predict_proba(rows)
    return train


def root(x):
    return int(x.shape[1] ** 0.5) / x.shape[1]


def auc(y, score):
    order = np.argsort(score, kind="stable")
    s = score[order]
    first = np.flatnonzero(np.r_[True, s[1:] != s[:-1]])
    after = np.r_[first[1:], len(s)]
    rank = np.repeat((first + after + 1) / 2, after - first)
    ones = y[order] == 1
    n = ones.sum()
    return float((rank[ones].sum() - n * (n + 1) / 2) / (n * (len(y) - n)))


def main():
    library, folder, t = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
    x, y, test, labels = (np.load(os.path.join(folder, f"{t['set']}.{part}.npy")) for part in ("train.x", "train.y", "test.x", "test.y"))
    if t["rows"]:
        x, y = x[:t["rows"]], y[:t["rows"]]
    classes = int(y.max()) + 1
    path = os.path.join(folder, f"{t['set']}.train.levels.npy")
    levels = np.load(path) if os.path.exists(path) else np.zeros(x.shape[1], int)
    train = {"xgboost": xgboost, "lightgbm": lightgbm, "sklearn": sklearn}[library](t, x, y, classes, levels)
    before, took = resident(), []
    for _ in range(t["fits"]):
        start = now()
        predict = train()
        took.append(now() - start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - before
    start = now()
    p = predict(test)
    if t["predict"]:
        took = [now() - start]
    out = dict(cpu=float(np.mean(took, 0)[0]), wall=float(np.median(took, 0)[1]), memory=memory,
               error=float(((p > 0.5 if classes == 2 else p.argmax(1)) != labels).mean()))
    of = np.where(labels == 1, p, 1 - p) if classes == 2 else p[np.arange(len(labels)), labels]
    out["loss"] = float(-np.log(np.maximum(of, 1e-15)).mean())
    if classes == 2:
        out["auc"] = auc(labels, p)
    print(json.dumps(out))


main()
