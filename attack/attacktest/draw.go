package attacktest

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Draw returns a random problem with victims: a tiny model of numbers and levels, in any norm, with
// or without a target, and an attacker with weights or prices up and down, bounds, directions,
// whole numbers, steps, values, prices of levels, groups, links and columns that may go missing,
// any or all of them at once. Victims have the class that the model predicts. Some have missing
// values, and a few are outside their bounds.
func Draw(r *rand.Rand) (*attack.Problem, []attack.Victim) {
	e := ensembletest.Random(r, shape(r))
	p, err := attack.NewProblem(e, attack.AllNorms[r.IntN(len(attack.AllNorms))])
	if err != nil {
		panic(err) // a random ensemble has classes, and whatever a grid wants
	}
	if r.IntN(4) == 0 {
		p.Target = r.IntN(e.Classes)
	}
	if r.IntN(8) > 0 {
		attacker(r, p)
	}
	var victims []attack.Victim
	for i := range 2 {
		v := attack.Victim{Row: i, X: ensembletest.Row(r, e)}
		settle(r, p, v.X)
		if v.Label = e.Class(v.X); v.Label != p.Target {
			victims = append(victims, v)
		}
	}
	return p, victims
}

// shape draws the shape of a model, with few enough cells to try all of them.
func shape(r *rand.Rand) ensembletest.Shape {
	s := ensembletest.Shape{
		Features: 1 + r.IntN(5), Trees: 1 + r.IntN(5), Depth: 1 + r.IntN(3),
		Single: r.IntN(3) == 0, Whole: r.IntN(4) == 0, Vector: r.IntN(4) == 0,
	}
	if r.IntN(4) == 0 {
		s.Classes = 3
	}
	if r.IntN(3) == 0 {
		s.Cuts = 1 + r.IntN(4)
	}
	if r.IntN(2) == 0 {
		s.Levels = 1 + r.IntN(5)
		s.Rule = []ensemble.LevelRule{0, ensemble.Truncated, ensemble.Byte, ensemble.Positive}[r.IntN(4)]
		s.Others = s.Rule == ensemble.Listed && s.Depth == 2 // not drawn, so that numbers keep their models
	}
	if s.Levels > 0 && r.IntN(12) == 0 { // sets of a word of 64 bits, and of two
		s.Features, s.Levels = min(s.Features, 2), 61+r.IntN(6)
	}
	return s
}

// attacker draws what an attacker can do.
func attacker(r *rand.Rand, p *attack.Problem) {
	Constrain(r, p)
	scale(r, p)
	if c := p.Constraints; !slices.ContainsFunc(c.StepFrom, func(from float64) bool { return from > 0 }) {
		c.StepFrom = nil // as someone would write it who counts all steps from the victim
	}
	var numbers []int
	for f := range p.Ensemble.Features {
		if !p.Ensemble.Categorical(f) {
			numbers = append(numbers, f)
		}
	}
	if n := len(numbers); n > 1 && r.IntN(2) == 0 {
		columns := min(n, 2+r.IntN(2))
		p.Constraints.Groups = []attack.Group{group(r, p, numbers[:columns])}
		numbers = numbers[columns:]
	}
	if len(numbers) > 1 && r.IntN(2) == 0 {
		link(r, p, numbers)
	}
	if r.IntN(3) == 0 {
		blank(r, p)
	}
	if r.IntN(3) == 0 {
		missing(r, p)
	}
}

// scale makes the model read some numbers of the data in another unit.
func scale(r *rand.Rand, p *attack.Problem) {
	n, c := p.Ensemble.Features, p.Constraints
	c.Min, c.Range = make([]float64, n), make([]float64, n)
	for f := range n {
		if c.Range[f] = 1; p.Ensemble.Categorical(f) || r.IntN(2) == 0 {
			continue
		}
		c.Min[f], c.Range[f] = -0.5, []float64{2, 0.5, 3}[r.IntN(3)]
		for i, v := range c.Values[f] {
			c.Values[f][i] = v*c.Range[f] + c.Min[f]
		}
		c.Step[f] *= c.Range[f]
		if c.Integer[f] {
			c.Lo[f], c.Hi[f] = -0.5, 1.5 // an interval with whole numbers
		}
	}
}

// settle turns a row into one that can be attacked: within its bounds, with one level of each
// group, and obeying the links, except for a few rows; and lets some values be missing.
func settle(r *rand.Rand, p *attack.Problem, x []float64) {
	whole := r.IntN(50) > 0
	if r.IntN(2) == 0 { // data with more digits than a model of float32 reads
		for f := range x {
			if !p.Ensemble.Categorical(f) {
				x[f] *= 1 + 1e-9
			}
		}
	}
	if c := p.Constraints; c != nil && whole {
		Confine(c, x)
		for i := range c.Groups {
			g := &c.Groups[i]
			levels := Levels(g)
			if SetLevel(p, g, x, int(levels[r.IntN(len(levels))])); r.IntN(20) == 0 {
				for _, f := range g.Features {
					x[f] = math.NaN()
				}
			}
		}
	}
	for f := range x {
		grouped := p.Constraints != nil && len(p.Constraints.Groups) > 0 && slices.Contains(p.Constraints.Groups[0].Features, f)
		if !grouped && r.IntN(15) == 0 {
			x[f] = math.NaN()
		}
	}
	if whole {
		derive(p, x)
	}
}
