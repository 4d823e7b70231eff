"""Asks XGBoost about the examples that the benchmark wrote: check_examples.py EXAMPLES MODELS."""

import glob
import gzip
import os
import sys

import numpy as np
import xgboost

folder, models = sys.argv[1:]
total = right = 0
for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
    name, norm, _ = os.path.basename(path).rsplit(".", 2)
    original = os.path.join(models, name + ".json.gz")
    if os.path.exists(original):
        with gzip.open(original) as file:
            model = file.read()
    else:  # known by its dump alone
        with open(os.path.join(folder, name + ".json"), "rb") as file:
            model = file.read()
    booster = xgboost.Booster()
    booster.load_model(bytearray(model))
    rows = np.loadtxt(path, delimiter=",", ndmin=2)
    label, claimed, x = rows[:, 0], rows[:, 1], rows[:, 2:]
    margins = booster.predict(xgboost.DMatrix(x, feature_names=booster.feature_names), output_margin=True)
    got = margins.argmax(axis=1) if margins.ndim == 2 else margins > 0
    valid = (got == claimed) & (got != label)
    print(f"{name} {norm}: {valid.sum()} of {len(valid)}")
    total, right = total + len(valid), right + valid.sum()
print(f"XGBoost {xgboost.__version__}: {right} of {total} examples are adversarial")
sys.exit(int(right != total))
