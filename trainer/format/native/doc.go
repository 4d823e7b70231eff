// Package native is hardwood's own model file: one JSON object, with one tree
// per line. It keeps everything that an ensemble holds, and every number bit
// for bit (the shortest decimal that reads back as the same float64).
//
// # Fields
//
// The fields come in this order; those marked ? may be absent and then have
// their zero value.
//
//	format      always "hardwood-ensemble"
//	version     of this format: 1; 2 if the model has columns or words; 3 if a column has
//	            others; 4 if absent cells are missing; 5 if a column has times of day; a
//	            reader refuses versions newer than it knows
//	features    number of input features
//	classes     number of classes, 0 for a regressor
//	outputs     number of margins: 1, or one per class
//	base        list: the margin before the first tree, per output
//	cutoff?     largest margin of class 0, if two classes share one output
//	average?    true: the sum over trees is divided by their number
//	by_probability? true: with an output per class, the class is that of the
//	            largest probability as the original library rounds it
//	input       "float64" or "float32": precision of features and thresholds
//	sum         "float64" or "float32": precision of the accumulated margins
//	link        "identity", "logistic", "softmax" or "vote"
//	level_rule? "listed", "truncated", "positive" or "byte": which value of a
//	            categorical column is which level
//	columns?    what each feature is, list of:
//	  kind        "numeric", "integer", "boolean" or "categorical"
//	  codes?      list: the levels, ascending; by default 0 to those of names
//	  names?      list: their words
//	  missing_words?  list: further words for missing values of this column
//	  others?     true: a level that is not listed is in no set, but not missing (version 3)
//	  dates?      the values are days since 1970, and dates are read "month-first"
//	              or "day-first"; or they are hours since midnight: "time-of-day" (version 5)
//	schema?     names and shapes:
//	  label?          column of the labels in training (version 2)
//	  missing_words?  further words for missing values (version 2)
//	  absent_missing?  true: cells that sparse rows leave out are missing, and not 0 (version 4)
//	  features?   list of feature names
//	  classes?    list of class names
//	  min?, max?  lists: the raw values that were scaled to 0 and 1
//	  width?, height?  the shape of a row that is an image
//	origin?     how the model came to be:
//	  source?     program and version
//	  trainer?    object: parameters of the training run, all as texts
//	  seed?       of the training run, a text since it may exceed 2^53
//	  data?       hash of the training data
//	trees       list of trees, each of them:
//	  output?     the margin that the tree adds to; -1 for a vector per leaf
//	  feature     list: feature of each split; the root is the first
//	  threshold   list: x <= threshold goes left; 1e999 is infinity, with only
//	              missing values to its right, and -1e999 has no finite ones
//	              to its left
//	  left        list: number of the left child split, or -1 minus that of a leaf
//	  right       list: the same for the right child
//	  missing?    list: 1 if missing values go left, else 0
//	  gain?       list: loss reduction of each split
//	  cover?      list: sum of hessians or weights of each split
//	  set?        list: the splits that test for members of a set instead;
//	              their threshold is 0
//	  set_right?  list: 1 if the members go right, 0 if they go left
//	  set_levels? list of lists: the members, ascending
//	  leaf        list: leaf values; leaf by leaf if they are vectors
//	trees_total number of trees, last, so that a file cut short and mended
//	            by hand is not accepted
//
// A field that is not listed, or comes twice in an object, is an error, and so are names that come
// twice.
package native

// Key is the key that a file of this format begins with.
const Key = "format"

const (
	called = "hardwood-ensemble" // the format, as the value of Key
	newest = 5                   // the newest version that is read and written
)
