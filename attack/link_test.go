package attack_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack/attacktest"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A row that breaks a link is not attacked, and circles are refused.
func TestLinkFaults(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Random(seed.At(1), ensembletest.Shape{Features: 3, Trees: 3, Depth: 2}), attack.L1)
	p.Constraints = &attack.Constraints{Links: []attack.Link{
		{Text: "c = a + b", Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}}},
	}}
	v := attack.Victim{X: []float64{0.25, 0.5, 1}}
	v.Label = p.Ensemble.Class(v.X)
	results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{v}, attack.RunOptions{})
	if err != nil || results[0].Status != attack.OutOfBounds {
		t.Errorf("%v, %v", results, err)
	}
	p.Constraints.Links = append(p.Constraints.Links, attack.Link{Text: "a = c", Feature: 0, Terms: []attack.Term{{Factor: 1, Times: []int{2}}}})
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "is part of a circle of links") {
		t.Error(err)
	}
}

// A link holds for values of any size: scaling rounds by a share of its unit.
func TestLinksOfSmallNumbers(t *testing.T) {
	first := attack.Link{Text: "a <= b", Feature: 0, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}}
	for name, c := range map[string]*attack.Constraints{
		"raw":    {Links: []attack.Link{first}},
		"scaled": {Links: []attack.Link{first}, Min: []float64{1e-8, 0}, Range: []float64{1e-6, 1e-6}},
	} {
		read := func(a, b float64) []float64 {
			if c.Range == nil {
				return []float64{a, b}
			}
			return []float64{(a - 1e-8) / 1e-6, b / 1e-6}
		}
		if err := c.Allow(read(1e-7, 2e-7), read(2e-7, 2e-7)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := c.Allow(read(1e-7, 2e-7), read(3e-7, 2e-7)); err == nil {
			t.Errorf("%s: 3e-7 is at most 2e-7", name)
		}
	}
}

// Links made by hand that make no sense, or come in an order in which nobody can obey them, are
// refused.
func TestLinksMadeByHand(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Random(seed.At(1), ensembletest.Shape{Features: 3, Trees: 3, Depth: 2}), attack.L1)
	derive := func(left int, terms ...attack.Term) attack.Link { return attack.Link{Feature: left, Terms: terms} }
	for want, links := range map[string][]attack.Link{
		"there is no feature 3":  {derive(3, attack.Term{Factor: 1, Times: []int{0}})},
		"there is no feature -1": {derive(2, attack.Term{Factor: 1, Over: []int{-1}})},
		"no terms":               {derive(2)},
		"factor 0":               {derive(2, attack.Term{Times: []int{0}})},
		"factor NaN":             {derive(2, attack.Term{Factor: math.NaN()})},
		"link 0 \"\" reads a column that a later one derives": {
			derive(2, attack.Term{Factor: 1, Times: []int{1}}), derive(1, attack.Term{Factor: 1, Times: []int{0}}),
		},
	} {
		p.Constraints = &attack.Constraints{Links: links}
		if _, err := attack.Prepare(p, exact.Attack{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if links, err := attack.OrderLinks(links); len(links) == 2 {
			p.Constraints = &attack.Constraints{Links: links}
			if err := errors.Join(err, p.Validate()); err != nil {
				t.Errorf("in order: %v", err)
			}
		}
	}
}

// A model of float32 rounds the terms of a difference, which may be far smaller than they are: a
// row obeys its link nevertheless.
func TestLinksOfTermsThatCancel(t *testing.T) {
	e := ensembletest.Stumps()
	e.Features, e.Input = 5, ensemble.Float32
	p := attacktest.NewProblem(t, e, attack.L1)
	p.Constraints = &attack.Constraints{Links: []attack.Link{
		{Text: "e = c - d", Feature: 4, Terms: []attack.Term{{Factor: 1, Times: []int{2}}, {Factor: -1, Times: []int{3}}}},
	}}
	c, d := 9000.17, 9000.11
	results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{{X: []float64{0.75, 0.75, c, d, c - d}, Label: 1}}, attack.RunOptions{})
	if err != nil || results[0].Status != attack.Optimal || results[0].Distance != 0.25-0x1p-25 { // 0.5 is what float32 makes of it
		t.Errorf("%+v, %v", results, err)
	}
}

