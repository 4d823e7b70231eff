// Package parquet lets package data read Parquet files. Programs import it for
// that and use nothing of it:
//
//	import _ "github.com/hardwood-ml/hardwood/data/parquet"
//
// It is a package of its own because the decoder (parquet-go) is large.
//
// Columns of numbers and booleans are features as they are, texts as package data
// has it. Nulls are missing values. Nested columns are refused. Of a data frame, numbers
// that are categories without an order are such (pandas.go), the index without a name that
// is stored as __index_level_0__ is passed over, and one with a name is told of.
//
// parquet-go allocates by the sizes that a file claims. So the footer, and
// then every page header of the columns in use, are checked here against the
// size of the file before the decoder sees them (thrift.go, pages.go).
package parquet
