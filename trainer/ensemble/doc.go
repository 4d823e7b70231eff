// Package ensemble is the model: an additive ensemble of decision trees.
//
// # Two split rules
//
// Numbers go left if x <= threshold, always. On a categorical column, which has levels without an
// order, the members of a [Set] go one way and all other levels the other; [Ensemble.LevelRule] says
// which value means which level, since libraries differ. No column is split both ways.
//
// A format whose rule is x < t is read as x <= the next number below t in its precision, and written
// back as it was. [Ensemble.Input] is the precision of features and thresholds, and [Ensemble.Sum] that
// of the accumulated margins, so that the plain predictor ([Ensemble.Margins], [Ensemble.Class]) does
// the arithmetic of the library that trained the model. Missing values (NaN) follow the default branch.
//
// # The grid
//
// The sorted distinct thresholds of a feature cut its axis into cells
// ([Grid]). A point is a vector of cell numbers, a leaf a short list of
// (feature, first cell, last cell), and a [Box] one interval of cells per
// feature. Searches work on these integers and never compare floats. For a
// pair of classes, leaf values become integers too ([Contrast]).
//
// A categorical feature with splits on sets is a [Variable]: its cells have no order, and levels that
// no split tells apart share one. On a variable, the test of a node, a side of a leaf and the reach of
// a search are each a [CellSet]; missing values and levels in no set have cells too. The sides on
// variables lie in lists of their own, so that models of numbers pay nothing for them.
//
// # Names
//
//	t  tree       f  feature    c  cell, or class
//	n  node       l  leaf       k  output
//	x  row of feature values    e  ensemble    g  grid
//
// The package does no I/O and no training. It imports nothing of hardwood except data/column and
// packages below internal.
package ensemble
