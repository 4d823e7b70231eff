package data

import (
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// Head holds the cells of the first rows of a file, which show what its header
// leaves open.
type Head [][]string

// isEmpty reports whether a column holds nothing.
func (h Head) isEmpty(column int) bool {
	return !slices.ContainsFunc(h, func(cells []string) bool { return !notation.IsMissing(strings.TrimSpace(cells[column])) })
}

// filled returns how many cells of a column hold something.
func (h Head) filled(column int) (n int) {
	for _, cells := range h {
		if !notation.IsMissing(strings.TrimSpace(cells[column])) {
			n++
		}
	}
	return n
}

// isText reports whether a column holds something that is not a number.
func (h Head) isText(column int) bool {
	return slices.ContainsFunc(h, func(cells []string) bool { return notation.IsWord(cells[column]) })
}

// isKey reports whether a column holds a different number in each row.
func (h Head) isKey(column int) bool {
	seen := map[string]bool{}
	for _, cells := range h {
		cell := strings.TrimSpace(cells[column])
		if !notation.IsNumber(cell) || seen[cell] {
			return false
		}
		seen[cell] = true
	}
	return len(h) >= fewCells
}

// holdsFlags reports whether a column holds nothing but 0 and 1, and both.
func (h Head) holdsFlags(column int) bool {
	ones := 0
	for _, cells := range h {
		switch strings.TrimSpace(cells[column]) {
		case "0":
		case "1":
			ones++
		default:
			return false
		}
	}
	return ones > 0 && ones < len(h)
}

// distinct returns the different cells of a column, how many rows have one, and whether some
// are not numbers.
func (h Head) distinct(column int) (names []string, rows int, texts bool) {
	seen := map[string]bool{}
	for _, cells := range h {
		cell := strings.TrimSpace(cells[column])
		if notation.IsMissing(cell) {
			continue
		}
		rows++
		texts = texts || !notation.IsNumber(cell)
		if name := notation.Canonical(cell); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names, rows, texts
}

// has reports whether a column has no numbers, and a cell with a text.
func (h Head) has(column int, text string) bool {
	return h.numbers(column) == 0 &&
		slices.ContainsFunc(h, func(cells []string) bool { return strings.TrimSpace(cells[column]) == text })
}

// comeAgain reports whether each text of a column is in two cells or more.
func (h Head) comeAgain(column int) bool {
	n := map[string]int{}
	for _, cells := range h {
		n[strings.TrimSpace(cells[column])]++
	}
	for _, times := range n {
		if times == 1 {
			return false
		}
	}
	return len(n) > 0
}

// numbers returns how many cells of a column are numbers.
func (h Head) numbers(column int) (n int) {
	for _, cells := range h {
		if notation.IsNumber(strings.TrimSpace(cells[column])) {
			n++
		}
	}
	return n
}

// isOutside reports whether a value is below all numbers of a column, or above them all.
func (h Head) isOutside(column int, value float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, cells := range h {
		if v, err := notation.Parse(strings.TrimSpace(cells[column])); err == nil && v == v {
			low, high = min(low, v), max(high, v)
		}
	}
	return low <= high && (value < low || value > high)
}
