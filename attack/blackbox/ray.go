package blackbox

import "math"

// Along writes the point a distance along a direction into out.
func (o *Oracle) Along(direction []float64, distance float64, out []float64) {
	for f, d := range direction {
		out[f] = o.X[f] + distance*d
	}
}

// Boundary finds a distance along a direction of length 1 at which points
// become adversarial, by bisection between hi, which is adversarial, and lo,
// to a relative tolerance.
func (o *Oracle) Boundary(direction []float64, lo, hi, tolerance float64, scratch []float64) float64 {
	for hi-lo > tolerance*hi && !o.Spent() {
		mid := lo + (hi-lo)/2
		o.Along(direction, mid, scratch)
		if o.Adversarial(scratch) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// Normalize scales a direction to length 1 and reports whether it has one.
func (o *Oracle) Normalize(direction []float64) bool {
	length := o.Length(direction)
	if length == 0 || math.IsInf(length, 0) || math.IsNaN(length) {
		return false
	}
	for f := range direction {
		direction[f] /= length
	}
	return true
}

// Clean puts features of the best point back to the victim's values, one
// after another in the order given, where it stays adversarial.
func (o *Oracle) Clean(order []int) {
	if len(o.Best) == 0 {
		return
	}
	x := append([]float64(nil), o.Best...)
	for _, f := range order {
		if o.Spent() {
			return
		}
		if x[f] == o.X[f] || o.X[f] != o.X[f] {
			continue
		}
		v := x[f]
		x[f] = o.X[f]
		if !o.Adversarial(x) {
			x[f] = v
		}
	}
}
