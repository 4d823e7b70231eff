package parquet

import (
	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data"
)

// mostRows and mostCells limit the first rows and their cells.
const mostRows, mostCells = 1000, 1 << 17

// firstRows returns the first rows of a file, with empty cells in columns that
// cannot be read.
func (f *file) firstRows(columns []fileColumn, groups []format.RowGroup) data.FirstRows {
	rows := int64(0)
	for _, group := range groups {
		rows += min(max(group.NumRows, 0), mostRows)
	}
	if rows == 0 || len(columns) == 0 {
		return nil
	}
	s := make(data.FirstRows, min(mostRows, int64(mostCells/len(columns)+1), rows))
	for i := range s {
		s[i] = make([]string, len(columns))
	}
	for k := range columns {
		f.firstCells(s, k, columns[k], groups)
	}
	return s
}

// firstCells fills in the cells of a column, as far as it can be read: the reader reports what is wrong,
// if it is asked to read the column.
func (f *file) firstCells(s data.FirstRows, k int, of fileColumn, groups []format.RowGroup) {
	u := cursor{fileColumn: of}
	if u.check() != nil {
		return
	}
	for i := range groups {
		n := int(min(max(groups[i].NumRows, 0), int64(len(s))))
		if n == 0 {
			continue
		}
		var err error
		if u.chunk, err = f.chunkOf(&u.fileColumn, &groups[i]); err != nil {
			return
		}
		for _, cells := range s[:n] {
			v, err := u.next()
			if err != nil {
				return
			}
			cells[k] = u.text(v)
		}
		if s = s[n:]; len(s) == 0 {
			return
		}
	}
}
