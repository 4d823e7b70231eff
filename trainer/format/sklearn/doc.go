// Package sklearn reads forests and boosted trees of scikit-learn from a small JSON file, which a short
// Python program ([Exporter]) writes for a fitted classifier: DecisionTree, ExtraTree, RandomForest,
// ExtraTrees, GradientBoosting or HistGradientBoosting.
//
// "sklearn" must come first, since it identifies the format, and the trees last.
//
// # Pipelines
//
// For a pipeline that ends in such a classifier, the file says how each column that the trees read is
// made from a column of the rows: from a number, by steps that keep the order of numbers, as
// StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler and SimpleImputer do; or from the levels of
// a category, by a code for each, as OneHotEncoder and OrdinalEncoder do. The model is read in terms of
// the raw columns, in float64: a threshold moves to the last number that still goes left, which
// bisection finds among all floats, and tests of codes become sets of levels. If missing values are
// filled in before they are encoded, unknown levels may go another way than missing ones
// (column.Column.Others). Columns that no step uses are not features if columns have names. Rows that
// scikit-learn would refuse, because of an unknown level or a missing value, are predicted all the
// same. A pipeline may also end in an XGBClassifier or an LGBMClassifier, whose own file is then
// embedded as a text; if an XGBClassifier reads a sparse matrix, the zeros of an encoder are missing
// values to it.
//
// # Arithmetic
//
// Trees, forests and GradientBoosting read features in float32 and compare them with float64
// thresholds, which is the same as comparing with the next float32 at or below; HistGradientBoosting
// reads float64. Everything is added in float64, tree by tree, as with n_jobs=1: forests add the class
// probabilities of the leaves and divide by the number of trees; GradientBoosting adds the leaf values
// times the learning rate to the raw prediction of its prior, HistGradientBoosting adds the leaf values
// to its baseline. With loss="exponential" raw predictions are half the log-odds: margins are twice as
// large, which is exact. The class is that of the largest probability; since scikit-learn 1.4 that of
// the largest raw prediction, and the boundary between two classes, 0, belongs to class 1 for
// GradientBoosting (with loss="exponential" in every version) and to class 0 for HistGradientBoosting.
//
// # Categories
//
// HistGradientBoosting sends a level in the set of a split left, and other levels that training saw
// right. All other values go where missing values go; levels are whole parts modulo 256
// ([ensemble.Byte]). Since 1.4 the classifier renumbers the levels and the features before its trees
// see them: the file says how, and a value that is not a level that training saw is missing
// ([ensemble.Listed]). Levels that are not whole numbers from 0 on are known by their words.
//
// # Versions
//
// Missing values have directions in trees since 1.3; nodes of classifiers hold class counts up to 1.3
// and shares since 1.4. Both are read as they are. Versions 1.2 and 1.4 have been compared; for other
// versions the public source was used.
package sklearn

import _ "embed"

// Exporter is the Python program that writes the files of this format. Files of the six-line program of
// earlier versions can still be read.
//
//go:embed exporter.py
var Exporter string

// Key is the key that a file begins with.
const Key = "sklearn"
