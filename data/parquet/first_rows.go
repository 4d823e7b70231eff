package parquet

import (
	"slices"

	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data"
)

// mostRows and mostCells limit the first rows and their cells.
const mostRows, mostCells = 1000, 1 << 17

// firstRows returns the first rows of a file, with empty cells in columns that
// cannot be read.
func (f *file) firstRows(columns []fileColumn, groups []format.RowGroup) data.FirstRows {
	first := slices.IndexFunc(groups, func(g format.RowGroup) bool { return g.NumRows > 0 })
	if first < 0 || len(columns) == 0 {
		return nil
	}
	s := make(data.FirstRows, min(mostRows, int64(mostCells/len(columns)+1), groups[first].NumRows))
	for i := range s {
		s[i] = make([]string, len(columns))
	}
	for k := range columns {
		u := cursor{fileColumn: columns[k]}
		if u.chunk, _ = f.chunkOf(&u.fileColumn, &groups[first]); u.chunk == nil || u.check() != nil {
			continue // for the reader to report, if it is asked to read the column
		}
		for i := range s {
			v, err := u.next()
			if err != nil {
				break
			}
			s[i][k] = u.text(v)
		}
	}
	return s
}
