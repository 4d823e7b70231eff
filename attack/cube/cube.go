// Package cube is the cube attack of Andriushchenko and Hein, "Provably
// Robust Boosted Decision Stumps and Trees against Adversarial Attacks"
// (NeurIPS 2019), section 5: random coordinates jump to the faces of the
// L-inf cube around the victim, and a jump stays if it lowers the margin. As
// in the LT-Attack paper (section 4), the size of the cube is searched by
// bisection, from 20 starts, and other norms are measured on what the cube
// search finds.
package cube

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack/blackbox"
)

// Method is the cube attack with its options. The zero value is the default.
type Method struct {
	Starts int // random starts, 0 for 20
	Trials int // jumps at each size of the cube, 0 for 100
	Steps  int // bisections of the size, 0 for 10
}

var _ blackbox.Method = Method{}

// Name returns cube.
func (m Method) Name() string { return "cube" }

// Check reports options that are out of range.
func (m Method) Check() error {
	if m.Starts < 0 || m.Trials < 0 || m.Steps < 0 {
		return fmt.Errorf("cube: %d starts, %d trials and %d steps must be at least 0", m.Starts, m.Trials, m.Steps)
	}
	return nil
}

func (m Method) filled() Method {
	orElse := func(v *int, standard int) {
		if *v == 0 {
			*v = standard
		}
	}
	orElse(&m.Starts, 20)
	orElse(&m.Trials, 100)
	orElse(&m.Steps, 10)
	return m
}

// Budget returns the largest number of queries: the trials, and room for
// putting features back.
func (m Method) Budget() int {
	m = m.filled()
	return m.Starts*m.Trials*(m.Steps+2) + 100000
}

// Minimize implements [blackbox.Method].
func (m Method) Minimize(o *blackbox.Oracle, r *rand.Rand) {
	m = m.filled()
	c := &cube{Oracle: o, r: r, delta: make([]float64, len(o.X)), next: make([]float64, len(o.X)), x: make([]float64, len(o.X))}
	for range m.Starts {
		if o.Spent() {
			return
		}
		c.start(m)
	}
	o.Clean(r.Perm(len(o.X)))
}

// cube is the search from one start.
type cube struct {
	*blackbox.Oracle
	r              *rand.Rand
	delta, next, x []float64
}

// start bisects the size of the cube: up while nothing is found, down where
// something is.
func (c *cube) start(m Method) {
	const largest = 1 // features are scaled to [0,1]
	clear(c.delta)
	lo, hi := 0.0, math.Inf(1)
	size := c.r.Float64() * largest
	for range m.Steps {
		if c.Spent() {
			return
		}
		if c.jump(size, m.Trials) {
			hi = size
			for f, d := range c.delta { // the next, smaller cube starts from this point
				c.delta[f] = d / size
			}
		} else {
			lo = size
			for f, d := range c.delta {
				c.delta[f] = d / size
			}
		}
		size = min((lo+min(hi, 2*largest))/2, largest*2)
		for f := range c.delta {
			c.delta[f] *= size
		}
	}
}

// jump tries random jumps to the faces of a cube until one is adversarial.
func (c *cube) jump(size float64, trials int) bool {
	best := c.margin(c.delta)
	for range trials {
		if best < 0 {
			return true
		}
		if c.Spent() {
			return false
		}
		copy(c.next, c.delta)
		// a few coordinates, or many: what works depends on the model
		p := math.Exp(-c.r.Float64() * math.Log(float64(len(c.x))))
		for f := range c.next {
			if c.r.Float64() < p {
				c.next[f] = size / c.Weight(f)
				if c.r.IntN(2) == 0 {
					c.next[f] = -c.next[f]
				}
			}
		}
		if m := c.margin(c.next); m < best {
			best = m
			c.delta, c.next = c.next, c.delta
		}
	}
	return best < 0
}

func (c *cube) margin(delta []float64) float64 {
	for f, d := range delta {
		c.x[f] = c.X[f] + d
	}
	return c.Margin(c.x)
}
