package parquet

import (
	"encoding/binary"
	"errors"
)

// A footer or a page header is a struct of Thrift's compact protocol
// (github.com/apache/thrift, doc/specs/thrift-compact-protocol.md).

// The types of a field or an element.
const (
	thriftTrue, thriftFalse        = 1, 2
	thriftByte, thriftI16          = 3, 4
	thriftI32, thriftI64           = 5, 6
	thriftDouble, thriftBinary     = 7, 8
	thriftList, thriftSet          = 9, 10
	thriftMap, thriftStruct        = 11, 12
	thriftStop, deepest, fieldType = 0, 32, 0x0f
)

var errThrift = errors.New("its metadata is damaged")

// skim returns the length of the struct that b starts with. It fails if a text
// or a list in it claims more bytes or elements than b has left.
func skim(b []byte) (int, error) {
	s := skimmer{b}
	if !s.fields(0) {
		return 0, errThrift
	}
	return len(b) - len(s.rest), nil
}

type skimmer struct{ rest []byte }

// skip drops n bytes, if there are that many.
func (s *skimmer) skip(n uint64) bool {
	if n > uint64(len(s.rest)) {
		return false
	}
	s.rest = s.rest[n:]
	return true
}

func (s *skimmer) byte() (byte, bool) {
	if len(s.rest) == 0 {
		return 0, false
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return b, true
}

func (s *skimmer) varint() (uint64, bool) {
	v, n := binary.Uvarint(s.rest)
	return v, n > 0 && s.skip(uint64(n))
}

// fields skips the fields of a struct.
func (s *skimmer) fields(depth int) bool {
	for {
		head, ok := s.byte()
		if !ok || depth == deepest {
			return false
		}
		if head == thriftStop {
			return true
		}
		if head>>4 == 0 { // the field's number follows
			if _, ok := s.varint(); !ok {
				return false
			}
		}
		kind := head & fieldType
		if kind == thriftTrue || kind == thriftFalse {
			continue // the type is the value
		}
		if !s.value(kind, depth) {
			return false
		}
	}
}

// value skips a value that is not a boolean field.
func (s *skimmer) value(kind byte, depth int) bool {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		return s.skip(1)
	case thriftI16, thriftI32, thriftI64:
		_, ok := s.varint()
		return ok
	case thriftDouble:
		return s.skip(8)
	case thriftBinary:
		n, ok := s.varint()
		return ok && s.skip(n)
	case thriftList, thriftSet:
		return s.list(depth)
	case thriftMap:
		return s.pairs(depth)
	case thriftStruct:
		return s.fields(depth + 1)
	}
	return false
}

func (s *skimmer) list(depth int) bool {
	head, ok := s.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n, ok = s.varint()
	}
	if !ok || n > uint64(len(s.rest)) || depth == deepest {
		return false
	}
	for range n {
		if !s.value(head&fieldType, depth+1) {
			return false
		}
	}
	return true
}

func (s *skimmer) pairs(depth int) bool {
	n, ok := s.varint()
	if !ok || n > uint64(len(s.rest)) || depth == deepest {
		return false
	}
	if n == 0 {
		return true
	}
	kinds, ok := s.byte()
	for range n {
		ok = ok && s.value(kinds>>4, depth+1) && s.value(kinds&fieldType, depth+1)
	}
	return ok
}
