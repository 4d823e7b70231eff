// Package ensembletest generates ensembles for tests: small, random and full
// of the cases that break searches.
package ensembletest

import (
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// tidy returns the multiples of 1/n from -1 to 1.
func tidy(n int) []float64 {
	var values []float64
	for k := -n; k <= n; k++ {
		values = append(values, float64(k)/float64(n))
	}
	return values
}

// Random returns a valid random ensemble of a shape. Thresholds lie in [0,1].
func Random(r *rand.Rand, s Shape) *ensemble.Ensemble {
	if s.Classes == 0 {
		s.Classes = 2
	}
	e := &ensemble.Ensemble{Features: s.Features, Classes: s.Classes, Outputs: 1, Link: ensemble.Logistic}
	if s.Classes > 2 || s.Vector {
		e.Outputs, e.Link = s.Classes, ensemble.Softmax
	}
	if s.Vector || s.Average {
		e.Average, e.Link = true, ensemble.Vote
	}
	e.ByProbability = s.ByProbability
	if s.Single {
		e.Input, e.Sum = ensemble.Float32, ensemble.Float32
	}
	e.Base = make([]float64, e.Outputs)
	if s.Levels > 0 {
		e.LevelRule = s.Rule
		e.Columns = make([]column.Column, s.Features)
		for f := 0; f < s.Features; f += 2 {
			e.Columns[f] = column.Column{Kind: column.Categorical, Codes: levels(s.Levels), Others: s.Others}
		}
	}
	g := generator{r, s, e}
	if s.Values != nil && !e.Average {
		for k := range e.Base {
			e.Base[k] = g.value()
		}
	}
	for t := range s.Trees {
		output, width := t%e.Outputs, 1
		if s.Vector {
			output, width = ensemble.VectorLeaves, e.Outputs
		}
		tree := ensemble.Tree{Output: output}
		if s.Depth > 0 {
			g.grow(&tree, s.Depth)
		}
		for range width * tree.NumLeaves() {
			tree.Leaves = append(tree.Leaves, g.value())
		}
		e.Trees = append(e.Trees, tree)
	}
	return e
}

type generator struct {
	r *rand.Rand
	s Shape
	e *ensemble.Ensemble
}

// grow appends a subtree of at least one split and returns its root. Leaves
// are numbered from left to right.
func (g *generator) grow(t *ensemble.Tree, depth int) {
	leaves := int32(0)
	var node func(depth int) int32
	node = func(depth int) int32 {
		n := int32(len(t.Splits))
		split := ensemble.Split{Feature: ensemble.Feature(g.r.IntN(g.s.Features))}
		if g.e.Categorical(int(split.Feature)) {
			split.Set = g.set()
		} else {
			split.Threshold = g.threshold()
		}
		split.DefaultLeft = g.r.IntN(2) == 0
		t.Splits = append(t.Splits, split)
		child := func() int32 {
			if depth > 1 && g.r.IntN(5) > 0 {
				return node(depth - 1)
			}
			leaves++
			return ^(leaves - 1)
		}
		t.Splits[n].Left = child()
		right := child()
		t.Splits[n].Right = right
		return n
	}
	node(depth)
}

func (g *generator) threshold() float64 {
	v := g.r.Float64()
	if g.s.Cuts > 0 {
		v = float64(g.r.IntN(g.s.Cuts)+1) / float64(g.s.Cuts+1)
	}
	return g.single(v)
}

// set draws members, at times none or all.
func (g *generator) set() *ensemble.Set {
	s := &ensemble.Set{Right: g.r.IntN(2) == 0}
	share := g.r.Float64()*1.2 - 0.1
	for _, l := range levels(g.s.Levels) {
		if g.r.Float64() < share {
			s.Levels = append(s.Levels, l)
		}
	}
	return s
}

func levels(n int) []int32 {
	l := make([]int32, n)
	for i := range l {
		l[i] = int32(i)
	}
	return l
}

func (g *generator) value() float64 {
	if g.s.Whole {
		return float64(g.r.IntN(5) - 2)
	}
	if s := g.s.Values; s != nil {
		return g.single(s[g.r.IntN(len(s))])
	}
	return g.single(g.r.NormFloat64())
}

func (g *generator) single(v float64) float64 {
	if g.s.Single {
		return float64(float32(v))
	}
	return v
}

// Row returns a random row; every fifth value lies on a threshold of e or
// next to one.
func Row(r *rand.Rand, e *ensemble.Ensemble) []float64 {
	x := make([]float64, e.Features)
	for f := range x {
		if e.Categorical(f) {
			x[f] = float64(r.IntN(max(1, len(e.Columns[f].Codes))))
			continue
		}
		x[f] = r.Float64()*1.2 - 0.1
		if r.IntN(5) > 0 || len(e.Trees) == 0 {
			continue
		}
		splits := e.Trees[r.IntN(len(e.Trees))].Splits
		if len(splits) == 0 {
			continue
		}
		s := splits[r.IntN(len(splits))]
		if s.Set != nil {
			continue
		}
		x[s.Feature] = s.Threshold
		switch r.IntN(3) {
		case 0:
			x[s.Feature] = e.Next(s.Threshold)
		case 1:
			x[s.Feature] = e.Prev(s.Threshold)
		}
	}
	e.Round(x, x)
	return x
}
