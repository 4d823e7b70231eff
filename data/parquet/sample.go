package parquet

import (
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/hardwood-ml/hardwood/data"
)

// A sample has at most so many rows, and so many cells.
const sampleRows, sampleCells = 1000, 1 << 17

// sampleOf returns the first rows of a file, with empty cells in columns that
// cannot be read.
func sampleOf(f *parquet.File, columns []fileColumn, sizes *checker) data.Sample {
	groups := f.RowGroups()
	first := slices.IndexFunc(groups, func(g parquet.RowGroup) bool { return g.NumRows() > 0 })
	if first < 0 || len(columns) == 0 {
		return nil
	}
	rows := min(sampleRows, sampleCells/len(columns)+1, int(groups[first].NumRows()))
	s := make(data.Sample, max(rows, 0))
	for i := range s {
		s[i] = make([]string, len(columns))
	}
	for k := range columns {
		columns[k].sample(f, first, sizes, func(i int, cell string) bool {
			s[i][k] = cell
			return i+1 < len(s)
		})
	}
	return s
}

// sample calls add with the cells of the first rows of a row group until it returns false.
func (c fileColumn) sample(f *parquet.File, of int, sizes *checker, add func(i int, cell string) bool) {
	group := f.Metadata().RowGroups[of]
	if c.nothing || c.check() != nil || c.Index() >= len(group.Columns) || sizes.chunk(&group.Columns[c.Index()].MetaData, group.NumRows) != nil {
		return // empty, or for the reader to report, if it is asked to read the column
	}
	values := cursor{fileColumn: c, buffer: make([]parquet.Value, bufferValues)}
	values.values = parquet.NewColumnChunkValueReader(f.RowGroups()[of].ColumnChunks()[c.Index()])
	defer values.close()
	for i := 0; ; i++ {
		v, err := values.next()
		if err != nil || !add(i, c.text(v)) {
			return
		}
	}
}
