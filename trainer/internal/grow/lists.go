package grow

import (
	"math/bits"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// rare is the memory of a search for the best split among the lists of a sparse
// table, whose slots are far more than any node has cells.
//
// A first pass over the cells of a node's rows sums the values of each slot.
// Most slots have too few for any split, see [criterion.Criterion.Enough], and only
// the others are summed by bin, in a second pass.
type rare struct {
	sum     []int64  // of the cells of each slot, zero between nodes
	touched []int32  // slots that have cells
	worth   []uint64 // set of the slots that are summed by bin, empty between nodes
	allowed []uint64 // set of the slots that the node may split on, nil: all

	places []int64 // by channel, zero between nodes: see [bins.Lists.Places]
	column []uint8 // of the split of a node
}

// resize makes the memory that of as many slots and channels as there are.
func (r *rare) resize(b *bins.Matrix, channels int) {
	slots, places := len(b.Slots), b.Lists().Places()
	if len(r.sum) != slots {
		r.sum, r.worth = make([]int64, slots), make([]uint64, (slots+63)/64)
	}
	if size := channels * int(places[slots]); len(r.places) != size {
		r.places = make([]int64, size)
	}
}

// directLists finds the best split of a node from the cells of its rows.
func (s *search) directLists(n *node, slots []int32) {
	r := &s.rare
	r.resize(s.bins, s.channels)
	r.allow(slots, len(s.bins.Slots))
	s.sumSlots(n)
	s.sumPlaces(n)
	for i, set := range r.worth {
		for ; set != 0; set &= set - 1 {
			s.directList(n, int32(64*i+bits.TrailingZeros64(set)))
		}
		r.worth[i] = 0
	}
}

// allow makes the slots that a node may split on a set, nil for all.
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

// sumSlots finds the slots that are worth to be summed by bin.
func (s *search) sumSlots(n *node) {
	r, lists := &s.rare, s.bins.Lists()
	row, value := s.rows.row[n.lo:n.hi()], s.rows.value[n.lo:n.hi()]
	sum, touched := r.sum, r.touched[:0]
	for i, at := range row {
		v := value[i]
		slots, _ := lists.Row(at)
		for _, slot := range slots {
			if sum[slot] == 0 { // no value is 0, nor is a sum of them
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

// sumPlaces sums these slots by bin.
func (s *search) sumPlaces(n *node) {
	r, lists, channel := &s.rare, s.bins.Lists(), s.base.channel
	row, value := s.rows.row[n.lo:n.hi()], s.rows.value[n.lo:n.hi()]
	place, stride := lists.Places(), len(r.places)/s.channels
	counts := r.places[(s.channels-1)*stride:]
	for i, at := range row {
		v, to := value[i], r.places
		if channel != nil {
			to = to[int(channel[at])*stride:]
		}
		slots, in := lists.Row(at)
		in = in[:len(slots)]
		for k, slot := range slots {
			if r.worth[slot/64]>>(slot%64)&1 == 0 {
				continue
			}
			p := int(place[slot]) + int(in[k])
			if in[k] == bins.Missing {
				p = int(place[slot+1]) - 1
			}
			to[p] += v
			if s.counted() {
				counts[p]++
			}
		}
	}
}

// directList finds the best split on a slot from its sums by bin, and leaves
// these zero.
func (s *search) directList(n *node, slot int32) {
	r, place := &s.rare, s.bins.Lists().Places()
	stride := len(r.places) / s.channels
	lo, hi := int(place[slot]), int(place[slot+1])
	common := min(int(s.bins.Slots[slot].Common), hi-lo-1)
	for c := range s.channels {
		column := r.places[c*stride:][lo:hi]
		rest := s.totalOf(n, c)
		for _, v := range column {
			rest -= v
		}
		column[common] = rest
		s.sums.Dense(c, column, hi-lo-1)
	}
	s.best(n, slot)
	for c := range s.channels {
		clear(r.places[c*stride:][lo:hi])
	}
}