// A derived column of weight 0 moves at no cost, but no farther than what it is derived from
// allows: the bound comes near the example, in any norm.
func TestColumnsThatMoveForNothing(t *testing.T) {
	for _, norm := range attack.AllNorms {
		e := ensembletest.Stumps()
		e.Trees[0].Splits[0].Feature = 1
		p := attacktest.NewProblem(t, e, norm)
		p.Constraints = &attack.Constraints{Weight: []float64{1, 0}, Links: []attack.Link{
			{Text: "b = 2 * a", Feature: 1, Terms: []attack.Term{{Factor: 2, Times: []int{0}}}},
		}}
		v := attack.Victim{X: []float64{0.6, 1.2}, Label: 1}
		least := norm.Distance(norm.Cost(0.6 - 0.25)) // b is 0.5 then
		for _, a := range []attack.Attack{exact.Attack{}, exact.Auto{}, exact.Attack{Root: true}} {
			adversary := attacktest.Prepare(t, p, a)
			results, err := adversary.Run(t.Context(), []attack.Victim{v}, attack.RunOptions{})
			if err != nil || math.Abs(results[0].Distance-least) > 1e-12 || results[0].LowerBound > least || results[0].LowerBound < 0.99*least {
				t.Errorf("%s, norm %v: %+v, %v", a.Name(), norm, results, err)
			}
			for eps, want := range map[float64]attack.Verdict{0.999 * least: attack.Certified, 1.001 * least: attack.Broken} {
				decisions, err := adversary.Decide(t.Context(), []attack.Victim{v}, eps, attack.RunOptions{})
				if err != nil || decisions[0].Verdict != want {
					t.Errorf("%s, norm %v: %+v, %v", a.Name(), norm, decisions, err)
				}
			}
		}
	}
}

// readsDerived returns the problem of a model that reads only the third of three columns: on which
// side of a threshold it is.
func readsDerived(t *testing.T, threshold float64, norm attack.Norm) *attack.Problem {
	t.Helper()
	e := ensembletest.Stumps()
	e.Features = 3
	for i := range e.Trees {
		e.Trees[i].Splits[0].Feature, e.Trees[i].Splits[0].Threshold = 2, threshold
	}
	p := attacktest.NewProblem(t, e, norm)
	return p
}

// A column that a table rounds is rounded in examples too, and a row does not break a link by being
// off by that rounding.
func TestRoundedLinks(t *testing.T) {
	for step, want := range map[float64]float64{0: 0.25, 0.1: 0.2, 0.01: 0.25, 0.3: 0} {
		p := readsDerived(t, 0.25, attack.LInf)
		link := attack.Link{Text: "c = a / b", Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}, Step: step}
		p.Constraints = &attack.Constraints{Weight: []float64{1, 1, 0}, Links: []attack.Link{link}}
		row := []float64{1, 3, 0}
		row[2] = link.Value(row)
		results := attacktest.Run(t, p, exact.Auto{}, []attack.Victim{{X: row, Label: p.Ensemble.Class(row)}}, attack.RunOptions{})
		switch r := &results[0]; {
		case r.Example == nil || r.Example[2] != link.Value(r.Example) || p.Ensemble.Class(r.Example) == p.Ensemble.Class(row):
			t.Errorf("step %v: %+v", step, r)
		case math.Abs(r.Example[2]-want) > 1e-6:
			t.Errorf("step %v: c is %v, want %v", step, r.Example[2], want)
		}
		p.Constraints.Links[0].Step = -step
		if err := p.Validate(); (err == nil) != (step == 0) {
			t.Errorf("step %v: %v", -step, err)
		}
	}
	c := &attack.Constraints{Links: []attack.Link{{Text: "c = a / b", Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}}}}
	if err := c.CheckVictim([]float64{1, 3, 0.33}, nil, nil); err == nil || !strings.HasSuffix(err.Error(), "; step = 0.01 in the table of the column on the left rounds what is derived") {
		t.Error(err)
	}
	if err := c.CheckVictim([]float64{1, 3, 0.35}, nil, nil); err == nil || strings.Contains(err.Error(), "step") {
		t.Error(err)
	}
	c.Links[0].Step = 0.01
	if err := c.CheckVictim([]float64{1, 3, 0.33}, nil, nil); err != nil {
		t.Error(err)
	}
}

