package advboost

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

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
