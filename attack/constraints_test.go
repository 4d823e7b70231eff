package attack_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The value of a cell lies in the cell, is allowed, and no allowed value of a
// dense sample of the cell is nearer; a cell without a value has none.
func TestSpaceHoldsNearestAllowedValues(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 10 {
				r := seed.At(2, i)
				p := attacktest.NewProblem(t, ensembletest.Random(r, shape), attack.L1)
				c := attacktest.Constraints(r, shape.Features)
				if i%2 == 1 { // scaled whole numbers
					c.Min, c.Range = make([]float64, shape.Features), make([]float64, shape.Features)
					for f := range c.Range {
						c.Min[f], c.Range[f] = -0.1, 14
					}
				}
				p.Constraints = c
				v := attacktest.Victim(r, p.Ensemble)
				attacktest.Confine(c, v.X)
				s := attack.NewSpace(p)
				s.Reset(v.X)
				checkSpace(t, p, s)
			}
		})
	}
}

func checkSpace(t *testing.T, p *attack.Problem, s *attack.Space) {
	g, c := p.Grid, p.Constraints
	best := make([]float64, len(s.Cost))
	for i := range best {
		best[i] = math.Inf(1)
	}
	to := make([]float64, len(s.X))
	for f := range s.X {
		samples := slices.Clone(c.Values[f])
		for k := -200; k <= 1200; k++ { // includes the whole numbers 0 and 1
			samples = append(samples, float64(k)/1000)
		}
		for k := -20.0; k <= 20; k++ {
			samples = append(samples, c.StepFrom[f]+k*c.Step[f], s.X[f]+k*c.Step[f])
		}
		for _, sample := range samples {
			copy(to, s.X)
			to[f] = sample
			p.Ensemble.Round(to, to)
			if c.Allow(s.X, to) == nil {
				cell := g.ID(f, g.Cell(f, to[f]))
				best[cell] = min(best[cell], c.Weigh(f, to[f]-s.X[f])*math.Abs(to[f]-s.X[f]))
			}
		}
		for cell := g.First[f]; cell < g.First[f+1]; cell++ {
			if s.Cost[cell] > best[cell]+1e-12 {
				t.Fatalf("feature %d, cell %d: cost %v, a sample has %v", f, cell-g.First[f], s.Cost[cell], best[cell])
			}
			if math.IsInf(s.Cost[cell], 1) {
				continue
			}
			copy(to, s.X)
			to[f] = s.Value[cell]
			if err := c.Allow(s.X, to); err != nil {
				t.Fatal(err)
			}
			if got := g.ID(f, g.Cell(f, to[f])); got != cell {
				t.Fatalf("feature %d: value %v of cell %d lies in cell %d", f, to[f], cell, got)
			}
		}
	}
}

