// Package data reads labelled tables, scales them and splits them.
//
// A [Table] is what every other package works on: rows of float64 features, a
// class number per row, and the names that go with both. [Read] returns one
// from a file (CSV, LIBSVM, IDX or ARFF, plain or compressed; Parquet with
// package data/parquet) or from built-in data such as builtin:wdbc. [Open]
// reads the same sources block by block.
//
// # From a file to a table
//
//	source -> Input      input.go      opened, decompressed, its growth bounded
//	       -> Format     format.go     told by content, extension, or option
//	       -> Reader     csv.go, libsvm.go, idx.go, arff.go: one Record per row
//	       -> collector  collector.go  values checked, labels numbered (collect_rows.go)
//	       -> Table      table.go, validate.go
//
// A reader knows its format and nothing else; which columns are the features is
// decided in choose_columns.go, which is the label in label_column.go, by what the file says
// of them (roles.go) and a [FirstRows] of the rows, and which class has which number in labels.go. How one cell
// is written - a number, a date, a missing value - is known to package data/internal/notation; what all cells of
// a column come to, numbers or levels, is decided in texts.go, open_column.go and kinds.go, unless it is known
// beforehand (known_column.go). [Table.Found] holds what was decided, and [Table.Summary] puts it in a line.
// Another format is another [Format]. A cancelled context ends reading in the Input, so formats need not check
// it.
//
// LIBSVM rows of many columns, few of which hold anything, are read as records of cells
// and make a table of [Sparse] rows (sparse.go). Large tables of few different values can be compacted
// into a byte a cell while they are read (compacting.go, compact.go, compact_column.go).
//
// Then [FitScaling] maps features to [0,1], [Table.Split], [Table.Folds] and
// [Table.Sample] draw rows by class and seed, and [Table.Hash] names content. [Table.Written]
// tells how cells are written in the source (written.go) and writes others like them
// (written_changes.go), and [Table.Dialect] how to write a file that the same options read.
//
// The only packages of hardwood that it imports are its own data/column and data/moved,
// and those below data/internal and internal.
package data
