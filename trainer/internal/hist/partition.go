package hist

// rows are row numbers with their values, and space to part them.
type rows struct {
	row, spareRow     []int32
	value, spareValue []int64
}

func (r *rows) resize(n int) {
	if cap(r.row) < n {
		r.row, r.spareRow = make([]int32, n), make([]int32, n)
		r.value, r.spareValue = make([]int64, n), make([]int64, n)
	}
	r.row, r.spareRow = r.row[:n], r.spareRow[:n]
	r.value, r.spareValue = r.value[:n], r.spareValue[:n]
}

// part moves the rows of lo to hi whose bin is above the threshold behind the
// others, keeping their order, and returns where they begin. Missing values
// count as below every bin where they go left.
func (r *rows) part(lo, hi int, words []uint64, slot, bin int, missingLeft bool) int {
	shift, last := 8*(slot%8), uint8(bin)
	turn := uint8(0) // turns bin 255, the missing values, into bin 0
	if missingLeft {
		turn, last = 1, last+1
	}
	row, value := r.row[lo:hi], r.value[lo:hi]
	value = value[:len(row)]
	spareRow, spareValue := r.spareRow[lo:hi], r.spareValue[lo:hi]
	left, right := 0, 0
	for i, id := range row {
		v := value[i]
		above := int((uint32(last) - uint32(uint8(words[id]>>shift)+turn)) >> 31)
		row[left], value[left] = id, v
		spareRow[right], spareValue[right] = id, v
		left += 1 - above
		right += above
	}
	copy(row[left:], spareRow[:right])
	copy(value[left:], spareValue[:right])
	return lo + left
}
