package attack_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// heldLinks are links of the columns a, b, c and d that hold a derived column, c: what an attacker of
// the row x can do, and what b is for an a, or a for a b, if c is as it may be at most. Min and Range
// are set.
var heldLinks = map[string]struct {
	terms    []attack.Term
	restrict func(c *attack.Constraints, x []float64)
	b, a     func(of, total float64) float64
}{
	"sum, frozen":     {sumOf(1), frozenThird, func(a, t float64) float64 { return t - a }, func(b, t float64) float64 { return t - b }},
	"sum, rises":      {sumOf(1), func(c *attack.Constraints, _ []float64) { c.Increase[2] = true }, func(a, t float64) float64 { return t - a }, func(b, t float64) float64 { return t - b }},
	"sum, bounded":    {sumOf(1), func(c *attack.Constraints, x []float64) { c.Lo[2], c.Hi[2] = x[2], x[2] }, func(a, t float64) float64 { return t - a }, func(b, t float64) float64 { return t - b }},
	"sum, below d":    {sumOf(1), orderedThird, func(a, t float64) float64 { return t - a }, func(b, t float64) float64 { return t - b }},
	"change, frozen":  {sumOf(-1), frozenThird, func(a, t float64) float64 { return a - t }, func(b, t float64) float64 { return t + b }},
	"product, frozen": {[]attack.Term{{Factor: 1, Times: []int{0, 1}}}, frozenThird, func(a, t float64) float64 { return t / a }, func(b, t float64) float64 { return t / b }},
	"rate, frozen":    {[]attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}, frozenThird, func(a, t float64) float64 { return a / t }, func(b, t float64) float64 { return t * b }},
}

func sumOf(factor float64) []attack.Term {
	return []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: factor, Times: []int{1}}}
}

func frozenThird(c *attack.Constraints, _ []float64) { c.Frozen[2] = true }

// orderedThird lets the third column rise no higher than the fourth, which is as high.
func orderedThird(c *attack.Constraints, x []float64) {
	c.Frozen[3] = true
	x[3] = x[2]
	if c.Range != nil {
		x[3] = x[2]*c.Range[2] + c.Min[2]
	}
	c.Links = append(c.Links, attack.Link{Text: "c <= d", Feature: 2, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{3}}}})
}

// If a derived column cannot follow a change, another column makes up for it: wherever brute force
// finds an example, search does, but for a few; none breaks a link, and no bound is above the nearest.
func TestColumnsMakeUpForOthers(t *testing.T) {
	draws := 120
	if testing.Short() {
		draws = 30
	}
	for name, held := range heldLinks {
		exists, found, byLT := 0, 0, 0
		for i := range draws {
			e := ensembletest.Random(seed.At(71, i), ensembletest.Shape{Features: 4, Trees: 4, Depth: 3})
			p := attacktest.NewProblem(t, e, attack.AllNorms[i%4])
			c := &attack.Constraints{Frozen: make([]bool, 4), Increase: make([]bool, 4), Lo: []float64{-9, -9, -9, -9}, Hi: []float64{9, 9, 9, 9}}
			raw, read := func(_ int, v float64) float64 { return v }, func(_ int, v float64) float64 { return v }
			if i%2 == 1 {
				c.Min, c.Range = []float64{0.1, 0.3, -0.2, 0}, []float64{1.7, 0.9, 2.1, 1}
				raw = func(f int, v float64) float64 { return float64(v*c.Range[f]) + c.Min[f] }
				read = func(f int, v float64) float64 { return (v - c.Min[f]) / c.Range[f] }
			}
			x := ensembletest.Row(seed.At(72, i), e)
			link := attack.Link{Text: name, Feature: 2, Terms: held.terms}
			if x[2] = read(2, link.Value([]float64{raw(0, x[0]), raw(1, x[1])})); !(math.Abs(x[2]) < 8) {
				continue
			}
			c.Links = []attack.Link{link}
			held.restrict(c, x)
			p.Constraints = c
			v := attack.Victim{X: x, Label: e.Class(x)}
			nearest := math.Inf(1)
			for _, f := range []int{0, 1} {
				for _, at := range around(p, f, x[f]) {
					row := []float64{at, at, x[2], x[3]}
					other := held.b
					if f == 1 {
						other = held.a
					}
					row[1-f] = read(1-f, other(raw(f, at), raw(2, x[2])))
					for _, d := range around(p, 3, x[3]) {
						if row[3] = d; e.Class(row) != v.Label && p.Allow(x, row) == nil {
							nearest = min(nearest, p.Distance(x, row))
						}
					}
				}
			}
			auto := attacktest.Run(t, p, exact.Auto{}, []attack.Victim{v}, attack.RunOptions{})[0]
			lt := attacktest.Run(t, p, ltattack.Attack{}, []attack.Victim{v}, attack.RunOptions{})[0]
			for _, r := range []*attack.Result{&auto, &lt} {
				if r.LowerBound > nearest*(1+1e-6)+1e-7 { // the rows above obey links up to rounding
					t.Errorf("%s, draw %d: bound %v, and one is at %v", name, i, r.LowerBound, nearest)
				}
				if r.Example != nil {
					if err := attacktest.Obeys(p, v, r.Example); err != nil {
						t.Errorf("%s, draw %d: %v", name, i, err)
					}
				}
			}
			if nearest < math.Inf(1) {
				exists++
				if auto.Example != nil {
					found++
				}
				if lt.Example != nil {
					byLT++
				}
			}
		}
		t.Logf("%s: %d of %d, lt %d", name, found, exists, byLT)
		if exists < draws/3 || found < exists*9/10 || byLT < exists*7/10 {
			t.Errorf("%s: of %d rows with examples, auto finds %d, lt %d", name, exists, found, byLT)
		}
	}
}

// around returns the ends of a feature's cells, and the victim's value.
func around(p *attack.Problem, f int, x float64) []float64 {
	all := []float64{x}
	for k, cut := range p.Grid.Cuts[f] {
		all = append(all, cut, p.Grid.Above[f][k], cut-1e-9, cut+1e-9)
	}
	return all
}
