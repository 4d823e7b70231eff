package grow

import (
	"math/bits"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// rare is the memory of a search for the best split among the lists of a sparse table, which has far
// more slots than any node has cells.
//
// A first pass over the cells of a node's rows sums the values of each slot. Most sums are too small
// for any split, see [criterion.Criterion.Enough], and only the other slots are summed by bin.
type rare struct {
	sum     []int64  // by slot: over its cells, zero between nodes
	touched []int32  // slots with cells
	worth   []uint64 // set of the slots to be summed by bin, empty between nodes
	long    []uint64 // set of those to be summed row by row, empty between nodes
	allowed []uint64 // set of the slots that the node may split on, nil: all

	value  []int64 // by row number, for the node's rows; zero between nodes
	places []int64 // sums by channel and bin of the slots in long, zero between nodes
	stride int     // distance between channels
	at     []int32 // by slot: where its places begin

	column []uint8 // the bins of the slot that a node is split on
}

// resize fits the memory to the number of slots and rows.
func (r *rare) resize(slots, rows int) {
	if len(r.sum) != slots {
		r.sum, r.at = make([]int64, slots), make([]int32, slots)
		r.worth, r.long = make([]uint64, (slots+63)/64), make([]uint64, (slots+63)/64)
	}
	if len(r.value) != rows {
		r.value = make([]int64, rows)
	}
}

// directLists finds the best split of a node from the cells of its rows.
func (s *search) directLists(n *node, slots []int32) {
	r := &s.rare
	r.resize(len(s.bins.Slots), s.bins.Len())
	r.allow(slots, len(s.bins.Slots))
	s.sumSlots(n)
	if s.place(n) {
		s.sumLong(n)
	}
	for i, set := range r.worth {
		for ; set != 0; set &= set - 1 {
			s.directList(n, int32(64*i+bits.TrailingZeros64(set)))
		}
		r.worth[i], r.long[i] = 0, 0
	}
	for _, at := range s.rows.row[n.lo:n.hi()] {
		r.value[at] = 0
	}
}

// allow notes the set of slots that a node may split on, nil for all.
func (r *rare) allow(slots []int32, all int) {
	if len(slots) == all {
		r.allowed = nil
		return
	}
	r.allowed = slices.Grow(r.allowed[:0], len(r.worth))[:len(r.worth)]
	clear(r.allowed)
	for _, slot := range slots {
		r.allowed[slot/64] |= 1 << (slot % 64)
	}
}

// sumSlots finds the slots that are worth summing by bin.
func (s *search) sumSlots(n *node) {
	r, lists := &s.rare, s.bins.Lists()
	row, value := s.rows.row[n.lo:n.hi()], s.rows.value[n.lo:n.hi()]
	sum, touched := r.sum, r.touched[:0]
	for i, at := range row {
		v := value[i]
		slots, _ := lists.Row(at)
		for _, slot := range slots {
			if sum[slot] == 0 { // no value is 0, nor is any sum of values
				touched = append(touched, slot)
			}
			sum[slot] += v
		}
	}
	for _, slot := range touched {
		if (r.allowed == nil || r.allowed[slot/64]>>(slot%64)&1 != 0) && s.criterion.Enough(sum[slot]) {
			r.worth[slot/64] |= 1 << (slot % 64)
		}
		sum[slot] = 0
	}
	r.touched = touched
}

// A slot is summed column by column if the node has many of all rows, or the column is short: then the
// values by row number are in the cache, as are the sums of one slot. Other slots are summed row by
// row, all together.
const (
	manyOf = 8  // one row in this many
	short  = 64 // cells
)

// place sets r.value to the values of a node's rows by row number, and decides which slots are summed
// row by row.
func (s *search) place(n *node) (byRow bool) {
	r, lists := &s.rare, s.bins.Lists()
	for i, at := range s.rows.row[n.lo:n.hi()] {
		r.value[at] = s.rows.value[n.lo+i]
	}
	if n.Rows*manyOf >= s.bins.Len() {
		return false
	}
	used := int32(0)
	for i, set := range r.worth {
		for ; set != 0; set &= set - 1 {
			slot := 64*i + bits.TrailingZeros64(set)
			if rows, _ := lists.Column(slot); len(rows) > short {
				r.long[i] |= set & -set
				r.at[slot] = used
				used += 256
			}
		}
	}
	if size := s.channels * int(used); len(r.places) < size {
		r.places = make([]int64, size)
	}
	r.stride = int(used)
	return used > 0
}

// sumLong sums by bin the slots of r.long.
func (s *search) sumLong(n *node) {
	r, lists, channel := &s.rare, s.bins.Lists(), s.base.channel
	row, value := s.rows.row[n.lo:n.hi()], s.rows.value[n.lo:n.hi()]
	places, counts := r.places, r.places[(s.channels-1)*r.stride:]
	for i, at := range row {
		v, to := value[i], places
		if channel != nil {
			to = to[int(channel[at])*r.stride:]
		}
		slots, in := lists.Row(at)
		in = in[:len(slots)]
		for k, slot := range slots {
			if r.long[slot/64]>>(slot%64)&1 == 0 {
				continue
			}
			p := int(r.at[slot]) + int(in[k])
			to[p] += v
			if s.counted() {
				counts[p]++
			}
		}
	}
}

// sumColumn sums a slot by bin into column 0 of the scratch blocks.
func (s *search) sumColumn(slot int32) {
	rows, in := s.bins.Lists().Column(int(slot))
	in = in[:len(rows)]
	value, channel, scratch := s.rare.value, s.base.channel, s.scratch
	if channel == nil && !s.counted() {
		h := s.block(0).column(0)
		for k, at := range rows {
			h[in[k]] += value[at]
		}
		return
	}
	counts := s.block(s.channels - 1).column(0)
	for k, at := range rows {
		v, c := value[at], 0
		if v == 0 {
			continue
		}
		if channel != nil {
			c = int(channel[at])
		}
		scratch[c*len(block{})+int(in[k])] += v
		if s.counted() {
			counts[in[k]]++
		}
	}
}

// directList finds the best split on a slot.
func (s *search) directList(n *node, slot int32) {
	r, of := &s.rare, &s.bins.Slots[slot]
	sums, stride := s.scratch, len(block{})
	if r.long[slot/64]>>(slot%64)&1 != 0 {
		sums, stride = r.places[r.at[slot]:], r.stride
	} else {
		s.sumColumn(slot)
	}
	count := of.Bins()
	for c := range s.channels {
		column := (*[256]int64)(sums[c*stride:])
		rest := s.totalOf(n, c) - column[bins.Missing]
		for _, v := range column[:count] {
			rest -= v
		}
		column[of.Common] = rest
		s.sums.Dense(c, column[:], count)
	}
	s.best(n, slot)
	for c := range s.channels {
		column := (*[256]int64)(sums[c*stride:])
		clear(column[:count])
		column[bins.Missing] = 0
	}
}
