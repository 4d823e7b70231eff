package notation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Class returns the name of a class: a number in its shortest form, unless it is written
// as a code may be, and any other text as it is without the blanks around it.
func Class(label string) string {
	if label = strings.TrimSpace(label); IsNumber(label) && MayBeCode(label) {
		return label
	}
	return Canonical(label)
}

// MayBeCode reports whether a number is written as a code may be: 007, 1.10 or 1E2.
func MayBeCode(number string) bool {
	switch {
	case number[0] == '0' && len(number) > 1 && number[1] != '.':
		return true
	case number[len(number)-1] == '0':
		return strings.IndexByte(number, '.') >= 0 && !strings.HasSuffix(number, ".0")
	}
	return len(number) < 6 && (strings.IndexByte(number, 'E') >= 0 || strings.IndexByte(number, 'e') >= 0)
}

// Canonical returns the shortest form of a number, and a text as it is without the blanks
// around it.
func Canonical(label string) string {
	label = strings.TrimSpace(label)
	if StartsAsWord(label) {
		return label
	}
	if v, err := Parse(label); err == nil && math.Abs(v) < 1<<53 {
		return Name(v)
	}
	return label
}

// Unquoted returns the text behind the apostrophe that reports write before names which a spreadsheet
// would run as a formula, such as =a, and false if a text does not begin so.
func Unquoted(text string) (name string, quoted bool) {
	name, quoted = strings.CutPrefix(strings.TrimSpace(text), "'")
	bare := strings.TrimSpace(name)
	return name, quoted && bare != "" && strings.ContainsRune("=@+-", rune(bare[0]))
}

// Sort orders numbers by value, and before texts.
func Sort(names []string) {
	numbers := make(map[string]float64, len(names)) // parsed once each
	for _, name := range names {
		if v, err := Parse(name); err == nil {
			numbers[name] = v
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		x, isX := numbers[a]
		y, isY := numbers[b]
		switch {
		case isX && isY:
			return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
		case isX:
			return -1
		case isY:
			return 1
		}
		return strings.Compare(a, b)
	})
}

// Name returns the name of a level that is a number.
func Name(v float64) string { return strconv.FormatFloat(v+0, 'f', -1, 64) }
