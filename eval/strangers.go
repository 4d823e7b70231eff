package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// StrangersSentence says in how many rows of a table an attacker could restate a level that a model
// takes for a missing value, as it does not know it, and in which columns; "" if there are none. Attacks
// and proofs pass over such an attacker: to them a missing value stays missing. c may be nil.
func StrangersSentence(e *ensemble.Ensemble, c *attack.Constraints, t *data.Table) string {
	return explained(strangersOf("the model", e, c, t))
}

// explained adds to rows that hold strange levels what that means, if there are any.
func explained(rows string) string {
	if rows == "" {
		return ""
	}
	return rows + " It counts as a missing value, which stays missing: " +
		"what is proved of these rows leaves out an attacker who can restate it as a level that the model knows."
}

// strangersOfEach is [StrangersSentence] for each of some models, in one sentence if all know the same.
func strangersOfEach(models []*Evaluation, c *attack.Constraints, t *data.Table) string {
	var of, named []string
	for _, m := range models {
		of = append(of, strangersOf("the model", m.Ensemble, c, t))
		named = append(named, strangersOf("model "+m.Name, m.Ensemble, c, t))
	}
	if of = slices.Compact(of); len(of) == 1 {
		return explained(of[0])
	}
	named = slices.DeleteFunc(named, func(text string) bool { return text == "" })
	return explained(strings.Join(named, " "))
}

// strangersOf says which rows hold levels that a model does not know, without what that means.
func strangersOf(who string, e *ensemble.Ensemble, c *attack.Constraints, t *data.Table) string {
	var open []int
	for _, f := range e.Used() { // what stands in other columns, the model does not read
		if f < len(e.Columns) && !c.Freezes(f) {
			open = append(open, f)
		}
	}
	rows, in := 0, make([]bool, e.Features)
	for i := 0; open != nil && i < t.Rows; i++ {
		if t.Y != nil && !c.Attacks(t.Y[i]) {
			continue
		}
		x, strange := t.Row(i), false
		for _, f := range open {
			if isStranger(e, t, i, f, x[f]) {
				in[f], strange = true, true
			}
		}
		if strange {
			rows++
		}
	}
	if rows == 0 {
		return ""
	}
	var columns []string
	for _, f := range open {
		if in[f] {
			columns = append(columns, t.Features[f])
		}
	}
	const most = 5
	return fmt.Sprintf("%d of %d rows hold a level that %s does not know, in %s.",
		rows, t.Rows, who, phrase.Few(columns, most, ", "))
}

// isStranger reports whether a model takes the value x of a cell for a missing one although there is a
// level.
func isStranger(e *ensemble.Ensemble, t *data.Table, row, f int, x float64) bool {
	if x != x {
		return t.Stranger(row, f) != ""
	}
	return e.Categorical(f) && e.Level(f, x) == ensemble.Missing
}
