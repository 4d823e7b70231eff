package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// csvReader reads comma, semicolon or tab separated text.
type csvReader struct {
	io.Closer
	csv     *csv.Reader
	rows    *rowGuard
	line    int // of the last row
	columns Columns
	first   []string // a first row that is no header, until it is read
}

func openCSV(in *Input, o *Options) (h Header, r Reader, err error) {
	sample, err := sampleCSV(in)
	if err != nil {
		return h, nil, err
	}
	if sample == nil {
		return h, nil, errors.New("no rows")
	}
	content, err := in.Open()
	if err != nil {
		return h, nil, err
	}
	guard := &rowGuard{Reader: content}
	text := bufio.NewReaderSize(guard, 1<<16)
	skipMark(text)
	rows := guessRows(text, in)
	c := &csvReader{Closer: content, csv: newCSV(text), rows: guard}
	if err := c.start(sample, o); err != nil {
		content.Close()
		return h, nil, err
	}
	h = c.columns.Header()
	h.Rows = min(rows, int(in.unpacked())/len(c.columns.Names)) // a cell has a byte or more
	return h, c, nil
}

// sampleCSV returns the first rows of a file, the header among them.
func sampleCSV(in *Input) (Sample, error) {
	content, err := in.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	text := bufio.NewReaderSize(&rowGuard{Reader: content}, 1<<16) // of all rows of the sample together
	skipMark(text)
	return sampleOf(newCSV(text))
}

// newCSV returns a reader of the rows of a text.
func newCSV(text *bufio.Reader) *csv.Reader {
	r := csv.NewReader(text)
	r.Comma = delimiter(text)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = r.Comma != '\t' // it would swallow empty cells
	r.ReuseRecord = true
	return r
}

// start reads the first row, and names and chooses the columns.
func (c *csvReader) start(sample Sample, o *Options) error {
	first, err := c.csv.Read()
	if err != nil {
		return csvError(err)
	}
	if len(sample) == 1 && strings.Contains(strings.Join(first, ","), "\r") {
		return errors.New("lines end with a carriage return alone; they have to end with a line feed")
	}
	var names []string
	doubt, named := "", sample.hasHeader(o)
	if named {
		first[0] = strings.TrimPrefix(first[0], "#") // as numpy.savetxt writes it
		for _, name := range first {
			names = append(names, strings.Clone(strings.TrimSpace(name)))
		}
		doubt, sample = sample.headerDoubt(), sample[1:]
	} else {
		c.first = slices.Clone(first)
		names = numbered(1, len(first))
	}
	if c.columns, err = Choose(names, named, func() Sample { return sample }, o); err != nil {
		return err
	}
	if len(c.columns.Features) == 0 && c.columns.Ignored == nil {
		return fmt.Errorf("only one column; columns are separated by commas, semicolons or tabs%s", otherSeparator(first[0]))
	}
	if !named {
		doubt = sample.rowDoubt(c.columns.Label)
	}
	if doubt != "" && o.Header == AnyFirst {
		c.columns.Doubts = append(c.columns.Doubts, doubt)
	}
	return nil
}

// otherSeparator says what separates the cells of a line instead, "" where that
// is not seen.
func otherSeparator(line string) string {
	switch {
	case strings.Count(line, "|") > 0:
		return ", not by |"
	case len(strings.Fields(line)) > 2:
		return ", not by blanks"
	}
	return ""
}

// skipMark drops a byte order mark.
func skipMark(r *bufio.Reader) {
	if mark, _ := r.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		r.Discard(3)
	}
}

// guessRows guesses the number of lines from those that r starts with.
func guessRows(r *bufio.Reader, in *Input) int {
	head, _ := r.Peek(r.Size())
	perByte := float64(bytes.Count(head, []byte("\n"))+1) / float64(len(head)+1)
	return int(1.02 * perByte * float64(in.unpacked()))
}

// delimiter returns the separator that the first line has most of.
func delimiter(r *bufio.Reader) rune {
	head, _ := r.Peek(r.Size())
	head = bytes.TrimLeft(head, "\r\n")
	line, _, _ := bytes.Cut(head, []byte("\n"))
	best, most := ',', bytes.Count(line, []byte(","))
	for _, d := range ";\t" {
		if n := bytes.Count(line, []byte(string(d))); n > most {
			best, most = d, n
		}
	}
	return best
}

func (c *csvReader) Next(r *Record) error {
	cells := c.first
	r.Line = 1
	if cells == nil {
		var err error
		c.rows.begin()
		cells, err = c.csv.Read()
		if errors.Is(err, errTooLong) {
			return &Error{Line: c.line + 1, Err: errTooLong}
		}
		if err != nil {
			return csvError(err)
		}
		r.Line, _ = c.csv.FieldPos(0)
	}
	c.line = r.Line
	c.first = nil
	if len(cells) != len(c.columns.Names) {
		return &Error{Line: r.Line, Err: fmt.Errorf("has %d columns, not %d", len(cells), len(c.columns.Names))}
	}
	return c.columns.fill(r, cells)
}

// rowGuard reads a text and refuses rows of a length that nobody means, such as
// one with a quote that does not end: a row is held several times over.
type rowGuard struct {
	io.Reader
	read int // bytes of the row, and maybe of those before it
}

// begin says that a row begins.
func (g *rowGuard) begin() { g.read = 0 }

func (g *rowGuard) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if g.read += n; g.read > maxLine {
		return 0, errTooLong
	}
	return n, err
}

// csvError returns an error of encoding/csv as ours.
func csvError(err error) error {
	var e *csv.ParseError
	if errors.As(err, &e) {
		return &Error{Line: e.Line, Err: e.Err}
	}
	return err
}
