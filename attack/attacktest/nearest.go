package attacktest

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// Nearest returns the distance of the nearest adversarial example of a victim that the model gets
// right and that is within its bounds, +Inf if there is none. It tries rows, not cells of a grid:
// for each column the values that thresholds, levels, steps, lists and groups leave open, in all
// combinations, asking [attack.Problem.Allow] and the plain predictor about each row. Columns tied
// by links must be derived, or have a list of values, or be the bound of another.
func Nearest(p *attack.Problem, v attack.Victim) float64 {
	best := math.Inf(1)
	s := newSearch(p, v)
	s.try(0, func(row []float64) {
		class := p.Ensemble.Class(row)
		if class == v.Label || p.Target != attack.Untargeted && class != p.Target {
			return
		}
		if d := p.Between(s.x, row); d < best && p.Allow(s.x, row) == nil {
			best = d
		}
	})
	return best
}

// EachRow calls visit for the rows that an attacker can turn a victim into, as [Nearest] goes
// through them: of rows that the model does not tell apart, the nearest. They are as the model
// reads them, and each is valid until the next.
func EachRow(p *attack.Problem, v attack.Victim, visit func(row []float64, distance float64)) {
	s := newSearch(p, v)
	s.try(0, func(row []float64) {
		if p.Allow(s.x, row) == nil {
			visit(row, p.Between(s.x, row))
		}
	})
}

// search goes through all rows that an attacker may write.
type search struct {
	problem *attack.Problem
	victim  attack.Victim
	x, row  []float64
	links   []attack.Link // those that apply to the victim
	choices [][]choice
}

func newSearch(p *attack.Problem, v attack.Victim) *search {
	s := &search{problem: p, victim: v, x: p.Ensemble.Rounded(v.X)}
	s.links, s.row = speaking(p.Constraints, s.x), slices.Clone(s.x)
	s.choices = s.columns()
	return s
}

// try makes every choice of the columns from number i on, and visits each row.
func (s *search) try(i int, visit func(row []float64)) {
	if i < len(s.choices) {
		for _, c := range s.choices[i] {
			for k, f := range c.features {
				s.row[f] = c.values[k]
			}
			s.try(i+1, visit)
		}
		return
	}
	for i := range s.links {
		if l := &s.links[i]; !l.AtMost {
			s.row[l.Feature] = derived(s.problem, l, s.victim, s.row)
		}
	}
	visit(s.row)
}
