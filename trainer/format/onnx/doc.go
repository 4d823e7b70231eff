// Package onnx reads and writes tree ensembles in ONNX files, as skl2onnx, onnxmltools and other
// converters make them: TreeEnsembleClassifier and TreeEnsembleRegressor of the operator sets
// ai.onnx.ml 1 and 3, and TreeEnsemble of operator set 5, which is also what is written.
//
// # What is read
//
// The graph has one operator of trees, which reads an input of the graph, followed by operators that
// turn its output into a label and probabilities: Cast, Identity, Reshape, ZipMap, Normalizer, ArgMax,
// Softmax and Sigmoid, and Add, Div and Greater with a constant (graph.go). Anything else that could
// change what the trees see or predict is refused by name.
//
// # Pipelines
//
// The trees may be preceded by what skl2onnx makes of a scikit-learn pipeline: Scaler, Imputer of
// missing values, Sub, Add, Mul and Div with constants, OneHotEncoder and LabelEncoder of texts or
// whole numbers, and Concat, FeatureVectorizer, ArrayFeatureExtractor, Gather, Reshape and Flatten,
// which move columns. The model that is read has the features of the inputs, with their names if each
// input is a column. Scaling keeps the order of numbers, so a threshold moves to the last number that
// is still scaled to its left, which bisection finds among all floats; an encoder makes its feature a
// category, and tests of its output become sets of levels. Values that are not levels, and missing
// ones, go where they go in the pipeline, so that an adversarial example is one for the whole pipeline.
//
// # Arithmetic
//
// Values, thresholds and sums are float32, or float64 if thresholds and weights are tensors of doubles,
// or if the trees read doubles (by the source of onnxruntime; this was not compared). Sums start at 0
// and take the trees in their order, then base values. Programs that run ONNX models may add up in
// another order, such as onnxruntime when one row goes through many trees in several threads: classes
// within rounding of the boundary may then differ.
//
// A test other than <= is turned into one: x < v is x <= the next value below v, and for > and >= the
// children are swapped. Equality and membership make the feature categorical, with the levels that the
// tests name; such a feature must not be compared in other ways. Missing values go to the true branch
// if nodes_missing_value_tracks_true says so, else to the false one. Tests of equality in a row that share
// their true branch are one test of membership: so onnxmltools writes LightGBM's sets. The nodes of a
// tree stand together, the root first; other orders are refused.
//
// # Two classes with one score
//
// A classifier of two classes whose votes are all for one of them predicts the second if the score is
// above 0, or above 0.5 if no vote is negative, as onnxruntime does, before the score is transformed.
// With more classes the first of the largest scores wins. Votes for both of two classes are read if
// each leaf has one that is the other's negative, as CatBoost writes them: onnxruntime predicts the
// second class if its score is above 0. Others are refused.
//
// A class without a vote is not the same as one with a score of 0: with several classes onnxruntime
// does not choose it, and with two classes it adds the single base value only to votes for the first.
// Models that could leave a row without a vote are refused if that matters.
//
// # Compared with onnxruntime 1.30
//
// Written models: 7,200 rows of 36 random models with missing values give the same scores, bit for bit,
// and the same classes; at sets, onnxruntime truncates values that are not whole numbers, which belong
// to no set here. Four models gave the same scores with 1.21, 1.22, 1.23 and 1.30, up to 1.22 slowly where
// they have many sets; 1.20 has no TreeEnsemble of operator set 5. Models read: 14,400 rows of 36 models of
// operator set 3, with every test and with floats and doubles, have the same classes, and probabilities and
// values that are equal in float32; 65,700 rows of 1,095 random pipelines, with numbers on both sides of
// thresholds, have the same classes (with onnxruntime 1.22).
package onnx
