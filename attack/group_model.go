package attack

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Regrouped is a problem whose model reads each group as one categorical feature, in place of its
// first column, and ignores the others.
type Regrouped struct {
	Problem
	outer *Problem
}

// Regroup returns p in terms of the levels of its groups. [Prepare] does this on its own.
func (p *Problem) Regroup() (*Regrouped, error) {
	m := &Regrouped{*p, p}
	m.encode = func(x []float64) []float64 { return m.Encode(p.Ensemble.Rounded(x)) }
	m.Ensemble, m.Constraints = regroupedEnsemble(p), regroupedConstraints(p)
	var err error
	m.Grid, err = ensemble.NewGrid(m.Ensemble)
	return m, err
}

// Row returns a row of the data as the model reads it, with the level of each group in place of its
// first column if [Prepare] has turned groups into levels. It is for methods that use rows besides
// the victims.
func (p *Problem) Row(x []float64) []float64 {
	if p.encode != nil {
		return p.encode(x)
	}
	return p.Ensemble.Rounded(x)
}

// regroupedEnsemble returns the model that reads groups as levels.
func regroupedEnsemble(p *Problem) *ensemble.Ensemble {
	e, c := *p.Ensemble, p.Constraints
	e.Columns = slices.Clone(e.Columns)
	if e.Columns == nil {
		e.Columns = make([]column.Column, e.Features)
	}
	for i := range c.Groups {
		g := &c.Groups[i]
		levels := len(g.Features)
		if g.AtMostOne {
			levels++
		}
		column := column.Column{Kind: column.Categorical}
		for l := range levels {
			column.Codes = append(column.Codes, int32(l))
		}
		e.Columns[g.Features[0]] = column
	}
	groups, sets := c.groupOf(e.Features), map[oneHot]*ensemble.Set{}
	e.Trees = slices.Clone(e.Trees)
	for t := range e.Trees {
		tree := &e.Trees[t]
		tree.Splits = slices.Clone(tree.Splits)
		for n := range tree.Splits {
			s := &tree.Splits[n]
			g := groups[s.Feature]
			if g == nil {
				continue
			}
			f := int(s.Feature)
			of := oneHot{f, c.read(&e, f, 0) <= s.Threshold, c.read(&e, f, 1) <= s.Threshold}
			if sets[of] == nil {
				sets[of] = of.set(g)
			}
			s.Feature, s.Set = ensemble.Feature(g.Features[0]), sets[of]
		}
	}
	return &e
}

// oneHot is a split on a column of a group: whether 0 and 1 go left.
type oneHot struct {
	feature   int
	zero, one bool
}

// set returns the levels of a group that go left.
func (o oneHot) set(g *Group) *ensemble.Set {
	set := &ensemble.Set{Levels: []int32{}}
	for l := range len(g.Features) + 1 {
		left := o.zero
		if l < len(g.Features) && g.Features[l] == o.feature {
			left = o.one
		}
		if left {
			set.Levels = append(set.Levels, int32(l))
		}
	}
	return set
}

// regroupedConstraints returns the constraints for a model that reads groups as levels.
func regroupedConstraints(p *Problem) *Constraints {
	c, n := p.Constraints, p.Ensemble.Features
	inner := *c
	inner.Groups = nil
	inner.Weight = slices.Clone(c.Weight)
	if inner.Weight == nil {
		inner.Weight = slices.Repeat([]float64{1}, n)
	}
	inner.Fall = slices.Clone(c.Fall)
	inner.Levels = make([]LevelPrices, n)
	copy(inner.Levels, c.Levels)
	inner.Frozen = make([]bool, n)
	copy(inner.Frozen, c.Frozen)
	for i := range c.Groups {
		g := &c.Groups[i]
		for _, f := range g.Features {
			inner.Frozen[f] = true
		}
		f := g.Features[0]
		inner.Frozen[f], inner.Levels[f] = g.Frozen, g.Prices
		if inner.Weight[f] = g.LeastPrice(); math.IsInf(inner.Weight[f], 1) {
			inner.Weight[f], inner.Frozen[f] = 1, true
		}
		if inner.Fall != nil {
			inner.Fall[f] = inner.Weight[f]
		}
	}
	return &inner
}

// Encode returns a row with the level of each group in place of its first column.
func (m *Regrouped) Encode(x []float64) []float64 {
	c, to := m.outer.Constraints, slices.Clone(x)
	for i := range c.Groups {
		g := &c.Groups[i]
		to[g.Features[0]] = float64(c.Level(g, x))
		if to[g.Features[0]] < 0 {
			to[g.Features[0]] = math.NaN()
		}
		for _, f := range g.Features[1:] {
			to[f] = 0
		}
	}
	return to
}

// Decode returns the row that an example stands for. Groups that did not change stay as in x, the
// victim as the model reads it.
func (m *Regrouped) Decode(x, example []float64) []float64 {
	c, to := m.outer.Constraints, slices.Clone(example)
	for i := range c.Groups {
		g := &c.Groups[i]
		level := example[g.Features[0]]
		same := level != level || int(level) == c.Level(g, x)
		for k, f := range g.Features {
			switch {
			case same:
				to[f] = x[f]
			case k == int(level):
				to[f] = c.read(m.outer.Ensemble, f, 1)
			default:
				to[f] = c.read(m.outer.Ensemble, f, 0)
			}
		}
	}
	return to
}