// A division by zero has no value: a row breaks such a link, whatever its derived column holds, and
// no example goes there. Any column is at most infinity, however.
func TestLinksOverZero(t *testing.T) {
	over := []attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}
	derive, order := attack.Link{Text: "c = a / b", Feature: 2, Terms: over}, attack.Link{Text: "c <= a / b", Feature: 2, Terms: over, AtMost: true}
	for _, c := range []struct {
		link  attack.Link
		row   []float64
		obeys bool
	}{
		{derive, []float64{1, 2, 0.5}, true},
		{derive, []float64{1, 0, 0}, false},
		{derive, []float64{-1, 0, 7}, false},
		{derive, []float64{0, 0, 0}, false},
		{order, []float64{1, 0, 7}, true},
		{order, []float64{-1, 0, 7}, false},
		{order, []float64{0, 0, 0}, false},
	} {
		constraints := &attack.Constraints{Links: []attack.Link{c.link}}
		if err := constraints.CheckVictim(c.row, nil, nil); (err == nil) != c.obeys {
			t.Errorf("%s in %v: %v", c.link.Text, c.row, err)
		}
	}
	for _, method := range []attack.Attack{exact.Auto{}, exact.Attack{}, ltattack.Attack{}} {
		p := readsDerived(t, 0.25, attack.LInf)
		p.Constraints = &attack.Constraints{Links: []attack.Link{derive}, Frozen: []bool{true, false, false}, Values: [][]float64{nil, {0, 2}, nil}}
		row := []float64{1, 2, 0.5}
		results := attacktest.Run(t, p, method, []attack.Victim{{X: row, Label: p.Ensemble.Class(row)}}, attack.RunOptions{})
		if r := &results[0]; r.Example != nil {
			t.Errorf("%T: b is 0 in %v", method, r.Example)
		}
	}
}

// If a model reads only a sum, examples move the columns that it is the sum of: all of them in norm
// inf, one of them if changes add up.
func TestExamplesMoveWhatASumIsOf(t *testing.T) {
	for _, c := range []struct {
		norm   attack.Norm
		weight float64 // of the sum
		least  float64
	}{
		{attack.LInf, 0, 0.05}, {attack.LInf, 1, 0.1},
		{attack.L1, 0, 0.1}, {attack.L1, 1, 0.2}, {attack.Cost, 1, 0.2},
		{attack.L2, 1, math.Hypot(0.1, math.Hypot(0.05, 0.05))},
		{attack.L0, 1, 2},
	} {
		p := readsDerived(t, 0.5, c.norm)
		p.Constraints = &attack.Constraints{Weight: []float64{1, 1, c.weight}, Links: []attack.Link{
			{Text: "c = a + b", Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}}},
		}}
		results, err := attack.Run(t.Context(), p, exact.Auto{}, []attack.Victim{{X: []float64{0.4, 0.2, 0.4 + 0.2}, Label: 1}}, attack.RunOptions{})
		if err != nil || math.Abs(results[0].Distance-c.least) > 1e-9 || results[0].LowerBound < 0.99*c.least {
			t.Errorf("norm %v, weight %v: want %v: %+v, %v", c.norm, c.weight, c.least, results, err)
		}
	}
}

// A derived column has the value that its formula gives, rounded to its step: an order that this value
// breaks is not obeyed by another one that is as near to the sum.
func TestDerivedColumnsDoNotGiveWayToOrders(t *testing.T) {
	p := attacktest.NewProblem(t, &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Feature: 1, Threshold: 0.6, Left: ^0, Right: ^1}}, Leaves: []float64{1, -1}}},
	}, attack.LInf)
	p.Constraints = &attack.Constraints{
		Values: [][]float64{{0.3, 1}, nil},
		Links: []attack.Link{
			{Text: "b = a", Feature: 1, Step: 0.5, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}}, // 0.5 for 0.3
			{Text: "b <= 0.9 * a + 0.1", Feature: 1, AtMost: true, Terms: []attack.Term{{Factor: 0.9, Times: []int{0}}, {Factor: 0.1}}},
		},
	}
	results := attacktest.Run(t, p, exact.Attack{}, []attack.Victim{{X: []float64{1, 1}}}, attack.RunOptions{})
	if r := &results[0]; r.Status != attack.None || !math.IsInf(r.LowerBound, 1) {
		t.Errorf("%v at %v, bound %v", r.Status, r.Example, r.LowerBound)
	}
}

