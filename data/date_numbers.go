package data

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// doubtDateNumbers notes the columns whose numbers are all days such as 19901231, or months such as 199012. From the
// end of a month or a year to the next such a number goes up by far more than from day to day.
func (c *collector) doubtDateNumbers() {
	t := c.table
	if c.described() || t.held() < fewCells || t.Sparse != nil {
		return // chance does it
	}
	for f, of := range t.Columns {
		if of.Kind != column.Integer || of.Dates != column.NoDates || slices.Contains(c.o.Numeric, t.Features[f]) {
			continue
		}
		for _, form := range [...][2]string{{"20060102", time.DateOnly}, {"200601", "2006-01"}} {
			if first, ok := t.holdsDates(f, form[0]); ok {
				t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("%s: numbers that are all dates, such as %s, taken for numbers: written like %s they are read as dates",
					phrase.Column(t.Features, f), first.Format(form[0]), first.Format(form[1])))
			}
		}
	}
}

// holdsDates reports whether all values of a column are dates in a layout of digits, between 1800 and 2100 and
// on both sides of a step to the next month or year, and returns the first. Nearly all columns fail on the first row.
func (t *Table) holdsDates(f int, layout string) (first time.Time, ok bool) {
	const differ = 5                       // of eight digits 4 in 100 are a date by chance, of six 12
	step := layout[:len(layout)-len("01")] // what all digits but the last two are
	seen, before := map[float64]bool{}, map[string]bool{}
	for v := range t.each(f) {
		if v != v || seen[v] {
			continue
		}
		day, err := time.Parse(layout, strconv.FormatFloat(v, 'f', -1, 64))
		if err != nil || day.Year() < 1800 || day.Year() >= 2100 {
			return first, false
		}
		if len(seen) == 0 {
			first = day
		}
		seen[v] = true
		before[day.Format(step)] = true
	}
	return first, len(seen) >= differ && len(before) > 1
}
