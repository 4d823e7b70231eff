// Package ensembletest generates ensembles for tests: small, random and full
// of the cases that break searches.
package ensembletest

import (
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Shape is what a random ensemble looks like.
type Shape struct {
	Features, Trees, Depth int

	Classes int  // 0 is taken as 2
	Vector  bool // vector leaves, averaged, as in a forest
	Average bool // averaged without vector leaves
	Single  bool // float32 features, thresholds and sums

	ByProbability bool // classes are told apart by probability

	// Cuts is the number of different thresholds a feature can have, so that
	// few of them give many duplicates; 0 draws thresholds at random.
	Cuts int

	// Whole draws small whole leaf values, so that margins tie at 0.
	Whole bool

	// Levels makes every other feature, from the first, a categorical column
	// of so many levels.
	Levels int
	Rule   ensemble.LevelRule

	Values []float64 // leaf and base values to draw from; nil for a normal distribution
}

// SetShapes are the named cases of models with categorical columns.
var SetShapes = map[string]Shape{
	"listed":    {Features: 3, Trees: 6, Depth: 3, Levels: 5},
	"truncated": {Features: 3, Trees: 6, Depth: 3, Levels: 5, Rule: ensemble.Truncated},
	"positive":  {Features: 3, Trees: 6, Depth: 3, Levels: 5, Rule: ensemble.Positive, Single: true},
	"byte":      {Features: 3, Trees: 6, Depth: 3, Levels: 250, Rule: ensemble.Byte},
	"a word":    {Features: 2, Trees: 4, Depth: 3, Levels: 62},
	"64 places": {Features: 2, Trees: 4, Depth: 3, Levels: 63},
	"two words": {Features: 2, Trees: 4, Depth: 3, Levels: 65},
	"wide":      {Features: 2, Trees: 4, Depth: 2, Levels: 3000},
	"one level": {Features: 2, Trees: 2, Depth: 2, Levels: 1}, // sets without members too
	"only sets": {Features: 1, Trees: 5, Depth: 3, Levels: 4, Whole: true},
	"classes":   {Features: 4, Trees: 9, Depth: 2, Levels: 6, Classes: 3},
	"forest":    {Features: 3, Trees: 4, Depth: 3, Levels: 6, Vector: true},
}

// Shapes are the named cases that properties should hold for: run every
// property on every one of them.
var Shapes = map[string]Shape{
	"plain":      {Features: 3, Trees: 4, Depth: 3},
	"float32":    {Features: 3, Trees: 4, Depth: 3, Single: true},
	"stumps":     {Features: 4, Trees: 8, Depth: 1},
	"one tree":   {Features: 3, Trees: 1, Depth: 4},
	"leaf trees": {Features: 2, Trees: 5, Depth: 0},
	"duplicates": {Features: 3, Trees: 6, Depth: 3, Cuts: 3},
	"ties":       {Features: 2, Trees: 4, Depth: 2, Cuts: 4, Whole: true},
	"one axis":   {Features: 1, Trees: 6, Depth: 4},
	"classes":    {Features: 3, Trees: 9, Depth: 2, Classes: 3},
	"tied votes": {Features: 2, Trees: 4, Depth: 2, Classes: 4, Vector: true, Whole: true, Cuts: 3},
	"forest":     {Features: 3, Trees: 4, Depth: 3, Classes: 2, Vector: true},
}

// Rounded are cases in which often only the rounding of a model's sums decides
// on its class.
var Rounded = map[string]Shape{
	"tenths":                {Features: 3, Trees: 7, Depth: 2, Values: tidy(10)},
	"stumps of tenths":      {Features: 2, Trees: 12, Depth: 1, Values: tidy(10)},
	"twentieths in float32": {Features: 3, Trees: 8, Depth: 2, Single: true, Values: tidy(20)},
	"votes of sevenths":     {Features: 3, Trees: 6, Depth: 2, Vector: true, Values: tidy(7)[7:]},
	"sevenths in float32":   {Features: 3, Trees: 5, Depth: 2, Vector: true, Single: true, Values: tidy(7)[7:]},
	"one vote of sevenths":  {Features: 3, Trees: 6, Depth: 2, Average: true, Values: tidy(7)},
	"three of sixths":       {Features: 2, Trees: 5, Depth: 2, Classes: 3, Vector: true, Values: tidy(6)[6:]},
	"three classes":         {Features: 2, Trees: 12, Depth: 1, Classes: 3, Values: tidy(5)},
	"probabilities":         {Features: 2, Trees: 9, Depth: 2, Classes: 3, ByProbability: true, Values: tidy(5)},
	"float32 probabilities": {Features: 2, Trees: 9, Depth: 2, Classes: 3, ByProbability: true, Single: true, Values: tidy(5)},
	"like probabilities": {
		Features: 2, Trees: 8, Depth: 1, Classes: 4, ByProbability: true,
		Values: []float64{0, 0.1, 0.1 + 1e-16, 0.1 - 3e-17, 1e-16, -1e-16, 4e-7, -3e-7},
	},
	"like votes": {
		Features: 2, Trees: 5, Depth: 2, Vector: true, ByProbability: true,
		Values: []float64{0.2, 0.2 + 3e-17, 0.2 - 3e-17, 0.3, 0.1, 1e-7},
	},
	"large beside small":    {Features: 3, Trees: 8, Depth: 2, Values: []float64{1e30, -1e30, 1, -1, 0.1, -0.3, 1e14}},
	"large in float32":      {Features: 3, Trees: 8, Depth: 2, Single: true, Values: []float64{1e30, -1e30, 1, -1, 1e7, -1e7, 0.1}},
	"largest beside tiny":   {Features: 2, Trees: 6, Depth: 2, Values: []float64{1e305, -1e305, 1, -1, 5e-324, -5e-324}},
	"denormal":              {Features: 2, Trees: 7, Depth: 2, Values: []float64{5e-324, -5e-324, 1.5e-323, -1e-323}},
	"votes large and small": {Features: 2, Trees: 5, Depth: 2, Classes: 3, Vector: true, Values: []float64{1e30, 1e30, 2e30, 1, 0, 0.1}},
}

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
			e.Columns[f] = column.Column{Kind: column.Categorical, Codes: levels(s.Levels)}
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
