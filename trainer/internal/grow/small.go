package grow

import (
	"math/bits"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// block returns the scratch block of a channel.
func (s *search) block(c int) *block { return (*block)(s.scratch[c*len(block{}):]) }

// direct finds the best split of a node feature by feature, without keeping
// histograms.
func (s *search) direct(n *node, slots []int32) {
	whole := 2*len(slots) >= len(s.bins.Slots)
	switch {
	case s.lists:
		s.directLists(n, slots)
		return
	case whole && s.listed && s.width <= bins.Narrow:
		n.histogram = s.sum(n)
		s.scan(n, slots)
		s.release(n)
		return
	case whole && s.listed:
		s.directTiles(n, slots)
		return
	}
	block, differ := -1, ^uint64(0)
	for _, slot := range slots {
		if b := int(slot) / 8; whole && b != block {
			block, differ = b, s.differ(n, b)
		}
		if uint8(differ>>(8*(slot%8))) == 0 {
			continue
		}
		if n.Rows < few && n.Rows < 2*(s.bins.Slots[slot].Bins()-1) {
			s.list(n, int(slot))
			s.best(n, slot)
			continue
		}
		s.column(n, int(slot))
		s.best(n, slot)
		for c := range s.channels {
			clear(s.block(c).column(0)[:])
		}
	}
}

// differ returns the bits in which the words of a node's rows differ. Deep in a tree, many features of
// an image have the same bin in all rows of a node.
func (s *search) differ(n *node, block int) uint64 {
	words, row := s.base.words[block], s.rows.row[n.lo:n.hi()]
	first, bits := words[row[0]], uint64(0)
	for _, r := range row {
		bits |= words[r] ^ first
	}
	return bits
}

// column sums all bins of a slot into column 0 of the scratch blocks.
func (s *search) column(n *node, slot int) {
	count := s.bins.Slots[slot].Bins()
	if columns := s.base.columns; columns != nil {
		addColumn(s, n, columns[slot], up(0), count)
	} else {
		addColumn(s, n, s.base.words[slot/8], up(slot), count)
	}
	for c := range s.channels {
		s.sums.Dense(c, s.block(c).column(0)[:], count)
	}
}

func addColumn[C cell](s *search, n *node, cells []C, up uint64, count int) {
	row, value := s.rows.row[n.lo:n.hi()], s.rows.value[n.lo:n.hi()]
	if channel := s.base.channel; channel == nil {
		columnSums(s.block(0), cells, up, row, value, count)
	} else {
		scratch, value := s.scratch, value[:len(row)] // local, so that both stay in registers whatever the loop stores
		for i, r := range row {
			scratch[uint64(channel[r])*uint64(len(block{}))+uint64(cells[r])*up>>56] += value[i]
		}
	}
	if s.counted() {
		h := s.block(s.values).column(0)
		for _, r := range row {
			h[uint64(cells[r])*up>>56]++
		}
	}
}

// columnSums adds the values of rows to the first n bins of column 0, and to its bin of missing values.
// Successive rows are often in the same bin and would wait for each other, so they take turns in four
// columns.
func columnSums[C cell](h *block, cells []C, up uint64, row []int32, value []int64, n int) {
	value = value[:len(row)]
	if len(row) < 2*n { // summing up the columns would not pay
		for i, r := range row {
			h[uint64(cells[r])*up>>56] += value[i]
		}
		return
	}
	for ; len(row) >= 4; row, value = row[4:], value[4:] {
		r, v := (*[4]int32)(row), (*[4]int64)(value)
		h[uint64(cells[r[0]])*up>>56] += v[0]
		h[0x100+uint64(cells[r[1]])*up>>56] += v[1]
		h[0x200+uint64(cells[r[2]])*up>>56] += v[2]
		h[0x300+uint64(cells[r[3]])*up>>56] += v[3]
	}
	for i, r := range row {
		h[uint64(cells[r])*up>>56] += value[i]
	}
	for j := 1; j <= 3; j++ {
		turn := h.column(j)
		for i, v := range turn[:n] {
			h[i] += v
		}
		h[bins.Missing] += turn[bins.Missing]
		clear(turn[:n])
		turn[bins.Missing] = 0
	}
}

// list sums the bins of a slot that occur.
func (s *search) list(n *node, slot int) {
	words, shift := s.base.words[slot/8], 8*(slot%8)
	row, value := s.rows.row[n.lo:n.hi()], s.rows.value[n.lo:n.hi()]
	value = value[:len(row)]
	var occur [4]uint64
	scratch, of, channel := s.scratch, s.base.channel, uint8(0)
	counted, counts := s.counted(), s.block(s.channels-1).column(0)
	if s.channels == 1 {
		occur = s.block(0).listSums(words, shift, row, value)
		row = nil
	}
	for i, r := range row {
		bin := uint8(words[r] >> shift)
		if of != nil {
			channel = of[r]
		}
		scratch[int(channel)*len(block{})+int(bin)] += value[i]
		occur[bin>>6] |= 1 << (bin & 63)
		if counted {
			counts[bin]++
		}
	}
	s.collect(&occur, s.scratch, len(block{}))
}

// collect moves the sums of the bins that occur in a column, whose channels are stride apart, to
// s.sums, and clears their places.
func (s *search) collect(occur *[4]uint64, column []int64, stride int) {
	at := s.at[:0]
	for i, set := range occur {
		for ; set != 0; set &= set - 1 {
			at = append(at, uint8(64*i+bits.TrailingZeros64(set)))
		}
	}
	for c := range s.channels {
		from, to := (*[256]int64)(column[c*stride:]), &s.packed[c]
		for i, bin := range at {
			to[i] = from[bin]
			from[bin] = 0
		}
		s.sums.List(c, at, to[:len(at)])
	}
}

// listSums adds the values of rows to the bins of column 0 and returns the set of bins that occur. It
// alternates between two sets, which do not wait for each other.
func (h *block) listSums(words []uint64, shift int, row []int32, value []int64) (occur [4]uint64) {
	value = value[:len(row)]
	var other [4]uint64
	i := 0
	for ; i+2 <= len(row); i += 2 {
		a, b := uint8(words[row[i]]>>shift), uint8(words[row[i+1]]>>shift)
		h[uint(a)] += value[i]
		h[uint(b)] += value[i+1]
		occur[a>>6] |= 1 << (a & 63)
		other[b>>6] |= 1 << (b & 63)
	}
	if i < len(row) {
		a := uint8(words[row[i]] >> shift)
		h[uint(a)] += value[i]
		occur[a>>6] |= 1 << (a & 63)
	}
	for j := range occur {
		occur[j] |= other[j]
	}
	return occur
}
