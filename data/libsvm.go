package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A LIBSVM file is read twice: for the width of the table and the number of
// the first feature, then for the values.

// libsvmReader reads lines of "label index:value index:value ...". Absent
// values are 0, and a # starts a comment.
type libsvmReader struct {
	lines *lines
	base  int // number of the first feature
}

func openLIBSVM(in *Input, o *Options) (h Header, r Reader, err error) {
	s, err := scanLIBSVM(in, o)
	if err != nil {
		return h, nil, err
	}
	base := s.base(o)
	cols := max(s.highest+1-base, o.Cols)
	if err := s.checkSize(cols); err != nil {
		return h, nil, err
	}
	lines, err := openLines(in, '#')
	if err != nil {
		return h, nil, err
	}
	h = Header{Features: numbered(base, cols), Labelled: s.labelled, Rows: s.rows}
	if o.Unlabelled {
		h.Labelled = false
	}
	return h, &libsvmReader{lines, base}, nil
}

// libsvmScan is what the first pass finds.
type libsvmScan struct {
	rows            int
	lowest, highest int // indices, -1 if there are none
	bytes           int
	labelled        bool
}

// scanLIBSVM makes the first pass, up to the number of rows to read.
func scanLIBSVM(in *Input, o *Options) (*libsvmScan, error) {
	lines, err := openLines(in, '#')
	if err != nil {
		return nil, err
	}
	defer lines.Close()
	s := &libsvmScan{lowest: -1, highest: -1}
	for o.MaxRows == 0 || o.Keep != nil || s.rows < o.MaxRows {
		line, err := lines.next()
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return nil, err
		}
		label, pairs := cutLabel(line)
		if s.rows == 0 {
			s.labelled = label != ""
		}
		s.rows++
		s.bytes += len(line)
		if err := s.indices(pairs); err != nil {
			return nil, &Error{Line: lines.number, Err: err}
		}
		switch {
		case s.lowest == 0 && o.IndexBase == "1":
			return nil, &Error{Line: lines.number, Err: errors.New("index 0, but indices were said to start at 1")}
		case o.Cols > 0 && s.highest+1-s.base(o) > o.Cols:
			return nil, &Error{Line: lines.number, Err: fmt.Errorf("index %d, but there are %d features to expect", s.highest, o.Cols)}
		}
	}
	return s, nil
}

// base returns the number of the first feature.
func (s *libsvmScan) base(o *Options) int {
	if o.IndexBase == "0" || o.IndexBase == "" && s.lowest == 0 {
		return 0
	}
	return 1
}

// indices takes in the indices of a line, which must increase.
func (s *libsvmScan) indices(pairs string) error {
	before := -1
	for pairs != "" {
		var pair string
		pair, pairs = cutField(pairs)
		index, _, err := cutPair(pair)
		if err != nil {
			return err
		}
		if index <= before {
			return fmt.Errorf("index %d after index %d, they must increase", index, before)
		}
		if before < 0 && (s.lowest < 0 || index < s.lowest) {
			s.lowest = index
		}
		before = index
	}
	s.highest = max(s.highest, before)
	return nil
}

// checkSize refuses tables that are much larger than their text.
func (s *libsvmScan) checkSize(cols int) error {
	const free, perByte = 1 << 20, 64
	if most := free + perByte*s.bytes; cols > most/max(s.rows, 1) {
		return fmt.Errorf("too sparse: features up to number %d make a table of %d rows and %d columns; number the features without gaps, or leave rare ones out",
			s.highest, s.rows, cols)
	}
	return nil
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
	for pairs != "" {
		var pair string
		pair, pairs = cutField(pairs)
		index, value, err := cutPair(pair)
		if err != nil {
			return &Error{Line: r.Line, Err: err}
		}
		v, err := number(value, false)
		if err != nil {
			return &Error{Line: r.Line, Column: strconv.Itoa(index), Err: err}
		}
		r.X[index-l.base] = v
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

// cutPair splits "index:value".
func cutPair(pair string) (index int, value string, err error) {
	before, value, ok := strings.Cut(pair, ":")
	if !ok {
		return 0, "", fmt.Errorf("%q is not index:value", clip(pair))
	}
	if index, err = strconv.Atoi(before); err != nil || index < 0 || index > 1<<40 {
		return 0, "", fmt.Errorf("%q is not the number of a feature", clip(before))
	}
	return index, value, nil
}

// looksLIBSVM reports whether some whole line of head is of the format, with
// at least one value.
func looksLIBSVM(head []byte) bool {
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
		_, err = number(value, true)
		return err == nil
	}
	return false
}
