package grow

import (
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// rows are row numbers with their values, and space to partition them.
type rows struct {
	row, spareRow     []int32
	value, spareValue []int64
}

func (r *rows) resize(n int) {
	r.row, r.spareRow = parallel.Resize(r.row, n), parallel.Resize(r.spareRow, n)
	r.value, r.spareValue = parallel.Resize(r.value, n), parallel.Resize(r.spareValue, n)
}

// cell holds the bin of a row in one slot, or in the slots of a block.
type cell interface{ uint8 | uint64 }

// up returns the factor that brings the bin of a slot to the top of a cell; shifting would take one
// more register. A cell of one bin is slot 0.
func up(slot int) uint64 { return 1 << (56 - 8*(slot%8)) }

// partThreads moves the rows of lo to hi that go right after the others, keeping their order, and
// returns where they begin. With several threads, each sorts a stretch, and the stretches are then
// joined.
func partThreads(r *rows, threads, lo, hi int, sort func(lo, hi int) (left, right int)) int {
	if threads == 1 || hi-lo < manyRows {
		left, right := sort(lo, hi)
		copy(r.row[lo+left:], r.spareRow[lo:lo+right])
		copy(r.value[lo+left:], r.spareValue[lo:lo+right])
		return lo + left
	}
	stretch := func(i int) int { return lo + (hi-lo)*i/threads }
	left, right := make([]int, threads), make([]int, threads)
	parallel.For(threads, threads, func(i int) {
		left[i], right[i] = sort(stretch(i), stretch(i+1))
	})
	to := lo
	for i := range threads {
		copy(r.row[to:], r.row[stretch(i):stretch(i)+left[i]])
		copy(r.value[to:], r.value[stretch(i):stretch(i)+left[i]])
		to += left[i]
	}
	parallel.For(threads, threads, func(i int) {
		to := to
		for _, before := range right[:i] {
			to += before
		}
		copy(r.row[to:], r.spareRow[stretch(i):stretch(i)+right[i]])
		copy(r.value[to:], r.spareValue[stretch(i):stretch(i)+right[i]])
	})
	return to
}

// sort moves the rows that go left, whose bin is not above the threshold, to the front of lo to hi, and
// the others to the front of the same stretch of the spare space. It returns the number of each. With
// missingLeft, missing values count as below every bin.
func sort[C cell](r *rows, lo, hi int, cells []C, up uint64, bin int, missingLeft bool) (left, right int) {
	last, turn := uint64(bin), uint64(0)
	if missingLeft { // bin 255 wraps to 0, each other bin to the next
		last, turn = last+1, 1<<56
	}
	last = last<<56 | (1<<56 - 1)
	row, value := r.row[lo:hi], r.value[lo:hi]
	value = value[:len(row)]
	spareRow, spareValue := r.spareRow[lo:hi], r.spareValue[lo:hi]
	for i, id := range row { // few variables, so that all are in registers
		v, left := value[i], i-right
		row[left], value[left] = id, v
		spareRow[right], spareValue[right] = id, v
		if uint64(cells[id])*up+turn > last {
			right++
		}
	}
	return len(row) - right, right
}

// sortLevels is sort by the side of each bin.
func sortLevels[C cell](r *rows, lo, hi int, cells []C, up uint64, of *[256]uint8) (left, right int) {
	row, value := r.row[lo:hi], r.value[lo:hi]
	spareRow, spareValue := r.spareRow[lo:hi], r.spareValue[lo:hi]
	for i, id := range row {
		v, left := value[i], i-right
		row[left], value[left] = id, v
		spareRow[right], spareValue[right] = id, v
		right += int(of[uint64(cells[id])*up>>56] / rightSide)
	}
	return len(row) - right, right
}

// sidesOfLevels returns the side of each bin at a split on levels. Bins without rows go right; where
// they go in the model is decided when the tree is finished.
func sidesOfLevels(s *criterion.Split) (of [256]uint8) {
	for bin := range bins.Missing {
		if of[bin] = rightSide; s.Levels.Has(bin) {
			of[bin] = leftSide
		}
	}
	of[bins.Missing] = rightSide
	if s.DefaultLeft {
		of[bins.Missing] = leftSide
	}
	return of
}
