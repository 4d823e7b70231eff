package attack_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// An attacker changes the numbers of a file. A model that rounds them to float32 is certified
// within a radius around them, and broken within it, to the last bit, even if radius, row and
// threshold all have the same few decimals.
func TestFloat32ModelsAreDecidedInTheNumbersOfTheFile(t *testing.T) {
	shape := ensembletest.Shape{Features: 2, Trees: 3, Depth: 2, Single: true, Values: []float64{-1, 1}}
	r := seed.At(11)
	verdicts := map[attack.Verdict]int{}
	rounding := 0 // rows of which rounding first would say something else
	for range 1000 {
		e := ensembletest.Random(r, shape)
		for i := range e.Trees {
			for n := range e.Trees[i].Splits {
				e.Trees[i].Splits[n].Threshold = e.Prev(float64(float32(float64(1+r.IntN(19)) / 20))) // x < 0.05, as XGBoost has it
			}
		}
		p := attacktest.NewProblem(t, e, attack.LInf)
		adversary := attacktest.Prepare(t, p, exact.Attack{})
		x, eps := []float64{float64(r.IntN(100)) / 100, float64(r.IntN(100)) / 100}, float64(r.IntN(30))/100
		v := attack.Victim{X: x, Label: e.Class(x)}
		decisions, err := adversary.Decide(t.Context(), []attack.Victim{v}, eps, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := attack.Certified
		if flips(e, x, eps, v.Label) {
			want = attack.Broken
		}
		got := decisions[0]
		if got.Verdict != want {
			t.Errorf("row %v within %v: %v, not %v", x, eps, got.Verdict, want)
		}
		if got.Verdict == attack.Broken && e.Class(got.Example) != got.Class {
			t.Errorf("row %v: the example %v is of class %d, not %d", x, got.Example, e.Class(got.Example), got.Class)
		}
		verdicts[want]++
		if flips(e, e.Rounded(x), eps, v.Label) != (want == attack.Broken) {
			rounding++
		}
	}
	if verdicts[attack.Certified] < 200 || verdicts[attack.Broken] < 200 || rounding < 5 {
		t.Errorf("too few cases: %v, %d where rounding matters", verdicts, rounding)
	}
}

// flips reports whether a row of two features can be changed by eps so that the model predicts
// another class, trying every place where it sees a change.
func flips(e *ensemble.Ensemble, x []float64, eps float64, class int) bool {
	places := make([][]float64, 2)
	for f := range places {
		places[f] = []float64{x[f]}
		for i := range e.Trees {
			for _, s := range e.Trees[i].Splits {
				if int(s.Feature) != f {
					continue
				}
				above := firstReadAbove(s.Threshold)
				for _, z := range []float64{above, math.Nextafter(above, math.Inf(-1))} {
					if math.Abs(z-x[f]) <= eps {
						places[f] = append(places[f], z)
					}
				}
			}
		}
	}
	for _, a := range places[0] {
		for _, b := range places[1] {
			if e.Class([]float64{a, b}) != class {
				return true
			}
		}
	}
	return false
}

// firstReadAbove returns, by bisection, the smallest number that float32 rounds to more than v. v
// is at least 0.
func firstReadAbove(v float64) float64 {
	lo, hi := math.Float64bits(v), math.Float64bits(v+1)
	for hi-lo > 1 {
		if middle := lo + (hi-lo)/2; float64(float32(math.Float64frombits(middle))) > v {
			hi = middle
		} else {
			lo = middle
		}
	}
	return math.Float64frombits(hi)
}
