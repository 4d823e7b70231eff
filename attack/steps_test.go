package attack_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Whole-number steps, scaled by the range of the column, come to a decimal with an error in the
// last place: all steps up to eps as it is written are within it, and one more is not.
func TestStepsAreWithinTheRadiusThatTheyMake(t *testing.T) {
	for width, all := range map[int][]int{20: {1, 3, 13}, 50: {1, 7}, 100: {7, 47, 57}, 1000: {64}} {
		for _, steps := range all {
			for k := 0; k+steps <= width; k += 1 + width/50 {
				for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1, attack.Cost} {
					checkSteps(t, norm, float64(width), float64(k), float64(steps))
				}
			}
		}
	}
}

// checkSteps decides about a model that some steps from k flip, in a column with a range.
func checkSteps(t *testing.T, norm attack.Norm, width, k, steps float64) {
	t.Helper()
	p := problemOf(t, norm, &attack.Constraints{Integer: []bool{true}, Min: []float64{0}, Range: []float64{width}}, (k+steps-0.5)/width)
	whole := width // steps in a distance of 1
	if norm == attack.Cost {
		p.Constraints.Weight, whole = []float64{width}, 1
	}
	x := []float64{k / width}
	for eps, want := range map[float64]attack.Verdict{
		steps / whole: attack.Broken, (steps - 1e-4) / whole: attack.Certified,
	} {
		if d := decide(t, p, x, eps); d.Verdict != want {
			t.Errorf("%v steps from %v of %v in norm %v: %v within %v, at %v", steps, k, width, norm, d.Verdict, eps, d.Distance)
		}
	}
	if still := p.Still(func(yield func([]float64) bool) { yield(x) }, 1/whole); len(still) != 0 {
		t.Errorf("from %v of %v in norm %v: %v cannot move within one step", k, width, norm, still)
	}
}

// What a link derives from columns in steps moves by sums of their steps, though it has none itself:
// three steps of 1/5, and of the derived column 1/12, are 0.85, and within it.
func TestStepsOfDerivedColumns(t *testing.T) {
	for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1} {
		for _, width := range []float64{3, 12, 20, 50} {
			for steps := 1.0; steps <= 3; steps++ {
				for k := range 3 {
					c := &attack.Constraints{Integer: []bool{true, false, false, false}, Values: [][]float64{1: {1}, 3: nil}, Frozen: []bool{2: true, 3: false},
						Min: []float64{0, 0, 0, 0}, Range: []float64{5, 5, 5, width},
						Links: []attack.Link{{Feature: 3, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}, {Factor: -1, Times: []int{2}}}}}}
					from := float64(k)
					p := problemOf(t, norm, c, (from+steps-0.5)/5, -1, -1, -1)
					x := []float64{from / 5, 1. / 5, 0.5 / 5, (from + 0.5) / width}
					one, two := steps/5, steps/width
					eps := map[attack.Norm]float64{attack.LInf: max(one, two), attack.L1: steps * (5 + width) / (5 * width), attack.L2: steps * math.Sqrt(25+width*width) / (5 * width)}[norm]
					if d := decide(t, p, x, eps); d.Verdict != attack.Broken || d.Distance > eps {
						t.Errorf("norm %v, %v steps from %v, derived in a range of %v: %v within %v, at %v", norm, steps, from, width, d.Verdict, eps, d.Distance)
					}
					if d := decide(t, p, x, eps*(1-1e-6)); d.Verdict != attack.Certified {
						t.Errorf("norm %v, %v steps from %v, derived in a range of %v: %v within less", norm, steps, from, width, d.Verdict)
					}
				}
			}
		}
	}
}

// problemOf returns the problem of a model that wants each feature beyond a threshold.
func problemOf(t *testing.T, norm attack.Norm, c *attack.Constraints, thresholds ...float64) *attack.Problem {
	t.Helper()
	e := ensembletest.Stumps()
	e.Features, e.Base, e.Trees = len(thresholds), []float64{0.5 - float64(len(thresholds))}, nil
	for f, at := range thresholds {
		e.Trees = append(e.Trees, ensemble.Tree{
			Splits: []ensemble.Split{{Feature: ensemble.Feature(f), Left: ^0, Right: ^1, Threshold: at}}, Leaves: []float64{0, 1},
		})
	}
	p := attacktest.NewProblem(t, e, norm)
	p.Constraints = c
	return p
}

