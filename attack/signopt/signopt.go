// Package signopt is the Sign-OPT attack of Cheng, Singh, Chen, Chen, Liu and Hsieh, "Sign-OPT: A
// Query-Efficient Hard-label Adversarial Attack" (ICLR 2020, arXiv:1909.10773), algorithm 1: the
// distance to the boundary along a direction is lowered by a gradient whose sign along each random
// vector takes one query.
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

// Plan implements [blackbox.Method].
func (m Method) Plan() (starts, budget int) { return blackbox.Plan(m.Starts, m.Queries) }

// Search implements [blackbox.Method].
func (m Method) Search(o *blackbox.Oracle, r *rand.Rand) {
	s := &search{Descent: blackbox.NewDescent(o, r, tolerance), directions: cmp.Or(m.Directions, 200)}
	if !math.IsInf(s.G, 1) {
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
	*blackbox.Descent
	directions int // random vectors of a gradient
}

// descend follows the gradient until steps and vectors are too short.
func (s *search) descend() {
	alpha, beta := firstAlpha, firstBeta
	for !s.Spent() {
		s.signs(beta)
		s.G, alpha = s.line(alpha)
		copy(s.Theta, s.Nearest)
		if alpha < 1e-4 {
			alpha = 1
			if beta *= 0.1; beta < 1e-8 {
				return
			}
		}
	}
}

// signs estimates the gradient: the mean of random vectors, each with the sign of the change of the
// boundary along it. Its length says how much they agree.
func (s *search) signs(beta float64) {
	clear(s.Gradient)
	for range s.directions {
		if s.Spent() {
			return
		}
		if !s.Perturb(beta) {
			continue
		}
		s.Along(s.Next, s.G, s.Point)
		sign := 1 / float64(s.directions)
		if s.Adversarial(s.Point) {
			sign = -sign
		}
		s.Lean(sign)
	}
}

// line lengthens the step while that helps, or shortens it until it does, and
// leaves the best direction in Nearest. It returns its distance and the next
// step to try.
func (s *search) line(alpha float64) (g, next float64) {
	g = s.G
	copy(s.Nearest, s.Theta)
	for range lines {
		d := s.try(alpha, g)
		alpha *= 2
		if d >= g {
			break
		}
		g = d
		copy(s.Nearest, s.Next)
	}
	if g < s.G {
		return g, alpha
	}
	for range lines {
		alpha *= 0.25
		if d := s.try(alpha, g); d < g {
			copy(s.Nearest, s.Next)
			return d, alpha
		}
	}
	return g, alpha
}

// try returns the distance of the boundary after a step, or limit if it is not nearer. It walks
// down from limit in small steps, so that it stays on the boundary that it came from instead of
// finding some sliver far below.
func (s *search) try(alpha, limit float64) float64 {
	if !s.Step(alpha) {
		return limit
	}
	const walk = 0.99
	hi := limit
	for ; !s.Spent(); hi *= walk {
		s.Along(s.Next, hi, s.Point)
		if !s.Adversarial(s.Point) {
			break
		}
	}
	if hi == limit {
		return limit
	}
	return s.Boundary(s.Next, hi, hi/walk, tolerance, s.Point)
}
