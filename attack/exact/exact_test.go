package exact_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// everyCase runs a property on random problems of every shape, norm and kind
// of target.
func everyCase(t *testing.T, property func(t *testing.T, p *attack.Problem, victims []attack.Victim)) {
	for name, shape := range ensembletest.Shapes {
		for _, norm := range attack.Norms {
			for _, targeted := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%v/targeted=%v", name, norm, targeted), func(t *testing.T) {
					for i := range 40 {
						r := seed.At(1, i)
						p, err := attack.NewProblem(ensembletest.Random(r, shape), norm)
						if err != nil {
							t.Fatal(err)
						}
						if targeted {
							p.Target = r.IntN(p.Ensemble.Classes)
						}
						var victims []attack.Victim
						for range 3 {
							if v := attacktest.Victim(r, p.Ensemble); v.Label != p.Target {
								victims = append(victims, v)
							}
						}
						property(t, p, victims)
					}
				})
			}
		}
	}
}

func TestOptimumIsThatOfBruteForce(t *testing.T) {
	everyCase(t, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		results, err := attack.Run(context.Background(), p, exact.Attack{}, victims, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		oracle := attacktest.NewOracle(p)
		for i, v := range victims {
			cost, _ := oracle.Optimum(v)
			best, got := p.Norm.Distance(cost), results[i]
			want := attack.Optimal
			if cost == math.Inf(1) {
				want = attack.None
			}
			if got.Status != want || !near(got.Distance, best) || !near(got.LowerBound, best) {
				t.Errorf("row %v: %v at %v, bound %v, the optimum is %v", v.X, got.Status, got.Distance, got.LowerBound, best)
			}
		}
	})
}

// near reports whether two distances differ by no more than roundings.
func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*max(a, b)
}

// Deciding at radii around the optimum gives the right verdict each time.
func TestDecideAgreesWithBruteForce(t *testing.T) {
	everyCase(t, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		oracle := attacktest.NewOracle(p)
		prepared, err := exact.Attack{}.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		s := prepared.Searcher().(attack.Decider)
		for _, v := range victims {
			cost, _ := oracle.Optimum(v)
			best := p.Norm.Distance(cost)
			if cost == math.Inf(1) {
				best = 1
			}
			for _, factor := range []float64{0.5, 1 - 1e-6, 1 + 1e-6, 2} {
				eps := best * factor
				want := attack.Certified
				if p.Norm.Distance(cost) <= eps {
					want = attack.Broken
				}
				verdict, r := s.Decide(context.Background(), v, eps)
				if verdict != want {
					t.Errorf("row %v: %v within %v, the optimum is at %v", v.X, verdict, eps, best)
				}
				if err := p.Check(v, &r); err != nil || verdict == attack.Broken && r.Distance > eps {
					t.Errorf("row %v: %v within %v: example at %v, %v", v.X, verdict, eps, r.Distance, err)
				}
			}
		}
	})
}