// decide decides about one row.
func decide(t *testing.T, p *attack.Problem, x []float64, eps float64) attack.Decision {
	t.Helper()
	adversary := attacktest.Prepare(t, p, exact.Attack{})
	d, err := adversary.Decide(t.Context(), []attack.Victim{{X: x}}, eps, attack.RunOptions{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return d[0]
}

// A step that equals eps in norm inf is within it, even if another column moves too, by any smaller
// amount.
func TestStepsBesideNumbers(t *testing.T) {
	for k := range 20 {
		c := &attack.Constraints{Integer: []bool{true, false}, Min: []float64{0, 0}, Range: []float64{20, 1}}
		p := problemOf(t, attack.LInf, c, (float64(k)+0.5)/20, 0.53)
		if d := decide(t, p, []float64{float64(k) / 20, 0.5}, 0.05); d.Verdict != attack.Broken || d.Distance != 0.05 {
			t.Errorf("from %d: %v at %v", k, d.Verdict, d.Distance)
		}
		p = problemOf(t, attack.LInf, c, (float64(k)+0.5)/20, 0.55)
		if d := decide(t, p, []float64{float64(k) / 20, 0.5}, 0.05); d.Verdict != attack.Certified {
			t.Errorf("from %d, and a number that passes 0.55: %v at %v", k, d.Verdict, d.Distance)
		}
	}
}

// In norms in which costs add up, steps that equal eps flip the row even if a numeric column also
// flips it at the rounded distance of these steps.
func TestStepsThatMakeEpsBesideNumbers(t *testing.T) {
	for _, norm := range []attack.Norm{attack.L1, attack.L2, attack.Cost} {
		for _, steps := range [][2]float64{{1, 2}, {3, 4}, {1, 7}, {2, 4}} {
			c := &attack.Constraints{Integer: []bool{true, true, false}, Min: []float64{0, 0, 0}, Range: []float64{10, 10, 1}}
			eps, rounded := (steps[0]+steps[1])/10, steps[0]/10+steps[1]/10
			switch norm {
			case attack.L2:
				eps = math.Sqrt(steps[0]*steps[0]+steps[1]*steps[1]) / 10
				rounded = math.Sqrt(float64(steps[0]/10*(steps[0]/10)) + float64(steps[1]/10*(steps[1]/10)))
			case attack.Cost:
				c.Weight = []float64{1, 1, 1}
			}
			p := problemOf(t, norm, c, (steps[0]-0.5)/10, (steps[1]-0.5)/10, math.Nextafter(max(eps, rounded), 0))
			p.Ensemble.Trees[2].Leaves[1], p.Ensemble.Base[0] = 2, -1.5 // both whole columns, or the number
			x := []float64{0, 0, 0}
			if d := decide(t, p, x, eps); d.Verdict != attack.Broken || d.Distance > eps {
				t.Errorf("norm %v, %v steps: %v at %v, want within %v", norm, steps, d.Verdict, d.Distance, eps)
			}
			results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{{X: x}}, attack.RunOptions{Threads: 1})
			if err != nil || results[0].Distance > eps || results[0].LowerBound > eps {
				t.Errorf("norm %v, %v steps: nearest at %v, want %v (%v)", norm, steps, results[0].Distance, eps, err)
			}
			if d := decide(t, p, x, eps*(1-1e-6)); d.Verdict != attack.Certified {
				t.Errorf("norm %v, %v steps: %v at %v", norm, steps, d.Verdict, d.Distance)
			}
		}
	}
}

// A run that is cancelled between a search and the question whether steps alone are as near does not
// pass its example off as the answer.
func TestStepsOfACancelledRun(t *testing.T) {
	c := &attack.Constraints{Integer: []bool{true, true, false}, Min: []float64{0, 0, 0}, Range: []float64{10, 10, 1}}
	p := problemOf(t, attack.L1, c, 0.05, 0.15, 0.25)
	ctx, cancel := context.WithCancel(t.Context())
	results, err := attack.Run(ctx, p, cancelling{exact.Attack{}, cancel}, []attack.Victim{{X: []float64{0, 0, 0}}}, attack.RunOptions{Threads: 1})
	if err == nil || results[0].Stop != attack.Cancelled {
		t.Errorf("%+v, %v", results[0], err)
	}
}

// cancelling is an attack that cancels a context at the end of a search.
type cancelling struct {
	attack.Attack
	cancel func()
}

func (c cancelling) Prepare(p *attack.Problem) (attack.Prepared, error) {
	of, err := c.Attack.Prepare(p)
	return cancellingPrepared{of, c.cancel}, err
}

type cancellingPrepared struct {
	attack.Prepared
	cancel func()
}

func (c cancellingPrepared) Searcher() attack.Searcher {
	return cancellingSearcher{c.Prepared.Searcher(), c.cancel}
}

type cancellingSearcher struct {
	attack.Searcher
	cancel func()
}

func (c cancellingSearcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	defer c.cancel()
	return c.Searcher.Search(ctx, v)
}

// Three values that go missing for 0.1 each are within a budget of 0.3, although their sum in
// float64 is not.
func TestMissingValuesThatMakeTheBudget(t *testing.T) {
	for price, budget := range map[float64]float64{0.1: 0.3, 0.2: 0.6, 0.7: 2.1} {
		c := &attack.Constraints{Frozen: []bool{true, true, true}, Blank: []float64{price, price, price}}
		p := problemOf(t, attack.Cost, c, 0.5, 0.5, 0.5)
		if d := decide(t, p, []float64{0, 0, 0}, budget); d.Verdict != attack.Broken || d.Distance != budget {
			t.Errorf("price %v: %v at %v", price, d.Verdict, d.Distance)
		}
		if d := decide(t, p, []float64{0, 0, 0}, budget-1e-6); d.Verdict != attack.Certified {
			t.Errorf("price %v: %v at %v", price, d.Verdict, d.Distance)
		}
	}
}

// Steps of 0.1 come to decimals, on the side of a threshold on which a row of the table would be:
// 0.3 is not beyond a threshold of 0.3, and 0.4 is.
func TestStepsOfDecimalsMeetThresholds(t *testing.T) {
	for tenths := range 30 {
		at, next := float64(tenths)/10, float64(tenths+1)/10
		for name, from := range map[string]float64{"from 0": 0, "from its own value": math.NaN()} {
			for _, scaled := range []bool{false, true} {
				c := &attack.Constraints{Step: []float64{0.1}, StepFrom: []float64{from}, Lo: []float64{-10}, Hi: []float64{10}}
				read := func(v float64) float64 { return v }
				if scaled {
					c.Min, c.Range = []float64{-0.7}, []float64{13}
					read = func(v float64) float64 { return (v + 0.7) / 13 }
				}
				want := read(next)
				p := problemOf(t, attack.LInf, c, read(at))
				if d := decide(t, p, []float64{read(0)}, 10); d.Verdict != attack.Broken || !slices.Equal(d.Example, []float64{want}) {
					t.Errorf("%s, scaled %v: beyond %v is %v (%v), not %v", name, scaled, at, d.Example, d.Verdict, want)
				}
			}
		}
	}
}

// The last step may end at the bound itself: three steps of 0.1 above -0.3 are 0, not 5.6e-17.
func TestStepsEndAtBounds(t *testing.T) {
	for _, scaled := range []bool{false, true} {
		for steps := 1; steps <= 30; steps++ {
			for _, parts := range []float64{10, 100, 7} {
				c := &attack.Constraints{Step: []float64{1 / parts}, Lo: []float64{-5}, Hi: []float64{0}}
				x := -float64(steps) / parts
				if scaled {
					c.Min, c.Range = []float64{0}, []float64{13}
					x /= 13
				}
				p := problemOf(t, attack.LInf, c, x/float64(2*steps))
				d := decide(t, p, []float64{x}, 5)
				if d.Verdict != attack.Broken {
					t.Errorf("scaled %v: %v, %d steps of %v above %v", scaled, d.Verdict, steps, c.Step[0], x)
				} else if math.Abs(d.Example[0]) > 1e-15 || math.Signbit(d.Example[0]) && parts != 7 {
					t.Errorf("scaled %v: at %v, %d steps of %v above %v", scaled, d.Example, steps, c.Step[0], x)
				}
			}
		}
	}
}

// Steps of few decimals are within an eps as it is written, however small they are: from 0.00001 to
// 0.00004 is 0.00003, and not 0.000030000000000000004.
func TestSmallStepsEqualEps(t *testing.T) {
	for places := 1; places <= 9; places++ {
		number := func(k int) float64 { return float64(k) / math.Pow10(places) } // as it is written
		for from := 1; from <= 20; from++ {
			for steps := 1; steps < 8; steps++ {
				norm := []attack.Norm{attack.LInf, attack.L2, attack.L1}[from%3]
				c := &attack.Constraints{Step: []float64{number(1)}, StepFrom: []float64{0}}
				p := problemOf(t, norm, c, (number(from+steps)+number(from+steps-1))/2)
				if d := decide(t, p, []float64{number(from)}, number(steps)); d.Verdict != attack.Broken || d.Distance > number(steps) {
					t.Errorf("%v: %v at %v, %d steps of %v from %v", norm, d.Verdict, d.Distance, steps, number(1), number(from))
				}
			}
		}
	}
}

// To take no step is no change, even if the decimal beside a value is on the other side of a threshold.
func TestNoStepIsNoChange(t *testing.T) {
	c := &attack.Constraints{Step: []float64{0.5}, Lo: []float64{-1}, Hi: []float64{1}}
	p := problemOf(t, attack.LInf, c, -1e-17)
	if d := decide(t, p, []float64{-2e-17}, 0.25); d.Verdict != attack.Certified {
		t.Errorf("%v at %v, which is %v away", d.Verdict, d.Example, d.Distance)
	}
}

// Nor does it become one by the rounding of a value that is scaled to the data's units and back.
func TestNoStepOfScaledRowsIsNoChange(t *testing.T) {
	const mean, width = 0.509096733594954, 0.2682987719082493
	c := &attack.Constraints{Step: []float64{0.25}, Lo: []float64{-9}, Hi: []float64{9}, Min: []float64{mean}, Range: []float64{width}}
	off := 0
	for k := range 1000 {
		x := (float64(k)/1000 - mean) / width
		back := (float64(x*width) + mean - mean) / width
		if back == x {
			continue
		}
		p := problemOf(t, attack.LInf, c, min(x, back)) // the threshold is between the two
		if x < back {
			off++
		}
		if d := decide(t, p, []float64{x}, 0.5); x < back && d.Verdict != attack.Certified {
			t.Errorf("%v at %v, which is %v away from %v", d.Verdict, d.Example, d.Distance, x)
		}
		if still := p.Still(slices.Values([][]float64{{x}}), 0.5); len(still) != 1 {
			t.Errorf("%v can change within half a unit, in steps of %v", x, 0.25/width)
		}
		if to := p.Farthest(0, x, x+0.5); to != x {
			t.Errorf("%v can be changed to %v", x, to)
		}
	}
	if off == 0 {
		t.Error("no value is rounded")
	}
}

// Bounds hold for values of any size: what rounding may do to a value is a share of it.
func TestPlacesOfSmallNumbersKeepBounds(t *testing.T) {
	list := []float64{1e-7, 2e-7, 4e-7, 5e-7}
	p := problemOf(t, attack.LInf, &attack.Constraints{Values: [][]float64{list}, Lo: []float64{0}, Hi: []float64{3e-7}}, 3e-7)
	if d := decide(t, p, []float64{1e-7}, 1); d.Verdict != attack.Certified {
		t.Errorf("%v at %v, beyond 3e-7", d.Verdict, d.Example)
	}
	if err := p.Allow([]float64{1e-7}, []float64{1.5e-7}); err == nil {
		t.Error("1.5e-7 is allowed, and is none of the values")
	}
}

// A numeric column whose threshold is exactly eps away cannot pass it within eps, even if another
// column moves in steps.
func TestNumbersBeyondTheRadiusAreNotSteps(t *testing.T) {
	for _, integer := range [][]bool{nil, {false, true}} {
		p := problemOf(t, attack.LInf, &attack.Constraints{Integer: integer}, 0.75, 0.5)
		if d := decide(t, p, []float64{0.5, 1}, 0.25); d.Verdict != attack.Certified {
			t.Errorf("%v: %v at %v", integer, d.Verdict, d.Distance)
		}
	}
}

// A step that equals eps flips the row even if a numeric column flips it one digit further out,
// which is less than the rounded step.
func TestStepsBesideNumbersThatFlipAlone(t *testing.T) {
	for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1, attack.Cost} {
		for k := range 20 {
			for _, at := range []float64{0.05, math.Nextafter(0.05, 1), 0.05 + 1e-14} {
				checkBeside(t, norm, float64(k), at)
			}
		}
	}
}

