package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
)

// CSV writes the records of a report, which people open in spreadsheets: text that would run there as
// a formula gets an apostrophe in front, without which package data reads the names that it knows.
// Numbers get none, nor do classes and levels such as + and -low.
type CSV struct {
	*csv.Writer
	bare   io.Writer // in its place if cells have no quotes around them, or nil
	record []string
}

// NewCSV returns a writer of records; those that it holds back are written by Flush.
func NewCSV(w io.Writer) *CSV { return &CSV{Writer: csv.NewWriter(w)} }

// newCSV is NewCSV in a dialect.
func newCSV(w io.Writer, d *data.Dialect) (*CSV, error) {
	c := NewCSV(w)
	if c.Comma = d.Comma; d.Bare {
		c.bare = w
	}
	return c, d.Begin(w)
}

// Write writes a record.
func (w *CSV) Write(record []string) error {
	w.record = w.record[:0]
	for _, cell := range record {
		if isFormula(cell) {
			cell = "'" + cell
		}
		w.record = append(w.record, cell)
	}
	if w.bare != nil {
		_, err := io.WriteString(w.bare, strings.Join(w.record, string(w.Comma))+"\n")
		return err
	}
	return w.Writer.Write(w.record)
}

// isFormula reports whether a spreadsheet may run a cell; some skip white space before the sign.
// After + and - a formula is harmless arithmetic unless it has a call or refers to another program
// or sheet.
func isFormula(cell string) bool {
	if cell = strings.TrimLeft(cell, " \t\r\n"); cell == "" {
		return false
	}
	switch cell[0] {
	case '=', '@':
	case '+', '-':
		if !strings.ContainsAny(cell, "(|!=@") {
			return false
		}
	default:
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}
