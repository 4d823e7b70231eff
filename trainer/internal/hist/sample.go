package hist

import (
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// sampled is the number of rows that the thresholds are found from, at most:
// the rank of a quantile is then right to 0.2 % of the rows.
const sampled = 1 << 16

// sampledCells bounds the memory of the sample of a stream.
const sampledCells = 1 << 23

// sample is some of the rows.
type sample struct {
	x    []float64 // of these rows and maybe others
	cols int
	at   []int32 // which they are in x
}

// sampleRows returns some of the rows in order: all, or one of each of equal
// stretches.
func sampleRows(from Blocks, n, cols int, random uint64) (*sample, error) {
	_, whole := from.(*data.Table) // rows can be looked at where they are
	size := min(n, sampled)
	if !whole {
		size = min(size, max(1, sampledCells/cols))
	}
	s := &sample{cols: cols, at: make([]int32, 0, size)}
	r := seed.At(random, streamSample)
	next := func() int {
		i := len(s.at)
		if size == n {
			return i
		}
		lo, hi := i*n/size, (i+1)*n/size
		return lo + r.IntN(hi-lo)
	}
	first, wanted := 0, next()
	for block, err := range from.Blocks(readAtOnce) {
		if err != nil {
			return nil, err
		}
		if whole {
			s.x = block.X
		}
		for wanted < first+block.Rows && len(s.at) < size {
			at := wanted
			if !whole {
				at = len(s.at)
				s.x = append(s.x, block.Row(wanted-first)...)
			}
			if s.at = append(s.at, int32(at)); len(s.at) < size {
				wanted = next()
			}
		}
		first += block.Rows
	}
	return s, nil
}
