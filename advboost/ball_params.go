package advboost

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Robust returns the attacker that a trainer's splits are to hold against, with a fraction, 0
// to 1, of the ball's eps. A split assumes that every feature moves by that much at once. In
// the inf norm this is what happens, and the fraction to take is 1; in the others it is too
// pessimistic, and a smaller one serves better. Levels change, features go missing and columns
// of groups become 0 or 1 if that alone costs no more than the fraction of eps.
func (b *Ball) Robust(features int, fraction float64) trainer.Attacker {
	a := trainer.Attacker{Up: make([]float64, features), Down: make([]float64, features)}
	if fraction == 0 {
		return a
	}
	for f := range features {
		down, up := b.Reach(f)
		if (b.Norm != attack.L0 || b.Eps < 1) && math.IsInf(max(down, up), 1) { // price 0: it follows the columns that it derives from
			down, up = min(down, b.Eps), min(up, b.Eps)
		}
		a.Down[f], a.Up[f] = b.part(f, fraction, down), b.part(f, fraction, up)
		if b.Norm == attack.L0 { // a column that can be anything is worth no split
			a.Down[f], a.Up[f] = min(a.Down[f], anywhere), min(a.Up[f], anywhere)
		}
	}
	pays := func(price float64) bool { return price <= fraction*b.Eps }
	if b.Norm == attack.L0 { // which counts every finite price as 1
		pays = func(price float64) bool { return b.Eps >= 1 && price <= math.MaxFloat64 }
	}
	for i := range b.Groups {
		b.robustGroup(&a, &b.Groups[i], pays)
	}
	c := b.Constraints
	if c == nil {
		return a
	}
	if c.Selects() {
		a.Moves = c.Moves
	}
	if b.windowed() {
		a.Window = func(f int, threshold float64) (rise, fall float64) {
			w := b.window(ensemble.Feature(f), threshold, &[2]float64{a.Down[f], a.Up[f]})
			return w.rise, w.fall
		}
	}
	if c.Levels != nil {
		a.Change = func(f int, from, to int32) bool { return pays(c.LevelPrice(f, float64(from), float64(to))) }
	}
	if c.Blanks() {
		a.Blank = make([]bool, features)
		for f := range a.Blank {
			a.Blank[f] = pays(c.BlankPrice(f))
		}
	}
	return a
}

// robustGroup lets an attacker change the columns of a group: a column can become 1 if some
// other level can change into its own, and 0 if its own level can change.
func (b *Ball) robustGroup(a *trainer.Attacker, g *attack.Group, pays func(price float64) bool) {
	levels := len(g.Features)
	if g.AtMostOne {
		levels++
	}
	for at, f := range g.Features {
		a.Down[f], a.Up[f] = 0, 0
		if g.Frozen {
			continue
		}
		zero, one := b.Constraints.ZeroOne(f)
		for other := range levels {
			if other != at && pays(g.Price(at, other)) {
				a.Down[f] = one - zero
			}
			if other != at && pays(g.Price(other, at)) {
				a.Up[f] = one - zero
			}
		}
	}
}

// part returns a fraction of the way that a feature moves, and at least a step of one that
// moves in steps, as less takes no row past a threshold. If a feature holds only two values, a
// step takes every row to the other value and no split on it would separate anything: it moves
// only if the fraction is a whole step, as levels do.
func (b *Ball) part(f int, fraction, reach float64) float64 {
	switch {
	case b.Norm == attack.LInf: // all move at once, as far as is asked for
		return fraction * reach
	case b.isSwitch(f):
		return b.Constraints.InSteps(f, fraction*reach)
	}
	return max(fraction*reach, min(reach, b.Constraints.StepOf(f)))
}
