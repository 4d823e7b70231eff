package data

import (
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// FirstRows holds the cells of the first rows of a file, which show what its header
// leaves open.
type FirstRows [][]string

// isEmpty reports whether a column holds nothing.
func (f FirstRows) isEmpty(column int) bool {
	return !slices.ContainsFunc(f, func(cells []string) bool { return !notation.IsMissing(strings.TrimSpace(cells[column])) })
}

// filled returns how many cells of a column hold something.
func (f FirstRows) filled(column int) (n int) {
	for _, cells := range f {
		if !notation.IsMissing(strings.TrimSpace(cells[column])) {
			n++
		}
	}
	return n
}

// isText reports whether a column holds something that is not a number.
func (f FirstRows) isText(column int) bool {
	return slices.ContainsFunc(f, func(cells []string) bool { return notation.IsWord(cells[column]) })
}

// isKey reports whether a column holds a different number in each row.
func (f FirstRows) isKey(column int) bool {
	seen := map[string]bool{}
	for _, cells := range f {
		cell := strings.TrimSpace(cells[column])
		if !notation.IsNumber(cell) || seen[cell] {
			return false
		}
		seen[cell] = true
	}
	return len(f) >= fewCells
}

// holdsFlags reports whether a column holds nothing but 0 and 1, and both.
func (f FirstRows) holdsFlags(column int) bool {
	ones := 0
	for _, cells := range f {
		switch strings.TrimSpace(cells[column]) {
		case "0":
		case "1":
			ones++
		default:
			return false
		}
	}
	return ones > 0 && ones < len(f)
}

// distinct returns the different cells of a column, how many rows have one, and whether some
// are not numbers.
func (f FirstRows) distinct(column int) (names []string, rows int, texts bool) {
	seen := map[string]bool{}
	for _, cells := range f {
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
func (f FirstRows) has(column int, text string) bool {
	return f.numbers(column) == 0 &&
		slices.ContainsFunc(f, func(cells []string) bool { return strings.TrimSpace(cells[column]) == text })
}

// comeAgain reports whether each text of a column is in two cells or more.
func (f FirstRows) comeAgain(column int) bool {
	n := map[string]int{}
	for _, cells := range f {
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
func (f FirstRows) numbers(column int) (n int) {
	for _, cells := range f {
		if notation.IsNumber(strings.TrimSpace(cells[column])) {
			n++
		}
	}
	return n
}

// isOutside reports whether a value is below all numbers of a column, or above them all.
func (f FirstRows) isOutside(column int, value float64) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, cells := range f {
		if v, err := notation.Parse(strings.TrimSpace(cells[column])); err == nil && v == v {
			low, high = min(low, v), max(high, v)
		}
	}
	return low <= high && (value < low || value > high)
}
