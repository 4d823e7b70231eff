package data

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// sampleRows and sampleBytes limit the rows of a sample and the bytes of their cells.
const sampleRows, sampleBytes = 1000, 1 << 20

// sampleOf reads the first rows and returns those with as many cells as the very first,
// which is among them. Faults in the others are left to the reader.
func sampleOf(r *csv.Reader) (Sample, error) {
	first, err := r.Read()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	first = slices.Clone(first)
	var rows Sample
	for size := 0; len(rows) < sampleRows && size < sampleBytes; {
		cells, err := r.Read()
		if err != nil {
			break
		}
		rows = append(rows, slices.Clone(cells))
		for _, cell := range cells {
			size += len(cell) + 1
		}
	}
	switch last := len(first) - 1; {
	case rows.areNamed(first):
		first = slices.Insert(first, 0, "")
	case len(rows) > 0 && len(rows[0]) == last && strings.TrimSpace(first[last]) == "":
		first = first[:last] // a separator at the end of names only
	}
	s := Sample{first}
	for _, cells := range rows {
		if cells = untrailed(cells, len(first)); len(cells) == len(first) {
			s = append(s, cells)
		}
	}
	return s, nil
}

// hasHeader reports whether the first row of a sample holds names. If the options do not say,
// it does in one of these cases:
//   - It has all names to expect, or that of a label.
//   - It starts or ends with a text above numbers.
//   - None of its texts comes again below, and it has no numbers, or numbers that count up, as
//     years do, or starts with a cell that is empty there alone.
//   - It has no numbers, and two texts above numbers; or one, if it starts with such a cell or
//     has two texts that do not come again above words that all do.
//   - It has no texts, and numbers that count up after such a cell, or from 0 on as pandas
//     numbers columns without names, or that are whole above fractions.
//   - It has no texts, and two numbers above words alone, or one if its numbers count up.
func (s Sample) hasHeader(o *Options) bool {
	if o.Header != AnyFirst {
		return o.Header == NamesFirst
	}
	first := s[0]
	below := slices.DeleteFunc(slices.Clone(s[1:]), func(cells []string) bool { return slices.Equal(cells, first) }) // of joined files
	absent := func(name string) bool {
		return !slices.ContainsFunc(first, func(cell string) bool { return strings.TrimSpace(cell) == name })
	}
	if o.Features != nil && !slices.ContainsFunc(o.Features, absent) {
		return true
	}
	numbers, words, above, aboveWords, aboveLevels, values := 0, 0, 0, 0, 0, false
	for c, cell := range first {
		cell = strings.TrimSpace(cell)
		if !notation.IsWord(cell) {
			if isFigure(cell) && (len(below) == 0 || below.numbers(c) > 0 || below.isText(c)) { // and not above nothing
				numbers++
			}
			if isFigure(cell) && below.numbers(c) == 0 && below.isText(c) {
				aboveWords++
			}
			continue
		}
		words++
		texts := below.isText(c)
		again := texts && below.has(c, cell)
		values = values || again
		switch {
		case !again && (cell == o.Label || isLabelName(cell)), cell == o.Label && !o.LabelOptional:
			return true
		case len(below) > 0 && !texts && startsLikeName(cell) && below.numbers(c) > 0:
			if c == 0 || c == len(first)-1 {
				return true
			}
			above++
		case texts && !again && startsLikeName(cell) && below.comeAgain(c):
			aboveLevels++
		}
	}
	unnamed := strings.TrimSpace(first[0]) == "" && len(below) > 0 && !below.hasEmpty(0) // names of rows, or their numbers
	if words == 0 && (aboveWords > 1 || aboveWords > 0 && s.counts()) {
		return true
	}
	numbered := words == 0 && s.counts() &&
		(unnamed || strings.TrimSpace(first[0]) == "0" && len(first) > 3 || numbers == len(first) && !isFraction(first[0]) && below.holdFractions())
	return numbered || words > 0 && !values && (numbers == 0 || unnamed || s.counts()) || numbers == 0 && (above > 1 || above > 0 && (unnamed || aboveLevels > 1))
}

// holdFractions reports whether two columns or more have fractions in most of the rows, if
// these are enough to tell.
func (s Sample) holdFractions() bool {
	const enough = 10
	return len(s) >= enough && s.ofFractions() > 1
}

// ofFractions returns how many columns have fractions in most of the rows.
func (s Sample) ofFractions() (columns int) {
	for c := range s[0] {
		rows := 0
		for _, cells := range s {
			if isFraction(cells[c]) {
				rows++
			}
		}
		if 2*rows > len(s) {
			columns++
		}
	}
	return columns
}

// isFraction reports whether a cell is a number that is not whole.
func isFraction(cell string) bool {
	v, err := notation.Parse(strings.TrimSpace(cell))
	return err == nil && fractional(v)
}

