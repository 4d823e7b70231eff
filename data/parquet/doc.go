// Package parquet lets package data read Parquet files. Programs import it only
// for that:
//
//	import _ "github.com/hardwood-ml/hardwood/data/parquet"
//
// It is a package of its own because what unpacks pages is large.
//
// Columns of numbers and booleans are features as they are, texts as package data reads
// them. Nulls are missing values. Nested columns are refused. In a data frame of pandas
// (pandas.go), numbers that are categories without an order are read as categories, an index
// without a name, stored as __index_level_0__, is skipped, and one with a name is a doubt.
//
// From the file to a value:
//
//	pages.go     the footer, and the pages of a column in a row group
//	unpack.go    what a page is packed with
//	values.go    the encodings of values; numbers.go how they pack whole numbers
//	columns.go   what the schema says of a column; decode.go numbers of its values
//	read.go      rows of columns; first_rows.go the first ones
//
// A file may claim anything. What it claims is checked against its size before memory is
// taken for it, and its metadata before parquet-go, the library that knows its fields, sees
// it (thrift.go). Nothing else of parquet-go is used: all of it, with its writers and what it
// builds of types of Go, would make a program larger by 2.7 MB.
package parquet
