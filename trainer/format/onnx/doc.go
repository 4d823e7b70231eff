// Package onnx reads and writes tree ensembles in ONNX files, as skl2onnx,
// onnxmltools and other converters make them: TreeEnsembleClassifier and
// TreeEnsembleRegressor of the operator set ai.onnx.ml 1 and 3, and TreeEnsemble of
// operator set 5, which is what is written.
//
// # What is read
//
// The graph has one operator of trees, which reads an input of the graph, and
// behind it what turns its output into a label and probabilities: Cast, Identity,
// Reshape, ZipMap, Normalizer, ArgMax, Softmax and Sigmoid, and Add, Div and
// Greater with a constant (graph.go). Anything else that could change what the
// trees see or say is refused by name.
//
// # Pipelines
//
// Before the trees may stand what skl2onnx makes of a pipeline of scikit-learn: Scaler,
// Imputer of missing values, Sub, Add, Mul and Div with constants, OneHotEncoder and
// LabelEncoder of texts or whole numbers, and Concat, FeatureVectorizer,
// ArrayFeatureExtractor, Gather, Reshape and Flatten, which move columns. The model that
// is read has the features of the inputs, with their names where each is a column. A
// number that is scaled keeps its order, so that a threshold moves to the last number
// that is still scaled to its left, which bisection finds among all floats; an encoder
// makes its feature a category, and tests of what it says become sets of levels. What is
// no level, or missing, goes as it does there, so that an example is one of the whole
// pipeline.
//
// # Arithmetic
//
// Values, thresholds and sums are float32, or float64 where thresholds and weights
// are tensors of doubles. Sums start at 0 and take the trees in their order, then
// base values. Programs that run ONNX models may add up in another order,
// onnxruntime for instance where one row goes through many trees in several
// threads: classes within rounding of the boundary may then differ.
//
// A test other than <= becomes one: x < v is x <= the next value below v, and where
// > and >= hold children change places. Equality and membership make the feature a
// categorical one, whose levels are what the tests name; it must not be compared
// otherwise. Missing values go to the true branch where
// nodes_missing_value_tracks_true says so, else to the false one.
//
// # Two classes with one score
//
// A classifier of two classes whose votes are all for one of them takes the second
// where the score is above 0, or above 0.5 where no vote is negative, as
// onnxruntime has it, before the score is transformed. Several classes take the
// first of the largest score. Votes for both of two classes are read where each leaf has
// one that is the other's negative, as CatBoost writes them: onnxruntime takes the second
// where its score is above 0. Others are refused.
//
// A class without a vote is not the same as one with a score of 0: onnxruntime does
// not choose it among several, and adds the one base value of two classes only to
// votes for the first. What could leave a row without a vote is refused where that
// decides.
//
// # Compared with onnxruntime 1.30
//
// What is written: 7,200 rows of 36 random models with missing values give the same
// scores, bit for bit, and classes; at sets, values that are no whole numbers are
// cut off by onnxruntime and belong to no set here. What is read: 14,400 rows of 36
// models of operator set 3, with every test and floats and doubles, are of the
// same classes, with probabilities and values equal in float32. 65,700 rows of 1,095
// random pipelines, with numbers on both sides of thresholds, are of the same classes
// (onnxruntime 1.22).
package onnx
