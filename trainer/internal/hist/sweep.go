package hist

// block is the histogram of eight slots and one channel.
type block [8][256]int64

// The loops below repeat eight lines, as eight are too many for the compiler
// to inline and two inlined halves make the loops up to a third slower.

// sweep adds the values of the rows from number first on to the bins of their
// words.
func (h *block) sweep(words []uint64, values []int64) {
	words = words[:len(values)]
	for i, v := range values {
		w := words[i]
		h[0][uint8(w)] += v
		h[1][uint8(w>>8)] += v
		h[2][uint8(w>>16)] += v
		h[3][uint8(w>>24)] += v
		h[4][uint8(w>>32)] += v
		h[5][uint8(w>>40)] += v
		h[6][uint8(w>>48)] += v
		h[7][uint8(w>>56)] += v
	}
}

// sweepRows does the same for some rows, whose values lie beside them.
func (h *block) sweepRows(words []uint64, rows []int32, values []int64) {
	values = values[:len(rows)]
	for i, r := range rows {
		w, v := words[r], values[i]
		h[0][uint8(w)] += v
		h[1][uint8(w>>8)] += v
		h[2][uint8(w>>16)] += v
		h[3][uint8(w>>24)] += v
		h[4][uint8(w>>32)] += v
		h[5][uint8(w>>40)] += v
		h[6][uint8(w>>48)] += v
		h[7][uint8(w>>56)] += v
	}
}

// sweepRare does the same where most rows have one word in common: it passes
// over them, and adds what is left of the total at the end.
func (h *block) sweepRare(words []uint64, rows []int32, values []int64, common uint64, total int64) {
	values = values[:len(rows)]
	for i, r := range rows {
		w := words[r]
		if w == common {
			continue
		}
		v := values[i]
		total -= v
		h[0][uint8(w)] += v
		h[1][uint8(w>>8)] += v
		h[2][uint8(w>>16)] += v
		h[3][uint8(w>>24)] += v
		h[4][uint8(w>>32)] += v
		h[5][uint8(w>>40)] += v
		h[6][uint8(w>>48)] += v
		h[7][uint8(w>>56)] += v
	}
	for j := range h {
		h[j][uint8(common>>(8*j))] += total
	}
}

// sweepChannels adds each row to the histogram of its channel.
func sweepChannels(h []block, words []uint64, rows []int32, values []int64, channel []uint8) {
	values = values[:len(rows)]
	for i, r := range rows {
		w, v, h := words[r], values[i], &h[channel[r]]
		h[0][uint8(w)] += v
		h[1][uint8(w>>8)] += v
		h[2][uint8(w>>16)] += v
		h[3][uint8(w>>24)] += v
		h[4][uint8(w>>32)] += v
		h[5][uint8(w>>40)] += v
		h[6][uint8(w>>48)] += v
		h[7][uint8(w>>56)] += v
	}
}

// sweepRareChannels does the same as sweepRare for each channel of h.
func sweepRareChannels(h []block, words []uint64, rows []int32, values []int64, channel []uint8, common uint64, total []int64) {
	values = values[:len(rows)]
	for i, r := range rows {
		w := words[r]
		if w == common {
			continue
		}
		v, h := values[i], &h[channel[r]]
		h[0][uint8(w)] += v
		h[1][uint8(w>>8)] += v
		h[2][uint8(w>>16)] += v
		h[3][uint8(w>>24)] += v
		h[4][uint8(w>>32)] += v
		h[5][uint8(w>>40)] += v
		h[6][uint8(w>>48)] += v
		h[7][uint8(w>>56)] += v
	}
	for c, rest := range total {
		for _, v := range h[c][0] {
			rest -= v
		}
		for j := range h[c] {
			h[c][j][uint8(common>>(8*j))] += rest
		}
	}
}

// sweepCounts adds 1 for each row.
func (h *block) sweepCounts(words []uint64, rows []int32) {
	for _, r := range rows {
		w := words[r]
		h[0][uint8(w)]++
		h[1][uint8(w>>8)]++
		h[2][uint8(w>>16)]++
		h[3][uint8(w>>24)]++
		h[4][uint8(w>>32)]++
		h[5][uint8(w>>40)]++
		h[6][uint8(w>>48)]++
		h[7][uint8(w>>56)]++
	}
}

// subtract leaves in h what is left of it without part.
func (h *block) subtract(part *block) {
	for j := range h {
		a, b := &h[j], &part[j]
		for i := range a {
			a[i] -= b[i]
		}
	}
}
