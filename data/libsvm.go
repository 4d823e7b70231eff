package data

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// libsvmReader reads lines of "label index:value index:value ...". Absent
// values are 0, or missing if the options say so, and a # starts a comment.
type libsvmReader struct {
	lines  *lines
	base   int // number of the first feature
	cols   int
	place  map[int]int // of the features to read, by their numbers; nil for all
	absent float64
	sparse bool // records are of cells
}

// openLIBSVM first reads the whole file to find the width of the table and the number
// of the first feature, unless they are known.
func openLIBSVM(in *Input, o *Options) (h Header, r Reader, err error) {
	s := &libsvmScan{}
	if place := placesByNumber(o.Features); place != nil {
		return openSome(in, o, place)
	}
	labelled, err := s.read(in, o)
	if err != nil {
		return h, nil, err
	}
	base := s.base(o)
	if err := s.agree(o, base); err != nil {
		return h, nil, err
	}
	cols := o.Cols
	if cols == 0 {
		cols = max(s.highest+1-base, 0)
		if s.zero {
			cols = max(cols, 1)
		}
		if most := mostColumns(s.cells); cols > most {
			return h, nil, fmt.Errorf("too sparse: features up to number %d in %s; number the features without gaps, or leave rare ones out",
				s.highest, phrase.Count(int(s.cells), "cell"))
		}
	}
	if err := memory.Ask(nameBytes*float64(cols), "the names of %d columns take", cols); err != nil {
		return h, nil, err
	}
	h = Header{Features: numbered(base, cols), Labelled: labelled && !o.Unlabelled, Rows: s.rows, Doubts: s.doubts(o, base), Absent: s.leavesOut(cols)}
	if len(o.Features) == cols && column.Numbered(o.Features) {
		h.Features = o.Features // in the same places, wherever numbers start
	}
	o.Cols, o.IndexBase = cols, [...]IndexBase{FromZero, FromOne}[base]
	r, err = openRows(in, o, &h, s.cells, &libsvmReader{base: base, cols: cols})
	return h, r, err
}

// nameBytes is what a name that is a number takes, with what points to it.
const nameBytes = 24

// mostColumns limits the columns of a table by the number of its cells, as names take memory.
func mostColumns(cells int64) int { return int(max(1<<20, min(1<<24, cells))) }

// openSome opens a file to read only the features with some numbers, for a model
// that splits on these.
func openSome(in *Input, o *Options, place map[int]int) (h Header, r Reader, err error) {
	s := &libsvmScan{place: place}
	labelled, err := s.read(in, o)
	if err != nil {
		return h, nil, err
	}
	h = Header{Features: o.Features, Labelled: labelled && !o.Unlabelled, Rows: s.rows, Doubts: s.doubts(o, 0), Absent: s.leavesOut(s.highest + 1)}
	r, err = openRows(in, o, &h, s.cells, &libsvmReader{place: place})
	return h, r, err
}

// placesByNumber returns the places of features whose names are ascending numbers
// with gaps, nil for other names.
func placesByNumber(names []string) map[int]int {
	if names == nil || column.Numbered(names) {
		return nil
	}
	place, before := make(map[int]int, len(names)), -1
	for k, name := range names {
		digits, ok := strings.CutPrefix(name, "f")
		number, err := strconv.Atoi(digits)
		if !ok || err != nil || number <= before || strconv.Itoa(number) != digits {
			return nil
		}
		place[number], before = k, number
	}
	return place
}

// openRows opens a file for its rows, which are read as cells if that saves much
// memory.
func openRows(in *Input, o *Options, h *Header, cells int64, r *libsvmReader) (_ Reader, err error) {
	if o.AbsentMissing {
		r.absent = math.NaN()
	}
	if !o.dense && o.Weight == "" && o.Image == (Shape{}) && worthSparse(h.Rows, len(h.Features), cells) {
		r.sparse = true
		h.Sparse = &Sparse{Absent: r.absent}
	}
	r.lines, err = openLines(in, '#')
	return r, err
}