// checkBeside flips a row by a whole number that rises by 1 from k of 20, and by another number
// beyond a threshold.
func checkBeside(t *testing.T, norm attack.Norm, k, at float64) {
	t.Helper()
	c := &attack.Constraints{Integer: []bool{true, false}, Min: []float64{0, 0}, Range: []float64{20, 1}}
	if norm == attack.Cost {
		c.Weight = []float64{1, 1}
	}
	p := problemOf(t, norm, c, (k+0.5)/20, at)
	p.Ensemble.Base[0] = -0.5
	x := []float64{k / 20, 0}
	if d := decide(t, p, x, 0.05); d.Verdict != attack.Broken || d.Distance != 0.05 {
		t.Errorf("norm %v, from %v, number beyond %v: %v at %v", norm, k, at, d.Verdict, d.Distance)
	}
	results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{{X: x}}, attack.RunOptions{Threads: 1})
	if err != nil || results[0].Distance != 0.05 || results[0].LowerBound > 0.05 {
		t.Errorf("norm %v, from %v, number beyond %v: nearest at %v, %v", norm, k, at, results[0].Distance, err)
	}
}

// A method that does not decide leaves open whether steps alone make the example that the search
// found, and proves no more than that.
func TestStepsThatNobodyDecides(t *testing.T) {
	c := &attack.Constraints{Integer: []bool{true, false}, Min: []float64{0, 0}, Range: []float64{20, 1}}
	p := problemOf(t, attack.L1, c, 17.5/20, math.Nextafter(0.05, 1))
	p.Ensemble.Base[0] = -0.5
	victims := []attack.Victim{{X: []float64{17. / 20, 0}}}
	results, err := attack.Run(t.Context(), p, searches{exact.Attack{}}, victims, attack.RunOptions{Threads: 1})
	if err != nil || results[0].Status != attack.Found || results[0].LowerBound > 0.05 {
		t.Errorf("%+v, %v", results, err)
	}
}

