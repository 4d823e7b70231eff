package report

import (
	"strings"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/internal/terminal"
)

// Lines writes rows as lines of text in aligned columns. The first can be written before all rows
// are known.
type Lines struct {
	columns []Column
	widths  []int
}

// NewLines returns lines wide enough for the names of the columns.
func NewLines(columns []Column) *Lines {
	l := &Lines{columns, make([]int, len(columns))}
	for c, column := range columns {
		l.widths[c] = utf8.RuneCountInString(column.Name)
	}
	return l
}

// Fit widens the columns to fit a row.
func (l *Lines) Fit(row []Cell) {
	for c, cell := range row {
		l.widths[c] = max(l.widths[c], utf8.RuneCountInString(terminal.Line(cell.words())))
	}
}

// Head returns the line with the names of the columns.
func (l *Lines) Head() string { return l.line(func(c int) string { return l.columns[c].Name }) }

// Row returns the line of a row.
func (l *Lines) Row(row []Cell) string {
	return l.line(func(c int) string { return terminal.Line(row[c].words()) })
}

func (l *Lines) line(of func(c int) string) string {
	var b strings.Builder
	for c, column := range l.columns {
		text := of(c)
		pad := strings.Repeat(" ", max(l.widths[c]-utf8.RuneCountInString(text), 0))
		switch {
		case !column.Text:
			b.WriteString(pad + text)
		case c == len(l.columns)-1:
			b.WriteString(text)
		default:
			b.WriteString(text + pad)
		}
		if c < len(l.columns)-1 {
			b.WriteString("  ")
		}
	}
	return b.String()
}
