package attack_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Two columns of whole numbers in a range and a numeric one, whose thresholds are as far from the
// row as steps are, up to rounding: in whole numbers the distance of steps is known exactly.
func TestStepsAgainstWholeNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for i := range 3000 {
		r := seed.At(71, i)
		width := []float64{10, 20, 50}[i%3]
		x := []float64{float64(r.IntN(int(width))) / width, float64(r.IntN(int(width))) / width, float64(r.IntN(10)) / 10}
		p := stumpsAround(t, r, attack.AllNorms[i%len(attack.AllNorms)], x, width)
		label := p.Ensemble.Class(x)
		steps := fewestSteps(p, x, width)
		if steps == 0 || math.IsInf(steps, 1) {
			continue
		}
		eps := distanceOfSteps(p.Norm, steps, width)
		adversary := attacktest.Prepare(t, p, exact.Attack{})
		victims := []attack.Victim{{X: x, Label: label}}
		d, err := adversary.Decide(t.Context(), victims, eps, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if d[0].Verdict != attack.Broken || d[0].Distance > eps {
			t.Errorf("%d, norm %v, range %v: %v is %v within %v, at %v", i, p.Norm, width, x, d[0].Verdict, eps, d[0].Distance)
		}
		found, err := adversary.Run(t.Context(), victims, attack.RunOptions{Threads: 1})
		if err != nil || found[0].Distance > eps || found[0].LowerBound > eps {
			t.Errorf("%d, norm %v, range %v: from %v steps make %v, found %v above %v (%v)", i, p.Norm, width, x, eps, found[0].Distance, found[0].LowerBound, err)
		}
	}
}

// stumpsAround draws a model of stumps on two whole columns, and on a numeric one at distances of
// steps from a row's value.
func stumpsAround(t *testing.T, r *rand.Rand, norm attack.Norm, x []float64, width float64) *attack.Problem {
	t.Helper()
	e := ensembletest.Stumps()
	e.Features, e.Base, e.Trees = 3, []float64{float64(r.IntN(3))/2 - 1.45}, nil
	for range 4 {
		f, at := r.IntN(3), (float64(r.IntN(int(width)))+0.5)/width
		if f == 2 {
			at = x[2] + float64(r.IntN(5)-2)/width
		}
		up := float64(r.IntN(2))
		e.Trees = append(e.Trees, ensemble.Tree{
			Splits: []ensemble.Split{{Feature: ensemble.Feature(f), Left: ^0, Right: ^1, Threshold: at}}, Leaves: []float64{1 - up, up},
		})
	}
	p := attacktest.NewProblem(t, e, norm)
	p.Constraints = &attack.Constraints{
		Integer: []bool{true, true, false}, Min: []float64{0, 0, 0}, Range: []float64{width, width, 1}, Weight: []float64{1, 1, 1},
	}
	return p
}

// fewestSteps returns the least cost of an example by whole steps alone in a norm, in steps or
// their squares, by trying all of them.
func fewestSteps(p *attack.Problem, x []float64, width float64) float64 {
	label, least := p.Ensemble.Class(x), math.Inf(1)
	for a := -1.0; a <= width+1; a++ {
		for b := -1.0; b <= width+1; b++ {
			if p.Ensemble.Class([]float64{a / width, b / width, x[2]}) != label {
				da, db := math.Abs(a-math.Round(x[0]*width)), math.Abs(b-math.Round(x[1]*width))
				least = min(least, p.Norm.Join(p.Norm.Cost(da), p.Norm.Cost(db)))
			}
		}
	}
	return least
}

// distanceOfSteps returns the distance of a number of steps in a range, as a user would write it.
func distanceOfSteps(norm attack.Norm, steps, width float64) float64 {
	switch root := math.Sqrt(steps); {
	case norm == attack.L0:
		return steps
	case norm != attack.L2:
		return steps / width
	case root == math.Round(root):
		return root / width
	}
	return math.Sqrt(steps / (width * width))
}