func (l *libsvmReader) Next(r *Record) error {
	line, err := l.lines.next()
	if err != nil {
		return err
	}
	r.Line = l.lines.number
	label, pairs := cutLabel(line)
	pairs, _ = cutQuery(pairs)
	r.Label = label
	for f := range r.X {
		r.X[f] = l.absent
	}
	before := -1
	for pairs != "" {
		var pair string
		pair, pairs = cutField(pairs)
		index, value, err := cutPair(pair)
		if err == nil {
			err = l.check(index, before)
		}
		if err != nil {
			return &Error{Line: r.Line, Err: err}
		}
		v, err := notation.Number(value)
		if err != nil && strings.Contains(notation.Advice(value), "Options.") { // which are for other formats
			err = fmt.Errorf("%q is not a number as programs write it, such as 0.5", phrase.Clip(value))
		}
		if err != nil {
			return &Error{Line: r.Line, Column: "f" + strconv.Itoa(index), Err: err}
		}
		before = index
		at, read := index-l.base, true
		if l.place != nil {
			at, read = l.place[index]
		}
		switch {
		case !read:
		case l.sparse:
			r.Cells = append(r.Cells, moved.Cell{Feature: at, Value: v})
		default:
			r.X[at] = v
		}
	}
	return nil
}

// check reports an index that is out of order or out of range.
func (l *libsvmReader) check(index, before int) error {
	switch {
	case index <= before:
		return fmt.Errorf("index %d after index %d, they must increase", index, before)
	case l.place != nil:
		return nil
	case index < l.base:
		return fmt.Errorf("index %d, but indices were said to start at %d", index, l.base)
	case index-l.base >= l.cols:
		return fmt.Errorf("index %d, but the %d features to expect end with number %d: leave out those that training rows did not have", index, l.cols, l.base+l.cols-1)
	}
	return nil
}

func (l *libsvmReader) Close() error { return l.lines.Close() }

// cutLabel splits a line into its label, "" if there is none, and the rest.
func cutLabel(line string) (label, rest string) {
	label, rest = cutField(line)
	if strings.IndexByte(label, ':') >= 0 {
		return "", line
	}
	return label, rest
}

// cutQuery cuts the number of a query, such as qid:7, from the start of what follows the
// label: rows that are to be ranked have one.
func cutQuery(rest string) (pairs string, queries bool) {
	if strings.HasPrefix(rest, "qid:") {
		_, rest = cutField(rest)
		return rest, true
	}
	return rest, false
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
		return 0, "", fmt.Errorf("%q is not index:value", phrase.Clip(pair))
	}
	if index, err = strconv.Atoi(before); err != nil || index < 0 || index > maxIndex {
		return 0, "", fmt.Errorf("%q is not the number of a feature", phrase.Clip(before))
	}
	return index, value, nil
}

// sniffLIBSVM reports whether the first line with more than a label is in the
// format, and no label before it looks like columns of CSV, in which 3/20 2:27 PM
// may be a cell. Where the head ends within that line, its last pair does not count.
func sniffLIBSVM(head []byte) bool {
	for line := range bytes.Lines(head) {
		text, _, commented := bytes.Cut(line, []byte("#"))
		whole := commented || bytes.HasSuffix(line, []byte("\n"))
		label, pairs := cutLabel(strings.TrimSpace(string(text)))
		if strings.ContainsAny(label, ",;") {
			return false
		}
		if pairs, _ = cutQuery(pairs); pairs == "" {
			continue
		}
		for first := true; pairs != ""; first = false {
			var pair string
			pair, pairs = cutField(pairs)
			_, value, err := cutPair(pair)
			if err == nil {
				_, err = notation.Number(value)
			}
			if err != nil || value == "" {
				return !first && pairs == "" && !whole
			}
		}
		return true
	}
	return false
}
