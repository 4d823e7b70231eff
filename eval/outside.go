package eval

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// Outside returns the indices of the rows that are not attacked because they are outside the bounds
// of the constraints, an error that says what is wrong with the first, and the number of rows of
// attacked classes that they are part of.
func Outside(c *attack.Constraints, t *data.Table) (places []int, of int, first error) {
	for i := range t.Rows {
		if t.Y != nil && !c.Attacks(t.Y[i]) {
			continue
		}
		of++
		if !c.Within(t.Row(i)) {
			places = append(places, i)
		}
	}
	if len(places) > 0 {
		i := places[0]
		first = fmt.Errorf("row %d of %s: %w", t.Position(i), t.Name(), c.CheckVictim(t.Row(i), t.Features, t.Kinds()))
	}
	return places, of, first
}
