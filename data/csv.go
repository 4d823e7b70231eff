package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// csvReader reads comma, semicolon or tab separated text.
type csvReader struct {
	io.Closer
	csv     *csv.Reader
	names   []string // of all columns
	columns Columns
	first   []string // a first row that is no header, until it is read
}

func openCSV(in *Input, o *Options) (h Header, r Reader, err error) {
	content, err := in.Open()
	if err != nil {
		return h, nil, err
	}
	text := bufio.NewReaderSize(content, 1<<16)
	skipMark(text)
	c := &csvReader{Closer: content, csv: csv.NewReader(text)}
	rows := guessRows(text, in)
	c.csv.Comma = delimiter(text)
	c.csv.FieldsPerRecord = -1
	c.csv.TrimLeadingSpace = c.csv.Comma != '\t' // it would swallow empty cells
	c.csv.ReuseRecord = true
	if err := c.start(o); err != nil {
		content.Close()
		return h, nil, err
	}
	h = c.columns.Header(c.names)
	h.Rows = min(rows, int(in.unpacked())/len(c.names)) // a cell has a byte or more
	return h, c, nil
}

// start reads the first row, and names and chooses the columns.
func (c *csvReader) start(o *Options) error {
	first, err := c.csv.Read()
	if err == io.EOF {
		return errors.New("no rows")
	}
	if err != nil {
		return csvError(err)
	}
	first = slices.Clone(first)
	named := isHeader(first, o)
	if named {
		first[0] = strings.TrimPrefix(first[0], "#") // as numpy.savetxt writes it
		for _, name := range first {
			c.names = append(c.names, strings.TrimSpace(name))
		}
	} else {
		c.first = first
		c.names = numbered(1, len(first))
	}
	if c.columns, err = Choose(c.names, named, o); err != nil {
		return err
	}
	if len(c.columns.Features) == 0 {
		return errors.New("only one column; columns are separated by commas, semicolons or tabs")
	}
	return nil
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

// isHeader reports whether the first row holds names: none of its cells is a
// number, or one is the name of the label, or the names to expect are there.
func isHeader(first []string, o *Options) bool {
	if o.Header != "" {
		return o.Header == "yes"
	}
	absent := func(name string) bool { return !slices.Contains(first, name) }
	if o.Features != nil && !slices.ContainsFunc(o.Features, absent) {
		return true
	}
	numbers := false
	for _, cell := range first {
		cell = strings.TrimSpace(cell)
		_, err := strconv.ParseFloat(cell, 64)
		switch {
		case err != nil && (cell == o.Label || isLabelName(cell)) && cell != "":
			return true
		case err == nil || errors.Is(err, strconv.ErrRange):
			numbers = true
		}
	}
	return !numbers
}

func (c *csvReader) Next(r *Record) error {
	cells := c.first
	r.Line = 1
	if cells == nil {
		var err error
		if cells, err = c.csv.Read(); err != nil {
			return csvError(err)
		}
		r.Line, _ = c.csv.FieldPos(0)
	}
	c.first = nil
	if len(cells) != len(c.names) {
		return &Error{Line: r.Line, Err: fmt.Errorf("has %d columns, not %d", len(cells), len(c.names))}
	}
	return c.columns.fill(r, cells, c.names)
}

// csvError returns an error of encoding/csv as ours.
func csvError(err error) error {
	var e *csv.ParseError
	if errors.As(err, &e) {
		return &Error{Line: e.Line, Err: e.Err}
	}
	return err
}
