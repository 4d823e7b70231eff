package soak

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
)

// obeyed is what is known about the nearest examples that obey links, which brute force over cells does
// not find: no example found may be nearer than a proved bound.
type obeyed struct {
	nearest []float64 // of each victim, of those found
	claims  []claim
}

// claim says that no example of a victim is nearer than a bound.
type claim struct {
	victim int
	bound  float64
	by     string
}

// obeying looks for examples of victims that obey the links of a problem, nil where it has
// none: some features move to other cells, and derived columns with them.
func (s *soak) obeying(p *attack.Problem, victims []attack.Victim) *obeyed {
	if p.Constraints == nil || p.Constraints.Links == nil {
		return nil
	}
	o := &obeyed{nearest: make([]float64, len(victims))}
	for i, v := range victims {
		o.nearest[i] = math.Inf(1)
		x := p.Ensemble.Rounded(v.X)
		for range 300 {
			row := p.Ensemble.Rounded(v.X)
			for range 1 + s.IntN(3) {
				if f := s.IntN(len(row)); !p.Ensemble.Categorical(f) && x[f] == x[f] {
					row[f] = s.inSomeCell(p, f, x[f])
				}
			}
			for k := range p.Constraints.Links {
				l := &p.Constraints.Links[k]
				if to := l.Value(row); !l.AtMost || row[l.Feature] > to {
					row[l.Feature] = to
				}
				if f := l.Feature; p.Constraints.Discrete(f) { // 2.0000000000000004 is no whole number
					if v := p.Admit(f, x[f], row[f]); math.Abs(v-row[f]) < 1e-9*math.Abs(v) {
						row[f] = v
					}
				}
			}
			p.Ensemble.Round(row, row)
			class := p.Ensemble.Class(row)
			if class != v.Label && (p.Target == attack.Untargeted || class == p.Target) && p.Allow(x, row) == nil {
				o.found(i, p.Distance(x, row))
			}
		}
	}
	return o
}

// inSomeCell returns the value of a cell of a feature that is nearest to x and allowed, x if
// there is none. Half of what a column of a link is twice of has cells too.
func (s *soak) inSomeCell(p *attack.Problem, f int, x float64) float64 {
	of, factor := f, 1.0
	if f == 1 && s.chance(0.5) {
		of, factor = 0, 0.5
	}
	cuts, above := p.Grid.Cuts[of], p.Grid.Above[of]
	c, lo, hi := s.IntN(len(cuts)+1), math.Inf(-1), math.Inf(1)
	if c > 0 {
		lo = factor * above[c-1]
	}
	if c < len(cuts) {
		hi = factor * cuts[c]
	}
	if lo <= x && x <= hi {
		return x
	}
	if v := p.Nearest(f, x, lo, hi); v == v {
		return v
	}
	return x
}

// found takes in an example of a victim.
func (o *obeyed) found(victim int, distance float64) {
	if o != nil {
		o.nearest[victim] = min(o.nearest[victim], distance)
	}
}

// claim takes in what a method proves of a victim.
func (o *obeyed) claim(victim int, bound float64, by string) {
	if o != nil {
		o.claims = append(o.claims, claim{victim, bound, by})
	}
}

// settle holds what was proved against what was found.
func (o *obeyed) settle(s *soak, victims []attack.Victim) {
	if o == nil {
		return
	}
	for _, c := range o.claims {
		if nearest := o.nearest[c.victim]; c.bound > nearest*(1+1e-9) {
			s.differ("%s: row %v: none within %v, one that obeys the links is at %v", c.by, victims[c.victim].X, c.bound, nearest)
		}
	}
	s.ran["claims with links"] += len(o.claims)
	for _, d := range o.nearest {
		if d < math.Inf(1) {
			s.ran["examples with links"]++
		}
	}
}
