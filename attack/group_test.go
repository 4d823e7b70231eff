package attack_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/hsja"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// groupProblem returns a random problem with a group of some first features.
func groupProblem(t *testing.T, r *rand.Rand, shape ensembletest.Shape, norm attack.Norm) *attack.Problem {
	p, err := attack.NewProblem(ensembletest.Random(r, shape), norm)
	if err != nil {
		t.Fatal(err)
	}
	n := p.Ensemble.Features
	c := attacktest.Constraints(r, n)
	c.Min, c.Range = make([]float64, n), make([]float64, n)
	for f := range n {
		c.Min[f], c.Range[f] = 0, 1
	}
	g := attack.Group{Name: "job", AtMostOne: r.IntN(2) == 0, Weight: 0.5 + r.Float64(), Frozen: r.IntN(8) == 0}
	for f := range 2 + r.IntN(min(n, 4)-1) {
		g.Features = append(g.Features, f)
		c.Lo[f], c.Hi[f], c.Values[f], c.Step[f], c.Integer[f] = 0, 1, nil, 0, true
		c.Increase[f], c.Decrease[f], c.Frozen[f] = false, false, false
		if c.Range[f] = 1; r.IntN(2) == 0 { // the model reads 0 as 0.25 and 1 as 0.75
			c.Min[f], c.Range[f] = -0.5, 2
			c.Lo[f], c.Hi[f] = 0.25, 0.75
		}
	}
	if r.IntN(2) == 0 {
		g.Prices = attacktest.LevelPrices(r, attacktest.Levels(&g), norm)
	}
	c.Groups = []attack.Group{g}
	p.Constraints = c
	return p
}

// Examples have one 1 in a group, and the exact ones are the nearest of those, by brute
// force.
func TestGroups(t *testing.T) {
	found, moved := 0, 0
	for name, shape := range ensembletest.Shapes {
		if shape.Features < 2 {
			continue
		}
		for _, norm := range attack.AllNorms {
			for i := range 14 {
				r := seed.At(31, i)
				p := groupProblem(t, r, shape, norm)
				level := r.IntN(len(p.Constraints.Groups[0].Features))
				v := attack.Victim{X: ensembletest.Row(r, p.Ensemble)}
				attacktest.Confine(p.Constraints, v.X)
				attacktest.SetLevel(p, &p.Constraints.Groups[0], v.X, level)
				v.Label = p.Ensemble.Class(v.X)
				cost, err := attacktest.GroupsOptimum(p, v)
				if err != nil {
					t.Fatal(err)
				}
				best := p.Norm.Distance(cost)
				for _, a := range []attack.Attack{exact.Attack{}, exact.Attack{Root: true}, ltattack.Attack{}} {
					results, err := attack.Run(t.Context(), p, a, []attack.Victim{v}, attack.RunOptions{})
					if err != nil {
						t.Fatal(name, err)
					}
					got := &results[0]
					exactly := a.Name() == "exact"
					switch {
					case exactly && !(math.Abs(got.Distance-best) <= 1e-9*best) && !(got.Distance == best),
						got.Distance < best*(1-1e-9), got.LowerBound > best*(1+1e-9):
						t.Errorf("%s, %v, %s: %v at %v, bound %v, the nearest is at %v", name, norm, a.Name(), got.Status, got.Distance, got.LowerBound, best)
					case got.Example != nil:
						found++
						if got.Example[0] != v.X[0] || got.Example[1] != v.X[1] {
							moved++
						}
					}
				}
			}
		}
	}
	if found < 1000 || moved < 100 {
		t.Errorf("%d examples, of which %d change the level", found, moved)
	}
}

// Groups that overlap are refused, rows that are no level are not attacked, and methods
// that move columns one by one say no.
func TestGroupFaults(t *testing.T) {
	p := groupProblem(t, seed.At(5), ensembletest.Shape{Features: 4, Classes: 2, Trees: 3, Depth: 2}, attack.L1)
	v := attack.Victim{X: []float64{0, 0, 0, 0}}
	attacktest.SetLevel(p, &p.Constraints.Groups[0], v.X, 0)
	bad := attack.Victim{X: append([]float64(nil), v.X...)}
	bad.X[1] = bad.X[0]
	v.Label, bad.Label = p.Ensemble.Class(v.X), p.Ensemble.Class(bad.X)
	results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{v, bad}, attack.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Status == attack.OutOfBounds || results[1].Status != attack.OutOfBounds {
		t.Errorf("%v and %v", results[0].Status, results[1].Status)
	}
	if err := p.Constraints.CheckVictim(bad.X, nil); err == nil || !strings.Contains(err.Error(), `group "job"`) {
		t.Error(err)
	}
	if _, err := attack.Run(t.Context(), p, blackbox.New(hsja.Method{}), []attack.Victim{v}, attack.RunOptions{}); err == nil {
		t.Error("hsja takes groups")
	}
	p.Constraints.Groups = append(p.Constraints.Groups, attack.Group{Name: "age", Features: []int{1, 3}})
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), `groups "job" and "age" overlap in feature 1`) {
		t.Error(err)
	}
}
