package attack_test

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// asSeen returns the problem for the model as rows with the victim's levels see it.
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

// everyModelOfSets calls a property with a victim of each kind of model that splits on categories.
// Some victims miss a level, or have one that is not legal.
func everyModelOfSets(t *testing.T, property func(t *testing.T, p *attack.Problem, v attack.Victim)) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for name, shape := range ensembletest.SetShapes {
		t.Run(name, func(t *testing.T) {
			for trial := range 30 {
				r := seed.At(31, trial)
				e := ensembletest.Random(r, shape)
				for _, norm := range attack.Norms {
					p := attacktest.NewProblem(t, e, norm)
					v := attacktest.Victim(r, e)
					if trial%5 == 4 {
						v.X[0] = []float64{math.NaN(), -1, 9999}[r.IntN(3)]
						v.Label = e.Class(v.X)
					}
					property(t, p, v)
				}
			}
		})
	}
}

// few reports whether all combinations of levels can be tried.
func few(e *ensemble.Ensemble) bool {
	n := 1
	for _, c := range e.Columns {
		n *= max(1, len(c.Codes))
	}
	return n <= 70
}

// within a relative 1e-9.
func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*max(a, b) }

// The search finds what trying all levels finds, decides right on both sides of
// it, and the oracle of cells agrees; with weights, and with frozen columns too.
func TestLevelsMove(t *testing.T) {
	moved := 0
	everyModelOfSets(t, func(t *testing.T, p *attack.Problem, v attack.Victim) {
		e := p.Ensemble
		switch r := seed.At(33, v.Row); r.IntN(4) {
		case 3:
			attacktest.Constrain(r, p)
			attacktest.Confine(p.Constraints, v.X)
			v.Label = e.Class(v.X)
		case 0:
			p.Constraints = &attack.Constraints{Weight: make([]float64, e.Features), Frozen: make([]bool, e.Features)}
			for f := range e.Features {
				p.Constraints.Weight[f], p.Constraints.Frozen[f] = 0.5+r.Float64(), r.IntN(4) == 0
			}
		case 1:
			p.Constraints = &attack.Constraints{Weight: slices.Repeat([]float64{0.1}, e.Features)}
		}
		cost, _ := attacktest.NewOracle(p).Optimum(v)
		want := p.Norm.Distance(cost)
		if few(e) {
			if byRows := attacktest.Nearest(p, v); !near(byRows, want) {
				t.Fatalf("the nearest example is at %v by cells, at %v by rows", want, byRows)
			}
		}
		adversary := attacktest.Prepare(t, p, exact.Attack{})
		results, err := adversary.Run(t.Context(), []attack.Victim{v}, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := results[0]
		if r.Status == attack.Misclassified {
			return
		}
		if !near(r.Distance, want) || !near(r.LowerBound, want) {
			t.Fatalf("%v at %v, bound %v, brute force has %v", r.Status, r.Distance, r.LowerBound, want)
		}
		for f := range r.Example {
			if e.Categorical(f) && r.Example[f] != e.Rounded(v.X)[f] {
				moved++
			}
		}
		for eps, verdict := range map[float64]attack.Verdict{want * 0.9: attack.Certified, want: attack.Broken, want * 1.1: attack.Broken} {
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
	})
	if moved == 0 {
		t.Error("no level has moved")
	}
}

// If categories are frozen, the search finds the brute-force optimum over the numbers, and no
// example of any method changes a level.
func TestCategoriesStay(t *testing.T) {
	everyModelOfSets(t, func(t *testing.T, p *attack.Problem, v attack.Victim) {
		cost, _ := attacktest.NewOracle(asSeen(t, p, v)).Optimum(v)
		want := p.Norm.Distance(cost)
		p.Constraints = attack.StillLevels(p.Ensemble, nil)
		for _, name := range []string{"exact", "lt", "auto", "cube", "hsja", "dive", "clique"} {
			a, err := method.New(name, method.Settings{Starts: 1}) // each start keeps levels or does not
			if err != nil {
				t.Fatal(err)
			}
			if attack.CheckNorm(a, p.Norm) != nil {
				continue
			}
			results := attacktest.Run(t, p, a, []attack.Victim{v}, attack.RunOptions{Threads: 1})
			r := results[0]
			if r.Status == attack.Misclassified {
				return
			}
			if r.LowerBound > want*(1+1e-9) || r.Distance < want*(1-1e-9) || name == "exact" && !near(r.Distance, want) {
				t.Fatalf("%s: between %v and %v, brute force has %v", name, r.LowerBound, r.Distance, want)
			}
			for f := range r.Example {
				if x := p.Ensemble.Rounded(v.X); p.Ensemble.Categorical(f) && x[f] == x[f] && r.Example[f] != x[f] {
					t.Fatalf("%s: feature %d is %v in the example, %v in the row", name, f, r.Example[f], v.X[f])
				}
			}
		}
	})
}

// The model as rows with given levels see it predicts what the model predicts for them.
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
