// Package words keeps the words of levels, and which numbers are dates, in model files of formats that
// know only numbers.
package words

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Key is the metadata key of [Text] in model files.
const Key = "hardwood.levels"

// known are the words of a column, and their codes, or how its dates are read.
type known struct {
	Boolean bool         `json:"boolean,omitempty"`
	Codes   []int32      `json:"codes,omitempty"`
	Names   []string     `json:"names,omitempty"`
	Dates   column.Dates `json:"dates,omitempty"`
}

// Text returns the words of a model's categories and booleans, and its dates, as a text, "" if it has
// none.
func Text(e *ensemble.Ensemble) string {
	all, some := make([]*known, len(e.Columns)), false
	for f := range e.Columns {
		if c := &e.Columns[f]; c.Names != nil || c.Dates != column.NoDates {
			all[f], some = &known{c.Kind == column.Boolean, c.Codes, c.Names, c.Dates}, true
		}
	}
	if !some {
		return ""
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // cannot happen with words and numbers
	}
	return string(text)
}

// Name gives a model that knows levels by number the words of a text. A text that does not fit the
// model is ignored: words do not change predictions.
func Name(e *ensemble.Ensemble, text string) {
	var all []*known
	if json.Unmarshal([]byte(text), &all) != nil || len(all) != e.Features {
		return
	}
	named := *e
	named.Columns = slices.Clone(e.Columns)
	if named.Columns == nil {
		named.Columns = make([]column.Column, e.Features)
	}
	used := e.Used()
	for f, w := range all {
		if w != nil && slices.Contains([]column.Dates{column.MonthFirst, column.DayFirst, column.TimeOfDay}, w.Dates) && !named.Categorical(f) {
			named.Columns[f].Dates = w.Dates
		}
		if w == nil || len(w.Codes) != len(w.Names) || len(w.Names) == 0 {
			continue
		}
		c := column.Column{Kind: column.Categorical, Codes: w.Codes, Names: w.Names}
		switch {
		case w.Boolean && !named.Categorical(f):
			c.Kind = column.Boolean
			named.Columns[f] = c
		case !slices.Contains(used, f):
			named.Columns[f] = c
		case named.NameLevels(f, &c) != nil:
			return
		}
	}
	if named.Validate() == nil {
		*e = named
	}
}

// Dates says which numbers a file uses for dates and times, "" if the model has none.
func Dates(e *ensemble.Ensemble) string {
	var columns []string
	for f := range e.Columns {
		if of := e.Columns[f].Dates; of != column.NoDates {
			columns = append(columns, fmt.Sprintf("%s in %s", nameOf(e, f), of.Since()))
		}
	}
	if columns == nil {
		return ""
	}
	return "other programs need rows with numbers for dates and times: " + phrase.Few(columns, 3, "; ")
}

// Whole says which columns of whole numbers are numbers like any others in a file that does not know
// the given kinds, "" for none.
func Whole(e *ensemble.Ensemble, unknown ...column.Kind) string {
	var columns []string
	for f := range e.Columns {
		if c := &e.Columns[f]; slices.Contains(unknown, c.Kind) && c.Dates == column.NoDates {
			columns = append(columns, nameOf(e, f))
		}
	}
	if columns == nil {
		return ""
	}
	return "the file does not say that these columns hold whole numbers, and attacks on it move them by fractions, unless a threat file has integer = true for them: " +
		phrase.Few(columns, 3, ", ")
}

// nameOf names a feature in a message.
func nameOf(e *ensemble.Ensemble, f int) string {
	if f < len(e.Schema.Features) {
		return fmt.Sprintf("%.60q", e.Schema.Features[f])
	}
	return fmt.Sprintf("feature %d", f)
}

// Caution says which numbers a file uses for the levels of a model, "" if the model has no words for
// levels.
func Caution(e *ensemble.Ensemble) string {
	const most = 3
	var columns []string
	some := 0
	for f := range e.Columns {
		c := &e.Columns[f]
		if c.Kind != column.Categorical || c.Names == nil {
			continue
		}
		if some++; some > most {
			continue
		}
		var numbers []string
		for i, name := range c.Names[:min(most, len(c.Names))] {
			numbers = append(numbers, fmt.Sprintf("%d for %.30q", c.Codes[i], name))
		}
		if len(c.Names) > most {
			numbers = append(numbers, "...")
		}
		columns = append(columns, nameOf(e, f)+" "+strings.Join(numbers, ", "))
	}
	if some > most {
		columns = append(columns, fmt.Sprintf("%d columns more, and so on", some-most))
	}
	if some == 0 {
		return ""
	}
	return "other programs need rows with numbers for levels, in the order of the model: of " + strings.Join(columns, "; of ")
}