// searches is an attack that searches and does not decide.
type searches struct{ attack.Attack }

func (s searches) Prepare(p *attack.Problem) (attack.Prepared, error) {
	prepared, err := s.Attack.Prepare(p)
	return onlySearching{prepared}, err
}

type onlySearching struct{ attack.Prepared }

func (o onlySearching) Searcher() attack.Searcher {
	return struct{ attack.Searcher }{o.Prepared.Searcher()}
}

// Without StepFrom all steps are counted from the victim's own value, as where it is NaN.
func TestStepsWithoutStepFrom(t *testing.T) {
	short := &attack.Constraints{Step: []float64{0.25, 0}, Lo: []float64{0, 0}, Hi: []float64{1, 1}}
	long := *short
	long.StepFrom = []float64{math.NaN(), math.NaN()}
	if err := short.Check(2); err != nil {
		t.Fatal(err)
	}
	for f, step := range short.Step {
		for _, c := range []*attack.Constraints{short, &long} {
			if got, in := c.StepOf(f), c.InSteps(f, 0.6); got != step || step > 0 && in != 0.5 || step == 0 && in != 0.6 {
				t.Errorf("feature %d, StepFrom %v: steps of %v, of a change by 0.6 %v", f, c.StepFrom, got, in)
			}
			if c.Listed(f) {
				t.Errorf("feature %d, StepFrom %v: changes to the same values for all victims", f, c.StepFrom)
			}
		}
	}
	x, to := []float64{0.1, 0.1}, []float64{0.3, 0.1}
	if err := short.Allow(x, to); err == nil || err.Error() != long.Allow(x, to).Error() {
		t.Errorf("%v, want %v", err, long.Allow(x, to))
	}
	if !slices.Equal(short.Select([]int{0}).Step, []float64{0.25}) {
		t.Error("the step is lost in a selection")
	}
}
