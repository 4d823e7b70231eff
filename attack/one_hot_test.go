package attack_test

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// oneHotModel is a model whose categorical features have become groups of columns: a split on a set
// is a chain of splits on the columns of its members.
type oneHotModel struct {
	*ensemble.Ensemble
	groups []attack.Group
	first  []int // the first column of each feature of the model with sets
}

func newOneHot(e *ensemble.Ensemble) *oneHotModel {
	o := *e
	m := &oneHotModel{Ensemble: &o, first: make([]int, e.Features)}
	o.Columns, o.Features, o.LevelRule, o.Schema.Features = nil, 0, 0, nil
	for f := range e.Features {
		m.first[f] = o.Features
		if !e.Categorical(f) {
			o.Features++
			continue
		}
		g := attack.Group{}
		for range e.Columns[f].Codes {
			g.Features = append(g.Features, o.Features)
			o.Features++
		}
		m.groups = append(m.groups, g)
	}
	o.Trees = make([]ensemble.Tree, len(e.Trees))
	for t := range e.Trees {
		o.Trees[t] = m.tree(e, &e.Trees[t])
	}
	return m
}

// tree returns a tree with chains in place of sets. If a chain has several ways to the same side,
// each has a copy of what is there.
func (m *oneHotModel) tree(e *ensemble.Ensemble, from *ensemble.Tree) ensemble.Tree {
	to := ensemble.Tree{Output: from.Output}
	width := len(from.Leaves) / from.NumLeaves()
	leaves := int32(0)
	split := func(column int, threshold float64, left, right func() int32) int32 {
		n := len(to.Splits)
		to.Splits = append(to.Splits, ensemble.Split{Feature: ensemble.Feature(column), Threshold: threshold})
		l := left()
		r := right()
		to.Splits[n].Left, to.Splits[n].Right = l, r
		return int32(n)
	}
	var node func(n int32) int32
	node = func(n int32) int32 {
		if n < 0 {
			at := int(^n) * width
			to.Leaves = append(to.Leaves, from.Leaves[at:at+width]...)
			leaves++
			return ^(leaves - 1)
		}
		s := &from.Splits[n]
		left, right := func() int32 { return node(s.Left) }, func() int32 { return node(s.Right) }
		first := m.first[s.Feature]
		if s.Set == nil {
			return split(first, s.Threshold, left, right)
		}
		members, others := left, right
		if s.Set.Right {
			members, others = right, left
		}
		var chain func(k int) int32
		chain = func(k int) int32 {
			for k < len(e.Columns[s.Feature].Codes) && !s.Set.Has(e.Columns[s.Feature].Codes[k]) {
				k++
			}
			if k == len(e.Columns[s.Feature].Codes) {
				return others()
			}
			return split(first+k, 0.5, func() int32 { return chain(k + 1) }, members)
		}
		return chain(0)
	}
	if len(from.Splits) == 0 {
		to.Leaves = from.Leaves
	} else {
		node(0)
	}
	return to
}

// row encodes a row of legal levels.
func (m *oneHotModel) row(e *ensemble.Ensemble, x []float64) []float64 {
	to := make([]float64, m.Features)
	for f, v := range x {
		if e.Categorical(f) {
			to[m.first[f]+slices.Index(e.Columns[f].Codes, int32(v))] = 1
		} else {
			to[m.first[f]] = v
		}
	}
	return to
}

// constraints says about groups and columns what c says about features with levels, whose codes are
// their places in the group.
func (m *oneHotModel) constraints(e *ensemble.Ensemble, c *attack.Constraints) *attack.Constraints {
	n := m.Features
	to := &attack.Constraints{
		Weight: slices.Repeat([]float64{1}, n), Lo: slices.Repeat([]float64{math.Inf(-1)}, n), Hi: slices.Repeat([]float64{math.Inf(1)}, n),
		Frozen: make([]bool, n), Increase: make([]bool, n), Decrease: make([]bool, n), Integer: make([]bool, n),
		Values: make([][]float64, n), Step: make([]float64, n), StepFrom: make([]float64, n), Groups: slices.Clone(m.groups),
	}
	if c.Fall != nil {
		to.Fall = slices.Repeat([]float64{1}, n)
	}
	g := 0
	for f, at := range m.first {
		if e.Categorical(f) {
			group := &to.Groups[g]
			group.Weight, group.Frozen = c.Weight[f], c.Frozen[f]
			if c.Levels != nil {
				group.Prices = c.Levels[f]
			}
			g++
			continue
		}
		to.Weight[at], to.Lo[at], to.Hi[at] = c.Weight[f], c.Lo[f], c.Hi[f]
		to.Frozen[at], to.Increase[at], to.Decrease[at], to.Integer[at] = c.Frozen[f], c.Increase[f], c.Decrease[f], c.Integer[f]
		to.Values[at], to.Step[at], to.StepFrom[at] = c.Values[f], c.Step[f], c.StepFrom[f]
		if c.Fall != nil {
			to.Fall[at] = c.Fall[f]
		}
	}
	return to
}

// The same trees with sets, and with groups of one-hot columns, are at the same
// distance from every victim, in every norm, whatever the attacker can do.
func TestOneHotIsSets(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	finite, moved := 0, 0
	for name, shape := range ensembletest.SetShapes {
		if shape.Levels < 2 || shape.Levels > 10 { // chains of chains are long
			continue
		}
		for _, norm := range attack.AllNorms {
			for i := range 40 {
				r := seed.At(33, i)
				e := ensembletest.Random(r, shape)
				m := newOneHot(e)
				p := attacktest.NewProblem(t, e, norm)
				q := attacktest.NewProblem(t, m.Ensemble, norm)
				if q.Constraints = (&attack.Constraints{Groups: m.groups}); i%2 == 1 {
					attacktest.Constrain(r, p)
					q.Constraints = m.constraints(e, p.Constraints)
				}
				if i%4 > 1 {
					p.Target = r.IntN(e.Classes)
					q.Target = p.Target
				}
				v := attacktest.Victim(r, e)
				if p.Constraints != nil {
					attacktest.Confine(p.Constraints, v.X)
					v.Label = e.Class(v.X)
				}
				if v.Label == p.Target {
					continue
				}
				distance := func(p *attack.Problem, x []float64) float64 {
					results := attacktest.Run(t, p, exact.Attack{}, []attack.Victim{{X: x, Label: v.Label}}, attack.RunOptions{})
					if r := &results[0]; !near(r.LowerBound, r.Distance) {
						t.Fatalf("%s, norm %v: between %v and %v", name, norm, r.LowerBound, r.Distance)
					}
					return results[0].Distance
				}
				sets, columns := distance(p, v.X), distance(q, m.row(e, v.X))
				if !near(sets, columns) {
					t.Errorf("%s, norm %v, model %d: the nearest example is at %v by sets, at %v by one-hot columns", name, norm, i, sets, columns)
				}
				if !math.IsInf(sets, 1) {
					finite++
				}
				still := *p
				still.Constraints = attack.StillLevels(e, p.Constraints)
				if sets < distance(&still, v.X) {
					moved++
				}
			}
		}
	}
	if finite < 600 || moved < 300 {
		t.Errorf("%d victims have examples, %d need another level", finite, moved)
	}
}
