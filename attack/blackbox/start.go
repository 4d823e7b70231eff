package blackbox

import (
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/internal/elementary"
)

// Ray finds a direction of length 1, written to theta, along which points become adversarial, and
// the distance at which they do, by [Oracle.Boundary]; +Inf if it finds none. It takes the best of
// 100 random directions; while none leads to another class, it tries more, and looks ever farther
// along them.
func (o *Oracle) Ray(r *rand.Rand, tolerance float64, theta []float64) float64 {
	const directions, scales = 100, 6
	g := math.Inf(1)
	next, x := make([]float64, len(theta)), make([]float64, len(theta))
	for i := range directions * scales {
		if i%directions == 0 && i > 0 && !math.IsInf(g, 1) {
			break
		}
		Gaussian(r, next)
		far := o.Length(next) * math.Ldexp(1, i/directions)
		if o.Spent() {
			break
		}
		if !o.Normalize(next) {
			continue
		}
		far = min(far, g) // only nearer boundaries are of interest
		o.Along(next, far, x)
		if o.Adversarial(x) {
			g = o.Boundary(next, 0, far, tolerance, x)
			copy(theta, next)
		}
	}
	return g
}

// Draw draws points into x until one is adversarial: uniformly from the unit cube, to which
// features are scaled, then ever more widely around the victim. It reports whether it found one,
// and whether it is in the cube.
func (o *Oracle) Draw(r *rand.Rand, x []float64) (found, inCube bool) {
	const cube, around = 1000, 100
	for try := range cube + around {
		if o.Spent() {
			return false, false
		}
		wide := 0.2 * float64(try-cube)
		for f, v := range o.X {
			if x[f] = r.Float64(); try >= cube {
				x[f] = v + float64(wide*elementary.Normal(r))
			}
		}
		if o.Adversarial(x) {
			return true, try < cube
		}
	}
	return false, false
}

// Gaussian fills a vector with independent standard normal numbers.
func Gaussian(r *rand.Rand, out []float64) {
	for f := range out {
		out[f] = elementary.Normal(r)
	}
}
