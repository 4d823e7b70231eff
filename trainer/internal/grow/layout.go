package grow

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// layout is that of histograms: by channel, by slot, by bin.
type layout struct {
	bins     *bins.Matrix
	values   int  // channels of the criterion
	channels int  // the same, plus one at the end if rows are counted
	stride   int  // distance between channels
	width    int  // a slot has 1<<width places, the last one for missing values
	listed   bool // histograms are summed from the lists of bins
	lists    bool // a sparse table, which has no histograms
}

func layoutOf(b *bins.Matrix, channels int, counted bool) layout {
	l := layout{bins: b, values: channels, channels: channels}
	if counted {
		l.channels++
	}
	l.lists = b.Lists() != nil
	l.listed, l.width, l.stride = b.Listed(), 8, len(b.Words())*len(block{})
	if l.listed {
		l.width, l.stride = b.Width(), len(b.Slots)<<b.Width()
	}
	return l
}

// counted reports whether rows are counted.
func (l *layout) counted() bool { return l.channels > l.values }

// The numbers of rows from which on whole histograms are cheaper than lists of the bins that occur, for
// dense and for sparse data. Histograms of sparse data with few bins are so small that they always are.
// Those of wide dense tables do not fit the cache, and summing few rows slot by slot is faster.
const (
	few       = 16
	fewWide   = 256
	fewSparse = 256

	wide = 1 << 20 // sums of a histogram
)

func (l *layout) few() int {
	switch {
	case l.lists:
		return math.MaxInt / 2
	case !l.listed && l.stride*l.channels > wide:
		return fewWide
	case !l.listed:
		return few
	case l.width <= bins.Narrow:
		return 1
	}
	return fewSparse
}

// view is what a worker sees of the tree that grows.
type view struct {
	layout
	rows    *rows
	columns *columns
	base    *base // where the bins of rows are read
}
