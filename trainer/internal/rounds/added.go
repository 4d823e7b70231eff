package rounds

import "github.com/hardwood-ml/hardwood/data/moved"

// added is an added row. There are soon as many of these as rows in the table, and most are examples
// that differ from a row of the table in a few cells.
type added struct {
	near  int32 // the row of the table
	moved moved.Cells
}
