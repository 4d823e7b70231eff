package data

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// csvReader reads text separated by commas, semicolons, tabs, pipes or blanks.
type csvReader struct {
	io.Closer
	csv     *csv.Reader
	rows    *rowGuard
	line    int // of the last row
	columns Columns
	numbers notation.Style
	first   []string // a first row that is not a header, until it is read
	header  []string // a first row that is a header, as it is written
}

func openCSV(in *Input, o *Options) (h Header, r Reader, err error) {
	rows, err := firstRowsCSV(in, o)
	if err != nil {
		return h, nil, err
	}
	if rows == nil {
		return h, nil, errors.New("no rows")
	}
	content, err := in.Open()
	if err != nil {
		return h, nil, err
	}
	guard := &rowGuard{Reader: withLineFeeds(content)}
	text, comma := textOf(guard, o)
	guessed := guessRows(text, in)
	c := &csvReader{Closer: content, csv: newCSV(text, comma, o), rows: guard, numbers: style(o)}
	if err := c.start(rows, o); err != nil {
		content.Close()
		return h, nil, err
	}
	h = c.columns.Header()
	h.Rows = min(guessed, int(in.unpacked())/len(c.columns.Names)) // a cell has a byte or more
	return h, c, nil
}

// start reads the first row, and names and chooses the columns.
func (c *csvReader) start(rows FirstRows, o *Options) error {
	first, err := c.csv.Read()
	if err != nil {
		return csvError(err)
	}
	c.line, _ = c.csv.FieldPos(0)
	if len(rows) == 1 {
		if err := c.notLike(slices.Clone(first)); err != nil {
			return err
		}
	}
	if first = first[:min(len(first), len(rows[0]))]; len(first) < len(rows[0]) {
		first = slices.Insert(slices.Clone(first), 0, "")
	}
	var names []string
	of, doubt, title := rows.ofOrange(o), "", first[0]
	named := of != nil || rows.hasHeader(o)
	if named {
		c.header = slices.Clone(first)
	}
	switch {
	case of != nil:
		names, o.roles, rows = of.names, of.roles, rows[1+of.lines:]
	case named:
		first[0] = strings.TrimPrefix(first[0], "#") // as numpy.savetxt writes it
		for _, name := range first {
			names = append(names, strings.Clone(strings.TrimSpace(name)))
		}
		doubt, rows = rows.headerDoubt(), rows[1:]
	default:
		c.first = slices.Clone(first)
		names = numbered(1, len(first))
	}
	if len(first) == 1 && strings.Contains(first[0], "|") && o.Separator == "" {
		return fmt.Errorf("only one column; %s%s", separators, otherSeparator(title))
	}
	if other := o.otherThanSeparator(); len(first) == 1 && other != "" && strings.ContainsAny(first[0], ",;\t") {
		return fmt.Errorf("only one column, %q: %s", phrase.Clip(first[0]), other)
	}
	if c.columns, err = Choose(names, named, func() FirstRows { return rows }, o); err != nil {
		return err
	}
	for f := range c.columns.texts.columns {
		c.columns.texts.columns[f].padded = true
	}
	if of != nil {
		if err := c.declare(of, o); err != nil {
			return err
		}
	}
	if c.numbers == (notation.Style{}) {
		for _, k := range c.columns.Features {
			if doubt := rows.thousands(k); doubt != "" {
				c.columns.Doubts = append(c.columns.Doubts, fmt.Sprintf("column %q: %s", phrase.Clip(c.columns.Names[k]), doubt))
			}
		}
	}
	if len(c.columns.Features) == 0 && c.columns.Ignored == nil || len(first) == 1 && o.Cols > 1 && otherSeparator(title) != "" {
		return fmt.Errorf("only one column; %s%s", separators, otherSeparator(title))
	}
	if !named {
		doubt = rows.rowDoubt(c.columns.Label)
	}
	if doubt != "" && o.Header == AnyFirst {
		c.columns.Doubts = append(c.columns.Doubts, doubt)
	}
	return nil
}

// notLike reports the second row, if there is one, of a file in whose first rows no other one has as
// many cells as the first.
func (c *csvReader) notLike(first []string) error {
	names := first
	if slices.ContainsFunc(first, isFigure) {
		names = nil
	}
	switch cells, err := c.nextRow(names); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	default:
		advice := cmp.Or(aComment(first[0]), aComment(cells[0]))
		if advice == "" && len(cells) >= 2*len(first) {
			advice = ": leave out what may stand above the names of the columns"
		}
		return &Error{Line: c.line, Err: fmt.Errorf("%w%s", c.errWidth(cells, len(first)), advice)}
	}
}

