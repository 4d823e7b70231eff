package onnx

import (
	"encoding/binary"
	"errors"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// tensor is a list of numbers.
type tensor struct {
	name   string
	elem   int64
	values []float64
}

// numbers calls add with the numbers of a repeated field, packed or not. They take size bytes each, or
// are varints if size is 0.
func (f *field) numbers(size int, add func(bits uint64)) error {
	if f.kind != protowire.BytesType {
		add(f.varint)
		return nil
	}
	b := f.bytes
	for len(b) > 0 {
		switch {
		case size == 0:
			v, n := protowire.ConsumeVarint(b)
			if n < 0 {
				return errors.New("damaged: a list of numbers ends early")
			}
			add(v)
			b = b[n:]
		case len(b) < size:
			return errors.New("damaged: a list of numbers ends early")
		default:
			add(bitsOf(b, size))
			b = b[size:]
		}
	}
	return nil
}

func bitsOf(b []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(b[0])
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// sizes are the bytes per element in raw data.
var sizes = map[int64]int{elemFloat: 4, elemUint8: 1, elemInt32: 4, elemInt64: 8, elemDouble: 8}

func parseTensor(message []byte) (*tensor, error) {
	t := &tensor{}
	var raw []byte
	add := func(elem int64) func(bits uint64) {
		return func(bits uint64) { t.values = append(t.values, valueOf(elem, bits)) }
	}
	err := fields(message, func(f field) error {
		switch f.number {
		case 2:
			t.elem = int64(f.varint)
		case 4:
			return f.numbers(4, add(elemFloat))
		case 5:
			return f.numbers(0, add(elemInt64))
		case 7:
			return f.numbers(0, add(elemInt64))
		case 8:
			t.name = string(f.bytes)
		case 9:
			raw = f.bytes
		case 10:
			return f.numbers(8, add(elemDouble))
		case 13:
			return errors.New("its numbers are in another file")
		}
		return nil
	})
	if size := sizes[t.elem]; err == nil && raw != nil && size > 0 {
		f := field{kind: protowire.BytesType, bytes: raw}
		err = f.numbers(size, add(t.elem))
	}
	return t, err
}

// valueOf returns the number that the bits of an element represent.
func valueOf(elem int64, bits uint64) float64 {
	switch elem {
	case elemFloat:
		return float64(math.Float32frombits(uint32(bits)))
	case elemDouble:
		return math.Float64frombits(bits)
	case elemInt32:
		return float64(int32(bits))
	}
	return float64(int64(bits))
}
