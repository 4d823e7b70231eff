package hist

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/seed"
)

// sampled is the number of rows that the thresholds are found from, at most:
// the rank of a quantile is then right to 0.2 % of the rows.
const sampled = 1 << 16

// sampledCells bounds the memory of the sample of a stream.
const sampledCells = 1 << 23

// sampleRows returns some of the rows in order: all, or one of each of equal
// stretches.
func sampleRows(from Blocks, n, cols int, random uint64) ([][]float64, error) {
	_, whole := from.(*data.Table) // rows can be looked at where they are
	size := min(n, sampled)
	if !whole {
		size = min(size, max(1, sampledCells/cols))
	}
	rows := make([][]float64, 0, size)
	r := seed.At(random, streamSample)
	next := func() int {
		i := len(rows)
		lo, hi := i*n/size, (i+1)*n/size
		return lo + r.IntN(hi-lo)
	}
	first, wanted := 0, next()
	for block, err := range from.Blocks(readAtOnce) {
		if err != nil {
			return nil, err
		}
		for wanted < first+block.Rows && len(rows) < size {
			row := block.Row(wanted - first)
			if !whole {
				row = slices.Clone(row)
			}
			if rows = append(rows, row); len(rows) < size {
				wanted = next()
			}
		}
		first += block.Rows
	}
	return rows, nil
}
