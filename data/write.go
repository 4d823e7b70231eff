package data

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
)

// WriteCSV writes t with a header line, the features first and the label or
// target last, so that Read gives the same values back. Weights are left out.
func WriteCSV(w io.Writer, t *Table) error {
	if err := t.Validate(); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	cells := append([]string(nil), t.Features...)
	if t.Y != nil || t.Target != nil {
		cells = append(cells, "label")
	}
	c.Write(cells) // its error stays until Flush
	for i := range t.Rows {
		cells = cells[:0]
		for _, v := range t.Row(i) {
			cells = append(cells, formatValue(v))
		}
		if t.Y != nil || t.Target != nil {
			cells = append(cells, t.labelText(i))
		}
		c.Write(cells)
	}
	c.Flush()
	return c.Error()
}

// WriteLIBSVM writes t with indices from 1, leaving zeros out. Missing values
// are refused, the format has none.
func WriteLIBSVM(w io.Writer, t *Table) error {
	if err := t.Validate(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	for i := range t.Rows {
		b.WriteString(t.labelText(i))
		for f, v := range t.Row(i) {
			if v != v {
				return fmt.Errorf("%s: row %d: column %q: LIBSVM files cannot hold missing values", t.Source, i, t.Features[f])
			}
			if v != 0 {
				fmt.Fprintf(b, " %d:%s", f+1, formatValue(v))
			}
		}
		b.WriteByte('\n')
	}
	return b.Flush()
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

// formatValue returns the shortest text that reads as v.
func formatValue(v float64) string {
	if math.IsNaN(v) {
		return "NaN"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
