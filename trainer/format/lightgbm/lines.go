package lightgbm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/hardwood-ml/hardwood/internal/memory"
)

// longestLine is the most bytes of a line, enough for millions of features or leaves.
const longestLine = 64 << 20

// lines reads a file line by line and keeps the first error, with the line.
type lines struct {
	r      *bufio.Reader
	number int
	bytes  int64  // read so far
	text   []byte // scratch
	held   bool   // the line is to be read again
	err    error

	key, value []byte // the parts of the line before and after the first =
}

// fail records an error at the current line, unless there is one already.
func (l *lines) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("line %d: %w", l.number, fmt.Errorf(format, args...))
	}
}

// next reads the next line that is not blank.
func (l *lines) next() bool {
	if l.err != nil {
		return false
	}
	if l.held {
		l.held = false
		return true
	}
	for {
		l.text = l.text[:0]
		var err error
		for {
			var part []byte
			part, err = l.r.ReadSlice('\n')
			l.text = append(l.text, part...)
			if len(l.text) > longestLine {
				l.number++
				l.fail("longer than %d MiB", longestLine>>20)
				return false
			}
			if lack := memory.AskForRow(len(l.text), 4); lack != nil {
				l.number++
				l.fail("%w", lack)
				return false
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		l.number++
		l.bytes += int64(len(l.text))
		if err != nil && err != io.EOF {
			l.fail("%w", err)
			return false
		}
		if text := bytes.TrimSpace(l.text); len(text) > 0 {
			l.key, l.value, _ = bytes.Cut(text, []byte("="))
			return true
		}
		if err == io.EOF {
			return false
		}
	}
}

// hold gives the line back, to be read again.
func (l *lines) hold() { l.held = true }

// int reads the value as one number from 0 to largest.
func (l *lines) int(largest int) int {
	n, err := strconv.Atoi(string(l.value))
	if err != nil || n < 0 || n > largest {
		l.fail("%s is %.40q, not a number from 0 to %d", l.key, l.value, largest)
		return 0
	}
	return n
}

// float64s appends the numbers of the value to dst.
func (l *lines) float64s(dst []float64) []float64 {
	l.fields(func(field []byte) bool {
		v, err := strconv.ParseFloat(string(field), 64)
		dst = append(dst, v)
		return err == nil || math.IsInf(v, 0)
	})
	return dst
}

// int32s appends the whole numbers of the value to dst.
func (l *lines) int32s(dst []int32) []int32 {
	l.fields(func(field []byte) bool {
		v, err := strconv.ParseInt(string(field), 10, 32)
		dst = append(dst, int32(v))
		return err == nil
	})
	return dst
}

// uint32s appends the whole numbers of the value to dst.
func (l *lines) uint32s(dst []uint32) []uint32 {
	l.fields(func(field []byte) bool {
		v, err := strconv.ParseUint(string(field), 10, 32)
		dst = append(dst, uint32(v))
		return err == nil
	})
	return dst
}

// fields calls read for each field of the value until it returns false.
func (l *lines) fields(read func(field []byte) bool) {
	rest := l.value
	for i := 1; len(rest) > 0; i++ {
		var field []byte
		field, rest, _ = bytes.Cut(rest, []byte(" "))
		if len(field) > 0 && !read(field) {
			l.fail("%s: entry %d, %.40q, is not a number that fits", l.key, i, field)
			return
		}
	}
}
