"""Models of public tables with their categories as such, and whether adversarial
examples of them are examples for the libraries too.

    check_levels.py make DIR LIBRARY...  train models, write them with rows to train.csv and test.csv
    check_levels.py ask DIR LIBRARY...   ask the libraries about the examples of hardwood attack

LIBRARY is as in trainer/format/testdata/models.py. A case is a folder NAME of DIR, with
model.json or model.txt, and examples in NORM.METHOD.csv. An example counts if the library
predicts the class that is claimed, which is not that of the row, if every level that
differs from the row's is one that training saw, if what is missing is missing still,
and if it is as far as is claimed.
"""
import csv, os, pickle, sys
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, *[".."] * 3, "trainer", "format", "testdata"))
import models

ROUNDS = 200


def library(name, which):
    """An untrained model, and whether the tables for it have words for levels."""
    if name == "xgboost":
        return models.XGBoost(objective="binary:logistic", rounds=ROUNDS, depth=6, tree_method="hist", categorical=which), False
    if name == "lightgbm":
        return models.LightGBM(objective="binary", rounds=ROUNDS, categorical=which, words=True, min_data_per_group=20), True
    from sklearn.ensemble import HistGradientBoostingClassifier as Hist
    return models.Sklearn(Hist(max_iter=ROUNDS, random_state=1, categorical_features=which)), False


def split(table):
    """Training rows and the others, a fifth, at most 4,000 and 1,000 of them."""
    x, y, levels = models.table(table)
    order = np.random.default_rng(1).permutation(len(x))
    train, test = np.sort(order[len(x) // 5:][:4000]), np.sort(order[:len(x) // 5][:1000])
    return x[train], y[train], x[test], y[test], [f for f, _ in levels]


def write(path, x, y, which, words):
    with open(path, "w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["c%d" % f for f in range(x.shape[1])] + ["label"])
        for row, label in zip(x, y):
            cells = ["" if v != v else "w%03d" % v if words and f in which else "%d" % v if v == int(v) else repr(float(v)) for f, v in enumerate(row)]
            rows.writerow(cells + [label])


def make(folder, libraries):
    for table in "adult", "bank-marketing", "credit-g", "mushroom":
        x, y, test, labels, which = split(table)
        for name in libraries:
            model, words = library(name, which)
            case = os.path.join(folder, name + "-" + table)
            os.makedirs(case)
            model.fit(x, y)
            model.save(os.path.join(case, "model" + model.extension))
            write(os.path.join(case, "train.csv"), x, y, which, words)
            write(os.path.join(case, "test.csv"), test, labels, which, words)
            with open(os.path.join(case, "library.pickle"), "wb") as out:
                pickle.dump(model, out)
            with open(os.path.join(case, "categorical"), "w") as out:
                out.write(",".join("c%d" % f for f in which))


def read(path, features):
    """Row numbers, labels, classes, distances and values of the examples in a file."""
    with open(path, newline="") as file:
        found = [r for r in csv.DictReader(file) if r["adversarial_label"]]
    number = lambda cell: np.nan if cell == "" else float(cell.lstrip("w"))
    column = lambda name, of: np.array([of(r[name]) for r in found])
    x = np.array([[number(r["c%d" % f]) for f in range(features)] for r in found]).reshape(-1, features)
    return column("row", int), column("label", int), column("adversarial_label", int), column("distance", float), x


def legal(x, example, train, which):
    """Which examples hold levels of training or of the row alone, and miss what it misses."""
    right = (np.isnan(x) == np.isnan(example)).all(axis=1)
    for f in which:
        same = (x[:, f] == example[:, f]) | np.isnan(example[:, f])
        right &= same | np.isin(example[:, f], train[:, f])
    return right


def distance(x, example, train, which, norm):
    span = np.nanmax(train, axis=0) - np.nanmin(train, axis=0)
    change = np.nan_to_num(np.abs(example - x) / np.where(span > 0, span, 1))
    change[:, which] = change[:, which] > 0
    if norm == "0":
        return (change > 0).sum(axis=1)
    return np.linalg.norm(change, float(norm), axis=1)


def ask(folder, libraries):
    total = wrong = 0
    for table in "adult", "bank-marketing", "credit-g", "mushroom":
        train, _, test, _, which = split(table)
        for name in libraries:
            case = os.path.join(folder, name + "-" + table)
            with open(os.path.join(case, "library.pickle"), "rb") as file:
                model = pickle.load(file)
            faults, found = dict(flip=0, level=0, distance=0), 0
            for file in sorted(f for f in os.listdir(case) if f.count(".") == 2):
                rows, labels, claimed, far, x = read(os.path.join(case, file), test.shape[1])
                if len(rows) == 0:
                    continue
                home, got = [np.asarray(model.predict(of)[1], int) for of in (test[rows], x)]
                faults["flip"] += ((home != labels) | (got != claimed) | (got == labels)).sum()
                faults["level"] += (~legal(test[rows], x, train, which)).sum()
                faults["distance"] += (np.abs(distance(test[rows], x, train, which, file.split(".")[0]) - far) > 1e-6).sum()
                found += len(rows)
            print("%-24s %6d examples, %d do not flip, %d with other levels, %d at other distances" % (name + "-" + table, found, *faults.values()))
            total, wrong = total + found, wrong + sum(faults.values())
    print("%d examples, %d faults" % (total, wrong))
    sys.exit(int(wrong > 0 or total == 0))


if __name__ == "__main__":
    {"make": make, "ask": ask}[sys.argv[1]](sys.argv[2], sys.argv[3:])
