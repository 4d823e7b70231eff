package advboost

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Ball is what an attacker can make of a row: all rows within Eps of it that the constraints allow.
type Ball struct {
	Norm        attack.Norm
	Eps         float64             // in the norm, of rows as the model reads them
	Constraints *attack.Constraints // of the features one by one, see [attack.Constraints.Ungrouped]; nil for none

	// Groups are one-hot columns, which change together and once, for the price of the
	// group; nil for none. They are not in Constraints, whose limits on the same columns
	// are for code that takes one column at a time.
	Groups []attack.Group

	// Columns says what features hold: a categorical one can change to any level listed,
	// for 1 unless Constraints price it. With nil no level changes.
	Columns []column.Column

	single   bool    // rows are read in float32
	switches []bool  // features that hold two values only; nil for none
	all      bool    // the attacker moves all rows, see look
	asRead   bool    // the model reads all rows as they are, see look
	whole    float64 // the eps of the ball that a box stands for; 0 if this is not a box

	// How far features that links derive move at most, see
	// [attack.Constraints.DerivedReach]; nil if they are not limited further.
	fall, rise []float64
}

func (b *Ball) check() error {
	if !(b.Eps >= 0) || math.IsInf(b.Eps, 1) {
		return fmt.Errorf("eps %v is not a distance", b.Eps)
	}
	return b.Norm.Check()
}

// fits reports a ball that does not fit the features and classes of a model.
func (b *Ball) fits(features, classes int) error {
	if classes < 2 {
		return fmt.Errorf("a regression has no classes that an adversary could change")
	}
	if b.Columns != nil && len(b.Columns) != features {
		return fmt.Errorf("what Ball.Columns says is about %d features, the model reads %d", len(b.Columns), features)
	}
	if c := b.Constraints; c != nil {
		// Check accepts a price of 0 only with links that derive the column; a ball has none.
		priced := *c
		priced.Weight, priced.Fall = withoutFree(c.Weight), withoutFree(c.Fall)
		if err := priced.Fits(features, classes); err != nil {
			return err
		}
		if c.Groups != nil {
			return fmt.Errorf("Ball.Constraints have groups, must be those of Ungrouped, with the groups in Ball.Groups")
		}
	}
	groups := attack.Constraints{Groups: b.Groups}
	return groups.Check(features)
}

// withoutFree returns weights with 1 in place of 0.
func withoutFree(weights []float64) []float64 {
	priced := slices.Clone(weights)
	for f, w := range priced {
		if w == 0 {
			priced[f] = 1
		}
	}
	return priced
}

// spares reports whether the attacker leaves some of the rows alone.
func (b *Ball) spares(rows *data.Table) bool {
	for i, class := range rows.Y {
		if !b.Constraints.Moves(rows.Row(i), class) {
			return true
		}
	}
	return false
}

// look notes whether the attacker moves all rows of a table, as hooks have left them, so that
// walkers need not ask for each, and whether the model of a round reads them as they are, as nearly
// always, so that they need not be rounded in each round.
func (b *Ball) look(r *trainer.Round) {
	b.all, b.asRead = true, true
	for i := 0; i < r.Rows.Table() && (b.all || b.asRead); i++ {
		b.all = b.all && b.Constraints.Moves(r.Rows.X(i), r.Rows.Class(i))
		if row, _ := r.Rows.Moved(i); b.asRead {
			b.asRead = slices.EqualFunc(row, r.Ensemble.Rounded(row), func(v, read float64) bool { return v == read || v != v && read != read })
		}
	}
}

// read returns row i of the table as the model of a round reads it: as hooks have left it, or as it was
// at first.
func (b *Ball) read(r *trainer.Round, i int, atFirst bool) []float64 {
	row, cells := r.Rows.Moved(i)
	switch {
	case len(cells) > 0 && !atFirst:
		return r.Ensemble.Rounded(cells.Of(row))
	case b.asRead:
		return row
	}
	return r.Ensemble.Rounded(row)
}