func TestConstraintsCheck(t *testing.T) {
	yes, no := []bool{false, true}, []bool{false, false}
	cases := map[string]struct {
		c    attack.Constraints
		want string
	}{
		"fine":      {attack.Constraints{Lo: []float64{0, 1}, Hi: []float64{1, 1}, Integer: yes, Increase: yes, Decrease: no}, ""},
		"length":    {attack.Constraints{Frozen: []bool{true}}, "for 1 features, the model reads 2"},
		"empty":     {attack.Constraints{Min: []float64{}, Range: []float64{}, Integer: yes}, "for 0 features, the model reads 2"},
		"no falls":  {attack.Constraints{Fall: []float64{}}, "for 0 features, the model reads 2"},
		"attackers": {attack.Constraints{Attackers: []bool{true}}, "constraints of 1 classes that attack or not, and there are 2"},
		"a price":   {attack.Constraints{Levels: []attack.LevelPrices{{Other: 1}}}, "for 1 features, the model reads 2"},
		"no prices": {attack.Constraints{Levels: []attack.LevelPrices{}}, "for 0 features, the model reads 2"},
		"no values": {attack.Constraints{Values: [][]float64{}}, "for 0 features, the model reads 2"},
		"weight":    {attack.Constraints{Weight: []float64{1, 0}}, "feature 1: weight 0"},
		"NaN":       {attack.Constraints{Weight: []float64{1, math.NaN()}}, "feature 1: weight NaN"},
		"twice 0":   {attack.Constraints{Values: [][]float64{nil, {-1, 0, 0}}}, "feature 1: values [-1 0 0] do not ascend"},
		"no bounds": {attack.Constraints{Hi: []float64{0, math.Inf(-1)}}, "feature 1: no number lies between -Inf and -Inf"},
		"bounds":    {attack.Constraints{Lo: []float64{0, 2}, Hi: []float64{1, 1}}, "feature 1: smallest value 2 is above the largest, 1"},
		"ways":      {attack.Constraints{Increase: yes, Decrease: yes}, "feature 1: it must neither fall nor rise"},
		"range":     {attack.Constraints{Range: []float64{1, 1}}, "Range without Min"},
		"min":       {attack.Constraints{Min: []float64{0, math.NaN()}, Range: []float64{1, 1}}, "feature 1: scaled by Min NaN"},
		"others":    {attack.Constraints{Levels: []attack.LevelPrices{{Pairs: []attack.LevelPrice{{From: 0, To: 1, Price: 2}}}, {}}}, "feature 0: prices of some changes of level, and in Other none"},
		"other":     {attack.Constraints{Levels: []attack.LevelPrices{{}, {Other: math.NaN()}}}, "feature 1: price NaN of a change of level"},
		"twice": {attack.Constraints{Levels: []attack.LevelPrices{{Other: 1, Pairs: []attack.LevelPrice{{From: 1, Price: 2}, {From: 1, Price: 3}}}, {}}},
			"feature 0: prices of levels do not ascend"},
		"level": {attack.Constraints{Groups: []attack.Group{{Name: "g", Features: []int{0, 1}, Prices: attack.LevelPrices{Other: 1, Pairs: []attack.LevelPrice{{From: 0, To: 3, Price: 1}}}}}},
			`group "g": price of a change from level 0 to 3, must be 0 to 2`},
		"member":  {attack.Constraints{Frozen: yes, Groups: []attack.Group{{Name: "g", Features: []int{0, 1}}}}, `group "g": feature 1 is constrained by itself`},
		"bounded": {attack.Constraints{Lo: []float64{0.5, 0}, Groups: []attack.Group{{Name: "g", Features: []int{0, 1}}}}, `group "g": feature 0 is constrained by itself`},
		"still":   {attack.Constraints{Frozen: yes, Groups: []attack.Group{{Name: "g", Frozen: true, Features: []int{0, 1}}}}, ""},
		"none":    {attack.Constraints{Groups: []attack.Group{{AtMostOne: true, Features: []int{0, 1}, Prices: attack.LevelPrices{Other: 1, Pairs: []attack.LevelPrice{{From: 0, To: 2, Price: 1}}}}}}, ""},
		"priced": {attack.Constraints{Groups: []attack.Group{{Name: "g", Features: []int{0, 1}, Prices: attack.LevelPrices{Pairs: []attack.LevelPrice{{From: 0, To: 1, Price: 1}}}}}},
			`group "g": prices of some changes of level, and in Other none`},
		"circle": {attack.Constraints{Links: []attack.Link{
			{Feature: 0, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}}, {Feature: 1, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}},
		}}, "the link of feature 0 is part of a circle of links"},
		"in a group": {attack.Constraints{
			Links:  []attack.Link{{Text: "first", Feature: 0, Terms: []attack.Term{{Factor: 1}}}, {Text: "second", Feature: 1, Terms: []attack.Term{{Factor: 1, Times: []int{2}}}}},
			Groups: []attack.Group{{Name: "g", Features: []int{2, 3}}},
		}, "second: feature 2 is in a group"},
		"least step":  {attack.Constraints{Step: []float64{0, 5e-324}}, "feature 1: step 5e-324 is below 1e-100: no numbers"},
		"of a range":  {attack.Constraints{Step: []float64{0, 1e-10}, Min: []float64{0, 0}, Range: []float64{1, 0x1p990}}, "feature 1: step 1e-10 is below "},
		"step far":    {attack.Constraints{Step: []float64{0, 1e-10}, StepFrom: []float64{0, 1e300}}, "feature 1: step 1e-10 is less than numbers around step-from 1e+300 are apart"},
		"step off":    {attack.Constraints{Step: []float64{0, 1}, StepFrom: []float64{0, math.Inf(-1)}}, "feature 1: step-from -Inf is not a finite number"},
		"small steps": {attack.Constraints{Step: []float64{1e-30, 1e-4}, StepFrom: []float64{0, 1e11}, Min: []float64{0, 1e9}, Range: []float64{1e-30, 1e12}}, ""},
		"large steps": {attack.Constraints{Step: []float64{1e200, 1}, StepFrom: []float64{-1, 1e15}}, ""},
		"integers":    {attack.Constraints{Lo: []float64{0, 0.2}, Hi: []float64{1, 0.8}, Integer: yes}, "feature 1: there is no whole number between 0.2 and 0.8"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			features := 2
			if c.c.Links != nil && c.c.Groups != nil {
				features = 4
			}
			err := c.c.Fits(features, 2)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A model with categorical columns that only splits on numbers can be attacked under constraints:
// only the numbers move.
func TestAttackersArePerClass(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Stumps(), attack.LInf)
	for n := range 4 {
		p.Constraints = &attack.Constraints{Attackers: make([]bool, n)}
		if err := p.Validate(); (err == nil) != (n == 2) {
			t.Errorf("%d attackers of 2 classes: %v", n, err)
		}
	}
}

