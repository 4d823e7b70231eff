package eval

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// OnlyBlank stands for a change of a feature that can go missing, and not have another value.
const OnlyBlank = -1

// widest returns Report.Widest.
func widest(p *attack.Problem, t *data.Table, eps []float64) [][]float64 {
	held := attackedValues(p, t)
	inGroup := make([]bool, p.Ensemble.Features)
	if p.Constraints != nil {
		for _, g := range p.Constraints.Groups {
			for _, f := range g.Features {
				inGroup[f] = true
			}
		}
	}
	all := make([][]float64, len(eps))
	for k := range eps {
		all[k] = make([]float64, p.Ensemble.Features)
		for f := range all[k] {
			switch {
			case p.Ensemble.Categorical(f):
				all[k][f] = math.NaN()
			case inGroup[f]:
				all[k][f] = 1 // or none, which Still knows
			default:
				all[k][f] = widestOf(p, f, held[f], eps[k])
			}
		}
	}
	return all
}

// widestOf returns the largest change within eps of feature f, in units of the data, from one of some
// values.
func widestOf(p *attack.Problem, f int, values []float64, eps float64) float64 {
	most := 0.0
	c := p.Constraints
	for _, x := range values {
		for _, way := range [2]float64{-1, 1} {
			to := x + float64(way*attack.Reach(eps))/c.Weigh(f, way)
			switch {
			case c.Discrete(f):
				most = max(most, math.Abs(p.Farthest(f, x, to)-x))
			case c != nil:
				lo, hi := c.Room(f, x)
				most = max(most, math.Abs(min(max(to, lo), hi)-x))
			default:
				most = max(most, math.Abs(to-x))
			}
		}
	}
	if most > 0 || len(values) == 0 {
		return float64(most * RawUnit(p.Ensemble, f))
	}
	if price := p.Norm.Distance(p.Norm.Cost(c.BlankPrice(f))); price <= attack.Reach(eps) {
		return OnlyBlank
	}
	return 0
}

// attackedValues returns the values of each feature that its largest change can start from: the least
// and the largest in the attacked rows, and the others too if it can only be changed to certain values.
func attackedValues(p *attack.Problem, t *data.Table) [][]float64 {
	const mostPlaces = 1 << 12 // bounded in time; rows repeat whole numbers and listed values
	held, seen := make([][]float64, t.Cols), make([]map[float64]bool, t.Cols)
	for f := range held {
		if p.Constraints == nil { // anywhere is as far
			held[f] = []float64{0}
		} else if p.Constraints.Discrete(f) {
			seen[f] = map[float64]bool{}
		}
	}
	if p.Constraints == nil {
		return held
	}
	x := make([]float64, t.Cols)
	for row := range attackedRows(p, t) {
		p.Ensemble.Round(x, row)
		for f, v := range x {
			switch {
			case v != v:
			case held[f] == nil:
				held[f] = []float64{v, v}
			case v < held[f][0]:
				held[f][0] = v
			case v > held[f][1]:
				held[f][1] = v
			}
			if v == v && seen[f] != nil && len(seen[f]) < mostPlaces {
				seen[f][v] = true
			}
		}
	}
	for f := range seen {
		for v := range seen[f] {
			held[f] = append(held[f], v)
		}
	}
	return held
}
