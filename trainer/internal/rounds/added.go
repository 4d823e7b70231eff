package rounds

import "github.com/hardwood-ml/hardwood/data/moved"

// added is an added row: there are soon as many of them as rows in the table, and
// most are examples that differ from one of these in a few cells.
type added struct {
	near  int32 // the row of the table
	moved moved.Cells
}
