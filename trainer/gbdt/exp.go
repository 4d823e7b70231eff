package gbdt

import "math"

// exp replaces each value x by e^x, to within 2 units in the last place, in half the time that math.Exp
// would take: e^x is a power of two, times one of the roots below, times a polynomial in the remainder,
// which is at most half a step.
func exp(x []float64) {
	const (
		inverse = steps / math.Ln2
		hi      = 6.93147180369123816490e-01 / steps // log(2)/steps in two parts
		lo      = 1.90821492927058770002e-10 / steps
		whole   = 3 << 51 // adding it leaves no bits for fractions
		finite  = 708
	)
	for i, v := range x {
		if v > finite {
			v = finite
		} else if v < -finite {
			v = -finite
		}
		step := float64(v*inverse) + whole
		b, n := math.Float64bits(step), step-whole
		r := v - float64(n*hi) - float64(n*lo)
		p := math.Float64frombits(roots[b%steps] + b/steps<<52)
		x[i] = p + float64(p*r*(1+float64(r*(1./2+float64(r*(1./6+float64(r*(1./24+float64(r*(1./120))))))))))
	}
}

const steps = 64 // from one power of 2 to the next

// roots are the bits of 2^(i/steps).
var roots = func() (roots [steps]uint64) {
	for i := range roots {
		roots[i] = math.Float64bits(math.Exp2(float64(i) / steps))
	}
	return roots
}()
