// Package rounding handles what float32 and float64 do to thresholds and to the boundary between two
// classes.
package rounding

import "math"

// Cutoff32 and Cutoff64 are the largest margins for which 1/(1+exp(-margin)), computed in float32 or
// float64, is not above one half: exp(-margin) rounds to at least the largest number below 1, and
// adding 1 rounds to 2.
const (
	Cutoff32 = 3.0 / (1 << 25)
	Cutoff64 = 3.0 / (1 << 54)
)

// Below returns the largest float32 below t: x < t and x <= Below(t) are the same.
func Below(t float32) float32 { return math.Nextafter32(t, float32(math.Inf(-1))) }

// Above is the inverse of Below. It turns -0 into 0.
func Above(t float32) float32 { return math.Nextafter32(t, float32(math.Inf(1))) + 0 }

// Floor returns the largest float32 that is at most v, or -Inf. As a threshold on float32 features it
// is the same as v.
func Floor(v float64) float32 {
	f := float32(v)
	if float64(f) > v {
		f = Below(f)
	}
	return f
}

// Last returns the largest float64 that float32 rounds to at most t.
func Last(t float32) float64 {
	if math.IsInf(float64(t), 1) {
		return float64(t)
	}
	// beyond the largest float32, numbers round as if there were one more
	last := max(float64(t), -0x1p128)
	next := min(float64(math.Nextafter32(t, float32(math.Inf(1)))), 0x1p128)
	middle := last + float64((next-last)/2) // exact
	if float32(middle) <= t {
		return middle
	}
	return math.Nextafter(middle, math.Inf(-1))
}
