// Package parquet lets package data read Parquet files. Programs import it for
// that and use nothing of it:
//
//	import _ "github.com/hardwood-ml/hardwood/data/parquet"
//
// It is a package of its own because what unpacks pages is large.
//
// Columns of numbers and booleans are features as they are, texts as package data
// has it. Nulls are missing values. Nested columns are refused. Of a data frame, numbers
// that are categories without an order are such (pandas.go), the index without a name that
// is stored as __index_level_0__ is passed over, and one with a name is told of.
//
// From the file to a value:
//
//	pages.go     the footer, and the pages of a column in a row group
//	unpack.go    what a page is packed with
//	values.go    the encodings of values; numbers.go how they pack whole numbers
//	columns.go   what the schema says of a column; decode.go numbers of its values
//	read.go      rows of columns; sample.go the first ones
//
// A file may claim anything. What it claims is checked against its size before memory is
// taken for it, and its metadata before the library that knows its fields sees it
// (thrift.go): parquet-go, of which only that is used. All of it, with its writers and
// what it builds of types of Go, would make a program larger by 2.7 MB.
package parquet
