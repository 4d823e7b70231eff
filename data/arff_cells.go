package data

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// split puts the cells of a data line into a.cells, and the weight that may follow into a.weight.
func (a *arffReader) split(line string) (err error) {
	a.weight = ""
	cells, weight := cutWeight(line)
	closed := strings.HasSuffix(cells, "}") // a sparse row
	if !closed {
		err = a.splitCells(line)
	}
	if weight != "" && (closed || err != nil) {
		if of := a.splitCells(cells); closed || of == nil {
			a.weight, err = weight, of
		}
	}
	return err
}

// cutWeight splits off what stands in braces at the end of a line, after others or a separator.
func cutWeight(line string) (cells, weight string) {
	open := strings.LastIndexByte(line, '{')
	if open <= 0 || !strings.HasSuffix(line, "}") {
		return "", ""
	}
	if cells = strings.TrimRight(line[:open], ", \t"); len(cells) == open {
		return "", ""
	}
	return cells, line[open:]
}

// splitCells puts the cells of a line without a weight into a.cells.
func (a *arffReader) splitCells(line string) (err error) {
	if strings.HasPrefix(line, "{") && strings.HasSuffix(line, "}") {
		return a.splitSparse(line[1 : len(line)-1])
	}
	a.cells, err = splitARFF(a.cells[:0], line)
	fits := err == nil && len(a.cells) == len(a.names)
	if fits && !slices.ContainsFunc(a.cells, opensInside) {
		return nil
	}
	if loose := splitLoose(line); len(loose) == len(a.names) {
		a.cells = append(a.cells[:0], loose...)
		return nil
	}
	if err == nil && !fits {
		err = errWidth(line, len(a.cells), len(a.names))
	}
	return err
}

// opensInside reports whether a text in quotes may begin within a cell, after a blank
// that separates it from another one.
func opensInside(cell string) bool {
	i := strings.IndexAny(cell, "'\"")
	return i > 0 && (cell[i-1] == ' ' || cell[i-1] == '\t')
}

// splitSparse is split for a line of "index value" pairs, counted from 0. An
// absent number is 0, an absent text the first of its values.
func (a *arffReader) splitSparse(line string) error {
	a.cells = slices.Grow(a.cells[:0], len(a.names))[:len(a.names)]
	for c, values := range a.nominal {
		a.cells[c] = "0"
		if len(values) > 0 {
			a.cells[c] = values[0]
		}
	}
	for line = strings.TrimLeft(line, " \t"); line != ""; {
		index, rest := cutField(line)
		c, err := strconv.Atoi(index)
		if err != nil || c < 0 || c >= len(a.names) {
			return fmt.Errorf("%q is not the number of an attribute", phrase.Clip(index))
		}
		var value string
		if value, line, err = cutARFF(rest, ","); err != nil {
			return err
		}
		a.cells[c] = value
		line = strings.TrimLeft(strings.TrimPrefix(line, ","), " \t")
	}
	return nil
}

// splitARFF appends the values of a comma separated line to cells.
func splitARFF(cells []string, line string) ([]string, error) {
	for {
		cell, rest, err := cutARFF(line, ",")
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
		if rest == "" {
			return cells, nil
		}
		line = rest[1:]
	}
}

// splitLoose returns the values of a line as Weka separates them: by any number of
// commas and blanks, which may also end a line.
func splitLoose(line string) (cells []string) {
	const between = ", \t"
	for line = strings.TrimLeft(line, between); line != ""; line = strings.TrimLeft(line, between) {
		cell, rest, err := cutARFF(line, between)
		if err != nil {
			return nil
		}
		cells, line = append(cells, cell), rest
	}
	return cells
}

// cutARFF splits s before the first of the delimiters that is outside of
// quotes, and unquotes what precedes it.
func cutARFF(s, delimiters string) (value, rest string, err error) {
	s = strings.TrimLeft(s, " \t")
	if s == "" || s[0] != '\'' && s[0] != '"' {
		if i := strings.IndexAny(s, delimiters); i >= 0 {
			return strings.TrimSpace(s[:i]), strings.TrimLeft(s[i:], " \t"), nil
		}
		return strings.TrimSpace(s), "", nil
	}
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(unescaped(s[i]))
		case s[i] == quote:
			rest = strings.TrimLeft(s[i+1:], " \t")
			if delimiters == "," && rest != "" && rest[0] != ',' {
				return "", "", fmt.Errorf("%q follows a quoted text", phrase.Clip(rest))
			}
			return b.String(), rest, nil
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", errors.New("a quoted text does not end")
}

// unescaped returns what a character after a backslash stands for.
func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// tooSparse reports a table that is much larger than its text.
func tooSparse(rows, cols int, bytes int64) bool {
	const free, perByte = 1 << 20, 64
	return float64(rows)*float64(cols) > free+float64(perByte*float64(bytes))
}
