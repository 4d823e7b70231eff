// Package opt is the OPT attack of Cheng, Le, Chen, Yi, Zhang and Hsieh, "Query-Efficient
// Hard-label Black-box Attack: An Optimization-based Approach" (ICLR 2019, arXiv:1807.04457),
// algorithms 1 and 2: the distance to the boundary along a direction is a continuous function of
// the direction, and is lowered by randomized gradient-free descent. Each random vector takes a
// whole search for the boundary, which its successor Sign-OPT, in package signopt, saves.
package opt

import (
	"cmp"
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack/blackbox"
)

// Method is OPT with its options. The zero value is the default.
type Method struct {
	Starts     int // searches from different directions, 0 for 1
	Directions int // random vectors of a gradient, 0 for 20
	Queries    int // of each start, 0 for 40,000
}

var _ blackbox.Method = Method{}

// Name returns opt.
func (m Method) Name() string { return "opt" }

// Check reports options that are out of range.
func (m Method) Check() error {
	return blackbox.AtLeastZero(m.Name(), m.Starts, m.Directions, m.Queries)
}

// Plan implements [blackbox.Method].
func (m Method) Plan() (starts, budget int) { return blackbox.Plan(m.Starts, m.Queries) }

// Search implements [blackbox.Method].
func (m Method) Search(o *blackbox.Oracle, r *rand.Rand) {
	s := &search{Descent: blackbox.NewDescent(o, r, tolerance), directions: cmp.Or(m.Directions, 20)}
	if !math.IsInf(s.G, 1) {
		s.descend()
	}
}

const (
	firstEta  = 0.2   // step along the gradient
	firstBeta = 0.005 // length of the random vectors (section 3.3)
	steps     = 15    // tries of a line search
	fine      = 0.01  // relative step of the walk to the boundary (algorithm 1)
	tolerance = 1e-5  // relative, of the bisection that follows
)

// search is one descent.
type search struct {
	*blackbox.Descent
	directions int // random vectors of a gradient
}

// descend follows the gradient. If no step leads nearer, random vectors are shortened, until they
// are too short to tell anything.
func (s *search) descend() {
	for beta := firstBeta; beta >= 1e-8; {
		s.estimate(beta)
		if !s.line() {
			beta *= 0.1
		}
		if s.Spent() {
			return
		}
	}
}

// estimate writes the mean of random vectors, each times the slope of the boundary's distance along
// it.
func (s *search) estimate(beta float64) {
	clear(s.Gradient)
	for range s.directions {
		if !s.Perturb(beta) {
			continue
		}
		s.Lean((s.distance() - s.G) / beta / float64(s.directions))
		if s.Spent() {
			return
		}
	}
}

// line looks along the gradient for a direction whose boundary is nearer: it lengthens steps while
// that helps, or shortens them until it does.
func (s *search) line() bool {
	length, g := s.Length(s.Gradient), s.G
	if length == 0 || math.IsInf(length, 0) {
		return false
	}
	eta := firstEta / length // a step of a fifth of the direction, however steep
	for range steps {
		d := s.step(eta)
		if d >= g {
			break
		}
		g, eta = d, 2*eta
		copy(s.Nearest, s.Next)
	}
	for try := 0; g == s.G && try < steps; try++ {
		eta *= 0.25
		if d := s.step(eta); d < g {
			g = d
			copy(s.Nearest, s.Next)
		}
	}
	if g == s.G {
		return false
	}
	s.G = g
	copy(s.Theta, s.Nearest)
	return true
}

// step returns the distance of the boundary along the direction that lies a step
// against the gradient.
func (s *search) step(eta float64) float64 {
	if !s.Step(eta) {
		return math.Inf(1)
	}
	return s.distance()
}

// distance returns how far the boundary is along Next (algorithm 1, the local search): it walks
// from the current distance up or down in small steps, to where the answer changes, and bisects
// there, so that it stays on the boundary that it came from. It goes no farther than twice the
// current distance, and then returns that.
func (s *search) distance() float64 {
	s.Along(s.Next, s.G, s.Point)
	if s.Adversarial(s.Point) {
		hi := s.G
		for !s.Spent() {
			lo := hi * (1 - fine)
			s.Along(s.Next, lo, s.Point)
			if !s.Adversarial(s.Point) {
				return s.Boundary(s.Next, lo, hi, tolerance, s.Point)
			}
			hi = lo
		}
		return hi
	}
	for lo := s.G; lo < 2*s.G && !s.Spent(); {
		hi := lo * (1 + fine)
		s.Along(s.Next, hi, s.Point)
		if s.Adversarial(s.Point) {
			return s.Boundary(s.Next, lo, hi, tolerance, s.Point)
		}
		lo = hi
	}
	return 2 * s.G
}
