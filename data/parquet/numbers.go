package parquet

import (
	"encoding/binary"
	"math"
)

// Whole numbers are packed in two ways:
// https://parquet.apache.org/docs/file-format/data-pages/encodings/.

// packed returns number i of those that are packed into width bits each, the lowest bits
// first.
func packed(b []byte, i, width int) uint64 {
	at := uint64(i) * uint64(width)
	var word [9]byte
	copy(word[:], b[at/8:])
	low := binary.LittleEndian.Uint64(word[:]) >> (at % 8)
	high := uint64(word[8]) << (64 - at%8)
	return (low | high) & (1<<width - 1)
}

// runs yields numbers of width bits, in runs of a repeated number or of packed ones.
type runs struct {
	rest  []byte
	width int

	left     int    // numbers of the run
	repeated uint64 // what it repeats,
	packed   []byte // or what it packs,
	taken    int    // and how many of these are taken
}

func (r *runs) next() (uint64, error) {
	for r.left == 0 {
		if !r.run() {
			return 0, errPage
		}
	}
	r.left--
	if r.packed == nil {
		return r.repeated, nil
	}
	r.taken++
	return packed(r.packed, r.taken-1, r.width), nil
}

// run reads the start of a run, if there is one.
func (r *runs) run() bool {
	head, n := binary.Uvarint(r.rest)
	if n <= 0 || head > 1<<32 { // pages count in 32 bits
		return false
	}
	r.rest = r.rest[n:]
	count, size := head>>1, uint64(r.width+7)/8
	if head&1 != 0 { // eights of packed numbers
		count, size = 8*count, count*uint64(r.width)
	}
	if head&1 != 0 && size > uint64(len(r.rest)) { // the last eight may be cut short
		size = uint64(len(r.rest))
		count = 8 * size / uint64(r.width)
	}
	if count > math.MaxInt32 || size > uint64(len(r.rest)) {
		return false
	}
	r.left, r.repeated, r.packed, r.taken = int(count), 0, nil, 0
	if head&1 != 0 {
		r.packed = r.rest[:size:size]
	} else {
		var word [8]byte
		copy(word[:], r.rest[:size])
		r.repeated = binary.LittleEndian.Uint64(word[:])
	}
	r.rest = r.rest[size:]
	return true
}

// deltas returns at most most numbers that are each stored as the difference to the one
// before, and what follows them.
func deltas(b []byte, most int) (numbers []uint64, rest []byte, err error) {
	s := skimmer{b}
	block, ok1 := s.varint()
	parts, ok2 := s.varint()
	total, ok3 := s.varint()
	first, ok4 := s.signed()
	if !ok1 || !ok2 || !ok3 || !ok4 || block > 1<<20 || parts == 0 || block%(8*parts) != 0 || block == 0 || total > uint64(most) {
		return nil, nil, errPage
	}
	if total == 0 {
		return nil, s.rest, nil
	}
	numbers = append(make([]uint64, 0, total), first)
	for len(numbers) < int(total) {
		least, ok := s.signed()
		widths := s.rest
		if !ok || !s.skip(parts) {
			return nil, nil, errPage
		}
		for _, width := range widths[:parts] {
			count := min(int(block/parts), int(total)-len(numbers))
			if count == 0 {
				break // no more differences follow those of the last numbers
			}
			differences := s.rest
			if width > 64 || !s.skip(block/parts/8*uint64(width)) {
				return nil, nil, errPage
			}
			for i := range count {
				numbers = append(numbers, numbers[len(numbers)-1]+least+packed(differences, i, int(width)))
			}
		}
	}
	return numbers, s.rest, nil
}

// signed reads a number whose lowest bit is the sign.
func (s *skimmer) signed() (uint64, bool) {
	v, ok := s.varint()
	return v>>1 ^ -(v & 1), ok
}
