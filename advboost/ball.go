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

// Ball is what an adversary can make of a row: all rows within Eps of it that
// the constraints allow.
type Ball struct {
	Norm        attack.Norm
	Eps         float64             // in the norm, of rows as the model reads them
	Constraints *attack.Constraints // of the features one by one, see [attack.Constraints.Ungrouped]; nil for none

	// Groups are columns of which one is 1, which change together and once, for the
	// price of the group; nil for none. They stand here and not in Constraints, because
	// what Constraints say of their columns is for who sees one column at a time.
	Groups []attack.Group

	// Columns says what features are: levels of categorical ones change to those
	// listed, which counts 1. nil: nobody changes levels.
	Columns []column.Column

	switches []bool  // features that hold two values only; nil for none
	all      bool    // the adversary moves all rows, see look
	whole    float64 // of a box, the eps of the ball that it stands for

	// How far features move at most that links derive, see
	// [attack.Constraints.DerivedReach]; nil for as far as they may each by itself.
	fall, rise []float64
}

func (b *Ball) check() error {
	if !(b.Eps >= 0) || math.IsInf(b.Eps, 1) {
		return fmt.Errorf("eps %v is not a distance", b.Eps)
	}
	return b.Norm.Check()
}

// fits reports what is not about the features and classes of a model.
func (b *Ball) fits(features, classes int) error {
	if classes < 2 {
		return fmt.Errorf("a regression has no classes that an adversary could change")
	}
	if b.Columns != nil && len(b.Columns) != features {
		return fmt.Errorf("what Ball.Columns says is about %d features, the model reads %d", len(b.Columns), features)
	}
	if c := b.Constraints; c != nil {
		// Who knows no links knows no reason why a column moves for nothing.
		priced := *c
		priced.Weight, priced.Fall = withoutFree(c.Weight), withoutFree(c.Fall)
		if err := priced.Check(features); err != nil {
			return err
		}
		if c.Groups != nil {
			return fmt.Errorf("Ball.Constraints have groups, must be those of Ungrouped, with the groups in Ball.Groups")
		}
		if c.Attackers != nil && len(c.Attackers) != classes {
			return fmt.Errorf("constraints of %d classes that attack or not, the model has %d", len(c.Attackers), classes)
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

// Robust makes a trainer's splits robust at a fraction of the ball's eps, 0
// to 1. A split expects that every feature moves by as much at once. That is
// what happens in the inf norm, where the fraction to take is 1; in the others
// it is too much to expect, and a smaller one serves better. Levels change, features go
// missing and columns of groups become 0 or 1 where that alone costs no more than the
// fraction.
func (b *Ball) Robust(p *trainer.Params, features int, fraction float64) {
	p.RobustEps, p.RobustDown = make([]float64, features), make([]float64, features)
	p.RobustWindow, p.RobustChange, p.RobustBlank, p.RobustMoves = nil, nil, nil, nil
	if fraction == 0 {
		return
	}
	for f := range features {
		down, up := b.Reach(f)
		if (b.Norm != attack.L0 || b.Eps < 1) && math.IsInf(max(down, up), 1) { // price 0: it moves with what it derives from
			down, up = min(down, b.Eps), min(up, b.Eps)
		}
		p.RobustDown[f], p.RobustEps[f] = b.part(f, fraction, down), b.part(f, fraction, up)
		if b.Norm == attack.L0 { // a column that can be anything is worth no split
			p.RobustDown[f], p.RobustEps[f] = min(p.RobustDown[f], anywhere), min(p.RobustEps[f], anywhere)
		}
	}
	pays := func(price float64) bool { return price <= fraction*b.Eps }
	if b.Norm == attack.L0 { // in which all prices but never are 1
		pays = func(price float64) bool { return b.Eps >= 1 && price <= math.MaxFloat64 }
	}
	for i := range b.Groups {
		b.robustGroup(p, &b.Groups[i], pays)
	}
	c := b.Constraints
	if c == nil {
		return
	}
	if c.Selects() {
		p.RobustMoves = c.Moves
	}
	if b.windowed() {
		p.RobustWindow = func(f int, threshold float64) (rise, fall float64) {
			w := b.window(ensemble.Feature(f), threshold, &[2]float64{p.RobustDown[f], p.RobustEps[f]})
			return w.rise, w.fall
		}
	}
	if c.Levels != nil {
		p.RobustChange = func(f int, from, to int32) bool { return pays(c.LevelPrice(f, float64(from), float64(to))) }
	}
	if c.Blanks() {
		p.RobustBlank = make([]bool, features)
		for f := range p.RobustBlank {
			p.RobustBlank[f] = pays(c.BlankPrice(f))
		}
	}
}

// spares reports whether the adversary leaves some of the rows alone.
func (b *Ball) spares(rows *data.Table) bool {
	for i, class := range rows.Y {
		if !b.Constraints.Moves(rows.Row(i), class) {
			return true
		}
	}
	return false
}

// look sees whether the adversary moves all rows of a table, and those that hooks make of
// them, so that walkers need not ask for each.
func (b *Ball) look(rows trainer.Rows) {
	for i := range rows.Table() {
		if b.all = b.Constraints.Moves(rows.X(i), rows.Class(i)); !b.all {
			return
		}
	}
}

// robustGroup makes splits on the columns of a group robust: one becomes 1 where some
// other level can be changed into its own, and 0 where its own can be changed.
func (b *Ball) robustGroup(p *trainer.Params, g *attack.Group, pays func(price float64) bool) {
	levels := len(g.Features)
	if g.AtMostOne {
		levels++
	}
	for at, f := range g.Features {
		p.RobustDown[f], p.RobustEps[f] = 0, 0
		if g.Frozen {
			continue
		}
		zero, one := b.Constraints.ZeroOne(f)
		for other := range levels {
			if other != at && pays(g.Price(at, other)) {
				p.RobustDown[f] = one - zero
			}
			if other != at && pays(g.Price(other, at)) {
				p.RobustEps[f] = one - zero
			}
		}
	}
}

// Box returns the ball of the inf norm in which every feature moves by a
// fraction of the eps of b. In the other norms a tree-wise bound lets each tree
// spend all of eps on its own features, so that training it gives up; a box of
// a fraction that splits are made robust at serves instead, and proves nothing. A feature
// of which eps pays for a step moves by one at least, but for those of two values.
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

// part returns a fraction of the way that a feature moves, of one that moves in steps a
// step at least: no row comes past a threshold on less. Where a feature holds two values a
// step leads from each row to the other value, and a split on it would part nothing: it
// moves where the fraction is a whole step, as levels do.
func (b *Ball) part(f int, fraction, reach float64) float64 {
	switch {
	case b.Norm == attack.LInf: // all move at once, as far as is asked for
		return fraction * reach
	case b.isSwitch(f):
		return b.Constraints.InSteps(f, fraction*reach)
	}
	return max(fraction*reach, min(reach, b.Constraints.StepOf(f)))
}

func (b *Ball) isSwitch(f int) bool { return b.switches != nil && b.switches[f] }

// Reach returns how far feature f moves down and up: at most from one bound to the
// other, and in whole steps where it moves in steps, taking rows for whole where
// examples have to be.
func (b *Ball) Reach(f int) (down, up float64) {
	down, up = b.Eps, b.Eps
	if b.Norm == attack.L0 { // a change counts 1 however far it goes, or nothing
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

// share returns which part of the radius it takes to move a feature as far as it
// goes, or the group that it is the first of, 0 where what one feature does takes
// nothing from the others.
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
	if b.Columns != nil && b.Columns[f].Kind == column.Categorical {
		down, up = 1, 1 // what a change of level counts
	}
	cost := max(b.Norm.Cost(b.Constraints.Weigh(f, -1)*down), b.Norm.Cost(b.Constraints.Weigh(f, 1)*up))
	return cost / b.Norm.Budget(b.Eps)
}

// movesLevel reports whether the levels of a categorical feature change.
func (b *Ball) movesLevel(f ensemble.Feature) bool {
	if b.Columns == nil || b.Columns[f].Kind != column.Categorical {
		return false
	}
	_, up := b.Reach(int(f))
	return up >= 1 || b.blankCost(f) <= b.Norm.Budget(b.Eps)
}

// blankCost returns what it costs that a feature goes missing, +Inf if it must not.
func (b *Ball) blankCost(f ensemble.Feature) float64 {
	price := b.Constraints.BlankPrice(int(f))
	if math.IsInf(price, 1) { // which counts 1 in norm 0
		return price
	}
	return b.Norm.Cost(price)
}

// movesGroup reports whether the level of a group changes.
func (b *Ball) movesGroup(g *attack.Group) bool {
	return !g.Frozen && b.Norm.Cost(g.LeastPrice()) <= b.Norm.Budget(b.Eps)
}

// CoversRange reports whether all features that differ between rows of a table can
// be moved at once, each from any of its values to any other: a model that holds
// against that is constant.
func (b *Ball) CoversRange(t *data.Table) bool {
	covers, still := b.covers(t)
	return covers && !still
}

// CoversMoving is CoversRange of the features that can move at all, of which there are
// some, but not all: a larger radius is the same to whoever holds against that.
func (b *Ball) CoversMoving(t *data.Table) bool {
	covers, still := b.covers(t)
	return covers && still
}

// covers reports whether all features that differ between rows and can move can be moved
// at once, each from any of its values to any other, and whether others cannot move.
func (b *Ball) covers(t *data.Table) (covers, still bool) {
	cost := 0.0 // in shares of what each feature reaches alone
	for f := range t.Cols {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range t.Rows {
			if v := t.Row(i)[f]; v == v {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		if !(lo < hi) {
			continue
		}
		if t.Columns != nil && t.Columns[f].Kind == column.Categorical {
			lo, hi = 0, 1 // what a change of level counts
		} else if b.Constraints != nil {
			if least, most := b.Constraints.Bounds(f); least > lo || most < hi { // outside of which rows stay
				still, lo, hi = true, max(lo, least), min(hi, most)
			}
			if lo > hi {
				continue
			}
		}
		down, up := b.Reach(f)
		if max(down, up) == 0 {
			still = true
			continue
		}
		switch reach := min(down, up); {
		case b.Norm != attack.L0:
			cost = b.Norm.Join(cost, b.Norm.Cost((hi-lo)/reach))
		case reach < hi-lo:
			return false, still
		default:
			cost += 1 / b.Eps // however far it goes
		}
	}
	return cost > 0 && b.Norm.Distance(cost) <= 1, still
}
