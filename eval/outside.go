package eval

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// Outside returns the places of those rows of a table that are outside the bounds of
// constraints, and so are not attacked, what is wrong with the first, and of how many rows
// they are: of all but those that nobody attacks.
func Outside(c *attack.Constraints, t *data.Table) (places []int, of int, first error) {
	for i := range t.Rows {
		if t.Y != nil && !c.Attacks(t.Y[i]) {
			continue
		}
		of++
		if c.Within(t.Row(i)) {
			continue
		}
		places = append(places, i)
		if first == nil {
			first = fmt.Errorf("row %d of %s: %w", t.Position(i), t.Source, c.CheckVictim(t.Row(i), t.Features, t.Kinds()))
		}
	}
	return places, of, first
}
