package attack_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Steps between large numbers are within an eps as it is written too: from 1000000.09 to 1000000.11 is
// 0.02, and not 0.0200000000186, however the model scales them.
func TestStepsBetweenLargeNumbers(t *testing.T) {
	for i, scaling := range [][2]float64{{0, 1}, {0, 1e6}, {1e6, 0.5}, {2345.67, 20}} { // the value that is read as 0, and the width
		for from := 1; from <= 20; from++ {
			for steps := 1; steps < 8; steps++ {
				norm := []attack.Norm{attack.LInf, attack.L2, attack.L1, attack.Cost}[(from+i)%4]
				number := func(cents float64) float64 { return (1e8 + cents) / 100 }
				reads := func(cents float64) float64 { return (number(cents) - scaling[0]) / scaling[1] }
				c := &attack.Constraints{
					Values: [][]float64{{number(float64(from + steps)), number(float64(from + steps + 1))}},
					Min:    []float64{scaling[0]}, Range: []float64{scaling[1]},
				}
				p := problemOf(t, norm, c, reads(float64(from+steps)-0.5))
				eps := float64(steps) / 100 / scaling[1]
				if d := decide(t, p, []float64{reads(float64(from))}, eps); d.Verdict != attack.Broken || d.Distance > eps {
					t.Errorf("%v, scaled by %v: %v at %v, %d steps of 0.01 from %v", norm, scaling, d.Verdict, d.Distance, steps, number(float64(from)))
				}
				if d := decide(t, p, []float64{reads(float64(from))}, eps*(1-1e-6)); d.Verdict != attack.Certified {
					t.Errorf("%v, scaled by %v: %v within less than %d steps of 0.01 from %v", norm, scaling, d.Verdict, steps, number(float64(from)))
				}
			}
		}
	}
}

// Steps from billions end where they should, at a threshold as well, although scaling cannot tell them
// from numbers that are 0.00001 larger.
func TestStepsFromBillions(t *testing.T) {
	for k := 1; k <= 200; k++ {
		least, width, step := 2.111e8, 9.502889e11, 1e5
		reads := func(x float64) float64 { return (x - least) / width }
		own := 1.236e11 + float64(1000*k)
		c := &attack.Constraints{Step: []float64{step}, Min: []float64{least}, Range: []float64{width}}
		p := problemOf(t, attack.LInf, c, reads(own-float64(k)*step))
		p.Ensemble.Trees[0].Leaves = []float64{1, 0}
		eps := (float64(k) + 0.5) * step / width
		if d := decide(t, p, []float64{reads(own)}, eps); d.Verdict != attack.Broken {
			t.Errorf("%v within %v: %d steps below %v are at the threshold", d.Verdict, eps, k, own)
		}
	}
}

// Bounds hold for places near them, whatever scales large numbers: the last one up to 1000000.98 is
// 1000000.9, not 1000001.
func TestBoundsBetweenLargeNumbers(t *testing.T) {
	for _, scaling := range [][2]float64{{0, 1}, {0, 1e6}, {1e6, 0.5}, {2345.67, 1e6}} { // the value that is read as 0, and the width
		reads := func(x float64) float64 { return (x - scaling[0]) / scaling[1] }
		for tenths := 1; tenths <= 20; tenths++ {
			for kind, c := range map[string]*attack.Constraints{
				"steps from the row":  {Step: []float64{0.1}},
				"steps from a number": {Step: []float64{0.1}, StepFrom: []float64{-0.3}},
				"values":              {Values: [][]float64{{1e6, (1e7 + float64(tenths)) / 10, (1e7 + float64(tenths+1)) / 10}}},
			} {
				last, next := (1e7+float64(tenths))/10, (1e7+float64(tenths+1))/10
				c.Min, c.Range = []float64{scaling[0]}, []float64{scaling[1]}
				for _, past := range []float64{0, 0.03, 0.08} {
					c.Hi = []float64{reads(last + past)}
					x := []float64{reads(1e6)}
					if d := decide(t, problemOf(t, attack.LInf, c, reads(last-0.05)), x, 1e9); d.Verdict != attack.Broken {
						t.Errorf("scaled by %v, %s: %v, and %v is within %v", scaling, kind, d.Verdict, last, last+past)
					}
					if d := decide(t, problemOf(t, attack.LInf, c, reads(next-0.05)), x, 1e9); d.Verdict != attack.Certified {
						t.Errorf("scaled by %v, %s: %v at %v, beyond %v", scaling, kind, d.Verdict, d.Example, last+past)
					}
				}
			}
		}
	}
}

