// Package signopt is the Sign-OPT attack of Cheng, Singh, Chen, Chen, Liu and
// Hsieh, "Sign-OPT: A Query-Efficient Hard-label Adversarial Attack" (ICLR
// 2020), algorithm 1: the distance to the boundary along a direction is
// lowered by a gradient whose sign along random vectors takes one query each.
package signopt

import (
	"cmp"
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack/blackbox"
)

// Method is Sign-OPT with its options. The zero value is the default.
type Method struct {
	Starts     int // searches from different directions, 0 for 1
	Directions int // random vectors of a gradient, 0 for 200
	Queries    int // of each start, 0 for 40,000
}

var _ blackbox.Method = Method{}

// Name returns signopt.
func (m Method) Name() string { return "signopt" }

// Check reports options that are out of range.
func (m Method) Check() error {
	return blackbox.AtLeastZero(m.Name(), m.Starts, m.Directions, m.Queries)
}

func (m Method) filled() Method {
	return Method{cmp.Or(m.Starts, 1), cmp.Or(m.Directions, 200), cmp.Or(m.Queries, 40000)}
}

// Plan implements [blackbox.Method].
func (m Method) Plan() (starts, budget int) {
	m = m.filled()
	return m.Starts, m.Queries
}

// Search implements [blackbox.Method].
func (m Method) Search(o *blackbox.Oracle, r *rand.Rand) {
	n := len(o.X)
	s := &search{Oracle: o, r: r, m: m.filled(), theta: make([]float64, n), next: make([]float64, n), best: make([]float64, n), gradient: make([]float64, n), u: make([]float64, n), x: make([]float64, n)}
	if s.g = o.Ray(r, tolerance, s.theta); !math.IsInf(s.g, 1) {
		s.descend()
	}
}

// The steps of the public implementation.
const (
	firstAlpha = 0.2   // step along the gradient
	firstBeta  = 0.001 // length of the random vectors
	lines      = 15    // tries of a line search
	tolerance  = 1e-5  // relative, of a boundary
)

// search is one descent.
type search struct {
	*blackbox.Oracle
	r *rand.Rand
	m Method

	theta          []float64 // the direction, of length 1
	g              float64   // distance of the boundary along it
	next, best     []float64
	gradient, u, x []float64
}

// descend follows the gradient until steps and vectors are too short.
func (s *search) descend() {
	alpha, beta := firstAlpha, firstBeta
	for !s.Spent() {
		s.signs(beta)
		s.g, alpha = s.line(alpha)
		copy(s.theta, s.best)
		if alpha < 1e-4 {
			alpha = 1
			if beta *= 0.1; beta < 1e-8 {
				return
			}
		}
	}
}

// signs estimates the gradient: the mean of vectors with the sign of the
// change of the boundary along each. Its length says how much they agree.
func (s *search) signs(beta float64) {
	clear(s.gradient)
	for range s.m.Directions {
		if s.Spent() {
			return
		}
		blackbox.Gaussian(s.r, s.u)
		if !s.Normalize(s.u) {
			continue
		}
		for f, d := range s.theta {
			s.next[f] = d + float64(beta*s.u[f])
		}
		s.Normalize(s.next)
		s.Along(s.next, s.g, s.x)
		sign := 1 / float64(s.m.Directions)
		if s.Adversarial(s.x) {
			sign = -sign
		}
		for f, u := range s.u {
			s.gradient[f] += float64(sign * u)
		}
	}
}

// line lengthens the step while that helps, or shortens it until it does, and
// leaves the best direction in best. It returns its distance and the next
// step to try.
func (s *search) line(alpha float64) (g, next float64) {
	g = s.g
	copy(s.best, s.theta)
	for range lines {
		d := s.try(alpha, g)
		alpha *= 2
		if d >= g {
			break
		}
		g = d
		copy(s.best, s.next)
	}
	if g < s.g {
		return g, alpha
	}
	for range lines {
		alpha *= 0.25
		if d := s.try(alpha, g); d < g {
			copy(s.best, s.next)
			return d, alpha
		}
	}
	return g, alpha
}

// try returns the distance of the boundary after a step, or limit if it is
// not nearer. It walks down from limit in small steps, so that it stays on the
// boundary it came from instead of finding some sliver far below.
func (s *search) try(alpha, limit float64) float64 {
	for f, d := range s.theta {
		s.next[f] = d - float64(alpha*s.gradient[f])
	}
	if s.Spent() || !s.Normalize(s.next) {
		return limit
	}
	const walk = 0.99
	hi := limit
	for ; !s.Spent(); hi *= walk {
		s.Along(s.next, hi, s.x)
		if !s.Adversarial(s.x) {
			break
		}
	}
	if hi == limit {
		return limit
	}
	return s.Boundary(s.next, hi, hi/walk, tolerance, s.x)
}