func (c *csvReader) chosen() *Columns { return &c.columns }

func (c *csvReader) next() (cells []string, line int, err error) {
	if cells = c.first; cells == nil {
		if cells, err = c.nextRow(c.columns.Names); err != nil {
			return nil, 0, err
		}
	}
	c.first = nil
	want := len(c.columns.Names)
	if cells = untrailed(cells, want); len(cells) != want {
		return nil, 0, &Error{Line: c.line, Err: fmt.Errorf("%w%s", c.errWidth(cells, want), aComment(cells[0]))}
	}
	return cells, c.line, nil
}

func (c *csvReader) Next(r *Record) error {
	cells, line, err := c.next()
	if err != nil {
		return err
	}
	r.Line = line
	names := c.columns.Names
	if sameNames(cells, c.header) {
		return &Error{Line: r.Line, Err: errors.New("has the names of the columns once more, as where files were joined: leave the line out")}
	}
	if c.numbers != (notation.Style{}) {
		if c.numbers.Formatted {
			for f, k := range c.columns.Features {
				c.columns.noteUnit(f, cells[k])
			}
		}
		for k := range cells {
			var fits bool
			if cells[k], fits = c.numbers.Plain(cells[k]); !fits {
				return &Error{Line: r.Line, Column: names[k], Err: errPoint(cells[k], c.numbers)}
			}
		}
	}
	return c.columns.fill(r, cells)
}

// nextRow returns the cells of the next row of the file. names are those of the columns.
func (c *csvReader) nextRow(names []string) ([]string, error) {
	c.rows.begin()
	cells, err := c.csv.Read()
	if errors.Is(err, errTooLong) || errors.Is(err, memory.ErrBudget) {
		return nil, &Error{Line: c.line + 1, Err: err}
	}
	if err != nil {
		err = csvError(err)
		if e := (*Error)(nil); errors.As(err, &e) && len(cells) < len(names) {
			e.Column = names[len(cells)] // behind those that were read
		}
		return nil, err
	}
	c.line, _ = c.csv.FieldPos(0)
	return cells, nil
}

// untrailed returns the cells of a line without an empty one too many, which a
// separator at the end of the line makes.
func untrailed(cells []string, want int) []string {
	if len(cells) == want+1 && strings.TrimSpace(cells[want]) == "" {
		return cells[:want]
	}
	return cells
}

func (c *csvReader) errWidth(cells []string, want int) error {
	return errWidth(strings.Join(cells, string(c.csv.Comma)), len(cells), want)
}

// aComment says what helps if a line is a comment, "" if it is not one.
func aComment(line string) string {
	for _, mark := range []string{"#", "%", "//", ";", "!"} {
		if strings.HasPrefix(line, mark) {
			return fmt.Sprintf(": Options.Comment skips lines that start with %s", mark[:1])
		}
	}
	return ""
}

// rowGuard reads a text and refuses rows that are too long to be meant, such as one
// with a quote that does not end: several copies of a row are held in memory.
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
	if lack := memory.AskForRow(g.read, 4); lack != nil {
		return 0, lack
	}
	return n, err
}

// quotesAreText names the option that helps where quotes do not enclose cells.
const quotesAreText = "; Options.NoQuotes takes all quotes of the file for text"

// csvError returns an error of encoding/csv as ours.
func csvError(err error) error {
	var e *csv.ParseError
	switch {
	case !errors.As(err, &e):
		return err
	case e.Line > e.StartLine && e.Err == csv.ErrQuote:
		return &Error{Line: e.StartLine, Err: fmt.Errorf("a quote is open from this line on, to line %d: two quotes stand for one within a cell%s", e.Line, quotesAreText)}
	case e.Err == csv.ErrQuote:
		return &Error{Line: e.Line, Err: errors.New(`the quotes around a cell end within it, or not at all: within a cell two quotes stand for one, not \"` + quotesAreText)}
	case e.Err == csv.ErrBareQuote:
		return &Error{Line: e.Line, Err: errors.New("a quote within a cell that does not begin with one: such a cell has quotes around it, and two for each in it" + quotesAreText)}
	}
	return &Error{Line: e.Line, Err: e.Err}
}
