package attack_test

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The value of a cell lies in the cell, is allowed, and no allowed value of a
// dense sample of the cell is nearer; a cell without a value has none.
func TestSpaceHoldsNearestAllowedValues(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 10 {
				r := seed.At(2, i)
				p, err := attack.NewProblem(ensembletest.Random(r, shape), attack.L1)
				if err != nil {
					t.Fatal(err)
				}
				c := attacktest.Constraints(r, shape.Features)
				if i%2 == 1 { // scaled whole numbers
					c.Min, c.Range = make([]float64, shape.Features), make([]float64, shape.Features)
					for f := range c.Range {
						c.Min[f], c.Range[f] = -0.1, 14
					}
				}
				p.Constraints = c
				v := attacktest.Victim(r, p.Ensemble)
				attacktest.Confine(c, v.X)
				s := attack.NewSpace(p)
				s.Reset(v.X)
				checkSpace(t, p, s)
			}
		})
	}
}

func checkSpace(t *testing.T, p *attack.Problem, s *attack.Space) {
	g, c := p.Grid, p.Constraints
	best := make([]float64, len(s.Cost))
	for i := range best {
		best[i] = math.Inf(1)
	}
	to := make([]float64, len(s.X))
	for f := range s.X {
		for k := -200; k <= 1200; k++ { // includes the whole numbers 0 and 1
			copy(to, s.X)
			to[f] = float64(k) / 1000
			p.Ensemble.Round(to, to)
			if c.Allow(s.X, to) == nil {
				cell := g.First[f] + g.Cell(f, to[f])
				best[cell] = min(best[cell], c.Weight[f]*math.Abs(to[f]-s.X[f]))
			}
		}
		for cell := g.First[f]; cell < g.First[f+1]; cell++ {
			if s.Cost[cell] > best[cell]+1e-12 {
				t.Fatalf("feature %d, cell %d: cost %v, a sample has %v", f, cell-g.First[f], s.Cost[cell], best[cell])
			}
			if math.IsInf(s.Cost[cell], 1) {
				continue
			}
			copy(to, s.X)
			to[f] = s.Value[cell]
			if err := c.Allow(s.X, to); err != nil {
				t.Fatal(err)
			}
			if got := g.First[f] + g.Cell(f, to[f]); got != cell {
				t.Fatalf("feature %d: value %v of cell %d lies in cell %d", f, to[f], cell, got)
			}
		}
	}
}

func TestConstraintsCheck(t *testing.T) {
	yes, no := []bool{false, true}, []bool{false, false}
	cases := map[string]struct {
		c    attack.Constraints
		want string
	}{
		"fine":     {attack.Constraints{Lo: []float64{0, 1}, Hi: []float64{1, 1}, Integer: yes, Increase: yes, Decrease: no}, ""},
		"length":   {attack.Constraints{Frozen: []bool{true}}, "for 1 features, the model reads 2"},
		"weight":   {attack.Constraints{Weight: []float64{1, 0}}, "feature 1: weight 0"},
		"NaN":      {attack.Constraints{Weight: []float64{1, math.NaN()}}, "feature 1: weight NaN"},
		"bounds":   {attack.Constraints{Lo: []float64{0, 2}, Hi: []float64{1, 1}}, "feature 1: smallest value 2 is above the largest, 1"},
		"ways":     {attack.Constraints{Increase: yes, Decrease: yes}, "feature 1: it must neither fall nor rise"},
		"integers": {attack.Constraints{Lo: []float64{0, 0.2}, Hi: []float64{1, 0.8}, Integer: yes}, "feature 1: there is no whole number between 0.2 and 0.8"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			err := c.c.Check(2)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
