package attack_test

import (
	"errors"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack/attacktest"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A proof goes no farther than costs stay finite, and a search that finds an example there does not
// call it the nearest.
func TestProofsEndWhereCostsOverflow(t *testing.T) {
	for _, c := range []struct {
		norm      attack.Norm
		threshold float64
		decided   bool // a radius of 1e201
	}{{attack.LInf, 1e200, true}, {attack.L1, 1e200, true}, {attack.L2, 1e200, false}, {attack.L2, 1e100, true}} {
		e := ensembletest.Stumps()
		e.Trees = e.Trees[:1]
		e.Trees[0].Splits[0].Threshold = c.threshold
		p := attacktest.NewProblem(t, e, c.norm)
		victims := []attack.Victim{{X: []float64{0, 0}, Label: 0}}
		for _, m := range method.All {
			if m.Does&(method.Prove|method.Decide) == 0 || m.Name == method.MILP || m.Name == method.MILPVotes {
				continue
			}
			a := attacktest.Prepare(t, p, m.New(method.Settings{}))
			results, err := a.Run(t.Context(), victims, attack.RunOptions{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r := &results[0]; r.LowerBound > c.threshold*(1+1e-9) {
				t.Errorf("%s, norm %v: bound %v, %v at %v, the nearest example is at %v", m.Name, c.norm, r.LowerBound, r.Status, r.Distance, c.threshold)
			}
			if !a.CanDecide() {
				continue
			}
			for _, eps := range []float64{1, 1e201, math.Inf(1)} {
				decisions, err := a.Decide(t.Context(), victims, eps, attack.RunOptions{Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				certified := decisions[0].Verdict == attack.Certified
				if certified && eps > c.threshold || eps == 1 && !certified {
					t.Errorf("%s, norm %v: %v within %v, the nearest example is at %v", m.Name, c.norm, decisions[0].Verdict, eps, c.threshold)
				}
				if c.decided && eps == 1e201 && m.Name == "exact" && decisions[0].Verdict != attack.Broken {
					t.Errorf("norm %v: %v within %v", c.norm, decisions[0].Verdict, eps)
				}
			}
		}
	}
}

// No number lies beyond the threshold that separates all numbers from missing values: no example is
// looked for there.
func TestNoNumberIsBeyondTheMissing(t *testing.T) {
	e := ensembletest.Stumps()
	e.Trees = e.Trees[:1]
	e.Trees[0].Splits[0].Threshold = math.Inf(1)
	for _, norm := range []attack.Norm{attack.L0, attack.LInf, attack.L1, attack.L2} {
		p := attacktest.NewProblem(t, e, norm)
		victim := attack.Victim{X: []float64{0, 0}}
		victim.Label = e.Class(victim.X)
		for _, m := range method.All {
			if m.Does&method.Prove == 0 || m.Name == method.MILP || m.Name == method.MILPVotes {
				continue
			}
			a, err := attack.Prepare(p, m.New(method.Settings{}))
			if errors.Is(err, errors.ErrUnsupported) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			results, err := a.Run(t.Context(), []attack.Victim{victim}, attack.RunOptions{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r := &results[0]; r.Example != nil || m.Name == "exact" && !math.IsInf(r.LowerBound, 1) {
				t.Errorf("%s, norm %v: %v at %v, bound %v", m.Name, norm, r.Status, r.Distance, r.LowerBound)
			}
		}
	}
}
