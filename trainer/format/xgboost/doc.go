// Package xgboost reads and writes models of XGBoost.
//
// [Read] and [ReadUBJSON] take what save_model writes, of XGBoost 1.0 to 3.x;
// [ReadDump] takes the list of trees that dump_model writes, which is rounded
// to nine digits and says neither the objective nor the base score.
// [Write] writes JSON that XGBoost 1.7 and later load, with what XGBoost does not know among
// the attributes: the words of levels, which it knows by number, and that trees vote. What
// its classes for scikit-learn keep there goes along.
//
// XGBoost computes in float32: a row goes left where x < t, which is read as
// x <= the next float32 below t; margins are summed in the order of the trees
// from the base margin on; and the class of binary:logistic is 1 where the
// float32 probability is above one half, which is not so for margins up to
// [Cutoff]. Reader and writer keep all of that, so that
// ensemble.Ensemble.Margins and Class return what XGBoost returns, to the
// last bit.
//
// A file that XGBClassifier has left says what it takes for a missing value, where that is a
// number, and at which round training should have stopped. It is read as XGBClassifier
// predicts: rounds after that one are left out, and the number is read as itself, by trees
// that send it where missing values go, with more splits where one threshold cannot say so.
//
// Versions differ. Before 1.3, the base margin is added after the sum of the
// trees (with dart before 1.4), and binary:logitraw takes a base score that is
// a probability; since 3.1 there may be a base score per class. What the
// version that wrote a file predicts is what counts. Versions 1.0, 1.7, 2.1 and
// 3.4 have been compared (make check-foreign), and 1.7 to 3.4 load what Write
// writes. The logarithm of a base score is rounded correctly, that of the C
// library, which XGBoost calls, may be the next float32. A field that is not
// known gives a warning.
package xgboost
