package attack_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// asSeen returns the problem in the model as rows of the victim's levels see it.
func asSeen(t *testing.T, p *attack.Problem, v attack.Victim) *attack.Problem {
	q := *p
	x := p.Ensemble.Rounded(v.X)
	q.Ensemble = p.Ensemble.Resolve(x, func(f ensemble.Feature) bool { return x[f] != x[f] || p.Ensemble.Categorical(int(f)) })
	var err error
	if q.Grid, err = ensemble.NewGrid(q.Ensemble); err != nil {
		t.Fatal(err)
	}
	return &q
}

// everyModelOfSets calls a property with a victim of each kind of model that
// splits on categories.
func everyModelOfSets(t *testing.T, property func(t *testing.T, p *attack.Problem, v attack.Victim)) {
	for name, shape := range ensembletest.SetShapes {
		t.Run(name, func(t *testing.T) {
			for trial := range 30 {
				r := seed.At(31, trial)
				e := ensembletest.Random(r, shape)
				for _, norm := range attack.Norms {
					p, err := attack.NewProblem(e, norm)
					if err != nil {
						t.Fatal(err)
					}
					property(t, p, attacktest.Victim(r, e))
				}
			}
		})
	}
}

// Of a model that splits on categories, exact search finds the optimum of brute
// force over the numbers, decides right on both sides of it, and no example of
// any method changes a level.
func TestCategoriesStay(t *testing.T) {
	everyModelOfSets(t, func(t *testing.T, p *attack.Problem, v attack.Victim) {
		cost, _ := attacktest.NewOracle(asSeen(t, p, v)).Optimum(v)
		want := p.Norm.Distance(cost)
		adversary, err := attack.Prepare(p, exact.Attack{})
		if err != nil {
			t.Fatal(err)
		}
		results, err := adversary.Run(t.Context(), []attack.Victim{v}, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := results[0]
		if r.Status == attack.Misclassified {
			return
		}
		if d := r.Distance; d != want && !(d <= want*(1+1e-9) && d >= want*(1-1e-9)) {
			t.Fatalf("distance %v, brute force has %v", d, want)
		}
		for eps, verdict := range map[float64]attack.Verdict{want * 0.9: attack.Certified, want * 1.1: attack.Broken} {
			if want == 0 || want > 1e300 {
				break
			}
			decisions, err := adversary.Decide(t.Context(), []attack.Victim{v}, eps, attack.RunOptions{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if decisions[0].Verdict != verdict {
				t.Fatalf("%v within %v, the nearest example is at %v", decisions[0].Verdict, eps, want)
			}
		}
		for _, name := range []string{"lt", "auto", "cube", "hsja"} {
			a, err := method.New(name, method.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			results, err := attack.Run(t.Context(), p, a, []attack.Victim{v}, attack.RunOptions{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r := results[0]; r.LowerBound > want*(1+1e-9) || r.Distance < want*(1-1e-9) {
				t.Fatalf("%s: between %v and %v, brute force has %v", name, r.LowerBound, r.Distance, want)
			}
			for f := range v.X {
				if r := results[0]; r.Example != nil && p.Ensemble.Categorical(f) && r.Example[f] != v.X[f] {
					t.Fatalf("%s: feature %d is %v in the example, %v in the row", name, f, r.Example[f], v.X[f])
				}
			}
		}
	})
}

// As rows of its levels see a model, it says what the model says.
func TestModelAsSeenPredictsLikeTheModel(t *testing.T) {
	everyModelOfSets(t, func(t *testing.T, p *attack.Problem, v attack.Victim) {
		q := asSeen(t, p, v)
		r := seed.At(32, len(v.X))
		x := append([]float64(nil), v.X...)
		for range 20 {
			for f := range x {
				if !p.Ensemble.Categorical(f) {
					x[f] = r.Float64()
				}
			}
			if got, want := q.Ensemble.Class(x), p.Ensemble.Class(x); got != want {
				t.Fatalf("row %v is of class %d, %d as seen", x, want, got)
			}
		}
	})
}
