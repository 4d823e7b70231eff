package eval_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The nearest examples have a rounded column where the formula is all but halfway between two steps.
// What is written is rounded to the same step as what was found, and so is as far away.
func TestRoundedLinksAsWritten(t *testing.T) {
	least, most := []float64{-1.3, -0.7, 0, -3}, []float64{5.6, 4.9, 30, 28}
	c := &attack.Constraints{
		Integer: []bool{false, false, true, true}, Min: least, Range: make([]float64, len(least)),
		Links: []attack.Link{
			{Feature: 2, Step: 1, Terms: []attack.Term{{Factor: 1, Times: []int{0, 1}}}},
			{Feature: 3, Step: 1, Terms: []attack.Term{{Factor: 1, Times: []int{2}}, {Factor: -1, Times: []int{1}}}},
		},
	}
	for f := range least {
		c.Range[f] = most[f] - least[f]
	}
	found := 0
	for i := range 1000 {
		r := seed.At(64, i)
		e := ensembletest.Random(r, ensembletest.Shape{Features: len(least), Trees: 4, Depth: 3})
		e.Schema.Min, e.Schema.Max = least, most
		raw := []float64{math.Round(4000*r.Float64()) / 1000, math.Round(4000*r.Float64()) / 1000, 0, 0}
		for i := range c.Links {
			raw[c.Links[i].Feature] = c.Links[i].Value(raw)
		}
		x := make([]float64, len(raw))
		for f := range x {
			x[f] = (raw[f] - least[f]) / c.Range[f]
		}
		p := attacktest.NewProblem(t, e, attack.Norms[i%len(attack.Norms)])
		p.Constraints = c
		result := attacktest.Run(t, p, ltattack.Attack{}, []attack.Victim{{X: x, Label: e.Class(x)}}, attack.RunOptions{})[0]
		if result.Example == nil {
			continue
		}
		found++
		out := eval.RawExample(e, c, x, result.Example, raw)
		again := make([]float64, len(out))
		for f := range out {
			again[f] = (out[f] - least[f]) / c.Range[f]
		}
		for i := range c.Links {
			if l := &c.Links[i]; out[l.Feature] != l.Value(out) {
				t.Errorf("%v is written, and %v follows for column %d", out, l.Value(out), l.Feature)
			}
		}
		if d := p.Distance(x, again); math.Abs(d-result.Distance) > 1e-6 {
			t.Errorf("%v is %v away, and %v was found", out, d, result.Distance)
		}
	}
	if found < 500 {
		t.Errorf("%d examples: too few", found)
	}
}
