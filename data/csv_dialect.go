package data

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// firstRowsCSV returns the first rows of a file, the header among them.
func firstRowsCSV(in *Input, o *Options) (FirstRows, error) {
	content, err := in.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	text, comma := textOf(&rowGuard{Reader: withLineFeeds(content)}, o) // a guard of all rows together
	peeked, _ := text.Peek(text.Size())
	line, _, _ := bytes.Cut(peeked, []byte("\n"))
	first := string(line)
	s, err := firstRowsOf(newCSV(text, comma, o))
	if errors.Is(err, csv.ErrQuote) && o.Separator == "" && !strings.ContainsAny(first, ",;\t") && otherSeparator(first) != "" {
		err = errors.New(separators + otherSeparator(first)) // "a" "b", as R writes it
	}
	err = csvError(err)
	if n := style(o); err == nil && n != (notation.Style{}) {
		for _, cells := range s {
			for k := range cells {
				cells[k], _ = n.Plain(cells[k])
			}
		}
	}
	return s, err
}

// style returns how the numbers of a file are written.
func style(o *Options) notation.Style {
	return notation.Style{Comma: o.DecimalComma, Formatted: o.FormattedNumbers}
}

// textOf returns a text without its byte order mark and without a first line for Excel, and
// what separates its cells. If blanks do, any number of them is made one.
func textOf(content io.Reader, o *Options) (*bufio.Reader, rune) {
	text := bufio.NewReaderSize(content, 1<<16)
	skipMark(text)
	said := separatorLine(text)
	separator := cmp.Or(o.Separator, said, separatorOf(text, o))
	if separator == blank {
		return bufio.NewReaderSize(newSqueezed(text, o), 1<<16), ' '
	}
	comma, _ := utf8.DecodeRuneInString(separator)
	return text, comma
}

// newCSV returns a reader of the rows of a text.
func newCSV(text io.Reader, comma rune, o *Options) *csv.Reader {
	if o.NoQuotes {
		text = newUnquoted(text, comma, o)
	} else {
		text = newUnblanked(text, comma, o)
	}
	r := csv.NewReader(bufio.NewReaderSize(text, 1<<16))
	r.Comma = comma
	r.Comment, _ = utf8.DecodeRuneInString(o.Comment)
	if o.Comment == "" {
		r.Comment = 0
	}
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	return r
}

const separators = "columns are separated by commas, semicolons or tabs"

// otherSeparator says what may be meant by a line without the usual separators, "" if that is
// not seen.
func otherSeparator(line string) string {
	comment := aComment(line)
	switch {
	case comment != "":
		return comment
	case strings.Count(line, "|") > 0:
		return ", and by | where every line has as many: Options.Separator names it"
	case len(strings.Fields(line)) > 2:
		return ", and by blanks where every line has as many: Options.Separator takes them, as blank"
	}
	return ""
}

// otherThanSeparator says which option keeps a line from being separated, "" if none does.
func (o *Options) otherThanSeparator() string {
	switch {
	case o.Separator != "":
		return fmt.Sprintf("Options.Separator is %q, which the first line has none of", o.Separator)
	case o.DecimalComma:
		return "with Options.DecimalComma a comma is part of a number, and columns are separated by semicolons or tabs, unless Options.Separator names another mark"
	}
	return ""
}

// skipMark drops a byte order mark.
func skipMark(r *bufio.Reader) {
	if mark, _ := r.Peek(len(utf8Mark)); string(mark) == utf8Mark {
		r.Discard(len(utf8Mark))
	}
}

// utf8Mark begins texts in UTF-8, if anything says so.
const utf8Mark = "\xef\xbb\xbf"

// separatorLine drops sep=; from a first line, which tells Excel what separates cells, and returns
// the separator, "" for none. An empty line stays, so that the others keep their numbers.
func separatorLine(r *bufio.Reader) string {
	start, _ := r.Peek(len("\"sep=;\"\r\n"))
	match := saysSeparator.FindSubmatch(start)
	if match == nil {
		return ""
	}
	separator := string(match[2])
	r.Discard(len(match[1]))
	return separator
}

var saysSeparator = regexp.MustCompile(`^("?sep=([,;\t|])"?)\r?\n`)

// guessRows guesses the number of lines from those that r starts with. The first one does not count if
// there are others: in a wide table the names of the columns are longer than a row.
func guessRows(r *bufio.Reader, in *Input) int {
	head, _ := r.Peek(r.Size())
	lines := head[bytes.IndexByte(head, '\n')+1:]
	lines = lines[:bytes.LastIndexByte(lines, '\n')+1]
	if len(lines) == 0 {
		return int(in.unpacked()) / (len(head) + 1)
	}
	perByte := float64(bytes.Count(lines, []byte("\n"))) / float64(len(lines))
	return int(1.02 * perByte * float64(in.unpacked()))
}
