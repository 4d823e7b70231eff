package eval

import (
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Digits shortens numbers in the data's units for people, without changing what a model makes of
// them.
type Digits struct {
	e    *ensemble.Ensemble
	cuts [][]float64 // the thresholds of each feature, nil if its numbers must stay
}

// NewDigits returns Digits for a model and an attacker. Numbers that the model reads differently
// are used only if its trees are known, and not in columns with steps, listed values or links,
// where the attacker could not make them.
func NewDigits(e *ensemble.Ensemble, c *attack.Constraints) *Digits {
	d := &Digits{e, make([][]float64, e.Features)}
	levels := make([]bool, e.Features)
	trees := e.InFloat64().Trees
	for i := range trees {
		for _, s := range trees[i].Splits {
			d.cuts[s.Feature] = append(d.cuts[s.Feature], s.Threshold)
			levels[s.Feature] = levels[s.Feature] || s.Set != nil
		}
	}
	for f, cuts := range d.cuts {
		slices.Sort(cuts)
		if d.cuts[f] = slices.Compact(cuts); levels[f] {
			d.cuts[f] = nil
		}
	}
	d.keep(c)
	return d
}

// keep makes numbers stay in columns that an attacker can set to certain values only.
func (d *Digits) keep(c *attack.Constraints) {
	if c == nil {
		return
	}
	for f := range d.cuts {
		if f < len(c.Step) && c.Step[f] > 0 || f < len(c.Values) && c.Values[f] != nil {
			d.cuts[f] = nil
		}
	}
	for i := range c.Links {
		for _, f := range c.Links[i].Features() {
			d.cuts[f] = nil
		}
	}
}

// Same returns the number with the fewest digits that the model reads as it reads raw.
func (d *Digits) Same(f int, raw float64) float64 { return d.fewest(f, raw, d.number(f, raw)) }

// Value returns the number with the fewest digits that the model reads as value x of a row, which mostly
// is the one in the data: undoing the scaling alone gives 0.30000000000000004 for 0.3.
func (d *Digits) Value(f int, x float64) float64 {
	if d.number(f, 0) == x {
		return 0
	}
	return d.fewest(f, RawValue(d.e, f, x), x)
}

// number returns what the model reads.
func (d *Digits) number(f int, raw float64) float64 {
	v := read(d.e, f, raw)
	if d.e.Input == ensemble.Float32 {
		v = float64(float32(v))
	}
	return v
}

// fewest returns the number with the fewest digits, of those near raw, that is read as x.
func (d *Digits) fewest(f int, raw, x float64) float64 {
	for digits := range 16 {
		if v := parsed(raw, 'e', digits); d.number(f, v) == x {
			return v
		}
	}
	return raw
}

// Past returns a number with few decimal places for raw, to which an example changes was. It is on
// the same side of every threshold, so that the example stays one, and at most a thousandth of the
// change away from raw. Whole numbers are not replaced, and no other number becomes 0 or
// changes its sign.
func (d *Digits) Past(f int, was, raw float64) float64 {
	const (
		near = 1e-3
		most = 20 // places
	)
	if math.Trunc(raw) == raw || d.cuts[f] == nil {
		return d.Same(f, raw)
	}
	cell := func(raw float64) int {
		at, _ := slices.BinarySearch(d.cuts[f], read(d.e, f, raw))
		return at
	}
	for places := range most + 1 {
		nearest := parsed(raw, 'f', places)
		beyond := parsed(nearest+math.Copysign(math.Pow10(-places), raw-was), 'f', places)
		for _, v := range [2]float64{nearest, beyond} {
			if cell(v) == cell(raw) && v != was && v != 0 && (v > 0) == (raw > 0) && math.Abs(v-raw) <= near*math.Abs(raw-was) {
				return v
			}
		}
	}
	return d.Same(f, raw)
}

// parsed rounds a number to the digits written.
func parsed(v float64, format byte, digits int) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, format, digits, 64), 64)
	return v
}
