package dive

import (
	"math"
	"math/bits"
)

// frontier is a queue of parts of trees outside the ball, the nearest first. It consists of buckets
// a sixteenth of an octave wide; the parts in one bucket come out in any order.
type frontier struct {
	first  uint64 // the leading bits of the distances in the first bucket
	parts  []part
	head   [buckets]int32       // of the list of a bucket that is not empty
	filled [buckets / 64]uint64 // the set of buckets that are not empty
	low    int                  // no bucket below 64*low is filled
}

// part is the part of a tree below a node.
type part struct {
	far  float64 // its distance
	at   int32
	tree int32
	next int32 // the next one in its bucket, counted from 1, or 0
}

// A bucket is for the distances with one exponent and the same bits after it. There are buckets for
// 28 octaves; what is nearer or farther is in the first or the last.
const (
	bitsAfter = 4
	buckets   = 28 << bitsAfter
	dropped   = 52 - bitsAfter
)

// newFrontier returns a frontier for distances up to about some size.
func newFrontier(size float64) frontier {
	return frontier{first: math.Float64bits(math.Ldexp(size, 2-buckets>>bitsAfter)) >> dropped}
}

func (q *frontier) reset() {
	q.parts = q.parts[:0]
	q.head, q.filled, q.low = [buckets]int32{}, [buckets / 64]uint64{}, buckets/64
}

func (q *frontier) push(far float64, at, tree int32) {
	b := min(max(math.Float64bits(far)>>dropped, q.first)-q.first, buckets-1)
	q.filled[b/64] |= 1 << (b % 64)
	q.low = min(q.low, int(b/64))
	q.parts = append(q.parts, part{far, at, tree, q.head[b]})
	q.head[b] = int32(len(q.parts))
}

// nearest returns one of the nearest parts, nil if there are none.
func (q *frontier) nearest() *part {
	for ; q.low < len(q.filled); q.low++ {
		if word := q.filled[q.low]; word != 0 {
			return &q.parts[q.head[64*q.low+bits.TrailingZeros64(word)]-1]
		}
	}
	return nil
}

// pop removes what nearest has returned, before anything is pushed.
func (q *frontier) pop(p *part) {
	word := &q.filled[q.low]
	q.head[64*q.low+bits.TrailingZeros64(*word)] = p.next
	if p.next == 0 {
		*word &= *word - 1
	}
}
