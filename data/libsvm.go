package data

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// libsvmReader reads lines of "label index:value index:value ...". Absent
// values are 0, and a # starts a comment.
type libsvmReader struct {
	lines *lines
	base  int // number of the first feature
}

// openLIBSVM reads the file once for what only its end can tell, unless it is
// known: the width of the table and the number of the first feature.
func openLIBSVM(in *Input, o *Options) (h Header, r Reader, err error) {
	s := &libsvmScan{}
	labelled, err := s.read(in, o)
	if err != nil {
		return h, nil, err
	}
	base := 1
	if o.IndexBase == FromZero || o.IndexBase == AnyBase && s.fromZero(o.Features) {
		base = 0
	}
	cols := o.Cols
	if cols == 0 {
		cols = max(s.highest+1-base, 0)
		if s.zero {
			cols = max(cols, 1)
		}
		if tooSparse(s.rows, cols, s.bytes) {
			return h, nil, fmt.Errorf("too sparse: features up to number %d make a table of %d rows and %d columns; number the features without gaps, or leave rare ones out",
				s.highest, s.rows, cols)
		}
	}
	o.Cols, o.IndexBase = cols, [...]IndexBase{FromZero, FromOne}[base]
	lines, err := openLines(in, '#')
	if err != nil {
		return h, nil, err
	}
	h = Header{Features: numbered(base, cols), Labelled: labelled && !o.Unlabelled, Rows: s.rows}
	return h, &libsvmReader{lines, base}, nil
}

// libsvmScan is what the first pass finds.
type libsvmScan struct {
	rows    int
	bytes   int64
	zero    bool // index 0 occurs
	highest int  // index
}

// fromZero reports whether features are numbered from 0, as far as is known.
func (s *libsvmScan) fromZero(expected []string) bool {
	return s.zero || s.highest < len(expected) && slices.Equal(expected, numbered(0, len(expected)))
}

// read makes the first pass, over the rows that will be read or, if the rest
// is known, over the first row. It reports whether that has a label.
func (s *libsvmScan) read(in *Input, o *Options) (labelled bool, err error) {
	lines, err := openLines(in, '#')
	if err != nil {
		return false, err
	}
	defer lines.Close()
	for o.MaxRows == 0 || o.Keep != nil || s.rows < o.MaxRows {
		line, err := lines.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return false, err
		}
		label, pairs := cutLabel(line)
		if s.rows == 0 {
			labelled = label != ""
			if o.Cols > 0 && o.IndexBase != AnyBase {
				return labelled, nil
			}
		}
		s.rows++
		s.bytes += int64(len(line))
		if err := s.indices(pairs); err != nil {
			return false, &Error{Line: lines.number, Err: err}
		}
	}
	return labelled, nil
}

// indices takes in the first and the last index of a line; that they increase
// is for the second pass to check.
func (s *libsvmScan) indices(pairs string) error {
	if pairs == "" {
		return nil
	}
	for _, pair := range []string{pairs, pairs[strings.LastIndexAny(pairs, " \t")+1:]} {
		index, _, err := cutPair(pair)
		if err != nil {
			return err
		}
		s.zero = s.zero || index == 0
		s.highest = max(s.highest, index)
	}
	return nil
}

// tooSparse reports a table that is much larger than its text.
func tooSparse(rows, cols int, bytes int64) bool {
	const free, perByte = 1 << 20, 64
	return float64(rows)*float64(cols) > free+perByte*float64(bytes)
}

func (l *libsvmReader) Next(r *Record) error {
	line, err := l.lines.next()
	if err != nil {
		return err
	}
	r.Line = l.lines.number
	label, pairs := cutLabel(line)
	r.Label = label
	clear(r.X)
	before := -1
	for pairs != "" {
		var pair string
		pair, pairs = cutField(pairs)
		index, value, err := cutPair(pair)
		if err == nil {
			err = l.check(index, before, len(r.X))
		}
		if err != nil {
			return &Error{Line: r.Line, Err: err}
		}
		if r.X[index-l.base], err = number(value); err != nil {
			return &Error{Line: r.Line, Column: "f" + strconv.Itoa(index), Err: err}
		}
		before = index
	}
	return nil
}

// check reports an index that is out of order or out of range.
func (l *libsvmReader) check(index, before, cols int) error {
	switch {
	case index <= before:
		return fmt.Errorf("index %d after index %d, they must increase", index, before)
	case index < l.base:
		return fmt.Errorf("index %d, but indices were said to start at %d", index, l.base)
	case index-l.base >= cols:
		return fmt.Errorf("index %d, but there are %d features to expect", index, cols)
	}
	return nil
}

func (l *libsvmReader) Close() error { return l.lines.Close() }

// cutLabel splits a line into its label, "" if there is none, and the rest.
func cutLabel(line string) (label, pairs string) {
	label, pairs = cutField(line)
	if strings.IndexByte(label, ':') >= 0 {
		return "", line
	}
	return label, pairs
}

// cutField splits a trimmed text after its first field.
func cutField(s string) (field, rest string) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimLeft(s[i:], " \t")
}

// maxIndex is far above any table's width.
const maxIndex = min(1<<40, math.MaxInt-1) // which may have 32 bits

// cutPair splits "index:value".
func cutPair(pair string) (index int, value string, err error) {
	before, value, ok := strings.Cut(pair, ":")
	if !ok {
		return 0, "", fmt.Errorf("%q is not index:value", clip(pair))
	}
	if index, err = strconv.Atoi(before); err != nil || index < 0 || index > maxIndex {
		return 0, "", fmt.Errorf("%q is not the number of a feature", clip(before))
	}
	return index, value, nil
}

// sniffLIBSVM reports whether the first line with more than a label is of the
// format.
func sniffLIBSVM(head []byte) bool {
	for line := range bytes.Lines(head) {
		_, pairs := cutLabel(strings.TrimSpace(string(line)))
		if pairs == "" {
			continue
		}
		pair, _ := cutField(pairs)
		_, value, err := cutPair(pair)
		if err != nil {
			return false
		}
		_, err = number(value)
		return err == nil
	}
	return false
}
