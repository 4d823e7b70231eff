package attack

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// ensemble returns the model that reads each group as one categorical feature.
func (m *regrouped) ensemble(p *Problem) *ensemble.Ensemble {
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
