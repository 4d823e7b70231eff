// Package boundary is the Boundary attack of Brendel, Rauber and Bethge, "Decision-Based
// Adversarial Attacks: Reliable Attacks Against Black-Box Machine Learning Models" (ICLR 2018,
// arXiv:1712.04248), algorithm 1: a random walk along the boundary, whose steps go around the
// victim first and then towards it, and are kept if the point remains adversarial.
//
// It measures the step around the victim in the norm of the problem, while the paper only has the
// Euclidean norm. Guessing Smart (Brunner et al., ICCV 2019, arXiv:1812.09803), which draws the
// steps from noise and masks made for images, is left out: rows of a table have no such
// neighbourhoods.
package boundary

import (
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack/blackbox"
)

// Method is the Boundary attack with its options. The zero value is the default.
type Method struct {
	Starts  int // random starts, 0 for 1
	Queries int // of each start, 0 for 40,000
}

var _ blackbox.Method = Method{}

// Name returns boundary.
func (m Method) Name() string { return "boundary" }

// Check reports options that are out of range.
func (m Method) Check() error { return blackbox.AtLeastZero(m.Name(), m.Starts, m.Queries) }

// Plan implements [blackbox.Method].
func (m Method) Plan() (starts, budget int) { return blackbox.Plan(m.Starts, m.Queries) }

// Search implements [blackbox.Method].
func (m Method) Search(o *blackbox.Oracle, r *rand.Rand) {
	n := len(o.X)
	w := &walk{
		Oracle: o, r: r, around: 0.1, toward: 0.1,
		at: make([]float64, n), side: make([]float64, n), x: make([]float64, n),
	}
	if found, _ := o.Draw(r, w.at); found {
		o.Pull(w.at, 1e-3*w.distance(w.at)) // where the line to the victim meets the boundary
		w.run()
	}
}

const (
	window = 100  // proposals after which the lengths of the steps are adjusted
	shrink = 1.5  // factor by which they change
	end    = 1e-7 // length of the step towards the victim that ends the walk
)

// walk is the search from one start.
type walk struct {
	*blackbox.Oracle
	r *rand.Rand

	at             []float64 // the point, adversarial
	around, toward float64   // lengths of the two steps, as shares of the distance
	side           []float64 // the point after the step around the victim
	x              []float64
}

// run proposes steps. As in section 2.3, steps around the victim become longer if at least half of
// them stay adversarial, as if the boundary were straight, and steps towards it if a quarter do;
// they become shorter if few do.
func (w *walk) run() {
	for w.toward > end && !w.Spent() {
		tries, stayed, nearer := 0, 0, 0
		for range window {
			if w.Spent() {
				return
			}
			distance := w.distance(w.at)
			if distance == 0 || !w.sideways(distance) {
				return
			}
			tries++
			copy(w.x, w.side)
			if !w.Adversarial(w.x) {
				continue
			}
			stayed++
			for f, v := range w.side {
				w.x[f] = v + float64(w.toward*(w.X[f]-v))
			}
			if w.Adversarial(w.x) && w.distance(w.x) < distance {
				nearer++
				copy(w.at, w.x)
			}
		}
		w.around *= factor(stayed, tries, 0.2, 0.5)
		if stayed > 0 {
			w.toward *= factor(nearer, stayed, 0.1, 0.25)
		} else {
			w.toward /= shrink
		}
		w.around, w.toward = min(w.around, 1), min(w.toward, 0.5)
	}
}

// factor returns by what the length of a step changes, given how often steps succeeded: it is too
// long below one share of them, too short above another.
func factor(successes, of int, few, many float64) float64 {
	switch share := float64(successes) / float64(of); {
	case share < few:
		return 1 / shrink
	case share > many:
		return shrink
	}
	return 1
}

// sideways writes a random point near the current one to side, at the same distance from the
// victim: a Gaussian step, minus its part along the line to the victim, and back onto the sphere of
// the norm.
func (w *walk) sideways(distance float64) bool {
	along, line := 0.0, 0.0
	blackbox.Gaussian(w.r, w.x)
	if !w.Normalize(w.x) {
		return false
	}
	for f, v := range w.at {
		d := v - w.X[f]
		if d != d {
			continue
		}
		along += float64(w.x[f] * d)
		line += float64(d * d)
	}
	for f, v := range w.at {
		d := v - w.X[f]
		w.side[f] = d + float64(w.around*distance*(w.x[f]-float64(along/line*d)))
	}
	length := w.Length(w.side)
	if !(length > 0) || math.IsInf(length, 1) {
		return false
	}
	for f := range w.side {
		w.side[f] = w.X[f] + w.side[f]*distance/length
	}
	return true
}

// distance returns how far a point is from the victim.
func (w *walk) distance(x []float64) float64 {
	for f, v := range x {
		w.side[f] = v - w.X[f]
	}
	return w.Length(w.side)
}
