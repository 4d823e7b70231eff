package attack_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// far are numbers between which changes have any size, some of which overflow.
var far = []float64{-math.MaxFloat64, -1e308, -1, 0, 1e-300, 0.5, 1e200, 9e307, 1e308, math.MaxFloat64}

// If every change counts 1 its size may overflow: for rows far out, and for infinite ones, which
// scaling can make, nothing false is proved.
func TestNormZeroCountsWhateverTheSize(t *testing.T) {
	overflows := 0
	for i := range 150 {
		r := seed.At(31, i)
		p, victims := farProblem(t, r, attack.L0)
		if i%2 == 1 {
			p.Constraints = &attack.Constraints{Frozen: []bool{false, r.IntN(2) == 0}}
		}
		near := make([]float64, len(victims))
		for k, v := range victims {
			near[k] = attacktest.Nearest(p, v)
			if ends := p.Grid.Cuts[0]; near[k] < math.Inf(1) && len(ends) > 0 && math.IsInf(v.X[0]-ends[0], 0) {
				overflows++
			}
		}
		for _, m := range method.All {
			if m.Does&(method.Prove|method.Decide) != 0 && m.Name != method.MILP && m.Name != method.MILPVotes {
				checkFar(t, i, p, m.New(method.Settings{}), victims, near)
			}
		}
	}
	if overflows < 20 {
		t.Errorf("only %d victims are so far from a threshold", overflows)
	}
}

