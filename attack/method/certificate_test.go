package method_test

import (
	"context"
	"flag"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/clique"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

var models = flag.Int("models", 4, "random models of each shape, norm and kind of target in TestCertificates")

// proofs are the attacks that prove something.
var proofs = map[string]attack.Attack{
	"exact":  exact.Attack{},
	"auto":   exact.Auto{Nodes: 20},
	"bound":  exact.Attack{Root: true},
	"clique": clique.Attack{},
	"lt":     ltattack.Attack{},
	"dive":   dive.Attack{},
}

// Proofs hold for what the plain predictor says about every cell, even if only the rounding of its
// sums decides. Exact leaves no row open, except if classes are compared by probabilities, in which
// all trees have a say.
func TestCertificates(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	rows, settled, open := 0, map[string]int{}, 0
	attacktest.EachOf(t, ensembletest.Rounded, *models, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		oracle := attacktest.NewOracle(p)
		least := make([]float64, len(victims))
		for i, v := range victims {
			cost, _ := oracle.Optimum(v)
			least[i] = p.Norm.Distance(cost)
		}
		rows += len(victims)
		for name, a := range proofs {
			if attack.CheckNorm(a, p.Norm) != nil || name == "dive" && p.Target != attack.Untargeted {
				continue
			}
			prepared, err := a.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			s := prepared.Searcher()
			for i, v := range victims {
				r := s.Search(context.Background(), v)
				if r.LowerBound >= least[i]*(1-1e-9) {
					settled[name]++
				} else if name == "exact" {
					open++
				}
				switch err := p.Check(v, &r); {
				case err != nil:
					t.Errorf("%s: %v", name, err)
				case r.LowerBound > least[i]*(1+1e-9), r.Status == attack.Optimal && r.Distance > least[i]*(1+1e-9),
					name == "exact" && r.LowerBound < least[i]*(1-1e-9) && !p.Ensemble.ByProbability:
					t.Errorf("%s: row %v: %v at %v, bound %v, the nearest is at %v", name, v.X, r.Status, r.Distance, r.LowerBound, least[i])
				}
				if d, ok := s.(attack.Decider); ok {
					decide(t, p, d, v, least[i])
				}
			}
		}
	})
	t.Logf("%d rows, settled %v, left open by exact %d", rows, settled, open)
}

// A row on a threshold of 0 has an example so near that a square or a weight of the change
// underflows. It is an example nevertheless.
func TestTiniestChange(t *testing.T) {
	for _, norm := range attack.AllNorms {
		for _, weight := range []float64{1, 1e-30} {
			e := ensembletest.Stumps()
			e.Trees[0].Splits[0].Threshold, e.Trees[1].Splits[0].Threshold = 0, 0
			p := attacktest.NewProblem(t, e, norm)
			p.Constraints = &attack.Constraints{Weight: []float64{weight, weight}}
			v := attack.Victim{X: []float64{0, 0}}
			for name, a := range proofs {
				if attack.CheckNorm(a, norm) != nil {
					continue
				}
				prepared, err := a.Prepare(p)
				if err != nil {
					t.Fatal(err)
				}
				s := prepared.Searcher()
				if r := s.Search(t.Context(), v); p.Check(v, &r) != nil || r.LowerBound > 2 {
					t.Errorf("%s, norm %v: bound %v: %v", name, norm, r.LowerBound, p.Check(v, &r))
				}
				if d, ok := s.(attack.Decider); ok {
					if verdict, r := d.Decide(t.Context(), v, 2); verdict == attack.Certified || p.Check(v, &r) != nil {
						t.Errorf("%s, norm %v: %v: %v", name, norm, verdict, p.Check(v, &r))
					}
				}
			}
		}
	}
}

// decide asks about radii around the distance of the nearest example.
func decide(t *testing.T, p *attack.Problem, s attack.Decider, v attack.Victim, least float64) {
	for _, eps := range []float64{least * (1 - 1e-6), min(least, 5) * (1 + 1e-6)} {
		verdict, r := s.Decide(context.Background(), v, eps)
		broken := least <= eps && least < math.Inf(1)
		if err := p.Check(v, &r); err != nil || verdict == attack.Certified && broken || verdict == attack.Broken && !broken {
			t.Errorf("row %v: %v within %v, the nearest is at %v: %v", v.X, verdict, eps, least, err)
		}
	}
}
