package eval

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
)

// Interruption says which rows a report is about, if its context ended before all were attacked: those
// that were finished under all models.
type Interruption struct {
	Finished int      `json:"rows"`
	Of       int      `json:"of"`
	Absent   []string `json:"absent_classes,omitempty"` // classes of the rows, of which none is finished

	rows []int // their places in the table
}

func newInterruption(rows []int, table *data.Table) *Interruption {
	i := &Interruption{Finished: len(rows), Of: table.Rows, rows: rows}
	done := make([]bool, len(table.Classes))
	for _, row := range rows {
		done[table.Y[row]] = true
	}
	for c, n := range table.Counts() {
		if n > 0 && !done[c] {
			i.Absent = append(i.Absent, table.Classes[c])
		}
	}
	return i
}

// Rows returns the rows of a table that a report on it is about.
func (i *Interruption) Rows(table *data.Table) *data.Table {
	if i == nil {
		return table
	}
	return table.Subset(i.rows)
}

// Within goes into a sentence about the rows, to say that they are not all; "" for nil.
func (i *Interruption) Within() string {
	if i == nil {
		return ""
	}
	return fmt.Sprintf(", on %d of %d rows (interrupted),", i.Finished, i.Of)
}

// Sentence says what rows the figures are about, "" for nil.
func (i *Interruption) Sentence() string {
	if i == nil {
		return ""
	}
	text := fmt.Sprintf("Interrupted: all figures are about %d of %d rows, the first ones without those that were under way.", i.Finished, i.Of)
	const names = 5
	switch n := len(i.Absent); {
	case n == 1:
		text += fmt.Sprintf(" None of them is of the class %s.", list(i.Absent))
	case n > 1 && n <= names:
		text += fmt.Sprintf(" None of them is of the classes %s.", list(i.Absent))
	case n > names:
		text += fmt.Sprintf(" None of them is of %d of the classes.", n)
	}
	return text
}
