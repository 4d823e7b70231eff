package soak

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// wide is the number from which on problems have all norms, prices of falls, places to
// go to and links. Those below stay what they were when seeds were noted.
const wide = 3_000_000

// problem draws what an attacker of a model wants and can do, nil for a regressor.
func (s *soak) problem(d draw, e *ensemble.Ensemble) *attack.Problem {
	norms := attack.Norms
	if s.number >= wide {
		norms = attack.AllNorms
	}
	p, err := attack.NewProblem(e, one(s.Rand, norms...))
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
	if s.chance(0.35) || d.groups != nil {
		p.Constraints = s.constraints(d.table)
		s.ran["constraints"]++
	}
	if d.groups != nil {
		s.group(p.Constraints, d.groups, p.Norm)
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
	if s.number < wide {
		return c
	}
	if s.chance(0.3) {
		c.Fall = make([]float64, n)
		for f := range n {
			c.Fall[f] = one(s.Rand, 1, 0.3+s.Float64(), 1e3)
		}
	}
	s.places(c, t)
	if n > 1 && s.chance(0.2) && !slices.ContainsFunc(t.Columns[:2], func(c column.Column) bool { return c.Kind == column.Categorical }) {
		c.Links = append(c.Links, one(s.Rand,
			attack.Link{Text: "f0 <= 2 * f1", AtMost: true, Terms: []attack.Term{{Factor: 2, Times: []int{1}}}},
			attack.Link{Text: "f0 = 2 * f1", Terms: []attack.Term{{Factor: 2, Times: []int{1}}}}))
		s.ran["links"]++
	}
	return c
}

// places draws to what values some features can be changed.
func (s *soak) places(c *attack.Constraints, t *data.Table) {
	n := t.Cols
	c.Values, c.Step, c.StepFrom = make([][]float64, n), make([]float64, n), make([]float64, n)
	for f := range n {
		if c.Integer[f] || t.Columns[f].Kind != column.Numeric {
			continue
		}
		lo, hi := reach(t, f, 0)
		switch s.IntN(6) {
		case 0:
			c.Values[f] = slices.Compact([]float64{lo - 1, lo + (hi-lo)*s.Float64()/2, hi})
		case 1:
			c.Step[f], c.StepFrom[f] = (0.1+s.Float64())*max(hi-lo, 1e-3), one(s.Rand, math.NaN(), 0, lo)
		}
		if c.CheckFeature(f) != nil { // none of them is within the bounds
			c.Values[f], c.Step[f] = nil, 0
		}
	}
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

// victims draws rows, labelled with the class that the model predicts, except for a few.
func (s *soak) victims(d draw, e *ensemble.Ensemble, p *attack.Problem) []attack.Victim {
	var victims []attack.Victim
	for _, x := range s.rows(d, e, 3) {
		for f := range x {
			if math.Abs(x[f]) > 1e20 {
				x[f] = 0
			}
		}
		s.derive(p, x)
		s.regroup(p, x)
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

// derive lets most rows obey links.
func (s *soak) derive(p *attack.Problem, x []float64) {
	if p.Constraints == nil || p.Constraints.Links == nil || s.chance(0.1) {
		return
	}
	for _, l := range p.Constraints.Links {
		to := float64(float32(l.Terms[0].Factor * x[l.Terms[0].Times[0]]))
		if x[l.Feature] = min(x[l.Feature], to); !l.AtMost || x[l.Feature] != x[l.Feature] {
			x[l.Feature] = to
		}
	}
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
