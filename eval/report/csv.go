package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// csvWriter writes the records of a report, which people open in a spreadsheet:
// names that it would take for formulas which do something have an apostrophe in front.
// Numbers have none, nor have classes and levels such as + and -low.
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
// what comes before the sign. Behind + and - what runs has to call, or to ask another
// program or sheet: else it is arithmetic with names at most.
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
