package data

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// libsvmScan is what the first pass finds.
type libsvmScan struct {
	rows    int
	cells   int64
	zero    bool // index 0 occurs
	highest int  // index
	at      int  // the line of the first index 0
	above   int  // the line of the highest index
	queries bool // rows have the number of a query
	first   bool // no row but the first was looked at

	place map[int]int // of the features to read, nil for all
}

// fromZero reports whether features are numbered from 0, as far as is known.
func (s *libsvmScan) fromZero(expected []string) bool {
	return s.zero || s.highest < len(expected) && slices.Equal(expected, numbered(0, len(expected)))
}

// base returns the number of the first feature, as far as is known.
func (s *libsvmScan) base(o *Options) int {
	if o.IndexBase == FromZero || o.IndexBase == AnyBase && (s.fromZero(o.Features) || o.Places && s.fits(o)) {
		return 0
	}
	return 1
}

// agree refuses rows that are numbered from another first number than the features to expect:
// whether they are the same, one number apart, or one more, cannot be told.
func (s *libsvmScan) agree(o *Options, base int) error {
	if o.IndexBase != AnyBase || len(o.Features) == 0 || o.Places || !column.Numbered(o.Features) {
		return nil
	}
	switch first := o.Features[0]; {
	case base == 0 && first == "f1":
		return &Error{Line: s.at, Err: errors.New("has a feature 0, and those to expect are numbered from 1: Options.IndexBase=0 says that they are from 0; " +
			"a 0 that is no feature has to be left out")}
	case base == 1 && first == "f0" && s.highest >= len(o.Features):
		return &Error{Line: s.above, Err: fmt.Errorf("has a feature %d, and those to expect are numbered from 0 to %d: Options.IndexBase=1 says that they are from 1; "+
			"one that training rows did not have has to be left out", s.highest, len(o.Features)-1)}
	}
	return nil
}

// fits reports whether the numbers may be places from 0 on.
func (s *libsvmScan) fits(o *Options) bool { return o.Cols == 0 || s.highest < o.Cols }

// doubts returns what may have been meant otherwise, such as the number of the first feature,
// if both fit the columns to expect and neither the rows nor names tell.
func (s *libsvmScan) doubts(o *Options, base int) (doubts []string) {
	if s.queries {
		doubts = append(doubts, "qid, the query of a row, is left out: rows are classified one by one")
	}
	if o.IndexBase != AnyBase || o.Features != nil && column.Numbered(o.Features) && !o.Places || s.place != nil || s.zero || !s.fits(o) || o.Cols == 0 && !o.Places {
		return doubts
	}
	if base == 0 {
		return append(doubts, "the numbers of features are taken as they are, so that number 0, which no row has, is the first: Options.IndexBase says otherwise")
	}
	return append(doubts, "features are taken to be numbered from 1, as no row has a number 0: Options.IndexBase says otherwise")
}

// leavesOut reports whether rows leave out some cells of cols columns, as far as is known.
func (s *libsvmScan) leavesOut(cols int) bool { return s.first || s.cells < int64(s.rows)*int64(cols) }

// narrow is the width up to which tables are dense, however many rows there are.
const narrow = 64

// read makes the first pass, over the rows that will be read or, if all else is
// known, over the first row. It reports whether the first row has a label.
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
		pairs, queries := cutQuery(pairs)
		s.queries = s.queries || queries
		if s.rows == 0 {
			labelled = label != ""
			if o.Cols > 0 && o.IndexBase != AnyBase && s.place == nil && (o.dense || o.Cols <= narrow) {
				s.first = true
				return labelled, nil
			}
		}
		s.rows++
		s.cells += int64(strings.Count(pairs, ":"))
		if err := s.indices(pairs, lines.number); err != nil {
			return false, &Error{Line: lines.number, Err: err}
		}
	}
	return labelled, nil
}

// indices notes the first and the last index of a line; the second pass checks
// that they increase.
func (s *libsvmScan) indices(pairs string, line int) error {
	if pairs == "" {
		return nil
	}
	for _, pair := range []string{pairs, pairs[strings.LastIndexAny(pairs, " \t")+1:]} {
		index, _, err := cutPair(pair)
		if err != nil {
			return err
		}
		if index == 0 && !s.zero {
			s.zero, s.at = true, line
		}
		if index > s.highest {
			s.highest, s.above = index, line
		}
	}
	return nil
}
