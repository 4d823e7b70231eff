package blackbox

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// Along writes the point a distance along a direction into out.
func (o *Oracle) Along(direction []float64, distance float64, out []float64) {
	for f, d := range direction {
		out[f] = o.X[f] + float64(distance*d)
	}
}

// Boundary finds a distance along a direction of length 1 at which points
// become adversarial, by bisection between hi, which is adversarial, and lo,
// to a relative tolerance.
func (o *Oracle) Boundary(direction []float64, lo, hi, tolerance float64, scratch []float64) float64 {
	for hi-lo > tolerance*hi && !o.Spent() {
		mid := lo + float64((hi-lo)/2)
		o.Along(direction, mid, scratch)
		if o.Adversarial(scratch) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// Normalize scales a direction to length 1 and reports whether that is possible.
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

// Clip moves a value of feature f into [0,1], to which features are scaled, or no farther out of it
// than the victim is.
func (o *Oracle) Clip(f int, v float64) float64 {
	return min(max(v, min(0, o.X[f])), max(1, o.X[f]))
}

// Pull moves an adversarial point to the boundary, by bisection to an absolute
// tolerance: along the line to the victim, or for L-inf by clipping to smaller
// and smaller cubes. It returns how far the point was before.
func (o *Oracle) Pull(x []float64, tolerance float64) (far float64) {
	far = o.between(x)
	at := slices.Clone(x)
	lo, hi := 0.0, far
	for hi-lo > max(tolerance, 1e-9*far) && !o.Spent() {
		mid := float64(lo/2) + float64(hi/2)
		o.shrink(at, mid, far, x)
		if o.Adversarial(x) {
			hi = mid
		} else {
			lo = mid
		}
	}
	o.shrink(at, hi, far, x)
	return far
}

// shrink writes the point at a distance to out, given one that is far away.
func (o *Oracle) shrink(at []float64, distance, far float64, out []float64) {
	for f, v := range at {
		from := o.X[f]
		if o.Levels(f) != nil { // a level changes or it does not
			if out[f] = v; o.Norm == attack.LInf && distance < o.Weight(f) {
				out[f] = from
			}
			continue
		}
		if o.Norm == attack.LInf {
			reach := distance / o.Weight(f)
			out[f] = min(max(v, from-reach), from+reach)
		} else {
			out[f] = from + (v-from)*distance/max(far, math.SmallestNonzeroFloat64)
		}
	}
}