// An infinite value is refused, unless scaling may have made it so: then it cannot move, and costs
// nothing if it stays.
func TestInfiniteFeatures(t *testing.T) {
	weights := []float64{1, 1}
	for _, c := range []*attack.Constraints{nil, {Weight: weights}, {Weight: weights, Fall: weights}} {
		for _, norm := range attack.Norms {
			p := attacktest.NewProblem(t, ensembletest.Stumps(), norm)
			p.Constraints = c
			victims := []attack.Victim{{X: []float64{math.Inf(1), 0.75}, Label: 1}}
			if _, err := attack.Run(t.Context(), p, exact.Attack{}, victims, attack.RunOptions{}); err == nil || err.Error() != "row 0: feature 0 is +Inf, must be finite or NaN" {
				t.Errorf("norm %v: %v", norm, err)
			}
			p.Ensemble.Schema.Min, p.Ensemble.Schema.Max = []float64{0, 0}, []float64{1, 1}
			results, err := attack.Run(t.Context(), p, exact.Attack{}, victims, attack.RunOptions{})
			if err != nil || results[0].Distance != 0.5 {
				t.Errorf("norm %v: %v at distance %v, %v; want 0.5, of feature 1 alone", norm, results[0].Example, results[0].Distance, err)
			}
		}
	}
}

func TestConstraintsBesideCategories(t *testing.T) {
	p := stump(t)
	e := p.Ensemble
	e.Features, e.Columns = 2, []column.Column{{}, column.Named([]string{"a", "b"})}
	p = attacktest.NewProblem(t, e, attack.LInf)
	p.Constraints = &attack.Constraints{Lo: []float64{0, 0}, Hi: []float64{1, 1}}
	for _, a := range []attack.Attack{exact.Attack{}, blackbox.New(cube.Method{})} {
		results := attacktest.Run(t, p, a, []attack.Victim{{X: []float64{0.2, 1}}}, attack.RunOptions{})
		if x := results[0].Example; x == nil || x[1] != 1 {
			t.Errorf("%s: %v", a.Name(), x)
		}
	}
}

