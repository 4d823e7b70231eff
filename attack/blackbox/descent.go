package blackbox

import "math/rand/v2"

// Descent lowers the distance of the boundary along a direction, by steps against
// an estimate of its gradient, as OPT and Sign-OPT do.
type Descent struct {
	*Oracle
	Rand *rand.Rand

	Theta    []float64 // the direction, of length 1
	G        float64   // distance of the boundary along it; +Inf if no start found one
	Gradient []float64 // of that distance, with respect to the direction
	Random   []float64 // the random vector of the last Perturb, of length 1
	Next     []float64 // the direction to try, of length 1
	Nearest  []float64 // the best direction tried
	Point    []float64 // a point to ask about
}

// NewDescent starts a descent at the boundary that [Oracle.Ray] finds.
func NewDescent(o *Oracle, r *rand.Rand, tolerance float64) *Descent {
	vector := func() []float64 { return make([]float64, len(o.X)) }
	d := &Descent{
		Oracle: o, Rand: r, Theta: vector(), Gradient: vector(),
		Random: vector(), Next: vector(), Nearest: vector(), Point: vector(),
	}
	d.G = o.Ray(r, tolerance, d.Theta)
	return d
}

// Perturb draws a random vector, and makes Next the direction that differs from Theta by beta times
// that vector. It reports whether there is such a direction.
func (d *Descent) Perturb(beta float64) bool {
	Gaussian(d.Rand, d.Random)
	if !d.Normalize(d.Random) {
		return false
	}
	for f, v := range d.Theta {
		d.Next[f] = v + float64(beta*d.Random[f])
	}
	return d.Normalize(d.Next)
}

// Lean adds a multiple of the random vector to the gradient.
func (d *Descent) Lean(by float64) {
	for f, u := range d.Random {
		d.Gradient[f] += float64(by * u)
	}
}

// Step makes Next the direction a step against the gradient. It reports whether there is one, and
// queries left to try it.
func (d *Descent) Step(length float64) bool {
	for f, v := range d.Theta {
		d.Next[f] = v - float64(length*d.Gradient[f])
	}
	return !d.Spent() && d.Normalize(d.Next)
}
