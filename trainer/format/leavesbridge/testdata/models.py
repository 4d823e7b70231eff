"""Models that only leaves loads, with what their library predicts.

    models.py DIR xgboost     binary format (XGBoost 0.90)
    models.py DIR lightgbm    text with categorical splits (LightGBM 3.3)

Each becomes NAME.model and NAME.csv: rows with the margin in the last column.
"""
import json, os, sys
import numpy as np


def table(classify):
    rng = np.random.default_rng(1)
    x = rng.random((400, 3)).round(2)
    x[:, 2] = rng.integers(0, 6, len(x))
    return x, classify(x).astype(int)


def xgboost():
    """Rows on the thresholds and a float32 step to either side are among the rows."""
    import xgboost
    x, y = table(lambda x: x[:, 0] + x[:, 1] > 1)
    booster = xgboost.train(dict(objective="binary:logistic", max_depth=2, nthread=1, base_score=0.4, silent=1), xgboost.DMatrix(x, y), 3)
    rows = x[:20].copy()
    for tree in booster.get_dump(dump_format="json"):
        nodes = [json.loads(tree)]
        for node in nodes:
            nodes += node.get("children", [])
            if "split" in node:
                t = np.float32(node["split_condition"])
                for v in t, np.nextafter(t, np.float32(1)), np.nextafter(t, np.float32(-1)), np.nan:
                    row = x[len(rows)].copy()
                    row[int(node["split"][1:])] = v
                    rows = np.vstack([rows, row])
    return "xgboost-%s" % xgboost.__version__, booster, rows, booster.predict(xgboost.DMatrix(rows), output_margin=True)


def lightgbm():
    import lightgbm
    x, y = table(lambda x: x[:, 0] + 0.5 * np.isin(x[:, 2], [1, 4]) > 0.75)
    booster = lightgbm.train(dict(objective="binary", num_leaves=4, min_data_in_leaf=5, learning_rate=0.5, num_threads=1, verbosity=-1,
                                  cat_smooth=1, min_data_per_group=5), lightgbm.Dataset(x, y, categorical_feature=[2]), 2)
    return "lightgbm-%s" % lightgbm.__version__, booster, x[:20], booster.predict(x[:20], raw_score=True)


folder, library = sys.argv[1:]
name, booster, rows, margins = {"xgboost": xgboost, "lightgbm": lightgbm}[library]()
booster.save_model(os.path.join(folder, name + ".model"))
np.savetxt(os.path.join(folder, name + ".csv"), np.c_[rows, margins], fmt="%.17g", delimiter=",", header="a,b,kind,margin", comments="")
