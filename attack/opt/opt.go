// Package opt is the OPT attack of Cheng, Le, Chen, Yi, Zhang and Hsieh,
// "Query-Efficient Hard-label Black-box Attack: An Optimization-based Approach"
// (ICLR 2019, arXiv:1807.04457), algorithms 1 and 2: the distance to the
// boundary along a direction is a continuous function of the direction, and is
// lowered by randomized gradient-free descent. Each random vector costs a whole
// search for the boundary, which is what Sign-OPT, its successor in package
// signopt, saves.
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

func (m Method) filled() Method {
	return Method{cmp.Or(m.Starts, 1), cmp.Or(m.Directions, 20), cmp.Or(m.Queries, 40000)}
}

// Plan implements [blackbox.Method].
func (m Method) Plan() (starts, budget int) {
	m = m.filled()
	return m.Starts, m.Queries
}

// Search implements [blackbox.Method].
func (m Method) Search(o *blackbox.Oracle, r *rand.Rand) {
	n := len(o.X)
	s := &search{
		Oracle: o, r: r, directions: m.filled().Directions,
		theta: make([]float64, n), next: make([]float64, n), best: make([]float64, n),
		gradient: make([]float64, n), u: make([]float64, n), x: make([]float64, n),
	}
	if s.g = o.Ray(r, tolerance, s.theta); !math.IsInf(s.g, 1) {
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
	*blackbox.Oracle
	r          *rand.Rand
	directions int

	theta          []float64 // the direction, of length 1
	g              float64   // distance of the boundary along it
	next, best     []float64
	gradient, u, x []float64
}

// descend follows the gradient. Where no step leads nearer, random vectors are
// shortened, until they are too short to see anything.
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

// estimate writes the mean of random vectors, each with the slope of the
// boundary's distance along it.
func (s *search) estimate(beta float64) {
	clear(s.gradient)
	for range s.directions {
		blackbox.Gaussian(s.r, s.u)
		if !s.Normalize(s.u) {
			continue
		}
		for f, d := range s.theta {
			s.next[f] = d + float64(beta*s.u[f])
		}
		if !s.Normalize(s.next) {
			continue
		}
		slope := (s.distance() - s.g) / beta / float64(s.directions)
		for f, u := range s.u {
			s.gradient[f] += float64(slope * u)
		}
		if s.Spent() {
			return
		}
	}
}

// line looks along the gradient for a direction whose boundary is nearer: ever
// longer steps while that helps, or ever shorter ones until it does.
func (s *search) line() bool {
	length, g := s.Length(s.gradient), s.g
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
		copy(s.best, s.next)
	}
	for try := 0; g == s.g && try < steps; try++ {
		eta *= 0.25
		if d := s.step(eta); d < g {
			g = d
			copy(s.best, s.next)
		}
	}
	if g == s.g {
		return false
	}
	s.g = g
	copy(s.theta, s.best)
	return true
}

// step returns the distance of the boundary along the direction that lies a step
// against the gradient.
func (s *search) step(eta float64) float64 {
	for f, d := range s.theta {
		s.next[f] = d - float64(eta*s.gradient[f])
	}
	if s.Spent() || !s.Normalize(s.next) {
		return math.Inf(1)
	}
	return s.distance()
}

// distance returns how far the boundary is along next (algorithm 1, the local
// search): it walks from the present distance up or down in small steps, to
// where the answer changes, and bisects there, so that it stays on the boundary
// that it came from. Where it would have to go farther than twice as far, it
// returns that.
func (s *search) distance() float64 {
	s.Along(s.next, s.g, s.x)
	if s.Adversarial(s.x) {
		hi := s.g
		for !s.Spent() {
			lo := hi * (1 - fine)
			s.Along(s.next, lo, s.x)
			if !s.Adversarial(s.x) {
				return s.Boundary(s.next, lo, hi, tolerance, s.x)
			}
			hi = lo
		}
		return hi
	}
	for lo := s.g; lo < 2*s.g && !s.Spent(); {
		hi := lo * (1 + fine)
		s.Along(s.next, hi, s.x)
		if s.Adversarial(s.x) {
			return s.Boundary(s.next, lo, hi, tolerance, s.x)
		}
		lo = hi
	}
	return 2 * s.g
}
