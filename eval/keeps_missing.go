package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// keepsMissing says which models may owe rows without an example to values that are missing: what no
// change flips then rests on who fills such cells, or empties others, and the threat model leaves both
// out. It is "" where few rows have no example, where a model always says the same, and where it splits
// on no column that an attacker can change and of which some values are missing.
func (r *Report) keepsMissing(c *attack.Constraints, t *data.Table) string {
	ranges := t.Ranges()
	partly := func(f int) bool { return !c.Freezes(f) && 0 < ranges[f].Missing && ranges[f].Missing < t.Rows }
	var of []string
	for _, e := range r.Models {
		m := &e.Metrics
		if m.manyWithout() && onlyClass(e.Outcomes, r.classes) == "" && slices.ContainsFunc(e.Ensemble.Used(), partly) {
			of = append(of, fmt.Sprintf("%d of %d of the %s model", m.WithoutExample, m.Attacked(), e.Name))
		}
	}
	if of == nil {
		return ""
	}
	text := "Rows without an example may owe that to which values are missing, as no attacker fills one in"
	if !c.Blanks() {
		text += ", or removes one unless a threat file says so (may-blank)"
	}
	return text + ": " + strings.Join(of, ", ") + "."
}
