// Package sklearn reads forests and boosted trees of scikit-learn from a
// small JSON file, which a short Python program writes ([Exporter]) for a fitted
// classifier: DecisionTree, ExtraTree, RandomForest, ExtraTrees,
// GradientBoosting or HistGradientBoosting.
//
// "sklearn" must come first, by which the file is known, and the trees last.
//
// # Pipelines
//
// Of a pipeline that ends in such a classifier the file says how each column that the
// trees read is made of one of the rows: a number by steps that keep the order of numbers,
// as StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler and SimpleImputer do, or the
// levels of a category by a code for each, as of OneHotEncoder and OrdinalEncoder. The
// model that is read is of the raw columns, in float64: a threshold moves to the last
// number that still goes left, which bisection finds among all floats, and tests of codes
// become sets of levels. Where missing values are filled in before they are encoded, other
// levels go another way than missing ones (column.Column.Others). Columns that nothing is
// made of are no features where they have names. Rows that scikit-learn does not take, as
// it does not know a level or expects no missing value, go some way. A pipeline may end in
// an XGBClassifier or an LGBMClassifier, too, whose own file is a text in that of the
// pipeline; where an XGBClassifier reads a sparse matrix, an encoder's zeros are missing
// values for it.
//
// # Arithmetic
//
// Trees and forests and GradientBoosting read features in float32 and compare
// them with float64 thresholds, which is the same as comparing with the next
// float32 at or below; HistGradientBoosting reads float64. Everything is
// added in float64, tree by tree, as with n_jobs=1: forests add the class
// probabilities of the leaves and divide by the number of trees;
// GradientBoosting adds the leaf values times the learning rate to the raw
// prediction of its prior, HistGradientBoosting the leaf values to its
// baseline. With loss="exponential" raw predictions are half the log-odds:
// margins are twice as large, which is exact. The class is that of the
// largest probability; since scikit-learn 1.4 that of the largest raw
// prediction, where the boundary of two classes, 0, belongs to class 1 for
// GradientBoosting (with loss="exponential" always) and to class 0 for
// HistGradientBoosting.
//
// # Categories
//
// HistGradientBoosting sends a level in the set of a split left and other levels
// that training saw right. All others go where missing values go; levels are
// whole parts modulo 256 ([ensemble.Byte]). Since 1.4 the classifier numbers the
// levels and the features anew before its trees see them: the file says how, and
// what is no level that training saw is missing ([ensemble.Listed]). Levels that
// are no whole numbers from 0 on are known by their words.
//
// # Versions
//
// Missing values have directions in trees since 1.3; nodes of classifiers
// hold class counts up to 1.3 and shares since 1.4. Both are read as they
// come. 1.2 and 1.4 have been compared; what other versions do is known from
// their public source.
package sklearn

import _ "embed"

// Exporter is the Python program that writes the files of this format. Files of
// the six lines that earlier versions printed instead are still read.
//
//go:embed exporter.py
var Exporter string

// Key is the key that a file begins with.
const Key = "sklearn"