// A row may have a rounded value as a product such as 17 * 0.1, which is not the decimal 1.7 that
// examples get: the value of the same step is that of the row, and not a change the wrong way.
func TestDerivedValuesOfTheSameStep(t *testing.T) {
	seventeen := 17.0
	own := float64(seventeen * 0.1)
	if own == 1.7 {
		t.Fatal("1.7 is 17 * 0.1")
	}
	p := attacktest.NewProblem(t, &ensemble.Ensemble{
		Features: 3, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Feature: 1, Threshold: 5, Left: ^0, Right: ^1}}, Leaves: []float64{1, -1}}},
	}, attack.L1)
	for name, c := range map[string]attack.Constraints{
		"rises":  {Increase: []bool{false, false, true}},
		"frozen": {Frozen: []bool{false, false, true}},
	} {
		c.Integer, c.Step, c.StepFrom = []bool{true, true, false}, []float64{0, 0, 0.1}, []float64{0, 0, 0}
		c.Links = []attack.Link{{Text: "rate = a / b", Feature: 2, Step: 0.1, Terms: []attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}}}
		p.Constraints = &c
		results := attacktest.Run(t, p, exact.Attack{}, []attack.Victim{{X: []float64{5, 3, own}, Label: 1}}, attack.RunOptions{})
		if r := &results[0]; r.Status != attack.Optimal || r.Distance != 8 || r.Example[2] != own { // 10 / 6
			t.Errorf("%s: %v at %v, %v away, bound %v", name, r.Status, r.Example, r.Distance, r.LowerBound)
		}
	}
}

// An order holds for the numbers that are written for an example, which are those that scaling turns
// into what the model reads, and not those that its reverse gives.
func TestOrdersAsWritten(t *testing.T) {
	low, high := []float64{1.75, 1.8}, []float64{8, 11.95} // of the columns b and c, by which they are scaled
	s := data.Scaling{Min: low, Max: high}
	c := &attack.Constraints{Min: low, Range: []float64{high[0] - low[0], high[1] - low[1]}, Links: []attack.Link{
		{Text: "b <= c", Feature: 0, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}},
	}}
	r := seed.At(63)
	for i := range 600 {
		of := i % 2 // the column to move: b rises and takes c along, or c falls to b
		b := math.Round(400+float64(300*r.Float64())) / 100
		x := []float64{b, b + 0.2}
		s.Scale(x)
		threshold, left := x[0]+float64(0.2*r.Float64()), 1.0
		if of == 1 {
			threshold, left = math.Nextafter((b-low[1])/c.Range[1], 0), -1
		}
		p := attacktest.NewProblem(t, &ensemble.Ensemble{
			Features: 2, Classes: 2, Outputs: 1, Base: []float64{0},
			Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Feature: ensemble.Feature(of), Threshold: threshold, Left: ^0, Right: ^1}}, Leaves: []float64{left, -left}}},
		}, []attack.Norm{attack.L2, attack.L0}[i/2%2])
		p.Constraints = c
		results := attacktest.Run(t, p, ltattack.Attack{}, []attack.Victim{{X: x, Label: 1}}, attack.RunOptions{})
		if results[0].Example == nil {
			t.Fatalf("%+v", results[0])
		}
		b, _ = s.Written(0, results[0].Example[0])
		if c, _ := s.Written(1, results[0].Example[1]); b > c {
			t.Errorf("b is %v, c is %v", b, c)
		}
	}
}

// Of two large numbers, such as timestamps, the smaller stays the smaller: a millionth is half an hour.
func TestOrdersOfLargeNumbers(t *testing.T) {
	for _, scaled := range []bool{false, true} {
		for back := 1.0; back <= 2000; back *= 1.5 {
			order := attack.Link{Text: "a <= b", Feature: 0, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}}
			c := &attack.Constraints{Links: []attack.Link{order}, Frozen: []bool{true, false}, Integer: []bool{false, true}}
			least, width := 0.0, 1.0
			if scaled {
				least, width = 1.69e9, 1e7
				c.Min, c.Range = []float64{least, least}, []float64{width, width}
			}
			reads := func(x float64) float64 { return (x - least) / width }
			p := problemOf(t, attack.L0, c, reads(0), reads(1.7e9-back))
			p.Ensemble.Trees[1].Leaves = []float64{2, 0}
			x := []float64{reads(1.7e9), reads(1.7e9 + 600)}
			if d := decide(t, p, x, 2); d.Verdict == attack.Broken {
				t.Errorf("scaled %v: %v, with b %v below a", scaled, d.Example, back)
			}
		}
	}
}
