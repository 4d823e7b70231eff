package attack_test

import (
	"math"
	"math/rand/v2"
	"slices"
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

// Decimals of any size, also of numbers beside which steps are small, with bounds and thresholds at
// 0, at the row's own value or where steps end: in units of the last decimal all is whole, and the
// distance is known exactly.
func TestStepsAgainstDecimals(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for i := range 6000 {
		r := seed.At(72, i)
		d := drawDecimals(t, r)
		if d.p.Constraints.Fits(2, 2) != nil { // no step between the bounds
			continue
		}
		x := []float64{d.reads(d.columns[0].own), d.reads(d.columns[1].own)}
		label := d.p.Ensemble.Class(x)
		eps := d.nearest(label)
		adversary, victims := attacktest.Prepare(t, d.p, exact.Attack{}), []attack.Victim{{X: x, Label: label}}
		found, err := adversary.Run(t.Context(), victims, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatalf("%d: %v: %+v", i, err, d)
		}
		if got := found[0].Distance; got > eps*(1+d.off) || got < eps*(1-1e-6) || found[0].LowerBound > eps*(1+d.off) || math.IsInf(got, 1) && !math.IsInf(eps, 1) {
			t.Errorf("%d: the nearest example is at %v, found %v above %v: %+v", i, eps, got, found[0].LowerBound, d)
		}
		if eps == 0 || math.IsInf(eps, 1) {
			continue
		}
		for _, within := range []float64{eps * (1 + d.off), eps * (1 - 1e-6)} {
			got, err := adversary.Decide(t.Context(), victims, within, attack.RunOptions{Threads: 1})
			if err != nil || (got[0].Verdict == attack.Broken) != (within >= eps) {
				t.Errorf("%d: the nearest example is at %v, and within %v a row is %v (%v): %+v", i, eps, within, got[0].Verdict, err, d)
			}
		}
	}
}

// decimals is an attacker of two columns whose numbers are whole in a unit.
type decimals struct {
	p       *attack.Problem
	parts   float64 // the unit is 1 / parts
	offset  float64 // in units, as are all below: about where all numbers are
	min     float64
	width   float64 // 0 if the model reads the data as they are
	off     float64 // by which share a fraction of it may be rounded otherwise
	columns [2]decimalColumn
}

type decimalColumn struct {
	own, lo, hi, step float64
	up, down          float64 // weights
	from              float64 // NaN for steps from the row's own value
	list              []float64
}

func drawDecimals(t *testing.T, r *rand.Rand) *decimals {
	t.Helper()
	d := &decimals{parts: math.Pow10(r.IntN(10)), offset: []float64{0, 100, 2000, 123456, 1e7, -54321}[r.IntN(6)]}
	if r.IntN(2) == 0 {
		d.min, d.width = d.offset+float64(r.IntN(41)-20), []float64{7, 13, 20, 50}[r.IntN(4)]
		if r.IntN(4) == 0 {
			d.min, d.width, d.off = 0, math.Abs(d.offset)+50, 1e-15
		}
	}
	e := ensembletest.Stumps()
	e.Features, e.Base, e.Trees = 2, []float64{float64(r.IntN(3))/2 - 1.45}, nil
	if r.IntN(3) == 0 {
		e.Input = ensemble.Float32
	}
	c := &attack.Constraints{
		Weight: make([]float64, 2), Fall: make([]float64, 2), Lo: make([]float64, 2), Hi: make([]float64, 2),
		Step: make([]float64, 2), StepFrom: make([]float64, 2), Values: make([][]float64, 2),
	}
	if d.width > 0 {
		low, width := d.number(d.min), d.number(d.width)
		c.Min, c.Range = []float64{low, low}, []float64{width, width}
	}
	for f := range d.columns {
		own := d.offset + float64(r.IntN(41)-20)
		odd := func() float64 { return []float64{d.offset, own, own + float64(r.IntN(21)-10)}[r.IntN(3)] }
		lo, hi := math.Inf(-1), math.Inf(1)
		if r.IntN(2) == 0 {
			lo = min(odd(), own)
		}
		if r.IntN(2) == 0 {
			hi = max(odd(), own)
		}
		k := decimalColumn{own: own, lo: lo, hi: hi, step: []float64{1, 2, 3, 5, 25}[r.IntN(5)], from: math.NaN()}
		k.up, k.down = []float64{1, 2, 0.5}[r.IntN(3)], []float64{1, 3}[r.IntN(2)]
		c.Weight[f], c.Fall[f] = k.up, k.down
		switch r.IntN(3) {
		case 0:
			k.from = odd()
		case 1:
			k.step = 0
			k.list = []float64{own, odd(), odd() + 1, odd() - 1}
			slices.Sort(k.list)
			k.list = slices.Compact(k.list)
			for _, v := range k.list {
				c.Values[f] = append(c.Values[f], d.number(v))
			}
		}
		c.Step[f], c.StepFrom[f] = d.number(k.step), d.number(k.from)
		c.Lo[f], c.Hi[f] = d.reads(lo), d.reads(hi)
		d.columns[f] = k
		for range 2 {
			at := d.reads(odd() + float64(r.IntN(2))/2)
			if e.Input == ensemble.Float32 {
				at = float64(float32(at))
			}
			up := float64(r.IntN(2))
			e.Trees = append(e.Trees, ensemble.Tree{
				Splits: []ensemble.Split{{Feature: ensemble.Feature(f), Left: ^0, Right: ^1, Threshold: at}}, Leaves: []float64{1 - up, up},
			})
		}
	}
	d.p = attacktest.NewProblem(t, e, attack.AllNorms[r.IntN(len(attack.AllNorms))])
	d.p.Constraints = c
	return d
}

// number is a number of units as it is written.
func (d *decimals) number(units float64) float64 { return units / d.parts }

// reads is what the model reads.
func (d *decimals) reads(units float64) float64 {
	if d.width == 0 {
		return d.number(units)
	}
	return (d.number(units) - d.number(d.min)) / d.number(d.width)
}

// can lists what a column can become, in units.
func (k *decimalColumn) can() (all []float64) {
	all = []float64{k.own}
	for v := k.own - 100; v <= k.own+100; v++ {
		from := k.from
		if from != from {
			from = k.own
		}
		if v >= k.lo && v <= k.hi && (k.list == nil && math.Mod(v-from, k.step) == 0 || slices.Contains(k.list, v)) {
			all = append(all, v)
		}
	}
	return all
}

func (k *decimalColumn) weighed(to float64) float64 {
	return max(k.up*(to-k.own), k.down*(k.own-to))
}

// nearest returns the distance of the nearest example, as a user would write it.
func (d *decimals) nearest(label int) float64 {
	least, size, parts := math.Inf(1), d.width, 1.0
	if size == 0 {
		size, parts = 1, d.parts
	}
	for _, a := range d.columns[0].can() {
		for _, b := range d.columns[1].can() {
			if d.p.Ensemble.Class([]float64{d.reads(a), d.reads(b)}) != label {
				least = min(least, d.p.Norm.Join(d.p.Norm.Cost(d.columns[0].weighed(a)), d.p.Norm.Cost(d.columns[1].weighed(b))))
			}
		}
	}
	switch root := math.Sqrt(least); {
	case d.p.Norm == attack.L0:
		return least
	case d.p.Norm != attack.L2:
		return least / size / parts
	case root == math.Round(root):
		return root / size / parts
	default:
		return root / size / parts * (1 + 1e-12)
	}
}
