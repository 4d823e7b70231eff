package data

import (
	"fmt"
	"math"
	"strconv"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// doubtTotal notes a last row that holds sums of all others, as spreadsheets have them below a table.
func (c *collector) doubtTotal() {
	t := c.table
	if t.held() < fewCells || t.Sparse != nil {
		return
	}
	for f, of := range t.Kinds() {
		if of.Kind != column.Numeric && of.Kind != column.Integer || of.Dates != column.NoDates {
			continue
		}
		if sum, is := isTotal(t.held(), func(i int) float64 { return t.At(i, f) }); is {
			t.Found.Doubts = append(t.Found.Doubts, totalIn(phrase.Column(t.Features, f), sum))
			return
		}
	}
	if t.Target == nil || len(t.Target) != t.held() {
		return
	}
	if sum, is := isTotal(len(t.Target), func(i int) float64 { return t.Target[i] }); is {
		t.Found.Doubts = append(t.Found.Doubts, totalIn("the label", sum))
	}
}

func totalIn(where string, sum float64) string {
	return fmt.Sprintf("%s: the last row has %s, the sum of all others: if it is a total, leave the row out", where, strconv.FormatFloat(sum, 'g', 10, 64))
}

// isTotal reports whether the last of some values, the largest, is the sum of the others, of which a few
// are not 0: of fewer it may be by chance.
func isTotal(rows int, at func(i int) float64) (total float64, is bool) {
	const few = 10
	total = at(rows - 1)
	if !(math.Abs(total) > 0) {
		return 0, false
	}
	sum, filled := 0.0, 0
	for i := range rows - 1 {
		v := at(i)
		switch {
		case math.Abs(v) >= math.Abs(total):
			return 0, false
		case v == v && v != 0:
			sum += v
			filled++
		}
	}
	rounding := 1e-6 * math.Abs(total)
	if total == math.Trunc(total) {
		rounding = max(rounding, 0.5)
	}
	return total, filled >= few && math.Abs(sum-total) <= rounding
}
