#!/usr/bin/env python3
"""One training task with one other library: prints a line of JSON like ours.

usage: peers.py DATADIR {xgboost|lightgbm|sklearn} TASK [threads=1] [rounds=N] [seed=1]
       peers.py DATADIR generate

Tasks, settings and the meaning of the figures are those of main.go beside this
file. "generate" writes higgs_{Xtr,ytr,Xte,yte}.npy, seeded data like HIGGS with
1,000,000 training rows, unless they are there. The other sets are public ones
as .npy files of the same form: digits (MNIST), ijcnn, covtype93k, bcw, diabetes.
"""
import importlib
import json
import os
import resource
import sys
import time

import numpy as np

TASKS = {  # set, forest, rounds, depth, learning rate, fits
    "higgs": ("higgs", False, 20, 8, 0.1, 1),
    "digits": ("digits", False, 5, 8, 0.1, 1),
    "rf-ijcnn": ("ijcnn", True, 100, 8, 1.0, 1),
    "rf-covtype": ("covtype93k", True, 100, 8, 1.0, 1),
    "small-bcw": ("bcw", False, 4, 6, 0.3, 60),
    "small-diabetes": ("diabetes", False, 20, 5, 0.2, 60),
    "predict": ("higgs", False, 500, 8, 0.1, 1),
}


def generate(folder):
    path = os.path.join(folder, "higgs_%s.npy")
    if os.path.exists(path % "yte"):
        return
    os.makedirs(folder, exist_ok=True)
    r = np.random.default_rng(1)
    n, train = 1_100_000, 1_000_000
    x = np.empty((n, 28), np.float32)
    for f in range(28):
        x[:, f] = (r.lognormal(0, 0.5, n), r.normal(0, 1, n), r.uniform(-1.7, 1.7, n), r.integers(0, 3, n))[f % 4]
    z = x[:, 1] * x[:, 5] + np.sin(2 * x[:, 2]) + np.tanh(x[:, 0] - x[:, 4]) * (x[:, 3] - 1) + 0.5 * (np.abs(x[:, 6]) < 0.6)
    y = (r.uniform(size=n) < 1 / (1 + np.exp(-z))).astype(np.int32)
    for part, rows in (("tr", slice(train)), ("te", slice(train, n))):
        np.save(path % ("X" + part), x[rows])
        np.save(path % ("y" + part), y[rows])


def now():
    u = resource.getrusage(resource.RUSAGE_SELF)
    return np.array([time.perf_counter(), u.ru_utime + u.ru_stime])


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * resource.getpagesize() / 2**20


def xgboost(task, x, y, classes, threads, seed, sample):
    import xgboost as lib
    _, forest, rounds, depth, rate, _ = task
    p = dict(tree_method="hist", max_depth=depth, max_bin=256, eta=rate, nthread=threads, verbosity=0, seed=seed, subsample=sample,
             objective="binary:logistic" if classes == 2 else "multi:softprob")
    if classes > 2:
        p["num_class"] = classes
    if forest:
        p.update(num_parallel_tree=rounds, subsample=0.8, colsample_bynode=int(x.shape[1]**0.5) / x.shape[1], reg_lambda=1e-5)
    model = lib.train(p, lib.QuantileDMatrix(x, y, max_bin=256, nthread=threads), 1 if forest else rounds)
    return lambda rows: model.inplace_predict(rows)


def lightgbm(task, x, y, classes, threads, seed, sample):
    import lightgbm as lib
    _, forest, rounds, depth, rate, _ = task
    p = dict(max_bin=255, max_depth=depth, num_leaves=min(255, 2**depth), learning_rate=rate, num_threads=threads, verbosity=-1,
             bagging_fraction=sample, bagging_freq=int(sample < 1), seed=seed, min_data_in_leaf=1, min_sum_hessian_in_leaf=1.0, lambda_l2=1.0, objective="binary" if classes == 2 else "multiclass")
    if classes > 2:
        p["num_class"] = classes
    if forest:
        p.update(boosting="rf", bagging_freq=1, bagging_fraction=0.8, feature_fraction_bynode=int(x.shape[1]**0.5) / x.shape[1], lambda_l2=1e-5)
    model = lib.train(p, lib.Dataset(x, y, params=p), rounds)
    return lambda rows: model.predict(rows, num_threads=threads)


def sklearn(task, x, y, classes, threads, seed, sample):
    _, forest, rounds, depth, rate, _ = task
    if forest:
        from sklearn.ensemble import RandomForestClassifier
        model = RandomForestClassifier(n_estimators=rounds, max_depth=depth, max_features="sqrt", max_samples=0.8, n_jobs=threads, random_state=seed)
    else:
        from sklearn.ensemble import HistGradientBoostingClassifier
        model = HistGradientBoostingClassifier(max_iter=rounds, max_depth=depth, max_leaf_nodes=None, learning_rate=rate, max_bins=255,
                                               l2_regularization=1.0, min_samples_leaf=5, early_stopping=False, random_state=seed)
    model.fit(x, y)
    return lambda rows: model.predict_proba(rows)[:, 1] if classes == 2 else model.predict_proba(rows)


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
    folder, library = sys.argv[1:3]
    if library == "generate":
        return generate(folder)
    name = sys.argv[3]
    options = dict(a.split("=", 1) for a in sys.argv[4:])
    threads, seed = int(options.get("threads", 1)), int(options.get("seed", 1))
    task = TASKS.get(name) or (name.removeprefix("acc-"), False, 50, 6, 0.1, 1)
    sample = 0.8 if name.startswith("acc-") else 1.0
    if "rounds" in options:
        task = task[:2] + (int(options["rounds"]),) + task[3:]
    x, y, tx, ty = (np.load(os.path.join(folder, f"{task[0]}_{part}.npy")) for part in ("Xtr", "ytr", "Xte", "yte"))
    x, tx = x.reshape(len(x), -1), tx.reshape(len(tx), -1)
    if name == "predict":
        x, y = x[:200_000], y[:200_000]
    classes = int(y.max()) + 1
    train = {"xgboost": xgboost, "lightgbm": lightgbm, "sklearn": sklearn}[library]
    importlib.import_module({"sklearn": "sklearn.ensemble"}.get(library, library))
    before, took = resident(), []
    for _ in range(task[5]):
        start = now()
        predict = train(task, x, y, classes, threads, seed, sample)
        took.append(now() - start)
    out = dict(lib=library, task=name, threads=threads, rounds=task[2], total_wall=float(np.median(took, 0)[0]),
               total_cpu=float(np.mean(took, 0)[1]), memory_mib=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - before))
    start = now()
    p = predict(tx)
    if name == "predict":
        out["predict_wall"], out["predict_cpu"] = map(float, now() - start)
    predicted = p > 0.5 if classes == 2 else p.argmax(1)
    out["error"] = float((predicted != ty).mean())
    if classes == 2:
        out["auc"] = auc(ty, p)
    print(json.dumps(out))


main()
