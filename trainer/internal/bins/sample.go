package bins

import (
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// sampled is the largest number of rows that thresholds are found from: the rank of a quantile is then
// right to 0.2 % of the rows.
const sampled = 1 << 16

// sampledCells bounds the memory of the sample of a stream.
const sampledCells = 1 << 23

// sample is some of the rows.
type sample struct {
	x       []float64 // of the sampled rows, and maybe others; nil if compact holds them
	compact *data.Table
	cols    int
	at      []int32 // the numbers of the sampled rows in x
	weights []int64 // nil: 1
	total   int64   // sum of the weights
}

// value returns the value of a column in a row, given by its number in x.
func (s *sample) value(row int32, column int) float64 {
	if s.compact != nil {
		return s.compact.At(int(row), column)
	}
	return s.x[int(row)*s.cols+column]
}

// sampleRows returns a sample of the rows, in order.
func sampleRows(from Blocks, random uint64) (*sample, error) {
	head := from.Head()
	table, whole := from.(*data.Table)
	most := sampled
	if !whole {
		most = min(most, max(1, sampledCells/head.Cols))
	}
	rows := choose(weighted(head), most, random)
	s := &sample{cols: head.Cols, at: rows, total: int64(len(rows))}
	if head.Weights != nil {
		s.weights, _ = Whole(nil, len(rows), func(i int) float64 { return head.Weights[rows[i]] })
		s.total = 0
		for _, w := range s.weights {
			s.total += w
		}
	}
	if whole && table.Sparse == nil { // rows that need no copies
		if s.x = table.X; s.x == nil {
			s.compact = table
		}
		return s, nil
	}
	s.at = make([]int32, 0, len(rows))
	first := 0
	for block, err := range from.Blocks(readAtOnce) {
		if err != nil {
			return nil, err
		}
		for len(s.at) < len(rows) && int(rows[len(s.at)]) < first+block.Rows {
			s.x = append(s.x, block.Row(int(rows[len(s.at)])-first)...)
			s.at = append(s.at, int32(len(s.at)))
		}
		first += block.Rows
	}
	return s, nil
}

// weighted returns the numbers of the rows whose weight is not 0.
func weighted(head *data.Table) []int32 {
	rows := make([]int32, 0, head.Rows)
	for i := range head.Rows {
		if head.Weight(i) > 0 {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// choose returns all rows, or, if they are more than most, one from each of most equal stretches.
func choose(rows []int32, most int, random uint64) []int32 {
	if len(rows) <= most {
		return rows
	}
	r := seed.At(random, streamSample)
	end := func(stretch int) int { return int(int64(stretch) * int64(len(rows)) / int64(most)) }
	chosen := make([]int32, most)
	for i := range chosen {
		lo, hi := end(i), end(i+1)
		chosen[i] = rows[lo+r.IntN(hi-lo)]
	}
	return chosen
}
