package attack

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// blanks reports whether a feature may go missing.
func (c *Constraints) blanks(f int) bool { return c != nil && c.Blank != nil && c.Blank[f] > 0 }

// BlankPrice returns the price, in the norm, of making a feature missing; +Inf if that is not
// allowed.
func (c *Constraints) BlankPrice(f int) float64 {
	if c.blanks(f) {
		return c.Blank[f]
	}
	return math.Inf(1)
}

// Blanks reports whether some feature may go missing.
func (c *Constraints) Blanks() bool {
	return c != nil && slices.ContainsFunc(c.Blank, func(price float64) bool { return price != 0 })
}

// checkBlanks reports a price that is out of range, or a feature that cannot go missing.
func (c *Constraints) checkBlanks(features int) error {
	if !c.Blanks() {
		return nil
	}
	groups, linked := c.groupOf(features), c.linked(features)
	for f, price := range c.Blank {
		switch {
		case price == 0:
		case !(price >= leastWeight && price <= mostWeight):
			return fmt.Errorf("constraints of feature %d: price %v of going missing is not between %v and %v", f, price, leastWeight, mostWeight)
		case groups[f] != nil:
			return fmt.Errorf("constraints of feature %d: a column of a group cannot go missing", f)
		case linked[f]:
			return fmt.Errorf("constraints of feature %d: a column of a link cannot go missing", f)
		}
	}
	return nil
}

// ToBlank returns the problem on a grid with a cell "missing" for each feature that may go missing;
// p itself if there is none. [Prepare] does this on its own.
func (p *Problem) ToBlank() (*Problem, error) {
	if !p.Constraints.Blanks() {
		return p, nil
	}
	q := *p
	var err error
	q.Grid, err = ensemble.NewGridToBlank(p.Ensemble, func(f ensemble.Feature) bool { return p.Constraints.blanks(int(f)) })
	return &q, err
}

// NoBlanks returns a [*Lack] if some feature may go missing, for methods that do not support it.
func (p *Problem) NoBlanks(method string) error {
	if !p.Constraints.Blanks() {
		return nil
	}
	return &Lack{Method: method, Of: Blanks, Norm: p.Norm}
}

// blanking runs a method on the grid of [Problem.ToBlank].
type blanking struct{ Attack }

// Prepare prepares the method for that grid.
func (b blanking) Prepare(p *Problem) (Prepared, error) {
	q, err := p.ToBlank()
	if err != nil {
		return nil, err
	}
	prepared, err := b.Attack.Prepare(q)
	if lack := (*Lack)(nil); errors.As(err, &lack) && lack.Of == Levels { // as the cell for a missing value is one
		return nil, p.NoBlanks(lack.Method)
	}
	return prepared, err
}
