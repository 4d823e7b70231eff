package attack_test

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A row that breaks a link is not attacked, and circles are refused.
func TestLinkFaults(t *testing.T) {
	p, err := attack.NewProblem(ensembletest.Random(seed.At(1), ensembletest.Shape{Features: 3, Trees: 3, Depth: 2}), attack.L1)
	if err != nil {
		t.Fatal(err)
	}
	p.Constraints = &attack.Constraints{Links: []attack.Link{
		{Text: "c = a + b", Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}}},
	}}
	v := attack.Victim{X: []float64{0.25, 0.5, 1}}
	v.Label = p.Ensemble.Class(v.X)
	results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{v}, attack.RunOptions{})
	if err != nil || results[0].Status != attack.OutOfBounds {
		t.Errorf("%v, %v", results, err)
	}
	p.Constraints.Links = append(p.Constraints.Links, attack.Link{Text: "a = c", Feature: 0, Terms: []attack.Term{{Factor: 1, Times: []int{2}}}})
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "is part of a circle of links") {
		t.Error(err)
	}
}

// A model of float32 rounds the terms of a difference, which may be far smaller than they
// are: a row obeys its link all the same.
func TestLinksOfTermsThatCancel(t *testing.T) {
	e := ensembletest.Stumps()
	e.Features, e.Input = 5, ensemble.Float32
	p, err := attack.NewProblem(e, attack.L1)
	if err != nil {
		t.Fatal(err)
	}
	p.Constraints = &attack.Constraints{Links: []attack.Link{
		{Text: "e = c - d", Feature: 4, Terms: []attack.Term{{Factor: 1, Times: []int{2}}, {Factor: -1, Times: []int{3}}}},
	}}
	c, d := 9000.17, 9000.11
	results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{{X: []float64{0.75, 0.75, c, d, c - d}, Label: 1}}, attack.RunOptions{})
	if err != nil || results[0].Status != attack.Optimal || results[0].Distance != 0.25 {
		t.Errorf("%+v, %v", results, err)
	}
}

// A derived column of weight 0 moves for nothing in bounds: where that alone makes an
// example, nothing is proved, in any norm.
func TestColumnsThatMoveForNothing(t *testing.T) {
	for _, norm := range attack.AllNorms {
		e := ensembletest.Stumps()
		e.Trees[0].Splits[0].Feature = 1
		p, err := attack.NewProblem(e, norm)
		if err != nil {
			t.Fatal(err)
		}
		p.Constraints = &attack.Constraints{Weight: []float64{1, 0}, Links: []attack.Link{
			{Text: "b = 2 * a", Feature: 1, Terms: []attack.Term{{Factor: 2, Times: []int{0}}}},
		}}
		v := attack.Victim{X: []float64{0.6, 1.2}, Label: 1}
		for _, a := range []attack.Attack{exact.Attack{}, exact.Auto{}, exact.Attack{Root: true}} {
			adversary, err := attack.Prepare(p, a)
			if err != nil {
				t.Fatal(err)
			}
			results, err := adversary.Run(t.Context(), []attack.Victim{v}, attack.RunOptions{})
			if err != nil || results[0].LowerBound != 0 {
				t.Errorf("%s, norm %v: %+v, %v", a.Name(), norm, results, err)
			}
			least := norm.Distance(norm.Cost(0.6 - 0.25)) // b is 0.5 then
			decisions, err := adversary.Decide(t.Context(), []attack.Victim{v}, math.Nextafter(least, 2), attack.RunOptions{})
			if err != nil || decisions[0].Verdict == attack.Certified {
				t.Errorf("%s, norm %v: %+v, %v", a.Name(), norm, decisions, err)
			}
		}
	}
}
