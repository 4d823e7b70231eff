// Package gbdt trains gradient boosted decision trees: second-order boosting
// on histograms (Chen and Guestrin, KDD 2016, doi:10.1145/2939672.2939785;
// Ke et al., NIPS 2017).
//
// Two classes share one output, the log-odds of class 1; more classes have one output each, with one
// tree per class and round; a table with targets gives a regressor. Training starts from the prior
// (log-odds, logarithms of class shares, or the mean target), or at 0, as XGBoost 1 does, if
// Params.BoostFromAverage is off.
//
// A round is one tree per output, or Params.ParallelTrees of them on
// different samples, which are averaged. gradient.go computes what the trees
// are fitted to, round.go and tree.go grow them, loss.go has the losses.
package gbdt
