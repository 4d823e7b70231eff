// Package bins turns the features of rows into bytes.
//
// A feature is cut into bins at thresholds between its values. Up to 255 bins make a slot, whose bins
// are numbered by a byte; a feature with more bins has several slots. The thresholds come from a sample
// of the rows (sample.go), a few features at a time (slots.go): the different values and how many rows
// have each (distinct.go, keys.go), counted by weight (whole.go), then thresholds that share out the
// rows (cuts.go). If an attacker moves a feature within a [Reach], the ends of its reach are candidates
// too, and a [Window] gives for each threshold the bins that can be moved across it (reach.go); a slot
// of levels lists which levels can be changed into which (levels.go).
//
// Then all rows are looked up (table.go) and written to a [Matrix] (matrix.go, fill.go), whose rows can
// be changed and added to (put.go). Eight slots share a uint64 per row: a block. Two more copies of the
// bins are made if they pay: by column, for nodes that try few features, and for sparse data lists of
// the cells outside the commonest bin of their slot (sparse.go).
//
// A table that is sparse itself, with so many columns that there is no memory for words, has only lists
// (columns.go, lists.go), until its rows change.
//
//	f  feature     s  slot: position of a feature in the blocks
//	b  block       w  word: the bins of a row in a block
package bins
