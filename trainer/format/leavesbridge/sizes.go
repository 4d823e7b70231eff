package leavesbridge

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// checkSizes walks through the sizes in a binary file of XGBoost. leaves
// believes them: what is no such file would have it ask for all memory.
func checkSizes(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	s := sizes{r: bufio.NewReader(file), left: info.Size()}
	if header := s.ints(34); header[5] != 0 { // what was reserved holds the version since 1.0
		return errors.New("not one, or written by XGBoost 1.0 or later")
	}
	s.skip(s.length(1)) // the name of the objective
	booster := s.length(1)
	s.skip(booster)
	trees := s.ints(40)[0]
	for i := int32(0); i < trees && s.err == nil; i++ {
		tree := s.ints(37)
		const node, stat = 20, 16 // bytes
		s.skip(int64(tree[1]) * (node + stat))
		if leafVector := tree[5]; leafVector > 0 {
			s.skip(s.length(4))
		}
	}
	s.skip(4 * int64(trees)) // the output of each
	if booster == int64(len("dart")) {
		s.skip(s.length(4)) // the weight of each
	}
	return s.err
}

// sizes reads numbers and keeps the first error.
type sizes struct {
	r    *bufio.Reader
	left int64 // bytes to the end of the file
	err  error
}

// skip goes on by n bytes.
func (s *sizes) skip(n int64) {
	if s.left -= n; (n < 0 || s.left < 0) && s.err == nil {
		s.err = io.ErrUnexpectedEOF
	}
	if s.err == nil {
		_, s.err = io.CopyN(io.Discard, s.r, n)
	}
}

// ints reads n numbers, which are 0 after an error.
func (s *sizes) ints(n int) []int32 {
	v := make([]int32, n)
	s.read(v)
	return v
}

// length reads the length of a list of items of a size, in bytes.
func (s *sizes) length(item int64) int64 {
	n := []int64{0}
	if s.read(n); n[0] > s.left { // or the product may overflow
		n[0] = -1
	}
	return n[0] * item
}

func (s *sizes) read(v any) {
	if s.left -= int64(binary.Size(v)); s.left < 0 && s.err == nil {
		s.err = io.ErrUnexpectedEOF
	}
	if s.err == nil {
		s.err = binary.Read(s.r, binary.LittleEndian, v)
	}
}