// If costs add up to more than a number, or there is no number halfway between two of them,
// searches end: the exact one must not run for ever, deaf to cancellation.
func TestSearchesEndWhereCostsOverflow(t *testing.T) {
	stump := func(f ensemble.Feature, at, win float64) ensemble.Tree {
		return ensemble.Tree{Splits: []ensemble.Split{{Feature: f, Left: ^0, Right: ^1, Threshold: at}}, Leaves: []float64{0, win}}
	}
	for norm, sizes := range map[attack.Norm][]float64{
		attack.LInf: {6e307, 9.5e307, 1.2e308}, attack.L1: {4e307, 6e307, 8e307, 9.5e307}, attack.Cost: {6e307, 9.5e307},
		attack.L2: {5e153, 9e153, 9.6e153, 1.2e154, 1.33e154},
	} {
		for _, size := range sizes {
			e := ensembletest.Stumps()
			e.Base, e.Trees = []float64{-1.5}, []ensemble.Tree{stump(0, size, 1), stump(1, size, 1), stump(1, size/2, 0.25), stump(0, size/2, 0.25)}
			p := attacktest.NewProblem(t, e, norm)
			v := []attack.Victim{{X: []float64{0, 0}}}
			for _, m := range []string{"exact", "auto", "bound", "lt", "clique"} {
				a, err := method.New(m, method.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				if attack.CheckNorm(a, norm) == nil {
					checkFar(t, 0, p, a, v, []float64{attacktest.Nearest(p, v[0])})
				}
			}
		}
	}
	for i := range 100 {
		r := seed.At(32, i)
		p, victims := farProblem(t, r, []attack.Norm{attack.LInf, attack.L1, attack.L2, attack.Cost}[i%4])
		near := make([]float64, len(victims))
		for k, v := range victims {
			near[k] = attacktest.Nearest(p, v)
		}
		for _, m := range method.All {
			if a := m.New(method.Settings{}); m.Does&(method.Prove|method.Decide) != 0 && m.Name != method.MILP && m.Name != method.MILPVotes && attack.CheckNorm(a, p.Norm) == nil {
				checkFar(t, i, p, a, victims, near)
			}
		}
	}
}

// ends are numbers at the ends of the range of float32, and infinities, between which no number lies.
var ends = []float64{math.Inf(-1), -math.MaxFloat32, -0x1.8p127, -1, 0, 0.5, 0x1.8p127, math.MaxFloat32, math.Inf(1)}

// No method moves a value to infinity, or to what float32 rounds to it, though a split may part that
// from all numbers; and a row is proved robust if only that would flip it.
func TestNoValueBecomesInfinite(t *testing.T) {
	only := 0 // victims that only an infinite value would flip
	models := 240
	if testing.Short() {
		models = 60
	}
	for i := range models {
		r := seed.At(33, i)
		norm := []attack.Norm{attack.L0, attack.LInf, attack.L1, attack.L2, attack.Cost}[i%5]
		e := farModel(r, ends)
		if i%3 > 0 {
			e.Input, e.Sum = ensemble.Float32, ensemble.Float32
			for t := range e.Trees {
				for l, v := range e.Trees[t].Leaves {
					e.Trees[t].Leaves[l] = float64(float32(v))
				}
			}
			e.Base[0] = float64(float32(e.Base[0]))
		}
		p := attacktest.NewProblem(t, e, norm)
		if i%2 == 1 {
			p.Constraints = &attack.Constraints{Weight: []float64{1, 2}, Blank: []float64{float64(i / 2 % 2), 0}}
		}
		var victims []attack.Victim
		var near []float64
		for range 3 {
			x := []float64{ends[1+r.IntN(len(ends)-2)], ends[1+r.IntN(len(ends)-2)]}
			v := attack.Victim{X: x, Label: e.Class(x)}
			victims, near = append(victims, v), append(near, attacktest.Nearest(p, v))
			for f := range x {
				for _, infinite := range [2]float64{math.Inf(1), math.Inf(-1)} {
					to := slices.Clone(x)
					if to[f] = infinite; math.IsInf(near[len(near)-1], 1) && e.Class(to) != v.Label {
						only++
					}
				}
			}
		}
		for _, m := range method.All {
			a := m.New(method.Settings{Rows: [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}})
			if attack.CheckNorm(a, norm) != nil || m.Name == method.MILP || m.Name == method.MILPVotes {
				continue
			}
			if _, err := attack.Prepare(p, a); !errors.Is(err, errors.ErrUnsupported) {
				checkFar(t, i, p, a, victims, near)
			}
		}
	}
	if only < models/12 {
		t.Errorf("only %d values would have to be infinite", only)
	}
}

// farModel returns a small model of two scaled features with thresholds among some numbers.
func farModel(r *rand.Rand, thresholds []float64) *ensemble.Ensemble {
	e := ensembletest.Random(r, ensembletest.Shape{Features: 2, Trees: 1 + r.IntN(4), Depth: 1 + r.IntN(3)})
	e.Schema.Min, e.Schema.Max = []float64{0, 0}, []float64{1, 1}
	for i := range e.Trees {
		for k := range e.Trees[i].Splits {
			e.Trees[i].Splits[k].Threshold = thresholds[r.IntN(len(thresholds))]
		}
	}
	return e
}

// farProblem returns a small model of two features with thresholds far from each other, and rows
// equally far apart.
func farProblem(t *testing.T, r *rand.Rand, n attack.Norm) (*attack.Problem, []attack.Victim) {
	t.Helper()
	e := farModel(r, far)
	p := attacktest.NewProblem(t, e, n)
	var victims []attack.Victim
	for range 3 {
		x := []float64{far[r.IntN(len(far))], far[r.IntN(len(far))]}
		if r.IntN(3) == 0 {
			x[r.IntN(2)] = math.Inf(1 - 2*r.IntN(2))
		}
		victims = append(victims, attack.Victim{X: x, Label: e.Class(x)})
	}
	return p, victims
}

// checkFar compares a method's results on victims with their distances.
func checkFar(t *testing.T, number int, p *attack.Problem, method attack.Attack, victims []attack.Victim, near []float64) {
	t.Helper()
	a := attacktest.Prepare(t, p, method)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // which no search takes
	defer cancel()
	results, err := a.Run(ctx, victims, attack.RunOptions{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for k, r := range results {
		if r.LowerBound > near[k]*(1+1e-9) || r.Status == attack.Optimal && math.Abs(r.Distance-near[k]) > 1e-9*near[k] {
			t.Errorf("problem %d, norm %v, %s, row %v: %v at %v, bound %v, the nearest is at %v", number, p.Norm, method.Name(), victims[k].X, r.Status, r.Distance, r.LowerBound, near[k])
		}
	}
	if !a.CanDecide() {
		return
	}
	for _, eps := range []float64{0.5, 1, 2, 1e154, 1e308} {
		decisions, err := a.Decide(ctx, victims, eps, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, d := range decisions {
			if d.Verdict == attack.Certified && near[k] <= eps || d.Verdict == attack.Broken && near[k] > eps*(1+1e-9) {
				t.Errorf("problem %d, norm %v, %s, row %v: %v within %v, the nearest is at %v", number, p.Norm, method.Name(), victims[k].X, d.Verdict, eps, near[k])
			}
		}
	}
}

// A change of a column that a link derives at no cost costs nothing, however far it goes.
func TestNothingTimesTooMuchIsNothing(t *testing.T) {
	for _, change := range []float64{0, 1, math.MaxFloat64, math.Inf(1), math.Inf(-1)} {
		if got := attack.Weighted(0, change); got != 0 {
			t.Errorf("a change by %v counts %v", change, got)
		}
	}
	if got := attack.Weighted(0, math.NaN()); got == got {
		t.Errorf("no change counts %v", got)
	}
}

// Beyond the square root of the largest number squares overflow, so no proof in norm 2 reaches a threshold
// that far from a victim, however near 0 it is.
func TestFarVictimsAreNotProvedSafe(t *testing.T) {
	for _, weight := range []float64{1, 1e30} {
		p := attacktest.NewProblem(t, stump(t).Ensemble, attack.L2)
		p.Constraints = &attack.Constraints{Weight: []float64{weight}}
		x := 1e160 / weight
		adversary := attacktest.Prepare(t, p, exact.Attack{})
		victims := []attack.Victim{{X: []float64{x}, Label: 1}}
		results, err := adversary.Run(t.Context(), victims, attack.RunOptions{})
		if err != nil || results[0].LowerBound > 1e160 {
			t.Errorf("weight %v: nothing is nearer than %v, %v", weight, results[0].LowerBound, err)
		}
		decisions, err := adversary.Decide(t.Context(), victims, 1e161, attack.RunOptions{})
		if err != nil || decisions[0].Verdict == attack.Certified {
			t.Errorf("weight %v: %v, %v", weight, decisions[0].Verdict, err)
		}
	}
}
