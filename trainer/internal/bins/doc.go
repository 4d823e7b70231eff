// Package bins turns the features of rows into bytes.
//
// A feature is cut into at most 255 bins at thresholds between its values, and
// a bin is one byte. The thresholds come from a sample of the rows (sample.go),
// a few features at a time (slots.go): the different values and how many rows
// have each (distinct.go, keys.go), counted by weight (whole.go), then thresholds
// that share the rows out (cuts.go). Where an adversary moves a feature within a
// [Reach], the ends of what he reaches are candidates too, and a [Window] says
// for each threshold which bins he can move across it (reach.go); of levels a slot says
// which he changes into which (levels.go).
//
// All rows are then looked up (table.go) and written to a [Matrix] (matrix.go, fill.go),
// whose rows can be changed and added to (put.go). Eight features share a uint64
// per row: a block. There are two more copies of the bins where they pay: by
// column, for nodes that try few features, and of sparse data lists of the
// cells outside the commonest bin of their slot (sparse.go).
//
// A table that is sparse itself, of so many columns that there is no memory for
// words, has lists alone (columns.go, lists.go), until its rows change.
//
//	f  feature     s  slot: position of a feature in the blocks
//	b  block       w  word: the bins of a row in a block
package bins
