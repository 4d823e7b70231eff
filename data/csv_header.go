package data

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// hasHeader reports whether the first of some rows holds names. If the options do not say,
// it does in one of these cases:
//   - It has all names to expect, or that of a label.
//   - It starts or ends with a text above numbers.
//   - None of its texts comes again below, and it has no numbers, or numbers that count up, as
//     years do, or starts with a cell that is empty there alone, or has two texts above words
//     that all come again, in rows enough to tell: some years, or samples, beside kinds of things.
//   - It has no numbers, and two texts above numbers; or one, if it starts with such a cell or
//     has two texts that do not come again above words that all do.
//   - It has no texts, and numbers that count up after such a cell, or from 0 on as pandas
//     numbers columns without names, or that are whole above fractions.
//   - It has no texts, and two numbers above words alone, or one if its numbers count up.
func (f FirstRows) hasHeader(o *Options) bool {
	if o.Header != AnyFirst {
		return o.Header == NamesFirst
	}
	absent := func(name string) bool {
		return !slices.ContainsFunc(f[0], func(cell string) bool { return strings.TrimSpace(cell) == name })
	}
	if o.Features != nil && !slices.ContainsFunc(o.Features, absent) {
		return true
	}
	below := slices.DeleteFunc(slices.Clone(f[1:]), func(cells []string) bool { return sameNames(cells, f[0]) })
	t := topOf(f[0], below, o)
	t.counts = f.counts()
	switch {
	case t.label || t.atEnd:
		return true
	case t.words == 0 && t.counts:
		return t.aboveWords > 0 || t.unnamed || strings.TrimSpace(f[0][0]) == "0" && len(f[0]) > 3 ||
			t.numbers == len(f[0]) && !isFraction(f[0][0]) && below.holdFractions()
	case t.words == 0:
		return t.aboveWords > 1
	case !t.again && (t.numbers == 0 || t.unnamed || t.counts || t.aboveLevels > 1 && len(below) >= enoughBelow):
		return true
	}
	return t.numbers == 0 && (t.aboveNumbers > 1 || t.aboveNumbers > 0 && (t.unnamed || t.aboveLevels > 1))
}

// enoughBelow are rows enough to tell a word that is in no other one from a rare level.
const enoughBelow = 10

// top is what the first of some rows holds, beside the rows below it.
type top struct {
	label   bool // the name of a label
	atEnd   bool // a text above numbers in the first or the last column
	again   bool // a text that comes again below
	unnamed bool // a first cell that is empty there alone: names of rows, or their numbers, are below
	counts  bool // numbers that count up

	numbers      int // numbers that are not above nothing
	aboveWords   int // those above words alone
	words        int // texts
	aboveNumbers int // those above numbers alone
	aboveLevels  int // those that do not come again, above texts that all do
}

// topOf returns what a first row holds, except for counts.
func topOf(first []string, below FirstRows, o *Options) (t top) {
	t.unnamed = strings.TrimSpace(first[0]) == "" && len(below) > 0 && below.filled(0) == len(below)
	for c, cell := range first {
		cell = strings.TrimSpace(cell)
		texts, numbers := below.isText(c), below.numbers(c) > 0
		if !notation.IsWord(cell) {
			if isFigure(cell) && (len(below) == 0 || numbers || texts) {
				t.numbers++
			}
			if isFigure(cell) && !numbers && texts {
				t.aboveWords++
			}
			continue
		}
		t.words++
		again := texts && below.has(c, cell)
		t.again = t.again || again
		switch {
		case !again && (cell == o.Label || isLabelName(cell)), cell == o.Label && !o.LabelOptional:
			t.label = true
		case !texts && startsLikeName(cell) && numbers:
			t.aboveNumbers++
			t.atEnd = t.atEnd || c == 0 || c == len(first)-1
		case texts && !again && startsLikeName(cell) && below.comeAgain(c):
			t.aboveLevels++
		}
	}
	return t
}

// sameNames reports whether a row has the names of the columns once more, as in joined files: with other
// blanks around them maybe, and a byte order mark that begins each file.
func sameNames(cells, header []string) bool {
	return slices.EqualFunc(cells, header, func(cell, name string) bool {
		return cell == name || strings.TrimSpace(strings.TrimPrefix(cell, "\ufeff")) == strings.TrimSpace(name)
	})
}

// holdFractions reports whether two columns or more have fractions in most of the rows, if
// these are enough to tell.
func (f FirstRows) holdFractions() bool {
	const enough = 10
	return len(f) >= enough && f.ofFractions() > 1
}

// ofFractions returns how many columns have fractions in most of the rows.
func (f FirstRows) ofFractions() (columns int) {
	for c := range f[0] {
		rows := 0
		for _, cells := range f {
			if isFraction(cells[c]) {
				rows++
			}
		}
		if 2*rows > len(f) {
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
func (f FirstRows) counts() bool {
	return len(f) > 1 && inOrder(f[0]) && !slices.ContainsFunc(f[1:], inOrder)
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

// isFigure reports whether a cell is a number that is not a name: inf may be inflation.
func isFigure(cell string) bool { return notation.IsNumber(cell) && !startsLikeName(cell) }

func startsLikeName(cell string) bool {
	r, _ := utf8.DecodeRuneInString(cell)
	return unicode.IsLetter(r) || r == '_'
}
