package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// csvWriter writes the records of a report, which people open in a spreadsheet:
// names that it would take for formulas have an apostrophe in front. Numbers
// have none.
type csvWriter struct {
	*csv.Writer
	record []string
}

func newCSV(w io.Writer) *csvWriter { return &csvWriter{Writer: csv.NewWriter(w)} }

// Write writes a record.
func (w *csvWriter) Write(record []string) error {
	w.record = w.record[:0]
	for _, cell := range record {
		if isFormula(cell) {
			cell = "'" + cell
		}
		w.record = append(w.record, cell)
	}
	return w.Writer.Write(w.record)
}

// isFormula reports whether a spreadsheet runs a cell, or might: some leave out
// what comes before the sign.
func isFormula(cell string) bool {
	if cell = strings.TrimLeft(cell, " \t\r\n"); cell == "" || !strings.Contains("=+-@", cell[:1]) {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}
