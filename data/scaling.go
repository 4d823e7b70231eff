package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Scaling maps each feature linearly, Min to 0 and Max to 1, so that one eps
// means the same for all features. A constant feature (Min = Max) is moved to
// 0 and keeps its unit. Missing values stay missing.
//
// In a sparse table a 0 stays a 0: scalings that are fit to it have a Min of 0, and
// only divide a column by its unit.
type Scaling struct{ Min, Max []float64 } // the raw values that become 0 and 1, one per feature

// equal reports whether two scalings are the same, or both nil.
func (s *Scaling) equal(other *Scaling) bool {
	if s == nil || other == nil {
		return s == other
	}
	return slices.Equal(s.Min, other.Min) && slices.Equal(s.Max, other.Max)
}

// FitScaling returns the scaling by the least and the largest value of each
// column of t; in images, all pixels have the same scale, from 0 to
// t.Image.White or, if that is unknown, to the largest value of all. The codes
// of categorical columns are not scaled. Fit on training rows, then apply to all:
// other rows may well leave [0,1]. Rows of weight 0 have no say, as in training.
func FitScaling(t *Table) Scaling {
	t = t.Weighed()
	s := Scaling{make([]float64, t.Cols), make([]float64, t.Cols)}
	white := t.Image.White
	for f, r := range t.Ranges() {
		s.Min[f], s.Max[f] = r.Min, r.Max
		if r.Missing == t.Rows {
			s.Min[f], s.Max[f] = 0, 0
		}
		if column.KindOf(t.Columns, f) == column.Categorical {
			s.Min[f], s.Max[f] = 0, 1 // codes stay what they are
		}
		if t.Image.White == 0 {
			white = max(white, s.Max[f])
		}
	}
	if t.Image != (Shape{}) {
		for f := range t.Cols {
			s.Min[f], s.Max[f] = 0, white
		}
	}
	return s.keepZeros(t)
}

// keepZeros moves a scaling that is fit to a sparse table so that a 0 stays a 0.
func (s Scaling) keepZeros(t *Table) Scaling {
	if t.Sparse == nil {
		return s
	}
	for f := range s.Min {
		s.Min[f], s.Max[f] = 0, s.Max[f]-s.Min[f]
	}
	return s
}

// Apply scales the rows of tables in place and notes that in them, so that a
// model that is trained on them knows how to read raw rows. Infinite values are an
// error, as is a table that is scaled already, and then no table is scaled: scaling
// twice is not, to the last bit, scaling once by something else, and a model has one
// scaling.
func (s Scaling) Apply(tables ...*Table) error {
	for k, t := range tables {
		switch {
		case t == nil:
			return errNone
		case t.Scaling != nil || slices.Contains(tables[:k], t):
			return fmt.Errorf("%s: is scaled already", t.Name())
		case len(s.Min) != t.Cols || len(s.Max) != t.Cols:
			return fmt.Errorf("%s: has %d columns, the scaling %d", t.Name(), t.Cols, len(s.Min))
		}
		if err := t.validateRows(); err != nil {
			return err
		}
		if err := cmp.Or(t.validateValues(), s.check(t)); err != nil {
			return err
		}
	}
	for _, t := range tables {
		s.rows(t)
		t.Scaling = &s
		if t.Image.White != 0 {
			t.Image.White = 1
		}
	}
	return nil
}

// check reports the first column of a table that cannot be scaled so.
func (s Scaling) check(t *Table) error {
	for f, lo := range s.Min {
		if hi := s.Max[f]; !(lo <= hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
			return t.wrong("column %d is scaled by Min %v and Max %v, must be finite and ascend", f, lo, hi)
		}
	}
	return nil
}

// rows scales the rows of a table. Sparse ones get all of their cells if a 0 does not
// stay a 0.
func (s Scaling) rows(t *Table) {
	if of := t.Sparse; of != nil {
		if t.keepRaw {
			of.raw = slices.Clone(of.Value)
		}
		if of.scale(s) {
			return
		}
		of.raw = nil
		t.Densify()
	}
	if t.compact != nil {
		t.compact.scale(s, t.keepRaw)
		return
	}
	if t.keepRaw {
		t.Raw = slices.Clone(t.X)
	}
	for i := range t.Rows {
		s.Scale(t.Row(i))
	}
}

// Unscale puts raw values back in place, up to rounding if they were not kept. A
// table that is not scaled stays as it is.
func (t *Table) Unscale() {
	s := t.Scaling
	if s == nil {
		return
	}
	if t.Scaling = nil; t.Image.White != 0 {
		t.Image.White = s.Max[0]
	}
	if of := t.Sparse; of != nil {
		if of.raw != nil {
			of.Value, of.raw = of.raw, nil
			return
		}
		for k, f := range of.Column { // Min is 0, or absent cells are missing
			of.Value[k] = float64(of.Value[k]*s.Unit(int(f))) + s.Min[f]
		}
		return
	}
	if t.Raw != nil {
		copy(t.X, t.Raw)
		t.Raw = nil
		return
	}
	if t.compact != nil && t.compact.raw != nil {
		t.compact = t.compact.raw
		return
	}
	t.Densify()
	for i := range t.Rows {
		s.Unscale(t.Row(i))
	}
}

// Scale maps a row of raw values in place.
func (s Scaling) Scale(x []float64) {
	for f, v := range x {
		x[f] = (v - s.Min[f]) / s.Unit(f)
	}
}

// Unscale maps a row of scaled values back to raw ones in place.
func (s Scaling) Unscale(x []float64) {
	for f, v := range x {
		x[f] = float64(v*s.Unit(f)) + s.Min[f]
	}
}

// Written returns the raw number with the fewest decimal places that is scaled to v in feature
// f, which is the one that a table has: 3 where Unscale gives 3.0000000000000004. If no number
// of up to 15 places is scaled to exactly v, it returns what Unscale gives, and false.
func (s Scaling) Written(f int, v float64) (raw float64, ok bool) {
	const most = 15
	unit := s.Unit(f)
	near := float64(v*unit) + s.Min[f]
	for places := range most + 1 {
		parts := math.Pow10(places)
		if raw := math.Round(near*parts) / parts; (raw-s.Min[f])/unit == v {
			return raw + 0, true // not -0
		}
	}
	return near, false
}

// Unit returns the raw length of 1 in feature f: an eps times Unit is the eps
// in raw units, a raw eps divided by Unit is the scaled one.
func (s Scaling) Unit(f int) float64 {
	if s.Max[f] == s.Min[f] {
		return 1
	}
	return s.Max[f] - s.Min[f]
}
