package grow

// block is the histogram of eight slots and one channel: 256 bins each.
type block [8 << 8]int64

// The loops below repeat the same eight lines, because eight are too many for the compiler to inline
// and two inlined halves make the loops up to a third slower.

// sweep adds the values of consecutive rows to the bins of their words.
func (h *block) sweep(words []uint64, values []int64) {
	words = words[:len(values)]
	for i, v := range values {
		w := words[i]
		h[uint(uint8(w))] += v
		h[0x100+uint(uint8(w>>8))] += v
		h[0x200+uint(uint8(w>>16))] += v
		h[0x300+uint(uint8(w>>24))] += v
		h[0x400+uint(uint8(w>>32))] += v
		h[0x500+uint(uint8(w>>40))] += v
		h[0x600+uint(uint8(w>>48))] += v
		h[0x700+uint(uint8(w>>56))] += v
	}
}

// sweepRows is sweep for rows that are not consecutive.
func (h *block) sweepRows(words []uint64, rows []int32, values []int64) {
	values = values[:len(rows)]
	for i, r := range rows {
		w, v := words[r], values[i]
		h[uint(uint8(w))] += v
		h[0x100+uint(uint8(w>>8))] += v
		h[0x200+uint(uint8(w>>16))] += v
		h[0x300+uint(uint8(w>>24))] += v
		h[0x400+uint(uint8(w>>32))] += v
		h[0x500+uint(uint8(w>>40))] += v
		h[0x600+uint(uint8(w>>48))] += v
		h[0x700+uint(uint8(w>>56))] += v
	}
}

// sweepChannels adds each row to the histogram of its channel; these are stride apart.
func sweepChannels(all []int64, stride int, words []uint64, rows []int32, values []int64, channel []uint8) {
	values = values[:len(rows)]
	for i, r := range rows {
		w, v, h := words[r], values[i], (*block)(all[int(channel[r])*stride:])
		h[uint(uint8(w))] += v
		h[0x100+uint(uint8(w>>8))] += v
		h[0x200+uint(uint8(w>>16))] += v
		h[0x300+uint(uint8(w>>24))] += v
		h[0x400+uint(uint8(w>>32))] += v
		h[0x500+uint(uint8(w>>40))] += v
		h[0x600+uint(uint8(w>>48))] += v
		h[0x700+uint(uint8(w>>56))] += v
	}
}

// sweepCounts adds `one` to the counts for each row.
func (h *block) sweepCounts(words []uint64, rows []int32, one int64) {
	for _, r := range rows {
		w := words[r]
		h[uint(uint8(w))] += one
		h[0x100+uint(uint8(w>>8))] += one
		h[0x200+uint(uint8(w>>16))] += one
		h[0x300+uint(uint8(w>>24))] += one
		h[0x400+uint(uint8(w>>32))] += one
		h[0x500+uint(uint8(w>>40))] += one
		h[0x600+uint(uint8(w>>48))] += one
		h[0x700+uint(uint8(w>>56))] += one
	}
}

// column returns the histogram of a slot.
func (h *block) column(slot int) *[256]int64 { return (*[256]int64)(h[slot<<8:]) }
