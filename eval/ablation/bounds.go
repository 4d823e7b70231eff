package ablation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
)

// outside returns the places of the test rows that are outside the attacker's bounds. It is an error if
// all attacked rows are.
func (d *DataSet) outside(test *data.Table, c *attack.Constraints) ([]int, error) {
	out, of, first := eval.Outside(c, test)
	if len(out) > 0 && len(out) == of {
		return nil, fmt.Errorf("%s: no test row is within its bounds: %w", d.bounds(), first)
	}
	return out, nil
}

// judgeWithin removes the test rows that are outside the attacker's bounds, unless nobody attacks
// their class: they cannot be attacked, so they say nothing about robustness.
func (d *DataSet) judgeWithin(rows *tables, c *attack.Constraints) error {
	out, err := d.outside(rows.Test, c)
	if out == nil || err != nil {
		return err
	}
	var within []int
	for i := range rows.Test.Rows {
		if _, found := slices.BinarySearch(out, i); !found {
			within = append(within, i)
		}
	}
	rows.Test, rows.outside = rows.Test.Subset(within), len(out)
	return nil
}

// OutsideNote says how many test rows of a run are outside the attacker's bounds, "" if none are.
func (d *DataSet) OutsideNote(r *Result) string {
	if r.Outside == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d of %d test rows are outside the bounds of %s: they are not attacked, and not judged", d.Name, r.Outside, r.Outside+r.Model.Rows, d.bounds())
}

// bounds names the source of the attacker's bounds.
func (d *DataSet) bounds() string { return cmp.Or(d.Threat, "the columns") }

// outsideNote says which data sets have test rows outside the attacker's bounds, over all seeds; ""
// if there are none.
func outsideNote(groups []Group) string {
	var parts []string
	for _, name := range dataOf(groups) {
		first := slices.IndexFunc(groups, func(g Group) bool { return g.Data == name }) // the others have the same rows
		outside, rows := 0, 0
		for _, r := range groups[first].runs {
			outside, rows = outside+r.Outside, rows+r.Outside+r.rows
		}
		if outside > 0 {
			of := ""
			if seeds := len(groups[first].runs); seeds > 1 {
				of = fmt.Sprintf(" of %d seeds", seeds)
			}
			parts = append(parts, fmt.Sprintf("%d of %d test rows of %s%s", outside, rows, name, of))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("Outside the attacker's bounds are %s: they are not attacked, and all figures are of the others alone.", strings.Join(parts, ", "))
}
