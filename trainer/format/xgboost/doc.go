// Package xgboost reads and writes models of XGBoost.
//
// [Read] and [ReadUBJSON] read what save_model of XGBoost 1.0 to 3.x writes; [ReadDump] reads the list
// of trees that dump_model writes, which is rounded to nine digits and lacks the objective and the base
// score. [Write] writes JSON that XGBoost 1.7 and later load. Its attributes hold what XGBoost itself
// does not keep: the words of levels, which it knows by number, and that trees vote. What XGBoost's
// scikit-learn classes keep there is preserved.
//
// XGBoost computes in float32: a row goes left if x < t, which is read as x <= the next float32 below
// t; margins are summed in the order of the trees, starting from the base margin; and the class of
// binary:logistic is 1 if the float32 probability is above one half, which does not hold for margins up
// to [Cutoff]. Reader and writer keep all of that, so that ensemble.Ensemble.Margins and Class return
// what XGBoost returns, to the last bit.
//
// A file saved by XGBClassifier says which number it takes for a missing value, if any, and at which
// round training should have stopped. It is read as XGBClassifier predicts: later rounds are left out,
// class 1 of binary:logitraw begins above a margin of 0.5, and the number is read as itself, by trees
// that send it where missing values go, with more splits if one threshold is not enough for that.
//
// Trees for all classes at once (multi_strategy=multi_output_tree) are read from version 3.2 on. A split
// at -Inf, as 3.3 and later write where only missing values go left, is read, and written, as one that
// sends every number left.
//
// Versions differ. Before 1.3, the base margin is added after the sum of the trees (with dart before
// 1.4), and binary:logitraw takes a base score that is a probability; since 3.1 there may be a base
// score per class. A file is read as the version that wrote it predicts. Versions 1.0, 1.7, 2.1, 3.4
// and 3.5.0-dev have been compared (make check-foreign), and 1.7 to 3.5 load what Write writes. The
// logarithm of a base score is correctly rounded; that of the C library, which XGBoost calls, may be
// the next float32. An unknown field gives a warning.
package xgboost
