package soak

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// problem draws what an attacker of a model wants and can do, nil for a regressor.
func (s *soak) problem(d draw, e *ensemble.Ensemble) *attack.Problem {
	p, err := attack.NewProblem(e, one(s.Rand, attack.Norms...))
	if err != nil {
		if e.Classes > 0 {
			s.differ("no problem: %v", err)
		}
		s.ran["not attacked: "+err.Error()]++
		return nil
	}
	p.Seed = s.Uint64()
	if s.chance(0.25) {
		p.Target = s.IntN(e.Classes)
	}
	if s.chance(0.35) {
		p.Constraints = s.constraints(d.table)
		s.ran["constraints"]++
	}
	if e.SplitsOnSets() {
		s.ran["categories"]++
	}
	if err := p.Validate(); err != nil {
		s.differ("the threat: %v", err)
		return nil
	}
	return p
}

// constraints draws what holds for an attacker of the rows of a table. Some rows
// may be outside its bounds.
func (s *soak) constraints(t *data.Table) *attack.Constraints {
	n := t.Cols
	c := &attack.Constraints{
		Weight: make([]float64, n), Lo: make([]float64, n), Hi: make([]float64, n),
		Frozen: make([]bool, n), Increase: make([]bool, n), Decrease: make([]bool, n), Integer: make([]bool, n),
	}
	for f := range n {
		c.Weight[f] = one(s.Rand, 1, 1, 0.3+s.Float64(), 1e-3)
		c.Lo[f], c.Hi[f] = math.Inf(-1), math.Inf(1)
		if s.chance(0.5) {
			c.Lo[f], c.Hi[f] = reach(t, f, one(s.Rand, 0, 0, 0.1, -0.1))
		}
		switch s.IntN(5) {
		case 0:
			c.Frozen[f] = true
		case 1:
			c.Increase[f] = true
		case 2:
			c.Decrease[f] = true
		}
		if k := t.Columns[f].Kind; k == column.Integer || k == column.Boolean {
			c.Integer[f] = s.chance(0.7)
			c.Lo[f], c.Hi[f] = math.Floor(c.Lo[f]), math.Ceil(c.Hi[f])
		}
	}
	return c
}

// reach returns the least and the largest value of a column, less a share of
// what is between them on both sides.
func reach(t *data.Table, f int, less float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range t.Rows {
		if x := t.Row(i)[f]; x == x {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if lo > hi {
		return math.Inf(-1), math.Inf(1)
	}
	cut := less * (hi - lo)
	return lo + cut, hi - cut
}

// victims draws rows, with the class that the model gives them but for a few.
func (s *soak) victims(d draw, e *ensemble.Ensemble, p *attack.Problem) []attack.Victim {
	var victims []attack.Victim
	for _, x := range s.rows(d, e, 3) {
		for f := range x {
			if math.Abs(x[f]) > 1e20 {
				x[f] = 0
			}
		}
		v := attack.Victim{Row: s.IntN(1000), X: x, Label: e.Class(x)}
		if s.chance(0.1) {
			v.Label = s.IntN(e.Classes)
		}
		if v.Label != p.Target {
			victims = append(victims, v)
		}
	}
	return victims
}

// resolved returns the problem as a victim meets it: what it misses stays
// missing, and splits on that are decided.
func resolved(p *attack.Problem, v attack.Victim) (*attack.Problem, error) {
	q, x := *p, p.Ensemble.Rounded(v.X)
	q.Ensemble = p.Ensemble.Resolve(x, func(f ensemble.Feature) bool { return math.IsNaN(x[f]) })
	var err error
	q.Grid, err = ensemble.NewGrid(q.Ensemble)
	return &q, err
}
