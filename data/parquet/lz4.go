package parquet

import (
	"encoding/binary"
	"io"
	"slices"
)

// unsized is a file whose headers of LZ4 pages claim to unpack to nothing.
// parquet-go loses such a page where it does not shrink to a third: its decoder
// then takes a buffer of its own, which is only looked at if it holds more than
// the header claims.
type unsized struct {
	io.ReaderAt
	sizes []span // of the claims, by place
}

// span are bytes of a file.
type span struct{ from, to int64 }

// hide adds the claim of a page header that stands somewhere in the file.
func (u *unsized) hide(header []byte, at int64) {
	// In Thrift's compact protocol: the next field, an integer, which is the
	// type of the page; and once more, which is the size.
	const nextInteger = 1<<4 | thriftI32
	_, kind := binary.Uvarint(header[1:])
	start := 1 + kind + 1
	if kind <= 0 || start >= len(header) || header[0] != nextInteger || header[start-1] != nextInteger {
		return // as no writer has it
	}
	_, size := binary.Uvarint(header[start:])
	if size <= 0 {
		return
	}
	claim := span{at + int64(start), at + int64(start+size)}
	place, known := slices.BinarySearchFunc(u.sizes, claim, func(a, b span) int { return int(min(max(a.from-b.from, -1), 1)) })
	if !known {
		u.sizes = slices.Insert(u.sizes, place, claim)
	}
}

// ReadAt reads what is in the file, and zeros of the same length for the claims.
func (u *unsized) ReadAt(p []byte, at int64) (int, error) {
	n, err := u.ReaderAt.ReadAt(p, at)
	first, _ := slices.BinarySearchFunc(u.sizes, at, func(s span, at int64) int { return int(min(max(s.to-at, -1), 1)) })
	for _, s := range u.sizes[first:] {
		if s.from >= at+int64(n) {
			break
		}
		for k := max(s.from, at); k < min(s.to, at+int64(n)); k++ {
			p[k-at] = 0x80 // more of the number follows
			if k == s.to-1 {
				p[k-at] = 0
			}
		}
	}
	return n, err
}
