// Package paper repeats the experiments of Zhang, Zhang and Hsieh, "An Efficient Adversarial Attack for
// Tree Ensembles" (NeurIPS 2020, arXiv:2010.11598), on models trained here, and shows the published
// figures beside the results.
//
// The models have the paper's numbers of trees and depths but are our own, so ratios between methods
// can be compared, but not distances to the last digit.
// MILP is replaced by our exact search.
//
//	sets.go       the data sets, and where their files are
//	published.go  the figures of the paper, with published.csv
//	methods.go    which attacks run on which models
//	run.go        train, attack
//	tables.go     the tables of distances
//	search.go     the tables on models and on the search itself
package paper
