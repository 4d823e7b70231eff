package data

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/hardwood-ml/hardwood/data/column"
)

// WriteCSV writes t with a header line, the features first and the label or target last, under
// the name label, so that Read gives the same values back with [Options.Like] of t: without its
// Classes, they may get other numbers, and rows of a class such as NA are left out as unlabelled.
// Levels and dates are written as words, except for dates of a table that is scaled; cells of
// missing values are empty, which is read as the level with a blank name in a column that has
// one. Infinite values, which scaling may make, are refused, as they are in reading. Weights are
// left out.
func WriteCSV(w io.Writer, t *Table) error {
	if err := t.Validate(); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	labelled := t.Y != nil || t.Target != nil
	cells := append([]string(nil), t.Features...)
	if labelled {
		cells = append(cells, "label")
	}
	c.Write(cells) // its error stays until Flush
	for i := range t.Rows {
		cells = cells[:0]
		row := t.Row(i)
		if err := t.finite(i, row); err != nil {
			return err
		}
		for f, v := range row {
			cells = append(cells, t.cellText(f, v))
		}
		if len(cells) == 1 && cells[0] == "" && !labelled {
			cells[0] = missingText // as readers pass over empty lines
		}
		if labelled {
			cells = append(cells, t.labelText(i))
		}
		c.Write(cells)
	}
	c.Flush()
	return c.Error()
}

// cellText returns the text of a value of feature f.
func (t *Table) cellText(f int, v float64) string {
	if v != v {
		return ""
	}
	if t.Columns != nil && (t.Scaling == nil || t.Columns[f].Dates == column.NoDates) {
		if word, ok := t.Columns[f].Cell(v); ok {
			return word
		}
	}
	return formatValue(v)
}

// WriteLIBSVM writes t with indices from 1, leaving zeros out. Levels are written as
// their codes. Missing values are refused, as the format has none, and so are infinite
// ones and classes whose names a reader would take for something else.
func WriteLIBSVM(w io.Writer, t *Table) error {
	if err := t.Validate(); err != nil {
		return err
	}
	if err := t.libsvmLabels(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	for i := range t.Rows {
		b.WriteString(t.labelText(i))
		row := t.Row(i)
		if err := t.finite(i, row); err != nil {
			return err
		}
		for f, v := range row {
			if v != v {
				return fmt.Errorf("%s: row %d: column %q: LIBSVM files cannot hold missing values", t.Name(), i, t.Features[f])
			}
			if v != 0 {
				fmt.Fprintf(b, " %d:%s", f+1, formatValue(v))
			}
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// finite reports a value of row i that readers refuse.
func (t *Table) finite(i int, row []float64) error {
	if _, f, err := checkRow(row, false); err != nil {
		return fmt.Errorf("%s: row %d: column %q: %w", t.Name(), i, t.Features[f], err)
	}
	return nil
}

// libsvmLabels reports a class of rows that LIBSVM files cannot hold: blanks end a label, a
// # starts a comment, and a colon makes it the value of a feature.
func (t *Table) libsvmLabels() error {
	for class, n := range t.Counts() {
		name := t.Classes[class]
		if n > 0 && (name == "" || strings.ContainsAny(name, ":#") || strings.ContainsFunc(name, unicode.IsSpace)) {
			return fmt.Errorf("%s: LIBSVM files cannot hold class %q: a label there is a word without blanks, \":\" and \"#\"", t.Name(), name)
		}
	}
	return nil
}

// labelText returns the label of row i as files hold it.
func (t *Table) labelText(i int) string {
	switch {
	case t.Y != nil:
		return t.Classes[t.Y[i]]
	case t.Target != nil:
		return formatValue(t.Target[i])
	}
	return ""
}

// missingText stands for a missing value in a cell that must not be empty.
const missingText = "NaN"

// formatValue returns the shortest text that reads as v.
func formatValue(v float64) string {
	if math.IsNaN(v) {
		return missingText
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