// A row whose value is not whole comes to whole numbers at fractions: from 330874.35 to 330673 is 201.35.
func TestWholeNumbersFromFractions(t *testing.T) {
	for k := 1; k <= 200; k++ {
		hundredths := float64(33087400 + k)
		to := math.Floor(hundredths/100) - float64(k)
		c := &attack.Constraints{Integer: []bool{true}, Min: []float64{0}, Range: []float64{1}, Decrease: []bool{true}}
		eps := (hundredths - 100*to) / 100
		p := problemOf(t, attack.LInf, c, to+0.5)
		p.Ensemble.Trees[0].Leaves = []float64{1, 0}
		adversary := attacktest.Prepare(t, p, exact.Attack{})
		r, err := adversary.Run(t.Context(), []attack.Victim{{X: []float64{hundredths / 100}}}, attack.RunOptions{Threads: 1})
		if err != nil || r[0].Distance != eps || r[0].LowerBound > eps {
			t.Errorf("from %v to %v is %v, not %v above %v (%v)", hundredths/100, to, eps, r[0].Distance, r[0].LowerBound, err)
		}
	}
}

// A price times a change has more digits than a step: 1.1 times 370370.34 is 407407.374.
func TestPricesOfLargeChanges(t *testing.T) {
	for k := 1; k <= 200; k++ {
		cents := 12345678 * float64(k)
		change := cents / 100
		c := &attack.Constraints{Values: [][]float64{{change}}, Weight: []float64{1.1}}
		eps := cents * 11 / 1000
		for _, norm := range []attack.Norm{attack.Cost, attack.LInf} {
			adversary := attacktest.Prepare(t, problemOf(t, norm, c, change/2), exact.Attack{})
			r, err := adversary.Run(t.Context(), []attack.Victim{{X: []float64{0}}}, attack.RunOptions{Threads: 1})
			if err != nil || r[0].Distance > eps || r[0].LowerBound > eps {
				t.Errorf("%v: at %v, bound %v (%v): %v at a price of 1.1 is %v", norm, r[0].Distance, r[0].LowerBound, err, change, eps)
			}
		}
	}
}

// Steps of a minute from a time in seconds keep to the second.
func TestStepsOfLargeNumbersKeepBounds(t *testing.T) {
	const at = 1.7e9 + 7
	p := problemOf(t, attack.LInf, &attack.Constraints{Step: []float64{60}, Lo: []float64{0}, Hi: []float64{at + 175}}, at+150)
	if d := decide(t, p, []float64{at}, 1000); d.Verdict != attack.Certified {
		t.Errorf("%v at %v, beyond 175 seconds", d.Verdict, d.Example[0]-at)
	}
	p = problemOf(t, attack.LInf, &attack.Constraints{Step: []float64{60}, Lo: []float64{0}, Hi: []float64{at + 180}}, at+150)
	if d := decide(t, p, []float64{at}, 1000); d.Verdict != attack.Broken {
		t.Errorf("%v within 180 seconds", d.Verdict)
	}
}

// A change of what is left of two large numbers is rounded as they are: 1000000.1 less 1000002.2 is
// -2.1000000000931323.
func TestStepsOfDifferencesOfLargeNumbers(t *testing.T) {
	for k := range 40 {
		a, b := float64(10000000+k)/10, float64(10000019+k)/10
		e := ensembletest.Stumps()
		e.Features, e.Base = 3, []float64{-0.5}
		e.Trees = []ensemble.Tree{{Splits: []ensemble.Split{{Feature: 2, Left: ^0, Right: ^1, Threshold: a - float64(10000021+k)/10}}, Leaves: []float64{0, 1}}}
		for _, norm := range []attack.Norm{attack.LInf, attack.L1, attack.Cost} {
			p := attacktest.NewProblem(t, e, norm)
			p.Constraints = &attack.Constraints{
				Step:  []float64{0.1, 0.1, 0},
				Links: []attack.Link{{Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: -1, Times: []int{1}}}}},
			}
			eps := 0.4 // two steps of one column, and the difference with them
			if norm == attack.LInf {
				eps = 0.2
			}
			v := []attack.Victim{{X: []float64{a, b, a - b}, Label: 1}}
			for _, within := range []float64{eps, eps * (1 - 1e-6)} {
				d, err := attacktest.Prepare(t, p, exact.Attack{}).Decide(t.Context(), v, within, attack.RunOptions{Threads: 1})
				if err != nil || (d[0].Verdict == attack.Broken) != (within == eps) || d[0].Verdict == attack.Undecided {
					t.Errorf("%v less %v in norm %v: %v within %v (%v)", a, b, norm, d[0].Verdict, within, err)
				}
			}
		}
	}
}
