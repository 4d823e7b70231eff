package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
)

// Table is a table of a report.
type Table struct {
	Caption string
	Columns []Column
	Rows    [][]Cell
}

// Column is the head of a column.
type Column struct {
	Name string
	Full string // the name in CSV files, with all digits of its numbers, "" if that is Name
	Help string // one sentence, "" if the name needs no explanation
	Text bool   // cells are words, not numbers
}

// Cell is an entry of a table.
type Cell struct {
	Text   string
	Value  float64 // what Text shows, NaN for words and missing numbers
	Note   string  // an interval, or other small print, shown on pages only
	Beside string  // small print shown below Text on pages, and elsewhere in brackets after it
	Best   bool
	Second bool
}

// words returns Text with Beside in brackets.
func (c *Cell) words() string {
	if c.Beside == "" {
		return c.Text
	}
	return c.Text + " (" + c.Beside + ")"
}

// Word is a cell of text.
func Word(s string) Cell { return Cell{Text: s, Value: math.NaN()} }

// Percent is a share as a percentage.
func Percent(v float64) Cell { return Cell{Text: fmt.Sprintf("%.1f %%", 100*v), Value: v} }

// Points is a difference of shares in percentage points.
func Points(v float64) Cell { return Cell{Text: Signed(v) + " points", Value: v} }

// Signed writes a difference of shares in percentage points, without a negative zero.
func Signed(v float64) string { return hundredfold("%+.1f", v) }

// hundredfold writes a share or difference times 100, with one digit and without a negative zero.
func hundredfold(format string, v float64) string {
	if text := fmt.Sprintf(format, 100*v); text != "-0.0" {
		return text
	}
	return fmt.Sprintf(format, 0.0)
}

// Number is a number with three significant digits.
func Number(v float64) Cell { return Cell{Text: short(v), Value: v} }

// epsColumn is the head of what is about an eps, after some words.
func epsColumn(words string, r *eval.Report, k int) Column {
	return Column{Name: words + eval.EpsText(r.Eps[k], r.Eps), Full: words + eval.EpsName(r.Eps[k])}
}

// Seconds is a time.
func Seconds(v float64) Cell { return Cell{Text: fmt.Sprintf("%.2f s", v), Value: v} }

// Count is a whole number.
func Count(n int) Cell { return Cell{Text: strconv.Itoa(n), Value: float64(n)} }

// noNumber stands in the place of a number that does not exist.
const noNumber = "–"

// short writes a number with three significant digits, from 1000 on in whole units, and a dash for
// NaN.
func short(v float64) string {
	switch {
	case math.IsNaN(v):
		return noNumber
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	case math.Abs(v) >= 1e9:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case math.Abs(v) >= 1000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return eval.Significant(v, 3)
}

// Text writes the table in aligned columns.
func (t *Table) Text(w io.Writer) error {
	lines := NewLines(t.Columns)
	for _, row := range t.Rows {
		lines.Fit(row)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, lines.Head())
	for _, row := range t.Rows {
		fmt.Fprintln(out, lines.Row(row))
	}
	return out.Flush()
}

// CSV writes the table with numbers in full, and nothing where a number does not exist.
func (t *Table) CSV(w io.Writer) error {
	out := NewCSV(w)
	record := make([]string, len(t.Columns))
	for c, column := range t.Columns {
		record[c] = cmp.Or(column.Full, column.Name)
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for _, row := range t.Rows {
		clear(record)
		for c, cell := range row {
			if record[c] = cell.plain(); record[c] == noNumber && !t.Columns[c].Text {
				record[c] = ""
			}
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// plain returns the number in full, or the words.
func (c *Cell) plain() string {
	if math.IsNaN(c.Value) {
		return c.Text
	}
	return strconv.FormatFloat(c.Value, 'g', -1, 64)
}

var latexSpecial = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "∞", `$\infty$`, "–", "--")

// LaTeX writes the table for the packages booktabs and xcolor, with the best entries in bold and the
// second best in blue, as in the paper's tables.
func (t *Table) LaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs,xcolor}\n\\begin{tabular}{")
	for _, column := range t.Columns {
		if column.Text {
			b.WriteString("l")
		} else {
			b.WriteString("r")
		}
	}
	b.WriteString("}\n\\toprule\n")
	for c, column := range t.Columns {
		if c > 0 {
			b.WriteString(" & ")
		}
		b.WriteString(latexSpecial.Replace(column.Name))
	}
	b.WriteString(" \\\\ \\midrule\n")
	for _, row := range t.Rows {
		for c, cell := range row {
			if c > 0 {
				b.WriteString(" & ")
			}
			text := latexSpecial.Replace(cell.words())
			switch {
			case cell.Best:
				text = `\textbf{` + text + `}`
			case cell.Second:
				text = `{\color{blue}` + text + `}`
			}
			b.WriteString(text)
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