// Whole numbers up to the bounds are allowed however they are scaled, and a
// value is moved to the nearest of them.
func TestWholeNumbersReachTheirBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	r := seed.At(9)
	for i := range 1000 {
		least, unit := float64(r.IntN(201)-100), 1+float64(r.IntN(1000))
		if i%3 == 0 {
			least, unit = 200*r.Float64()-100, 1+1000*r.Float64()
		}
		bottom := math.Ceil(least) + float64(r.IntN(5))
		top := bottom + float64(1+r.IntN(40))
		scaled := func(k float64) float64 { return (k - least) / unit }
		c := &attack.Constraints{
			Lo: []float64{scaled(bottom)}, Hi: []float64{scaled(top)}, Integer: []bool{true},
			Min: []float64{least}, Range: []float64{unit},
		}
		e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{-1}, Input: ensemble.Precision(i % 2)}
		cut := []float64{scaled(top - 0.5)}
		e.Round(cut, cut)
		e.Trees = []ensemble.Tree{{Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: cut[0]}}, Leaves: []float64{0, 2}}}
		p := attacktest.NewProblem(t, e, attack.LInf)
		p.Constraints = c
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		x := []float64{scaled(bottom)}
		for k := bottom; k <= top; k++ {
			want := []float64{scaled(k)}
			p.Ensemble.Round(want, want)
			if got := p.Admit(0, x[0], scaled(k+0.8*(r.Float64()-0.5))); got != want[0] && got != x[0] {
				t.Fatalf("%v is moved to %v, not %v; from %v by %v, %v to %v", k, got, want, least, unit, bottom, top)
			}
			if err := c.Allow(x, want); err != nil {
				t.Fatalf("%v by %v, %v to %v: %v", least, unit, bottom, top, err)
			}
		}
		for _, k := range []float64{bottom - 1, top + 1, top - 0.5} {
			if c.Allow(x, []float64{scaled(k)}) == nil {
				t.Fatalf("%v is allowed; from %v by %v, %v to %v", k, least, unit, bottom, top)
			}
		}
		for name, a := range map[string]attack.Attack{
			"exact": exact.Attack{}, "dive": dive.Attack{}, "lt": ltattack.Attack{},
			"cube": blackbox.New(cube.Method{Starts: 1}), // its features are scaled to the unit cube
		} {
			results := attacktest.Run(t, p, a, []attack.Victim{{X: x}}, attack.RunOptions{Threads: 1})
			want := p.Distance([]float64{scaled(top)}, x)
			if got := results[0].Distance; math.Abs(got-want) > 1e-12*want && (name != "cube" || scaled(top) <= 1 && scaled(bottom) >= 0) {
				t.Fatalf("%s: an example at %v, the nearest is at %v; from %v by %v, %v to %v", name, results[0].Distance, want, least, unit, bottom, top)
			}
		}
	}
}

// What a search takes for a place is also one for the check of its example, however sparse numbers
// are there.
func TestPlacesFarOut(t *testing.T) {
	r := seed.At(10)
	for i := range 20_000 {
		size := func(least, most float64) float64 { return math.Pow(10, least+(most-least)*r.Float64()) }
		c := &attack.Constraints{Integer: []bool{i%4 == 0}, Step: []float64{0}, StepFrom: []float64{0}}
		if i%4 != 0 {
			c.Step[0] = size(-4, 4)
			c.StepFrom[0] = []float64{0, math.NaN(), size(-4, 12)}[i%3]
		}
		if i%5 == 0 {
			c.Min, c.Range = []float64{size(-3, 9)}, []float64{size(-3, 9)}
		}
		e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Input: ensemble.Precision(i % 2)}
		e.Trees = []ensemble.Tree{{Leaves: []float64{0}}}
		p := attacktest.NewProblem(t, e, attack.LInf)
		p.Constraints = c
		x, to := []float64{size(-4, 12)}, []float64{size(-4, 37)}
		if i%7 == 0 {
			to[0] = math.MaxFloat32
		}
		e.Round(x, x)
		e.Round(to, to)
		v := p.Admit(0, x[0], to[0])
		if err := c.Allow(x, []float64{v}); err != nil {
			t.Fatalf("from %v towards %v, in steps of %v from %v: %v", x, to, c.Step, c.StepFrom, err)
		}
	}
}

// Weights under which costs would overflow or vanish are refused.
func TestWeightsAreBounded(t *testing.T) {
	for _, w := range []float64{5e-324, 1e-31, 1e31, 1e308, math.Inf(1), 0, -1} {
		if err := (&attack.Constraints{Weight: []float64{w}}).Check(1); err == nil {
			t.Errorf("weight %v is taken", w)
		}
	}
	for _, w := range []float64{1e-30, 1, 1e30} {
		if err := (&attack.Constraints{Weight: []float64{w}}).Check(1); err != nil {
			t.Error(err)
		}
	}
}
