package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// changes says what an example changes, in the words of the data: "job: technician to
// management (price 120), age: 30 to 32 (price 4); 2 of 9 columns".
func changes(in *Input, e *eval.Evaluation, c *eval.Case) string {
	const most = 4
	raw := eval.RawExample(e.Ensemble, nil, c.X, c.Example, nil)
	digits := eval.NewDigits(e.Ensemble, in.Report.Constraints)
	what := ""
	if in.Report.Norm == attack.Cost {
		what = "price "
	}
	var parts []string
	for i := range c.Changes[:min(most, len(c.Changes))] {
		ch := &c.Changes[i]
		column, from, to := changed(e.Ensemble, digits, in.Table.Features, ch, raw)
		part := column + ": " + fromTo(from, to)
		if len(c.Changes) > 1 || what != "" {
			part += " (" + costly(what, ch.Cost, 3) + ")"
		}
		parts = append(parts, part)
	}
	if n := len(c.Changes) - most; n > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", n))
	}
	text := strings.Join(parts, ", ")
	if len(c.Changes) > 1 {
		text += fmt.Sprintf("; %d of %d columns", len(c.Changes), in.Table.Cols)
	}
	return text
}

// changed returns the name of a column, or of a group, and what it changes from and to.
// raw is the example in the data's units.
func changed(e *ensemble.Ensemble, digits *eval.Digits, names []string, c *attack.Change, raw []float64) (column, from, to string) {
	if g := c.Group; g != nil {
		one := func(level float64) string {
			if level < 0 || int(level) >= len(g.Features) {
				return "none"
			}
			return names[g.Features[int(level)]]
		}
		return g.Name, one(c.From), one(c.To)
	}
	was, is := digits.Value(c.Feature, c.From), raw[c.Feature]
	if e.Columns != nil {
		a, known := e.Columns[c.Feature].Word(was)
		b, too := e.Columns[c.Feature].Told(is, was)
		if is != is {
			b = missing
		}
		if !known { // undoing a scaling may leave a bit
			a, known = e.Columns[c.Feature].Nearest(was)
		}
		if known && (too || is != is) {
			return names[c.Feature], a, b
		}
	}
	if is != is {
		return names[c.Feature], inFull(was), missing
	}
	return names[c.Feature], inFull(was), inFull(digits.Past(c.Feature, was, is))
}

// costly says what a change costs, or that it is free.
func costly(what string, cost float64, digits int) string {
	if cost == 0 {
		return "free"
	}
	return what + eval.Significant(cost, digits)
}

// fromTo writes "a to b", with quotes if a or b contains " to " itself.
func fromTo(from, to string) string {
	if strings.Contains(from+to, " to ") {
		return fmt.Sprintf("%q to %q", from, to)
	}
	return from + " to " + to
}

// missing is the word for a missing value.
const missing = "missing"

// inFull writes a number with all its digits, without an exponent if that is readable.
func inFull(v float64) string {
	if size := math.Abs(v); size >= 1e15 || size > 0 && size < 1e-6 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
