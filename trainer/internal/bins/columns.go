package bins

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// columns are the cells of a sparse table, column by column.
type columns struct {
	table *data.Table
	start []int     // where the cells of each column start, and the end
	row   []int32   // by cell
	value []float64 // by cell

	weight []int64 // by row: its weight in the sample that thresholds are found from, 0 outside; nil: 1
	total  int64   // sum of the weights
}

// columnsOf returns the cells of a sparse table by column.
func columnsOf(t *data.Table, random uint64) *columns {
	c := &columns{table: t, total: int64(t.Rows)}
	c.start, c.row, c.value = t.Sparse.ByColumn(t.Cols)
	rows := choose(weighted(t), sampled, random)
	if len(rows) == t.Rows && t.Weights == nil {
		return c
	}
	of := slices.Repeat([]int64{1}, len(rows))
	if t.Weights != nil {
		of, _ = Whole(nil, len(rows), func(i int) float64 { return t.Weights[rows[i]] })
	}
	c.weight, c.total = make([]int64, t.Rows), 0
	for i, row := range rows {
		c.weight[row] = of[i]
		c.total += of[i]
	}
	return c
}

// findSlots is the function findSlots for the columns of a sparse table.
func (c *columns) findSlots(maxBin int, reach []Reach, threads int) []Slot {
	var some []int // columns that have cells
	for f := range c.table.Cols {
		if c.start[f] < c.start[f+1] {
			some = append(some, f)
		}
	}
	found := make([]Slot, len(some))
	const atOnce = 1 << 10
	parallel.For(threads, (len(some)+atOnce-1)/atOnce, func(group int) {
		f := finders.Get().(*finder)
		defer finders.Put(f)
		for i := group * atOnce; i < min(len(some), (group+1)*atOnce); i++ {
			var r Reach
			if reach != nil {
				r = reach[some[i]]
			}
			found[i] = f.sparseSlot(c, some[i], r, maxBin)
		}
	})
	return slices.DeleteFunc(found, func(s Slot) bool { return s.Bins() == 1 && !s.Missing })
}

// sparseSlot finds the thresholds between the values of a column.
func (f *finder) sparseSlot(c *columns, column int, r Reach, maxBin int) Slot {
	there, missing := f.readSparse(c, column)
	absent := c.table.Sparse.Absent
	if absent == 0 && there < c.total {
		f.distinct.insert(0, c.total-there)
	} else if there < c.total {
		missing = true
	}
	cuts := f.robustCuts(r, maxBin-1)
	s := Slot{Feature: column, Cuts: cuts, Windows: r.windows(cuts, &f.distinct), Blank: r.Blank}
	s.Missing = missing && len(f.distinct.values) > 0
	s.Common, s.share = s.of(absent), float64(c.total-there)/float64(max(1, c.total))
	return s
}

// readSparse sets f.distinct to the values of the cells of a column. It returns the total weight of the
// rows that have a cell, and whether any of these is missing.
func (f *finder) readSparse(c *columns, column int) (there int64, missing bool) {
	lo, hi := c.start[column], c.start[column+1]
	keys := f.keys[0][:0]
	for k := lo; k < hi; k++ {
		v, weight := c.value[k], int64(1)
		if c.weight != nil {
			weight = c.weight[c.row[k]]
		}
		there += weight
		switch {
		case v != v:
			missing = missing || weight > 0
		case weight > 0:
			keys = append(keys, key(v))
		}
	}
	f.keys[0] = keys
	f.buffer = slices.Grow(f.buffer[:0], len(keys))[:len(keys)]
	f.distinct.sorted(keys, f.buffer)
	if c.weight == nil {
		return there, missing
	}
	clear(f.distinct.counts)
	for k := lo; k < hi; k++ {
		if at, found := slices.BinarySearch(f.distinct.values, c.value[k]+0); found {
			f.distinct.counts[at] += c.weight[c.row[k]]
		}
	}
	return there, missing
}