// counts reports whether the numbers of the first row, and of no other row, count up, see
// [inOrder].
func (s Sample) counts() bool {
	return len(s) > 1 && inOrder(s[0]) && !slices.ContainsFunc(s[1:], inOrder)
}

// inOrder reports whether cells have three numbers or more, side by side, each
// one more than the one before it.
func inOrder(cells []string) bool {
	first, n := 0.0, 0
	for c, cell := range cells {
		v, err := notation.Parse(strings.TrimSpace(cell))
		switch {
		case err != nil:
			if n > 0 && c < len(cells)-1 {
				return false
			}
			continue
		case n == 0:
			first = v
		case v != first+float64(n):
			return false
		}
		n++
	}
	return n > 2
}

// has reports whether a column has no numbers, and a cell with a text.
func (s Sample) has(column int, text string) bool {
	return s.numbers(column) == 0 &&
		slices.ContainsFunc(s, func(cells []string) bool { return strings.TrimSpace(cells[column]) == text })
}

// comeAgain reports whether each text of a column is in two cells or more.
func (s Sample) comeAgain(column int) bool {
	n := map[string]int{}
	for _, cells := range s {
		n[strings.TrimSpace(cells[column])]++
	}
	for _, times := range n {
		if times == 1 {
			return false
		}
	}
	return len(n) > 0
}

// hasEmpty reports whether a cell of a column holds nothing.
func (s Sample) hasEmpty(column int) bool {
	return slices.ContainsFunc(s, func(cells []string) bool { return notation.IsMissing(strings.TrimSpace(cells[column])) })
}

// numbers returns how many cells of a column are numbers.
func (s Sample) numbers(column int) (n int) {
	for _, cells := range s {
		if notation.IsNumber(strings.TrimSpace(cells[column])) {
			n++
		}
	}
	return n
}

// isFigure reports whether a cell is a number that is not a name: inf may be inflation.
func isFigure(cell string) bool { return notation.IsNumber(cell) && !startsLikeName(cell) }

func startsLikeName(cell string) bool {
	r, _ := utf8.DecodeRuneInString(cell)
	return unicode.IsLetter(r) || r == '_'
}

// headerDoubt says what speaks against a first row that was taken for names
// without being told so, "" for nothing.
func (s Sample) headerDoubt() string {
	for _, cell := range s[0] {
		if cell = strings.TrimSpace(cell); isFigure(cell) {
			return fmt.Sprintf("line 1 is taken for the names of the columns, and %q is a number: Options.Header tells", phrase.Clip(cell))
		}
	}
	return ""
}

// rowDoubt says what speaks against a first row that was taken for a row of the table
// without being told so, with its label in a column, -1 for none; "" for nothing.
func (s Sample) rowDoubt(label int) string {
	if s.startsLikeNumberedColumns() {
		return "line 1 is taken for a row, and its numbers may be names of columns: Options.Header tells"
	}
	const enough = 10
	if label < 0 || len(s) <= enough {
		return ""
	}
	name := strings.TrimSpace(s[0][label])
	same := func(cells []string) bool { return strings.TrimSpace(cells[label]) == name }
	if !notation.IsWord(name) || slices.ContainsFunc(s[1:], same) {
		return ""
	}
	return fmt.Sprintf("line 1 is taken for a row, and its label %q is none of the next %d rows: Options.Header tells", phrase.Clip(name), len(s)-1)
}

// startsLikeNumberedColumns reports whether the first row may name columns by numbers, such as
// wavelengths: it counts up in whole numbers above fractions, or rises or falls from cell to
// cell, each of which is outside the range of its column in the other rows.
func (s Sample) startsLikeNumberedColumns() bool {
	const fewest = 3 // columns, and other rows: fewer would often do so by chance
	below := s[1:]
	if len(s[0]) < fewest || len(below) < fewest {
		return false
	}
	rises, falls, outside, last := true, true, true, math.NaN()
	for c, cell := range s[0] {
		v, err := notation.Parse(strings.TrimSpace(cell))
		if err != nil || v != v {
			return false
		}
		rises, falls, last = rises && !(v <= last), falls && !(v >= last), v
		outside = outside && below.isOutside(c, v)
	}
	return (rises || falls) && outside || s.counts() && !isFraction(s[0][0]) && below.ofFractions() > 1
}

// isOutside reports whether a value is below all numbers of a column, or above them all.
func (s Sample) isOutside(column int, value float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, cells := range s {
		if v, err := notation.Parse(strings.TrimSpace(cells[column])); err == nil && v == v {
			low, high = min(low, v), max(high, v)
		}
	}
	return low <= high && (value < low || value > high)
}
