package data

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// doubtStandIns notes numbers such as -999 that may stand for a missing value: of nines
// alone, the least or the largest of their column, and further from all others than these
// are from each other. A single 999 above the others may be a real price; two are not a
// coincidence. Any number that is a million times as far, such as -2^63, is noted too.
func (c *collector) doubtStandIns() {
	t := c.table
	if c.described() || t.held() < fewCells || t.Sparse != nil {
		return // there is too little to tell
	}
	ends := t.ends()
	for f, of := range t.Kinds() {
		if of.Kind != column.Numeric && of.Kind != column.Integer {
			continue
		}
		doubt := ""
		if of.Dates != column.NoDates {
			doubt = c.standInDate(f, of, ends[f][0], ends[f][1])
		} else {
			doubt = standIn(t, f, ends[f][0], ends[f][1])
		}
		if doubt != "" {
			t.Found.Doubts = append(t.Found.Doubts, phrase.Column(t.Features, f)+": "+doubt)
		}
	}
}

// ends returns the least and the largest value of each column.
func (t *Table) ends() [][2]float64 {
	ends := make([][2]float64, t.Cols)
	for f := range ends {
		ends[f] = [2]float64{math.Inf(1), math.Inf(-1)}
	}
	add := func(f int, v float64) {
		if v == v {
			ends[f] = [2]float64{min(ends[f][0], v), max(ends[f][1], v)}
		}
	}
	if t.compact != nil {
		for f := range ends {
			for v := range t.compact.each(f) {
				add(f, v)
			}
		}
		return ends
	}
	for i := range t.held() {
		for f := range ends {
			add(f, t.At(i, f))
		}
	}
	return ends
}

// standIn says which of the ends of a column may stand for missing values, "" for none.
func standIn(t *Table, f int, least, most float64) string {
	low, high := ofNines(least) && least < 0, ofNines(most) && most > 0
	if !low && !high && !t.mayBeFar(f, least, most) {
		return ""
	}
	second, last, lows, highs := math.Inf(1), math.Inf(-1), 0, 0 // beside the ends
	for v, rows := range t.each(f) {
		switch {
		case v == least:
			lows += rows
		case v == most:
			highs += rows
		case v == v:
			second, last = min(second, v), max(last, v)
		}
	}
	low = low || farOff(least, min(second, most), most)
	farAbove := farOff(most, least, max(last, least))
	high = high || farAbove
	lo, hi := least, most
	if low {
		lo = min(second, most)
	}
	if high {
		hi = max(last, least)
	}
	if low && high {
		lo, hi = second, last
	}
	value, n := least, lows
	switch span := hi - lo; {
	case !(span > 0):
		return ""
	case low && lo-least > span:
	case high && (highs > 1 || farAbove) && most-hi > span:
		value, n = most, highs
	default:
		return ""
	}
	word := strconv.FormatFloat(value, 'g', -1, 64)
	if value == math.Trunc(value) && math.Abs(value) < 1e20 {
		word = strconv.FormatFloat(value, 'f', 0, 64)
	}
	return fmt.Sprintf("%s %s, and the others from %s: Options.MissingWords=%s takes it for a missing value, if it stands for one",
		phrase.Count(n, "value")+map[bool]string{true: " is", false: " are"}[n == 1], word, column.Span(lo, hi), word)
}

// mayBeFar reports whether one of these ends of a column may be far off from the others, see
// [farOff]. Usually the first rows rule that out.
func (t *Table) mayBeFar(f int, least, most float64) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range min(t.held(), 50) {
		if v := t.At(i, f); v == v && v != least && v != most {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo > hi || farOff(least, lo, hi) || farOff(most, lo, hi)
}

// ofNines reports whether a number is written with nines alone, two or more.
func ofNines(v float64) bool {
	digits := strings.Trim(strconv.FormatFloat(math.Abs(v), 'f', -1, 64), "0")
	nines := strings.Count(digits, "9")
	return nines > 1 && nines == len(strings.ReplaceAll(digits, ".", ""))
}
