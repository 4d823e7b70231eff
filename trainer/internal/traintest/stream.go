package traintest

import (
	"iter"

	"github.com/hardwood-ml/hardwood/data"
)

// Stream is a table that hands out copies of a few rows at a time, like a
// file.
type Stream struct{ *data.Table }

// Blocks yields copies of the rows in order, 37 at a time.
func (s Stream) Blocks(int) iter.Seq2[*data.Table, error] {
	return func(yield func(*data.Table, error) bool) {
		for lo := 0; lo < s.Rows; lo += 37 {
			var rows []int
			for i := lo; i < min(lo+37, s.Rows); i++ {
				rows = append(rows, i)
			}
			if !yield(s.Subset(rows), nil) {
				return
			}
		}
	}
}
