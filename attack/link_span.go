package attack

import (
	"math"
	"slices"
)

// span is a range, from the least to the largest value.
type span struct{ lo, hi float64 }

// known returns s, or everything if rounding or infinities leave no numbers.
func (s span) known() span {
	if s.lo <= s.hi {
		return s
	}
	return span{math.Inf(-1), math.Inf(1)}
}

// wider returns s extended at both ends.
func (s span) wider(by float64) span {
	return span{s.lo - by, s.hi + by}.known()
}

func (s span) plus(t span) span { return span{s.lo + t.lo, s.hi + t.hi}.known() }

func (s span) minus(t span) span { return span{s.lo - t.hi, s.hi - t.lo}.known() }

func (s span) times(t span) span {
	ends := []float64{s.lo * t.lo, s.lo * t.hi, s.hi * t.lo, s.hi * t.hi}
	if slices.ContainsFunc(ends, math.IsNaN) {
		return span{math.NaN(), 0}.known()
	}
	return span{slices.Min(ends), slices.Max(ends)}
}

func (s span) inverse() span {
	if s.lo <= 0 && s.hi >= 0 {
		return span{math.NaN(), 0}.known()
	}
	return span{1 / s.hi, 1 / s.lo}
}

// size returns the largest absolute value of the finite ends.
func (s span) size() (size float64) {
	for _, v := range []float64{math.Abs(s.lo), math.Abs(s.hi)} {
		if v < math.Inf(1) {
			size = max(size, v)
		}
	}
	return size
}
