package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// sampleCSV returns the first rows of a file, the header among them.
func sampleCSV(in *Input, o *Options) (Sample, error) {
	content, err := in.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	text := textOf(&rowGuard{Reader: withLineFeeds(content)}, o) // a guard of all rows together
	head, _ := text.Peek(text.Size())
	line, _, _ := bytes.Cut(head, []byte("\n"))
	first := string(line)
	s, err := sampleOf(newCSV(text, o))
	if errors.Is(err, csv.ErrQuote) && o.Separator == "" && !strings.ContainsAny(first, ",;\t") && otherSeparator(first) != "" {
		err = errors.New(separators + otherSeparator(first)) // "a" "b", as R writes it
	}
	if n := notationOf(o); err == nil && n != (notation{}) {
		for _, cells := range s {
			for k := range cells {
				cells[k], _ = n.plain(cells[k])
			}
		}
	}
	return s, err
}

// textOf returns a text without its byte order mark and without what a first line says to
// Excel, and with one blank for many where blanks separate its cells.
func textOf(content io.Reader, o *Options) *bufio.Reader {
	text := bufio.NewReaderSize(content, 1<<16)
	skipMark(text)
	skipSeparatorLine(text)
	if o.Separator == blank {
		text = bufio.NewReaderSize(newSqueezed(text), 1<<16)
	}
	return text
}

// newCSV returns a reader of the rows of a text.
func newCSV(text *bufio.Reader, o *Options) *csv.Reader {
	r := csv.NewReader(text)
	r.Comment, _ = utf8.DecodeRuneInString(o.Comment)
	if o.Comment == "" {
		r.Comment = 0
	}
	switch o.Separator {
	case "":
		r.Comma = delimiter(text, o)
	case blank:
		r.Comma = ' '
	default:
		r.Comma, _ = utf8.DecodeRuneInString(o.Separator)
	}
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = r.Comma != '\t' && r.Comma != ' ' // it would swallow empty cells
	r.ReuseRecord = true
	return r
}

const separators = "columns are separated by commas, semicolons or tabs"

// otherSeparator says what separates the cells of a line instead, "" where that
// is not seen.
func otherSeparator(line string) string {
	switch {
	case strings.Count(line, "|") > 0:
		return ", not by |: Options.Separator names it"
	case len(strings.Fields(line)) > 2:
		return ", not by blanks: Options.Separator takes them, as blank"
	}
	return ""
}

// otherThanSeparator says what the options take for no separator, "" where they leave
// that open.
func (o *Options) otherThanSeparator() string {
	switch {
	case o.Separator != "":
		return fmt.Sprintf("Options.Separator is %q, which the first line has none of", o.Separator)
	case o.DecimalComma:
		return "with Options.DecimalComma a comma is part of a number, and columns are separated by semicolons or tabs"
	}
	return ""
}

// skipMark drops a byte order mark.
func skipMark(r *bufio.Reader) {
	if mark, _ := r.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		r.Discard(3)
	}
}

// skipSeparatorLine drops sep=; from a first line, which tells Excel what separates cells.
// The line stays, so that others keep their numbers.
func skipSeparatorLine(r *bufio.Reader) {
	if start, _ := r.Peek(len("sep=;\r\n")); separatorLine.Match(start) {
		r.Discard(len("sep=;"))
	}
}

var separatorLine = regexp.MustCompile(`^sep=[,;\t]\r?\n`)

// guessRows guesses the number of lines from those that r starts with.
func guessRows(r *bufio.Reader, in *Input) int {
	head, _ := r.Peek(r.Size())
	perByte := float64(bytes.Count(head, []byte("\n"))+1) / float64(len(head)+1)
	return int(1.02 * perByte * float64(in.unpacked()))
}

// delimiter returns the separator that the first line has most of, or of several the one
// that the lines after it have most of.
func delimiter(r *bufio.Reader, o *Options) rune {
	head, _ := r.Peek(r.Size())
	line, rest := cutLine(bytes.TrimLeft(head, "\r\n"))
	for o.Comment != "" && bytes.HasPrefix(line, []byte(o.Comment)) {
		line, rest = cutLine(bytes.TrimLeft(rest, "\r\n"))
	}
	best, most, others := ',', 0, 0
	if o.DecimalComma {
		best = ';'
	}
	for _, d := range ",;\t" {
		n, more := countUnquoted(line, byte(d)), countUnquoted(rest, byte(d))
		if d == ',' && o.DecimalComma || n < most || n == most && (n == 0 || more <= others) {
			continue
		}
		best, most, others = d, n, more
	}
	return best
}

// cutLine returns a text up to the first line end, outside quotes if one is, and the rest.
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
