package ensemble

import (
	"math"
	"slices"
)

// InFloat64 returns a model that reads float64 and predicts exactly what e predicts for every row: e
// itself, or, if e rounds its input to float32, a copy whose thresholds lie where that rounding
// separates the numbers. An attacker changes numbers before they are rounded, and distances are
// measured between those.
func (e *Ensemble) InFloat64() *Ensemble {
	if e.Input != Float32 {
		return e
	}
	r := *e
	r.Input = Float32Levels
	r.Trees = slices.Clone(e.Trees)
	for i := range r.Trees {
		t := &r.Trees[i]
		t.Splits = slices.Clone(t.Splits)
		for n := range t.Splits {
			if s := &t.Splits[n]; s.Set == nil {
				s.Threshold = lastRoundedTo(s.Threshold)
			}
		}
	}
	return &r
}

// Largest returns the largest number that a row can hold: no reader takes infinity for a value, nor what
// a model that reads float32 rounds to it.
func (e *Ensemble) Largest() float64 {
	if e.Input == Float64 {
		return math.MaxFloat64
	}
	return 0x1.fffffefffffffp127 // which is rounded to math.MaxFloat32, and the next to infinity
}

// lastRoundedTo returns the largest number that is rounded to at most v, which is a
// float32: halfway to the next one, or just before, as ties go to the even one.
func lastRoundedTo(v float64) float64 {
	if math.IsInf(v, 1) {
		return v
	}
	next := float64(math.Nextafter32(float32(v), float32(math.Inf(1))))
	switch {
	case math.IsInf(v, -1):
		v = -0x1p128 // where -MaxFloat32 is followed by one more spacing
	case math.IsInf(next, 1):
		next = 0x1p128
	}
	half := (v + next) / 2
	if float64(float32(half)) <= v {
		return half
	}
	return math.Nextafter(half, math.Inf(-1))
}
