package data

import (
	"bufio"
	"bytes"
	"regexp"
)

// separatorOf returns what separates the cells of a text, judged by its first lines: the comma,
// semicolon or tab that the first line has most of, and in a tie the one that the lines after
// it have most of. If the first line has none of them it is a | or blanks, if every line has as
// many of those. Tabs are blanks too where lines have as many words but not as many tabs, or
// where the first line has numbers that only blanks separate. With decimal commas it can be a comma only if
// numbers with one are in quotes.
func separatorOf(r *bufio.Reader, o *Options) string {
	head, _ := r.Peek(r.Size())
	if len(head) == r.Size() {
		head = head[:bytes.LastIndexByte(head, '\n')+1] // whole lines
	}
	if o.NoQuotes {
		head = bytes.ReplaceAll(head, []byte(`"`), nil) // between which nothing is counted
	}
	line, rest := nextLine(head, o)
	best, most, others := ",", 0, 0
	if o.DecimalComma {
		best = ";"
	}
	for _, d := range []string{",", ";", "\t"} {
		n, more := countUnquoted(line, d[0]), countUnquoted(rest, d[0])
		if d == "," && o.DecimalComma || n < most || n == most && (n == 0 || more <= others) {
			continue
		}
		best, most, others = d, n, more
	}
	switch {
	case best == "\t" && sameInLines(head, o, countWords) && (blankNumbers.Match(line) || !sameInLines(head, o, countTabs)):
		return blank
	case most > 0:
	case o.DecimalComma && countUnquoted(line, ',') > 0 && quotedDecimal.Match(rest) && sameInLines(head, o, countCommas):
		return ","
	case sameInLines(head, o, func(line []byte) int { return countUnquoted(line, '|') + 1 }):
		return "|"
	case sameInLines(head, o, countWords):
		return blank
	}
	return best
}

// quotedDecimal is a number with a decimal comma as pandas writes it between commas.
var quotedDecimal = regexp.MustCompile(`"[^"\n]*\d,\d[^"\n]*"`)

// blankNumbers are numbers between tabs, or at an end of a line, that blanks separate.
var blankNumbers = regexp.MustCompile(`(^|\t) *-?[\d.]+ +-?[\d.]+ *(\t|$| +-?[\d.])`)

// countCommas counts the cells of a line between commas.
func countCommas(line []byte) int { return countUnquoted(line, ',') + 1 }

// countTabs counts the cells of a line between tabs.
func countTabs(line []byte) int { return countUnquoted(bytes.TrimRight(line, blanks+"\r"), '\t') + 1 }

// sameInLines reports whether there is more than one line, and all have the same number of
// cells, more than one. The first may have one less, if it names columns and R wrote the names
// of rows before them.
func sameInLines(text []byte, o *Options, cells func(line []byte) int) bool {
	line, rest := nextLine(text, o)
	first, same := cells(line), 0
	for len(rest) > 0 {
		if line, rest = nextLine(rest, o); len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n := cells(line)
		if n < 2 || same > 0 && n != same {
			return false
		}
		same = n
	}
	return same > 0 && (first == same || first == same-1)
}

// nextLine returns the next line of a text that is neither empty nor a comment, and what
// comes after it.
func nextLine(text []byte, o *Options) (line, rest []byte) {
	line, rest = cutLine(bytes.TrimLeft(text, "\r\n"))
	for o.Comment != "" && bytes.HasPrefix(line, []byte(o.Comment)) {
		line, rest = cutLine(bytes.TrimLeft(rest, "\r\n"))
	}
	return line, rest
}

// cutLine returns a text up to the first line end outside quotes, or else the first of all, and
// the rest.
func cutLine(text []byte) (line, rest []byte) {
	quoted := false
	for i, b := range text {
		switch {
		case b == '"':
			quoted = !quoted
		case b == '\n' && !quoted:
			return text[:i], text[i+1:]
		}
	}
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return line, rest
}

// countUnquoted counts a separator outside quotes.
func countUnquoted(text []byte, separator byte) (n int) {
	quoted := false
	for _, b := range text {
		switch {
		case b == '"':
			quoted = !quoted
		case b == separator && !quoted:
			n++
		}
	}
	return n
}

// countWords counts what blanks outside quotes separate.
func countWords(line []byte) int {
	quoted := false
	return len(bytes.FieldsFunc(line, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (r == ' ' || r == '\t' || r == '\r')
	}))
}
