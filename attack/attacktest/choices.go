package attacktest

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// choice is a set of values that some columns can take together.
type choice struct {
	features []int
	values   []float64
}

// columns returns the choices for each column, or for the columns of a group together.
func (s *search) columns() (all [][]choice) {
	p, done := s.problem, make([]bool, len(s.x))
	for _, l := range s.links {
		if !l.AtMost {
			done[l.Feature] = true // it follows from others
		}
	}
	if c := p.Constraints; c != nil {
		for i := range c.Groups {
			all = append(all, s.group(&c.Groups[i]))
			for _, f := range c.Groups[i].Features {
				done[f] = true
			}
		}
	}
	for f := range s.x {
		if done[f] {
			continue
		}
		var one []choice
		for _, v := range s.values(f) {
			one = append(one, choice{[]int{f}, []float64{v}})
		}
		all = append(all, one)
	}
	return all
}

// group returns the levels of a group as choices, and its columns as they are.
func (s *search) group(g *attack.Group) []choice {
	levels := [][]float64{s.x}
	if x := s.x[g.Features[0]]; x == x {
		for _, level := range Levels(g) {
			row := slices.Clone(s.x)
			SetLevel(s.problem, g, row, int(level))
			levels = append(levels, row)
		}
	}
	var all []choice
	for _, row := range levels {
		c := choice{features: g.Features}
		for _, f := range g.Features {
			c.values = append(c.values, row[f])
		}
		all = append(all, c)
	}
	return all
}

// values returns the values of a column to try: the victim's, and among allowed values the nearest
// in each interval between thresholds, each level, and missing.
func (s *search) values(f int) []float64 {
	p, x := s.problem, s.x[f]
	all := []float64{x}
	if x != x {
		return all
	}
	if p.Constraints != nil && p.Constraints.Blank != nil && p.Constraints.Blank[f] > 0 {
		all = append(all, math.NaN())
	}
	if p.Ensemble.Categorical(f) {
		for _, l := range p.Ensemble.Columns[f].Codes {
			all = append(all, float64(l))
		}
		return all
	}
	cuts, others := s.cuts(f), places(p, f, x)
	if others == nil {
		for _, t := range cuts {
			if others = append(others, t); x <= t {
				others[len(others)-1] = p.Ensemble.Next(t)
			}
		}
	}
	if c := p.Constraints; c != nil && c.Missing != nil && !c.Discrete(f) {
		for range c.Missing[f] { // one beside another that is none either
			for _, v := range slices.Concat(c.Missing[f], others) {
				others = append(others, p.Ensemble.Prev(v), p.Ensemble.Next(v))
			}
			slices.Sort(others)
			others = slices.Compact(others)
		}
	}
	others = slices.DeleteFunc(others, func(v float64) bool { // beyond the last number
		return math.IsInf(v, 0) || p.Ensemble.Input != ensemble.Float64 && math.IsInf(float64(float32(v)), 0)
	})
	if s.tied(f) {
		all = append(all, others...)
		if listed := p.Constraints.Values; listed == nil || listed[f] == nil { // Allow takes what is nearly listed
			all = append(all, s.meets(f)...)
		}
		return all
	}
	nearest := map[int]float64{}
	for _, v := range others {
		interval, _ := slices.BinarySearch(cuts, v)
		if best, taken := nearest[interval]; s.may(f, v) && (!taken || s.costs(f, v) < s.costs(f, best)) {
			nearest[interval] = v
		}
	}
	for _, v := range nearest {
		all = append(all, v)
	}
	return all
}

// cuts returns the thresholds of a feature, ascending.
func (s *search) cuts(f int) []float64 {
	var cuts []float64
	for t := range s.problem.Ensemble.Trees {
		for _, split := range s.problem.Ensemble.Trees[t].Splits {
			if int(split.Feature) == f && split.Set == nil {
				cuts = append(cuts, split.Threshold)
			}
		}
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// tied reports whether a column is part of a link that applies.
func (s *search) tied(f int) bool {
	return slices.ContainsFunc(s.links, func(l attack.Link) bool { return slices.Contains(l.Features(), f) })
}

// meets returns the values of a column that just allow each value of another one, which a link
// bounds by it. A derived column can take them if what it is derived from is missing.
func (s *search) meets(f int) (values []float64) {
	for _, l := range s.links {
		if t := l.Terms[0]; l.AtMost && len(l.Terms) == 1 && slices.Equal(t.Times, []int{f}) && t.Over == nil {
			for _, v := range s.values(l.Feature) {
				values = append(values, inModel(s.problem, f, inData(s.problem, l.Feature, v)/t.Factor))
			}
		}
	}
	return values
}

// may reports whether a column can take a value on its own.
func (s *search) may(f int, v float64) bool {
	if s.problem.Constraints == nil {
		return true
	}
	alone, row := *s.problem.Constraints, slices.Clone(s.x)
	alone.Groups, alone.Links = nil, nil
	row[f] = v
	return alone.Allow(s.x, row) == nil
}

// costs returns the distance of a row in which one column changes.
func (s *search) costs(f int, v float64) float64 {
	row := slices.Clone(s.x)
	row[f] = v
	return s.problem.Between(s.x, row)
}

// places returns the values of a discrete column near its thresholds and its own value, as the
// model reads them; nil for a column that can take any value.
func places(p *attack.Problem, f int, x float64) []float64 {
	c := p.Constraints
	if c == nil || !c.Discrete(f) {
		return nil
	}
	low, width := 0.0, 1.0
	if c.Range != nil {
		low, width = c.Min[f], c.Range[f]
	}
	raw := []float64{}
	if c.Values != nil && c.Values[f] != nil {
		raw = c.Values[f]
	} else {
		from, step, own := 0.0, 1.0, false
		if c.Step != nil && c.Step[f] > 0 {
			own = c.StepFrom == nil || c.StepFrom[f] != c.StepFrom[f]
			if from, step = x*width+low, c.Step[f]; !own {
				from = c.StepFrom[f]
			}
		}
		around := []float64{x}
		for t := range p.Ensemble.Trees {
			for _, split := range p.Ensemble.Trees[t].Splits {
				if int(split.Feature) == f {
					around = append(around, split.Threshold)
				}
			}
		}
		further := 2.0 // as rounding may move a place past a threshold
		if c.Missing != nil {
			further += float64(len(c.Missing[f])) // and those between may all stand for missing values
		}
		for _, v := range around {
			for k := -further; k <= further; k++ {
				// without a step it is x, whatever rounding makes of that in the data's unit and back
				if n := math.Round((v*width+low-from)/step) + k; n != 0 || !own {
					raw = append(raw, from+step*n)
				}
			}
			for _, k := range [...]float64{p.Ensemble.Prev(v)*width + low, p.Ensemble.Next(v)*width + low} {
				if math.Abs(k) > step*(1<<53) && !math.IsInf(k, 0) { // numbers are sparser than steps there
					raw = append(raw, k)
				}
			}
		}
	}
	read := []float64{}
	for _, k := range raw {
		read = append(read, inModel(p, f, k))
	}
	return read
}
