// Package forest trains random forests (Breiman, Machine Learning 2001,
// doi:10.1023/A:1010933404324) on histograms.
//
// One tree serves all classes. Its leaves hold the class probabilities of their rows, and the forest
// predicts the average over trees: a vector per leaf, or for two classes one value, p(1) - 1/2, so that
// class 1 wins above 0 and attacks have only one output to change. A table with targets gives a
// regression forest, whose leaves are means.
//
// Trees come in batches of Params.BatchTrees, and hooks act between batches. A tree grows on its bag
// (bag.go): each row counts as often as it was drawn, times its weight as a whole number, so that sums
// are exact. Two classes share one sum, more have a histogram each. Rows outside the bags of trees
// score these trees (oob.go).
package forest
