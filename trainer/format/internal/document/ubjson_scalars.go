package document

import (
	"encoding/binary"
	"math"
	"strconv"
)

// String reads a text.
func (r *UBJSON) String() string {
	switch c := r.take(); c {
	case 'S', 'H':
		return string(r.readText(r.length()))
	case 'C':
		return string(r.bytes(1))
	default:
		r.wanted("a text", c)
		return ""
	}
}

// wanted records that a value is not of the type wanted.
func (r *UBJSON) wanted(want string, got byte) {
	r.Fail("a value of type %q where %s should be", got, want)
}

// whole reads a whole number of the type given by its letter.
func (r *UBJSON) whole(c byte) int64 {
	switch c {
	case 'i':
		return int64(int8(r.bytes(1)[0]))
	case 'U':
		return int64(r.bytes(1)[0])
	case 'I':
		return int64(int16(binary.BigEndian.Uint16(r.bytes(2))))
	case 'l':
		return int64(int32(binary.BigEndian.Uint32(r.bytes(4))))
	case 'L':
		return int64(binary.BigEndian.Uint64(r.bytes(8)))
	}
	r.wanted("a whole number", c)
	return 0
}

// Int reads a whole number, or true and false as 1 and 0.
func (r *UBJSON) Int() int64 {
	switch c := r.take(); c {
	case 'T':
		return 1
	case 'F':
		return 0
	default:
		return r.whole(c)
	}
}

// Float64 reads a number.
func (r *UBJSON) Float64() float64 {
	switch c := r.take(); c {
	case 'd':
		return float64(math.Float32frombits(binary.BigEndian.Uint32(r.bytes(4))))
	case 'D':
		return math.Float64frombits(binary.BigEndian.Uint64(r.bytes(8)))
	default:
		return float64(r.whole(c))
	}
}

// Digits reads a number as its shortest text, a whole one with all its digits.
func (r *UBJSON) Digits() string {
	if c := r.next(); c == 'd' || c == 'D' {
		return strconv.FormatFloat(r.Float64(), 'f', -1, 64)
	}
	return strconv.FormatInt(r.Int(), 10)
}

// Float32 reads a number, rounded to float32.
func (r *UBJSON) Float32() float32 { return float32(r.Float64()) }

// Skip consumes a value of any kind.
func (r *UBJSON) Skip() {
	skip(r, func() {
		switch r.Kind() {
		case String:
			_ = r.String()
		case Number:
			r.Float64()
		default:
			r.take()
		}
	})
}