// Box returns the ball of the inf norm in which every feature moves by a fraction of b's eps.
// In the other norms a tree-wise bound lets each tree spend all of eps on its own features, so
// loose that training on it gives up; a box of the fraction that splits are robust against
// serves instead, and proves nothing. A feature moves by at least one step if eps pays for
// that, unless it holds only two values.
func (b Ball) Box(fraction float64) Ball {
	if fraction > 0 {
		b.whole = b.Eps
	}
	switch {
	case b.Norm != attack.L0:
		b.Eps *= fraction
	case fraction > 0 && b.Eps >= 1:
		b.Eps = anywhere
	default:
		b.Eps = 0
	}
	b.Norm = attack.LInf
	b.fall, b.rise = scaled(b.fall, fraction), scaled(b.rise, fraction)
	return b
}

// scaled returns values times a factor.
func scaled(values []float64, by float64) []float64 {
	values = slices.Clone(values)
	for i := range values {
		values[i] *= by
	}
	return values
}

// anywhere is a distance that is farther than any value.
const anywhere = math.MaxFloat64 / 4

func (b *Ball) isSwitch(f int) bool { return b.switches != nil && b.switches[f] }

// Reach returns how far feature f moves down and up: at most from one bound to the other, and
// in whole steps if it moves in steps, assuming that rows are whole where examples must be.
func (b *Ball) Reach(f int) (down, up float64) {
	down, up = b.Eps, b.Eps
	if b.Norm == attack.L0 { // a change costs 1 however far it goes, or 0
		if b.Eps < 1 && b.Constraints.Weigh(f, 1) > 0 {
			return 0, 0
		}
		down, up = math.Inf(1), math.Inf(1)
	}
	c := b.Constraints
	if c == nil {
		return down, up
	}
	down, up = down/c.Weigh(f, -1), up/c.Weigh(f, 1)
	falls, rises := c.Ways(f)
	if !falls {
		down = 0
	}
	if !rises {
		up = 0
	}
	lo, hi := c.Bounds(f)
	if b.fall != nil {
		down, up = min(down, b.fall[f]), min(up, b.rise[f])
	}
	down, up = c.InSteps(f, min(down, hi-lo)), c.InSteps(f, min(up, hi-lo))
	if b.whole > 0 && !b.isSwitch(f) { // see part
		if falls && c.InSteps(f, min(b.whole/c.Weigh(f, -1), hi-lo)) > 0 {
			down = max(down, c.StepOf(f))
		}
		if rises && c.InSteps(f, min(b.whole/c.Weigh(f, 1), hi-lo)) > 0 {
			up = max(up, c.StepOf(f))
		}
	}
	return down, up
}

// share returns the share of the radius that moving a feature, or the group that it is the
// first of, as far as it goes takes; 0 in the inf norm, where features do not share a radius.
func (b *Ball) share(f int) float64 {
	if b.Norm == attack.LInf {
		return 0
	}
	for i := range b.Groups {
		if b.Groups[i].Features[0] == f {
			return b.Norm.Cost(b.Groups[i].LeastPrice()) / b.Norm.Budget(b.Eps)
		}
	}
	down, up := b.Reach(f)
	if column.KindOf(b.Columns, f) == column.Categorical {
		down, up = 1, 1 // what a change of level costs
	}
	cost := max(b.Norm.Cost(b.Constraints.Weigh(f, -1)*down), b.Norm.Cost(b.Constraints.Weigh(f, 1)*up))
	return cost / b.Norm.Budget(b.Eps)
}

// movesLevel reports whether the attacker can change the level of a feature.
func (b *Ball) movesLevel(f ensemble.Feature) bool {
	if column.KindOf(b.Columns, int(f)) != column.Categorical {
		return false
	}
	_, up := b.Reach(int(f))
	return up >= 1 || b.blankCost(f) <= b.Norm.Budget(b.Eps)
}

// blankCost returns the cost of making a feature missing, +Inf if that is not allowed.
func (b *Ball) blankCost(f ensemble.Feature) float64 {
	price := b.Constraints.BlankPrice(int(f))
	if math.IsInf(price, 1) { // norm 0 would make it 1
		return price
	}
	return b.Norm.Cost(price)
}

// movesGroup reports whether the attacker can change the level of a group.
func (b *Ball) movesGroup(g *attack.Group) bool {
	return !g.Frozen && b.Norm.Cost(g.LeastPrice()) <= b.Norm.Budget(b.Eps)
}
