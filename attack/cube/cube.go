// Package cube is the cube attack of Andriushchenko and Hein, "Provably Robust Boosted Decision
// Stumps and Trees against Adversarial Attacks" (NeurIPS 2019, arXiv:1906.03526), section 5: random
// coordinates jump to the faces of the L-inf cube around the victim, and a jump is kept if it
// lowers the margin. As in the LT-Attack paper (section 4), the size of the cube is found by
// bisection, from 20 starts, and other norms are measured on what the cube search finds.
//
// A category has no faces: its jump goes to a random level, if the cube is large enough for a
// change of level.
package cube

import (
	"cmp"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/internal/elementary"
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
	return blackbox.AtLeastZero(m.Name(), m.Starts, m.Trials, m.Steps)
}

func (m Method) filled() Method {
	return Method{cmp.Or(m.Starts, 20), cmp.Or(m.Trials, 100), cmp.Or(m.Steps, 10)}
}

// MovesLevels says that jumps go to other levels too.
func (m Method) MovesLevels() bool { return true }

// Plan implements [blackbox.Method].
func (m Method) Plan() (starts, budget int) {
	m = m.filled()
	return m.Starts, (m.Trials + 1) * m.Steps
}

// Search implements [blackbox.Method].
func (m Method) Search(o *blackbox.Oracle, r *rand.Rand) {
	n := len(o.X)
	c := &cube{Oracle: o, r: r, delta: make([]float64, n), next: make([]float64, n), x: make([]float64, n)}
	c.bisect(m.filled())
}

// cube is the search from one start.
type cube struct {
	*blackbox.Oracle
	r              *rand.Rand
	delta, next, x []float64
}

// bisect searches for the size of the cube: up while nothing is found, down once something is. Each
// size starts from the point of the last one, moved with the faces.
func (c *cube) bisect(m Method) {
	lo, hi := 0.0, 2.0 // features are scaled to [0,1]
	size := 1 - float64(c.r.Float64())
	for range m.Steps {
		if c.jump(size, m.Trials) {
			hi = size
		} else {
			lo = size
		}
		next := (lo + hi) / 2
		for f := range c.delta {
			switch {
			case c.Levels(f) == nil:
				c.delta[f] *= next / size
			case next < c.Price(f, c.X[f]+c.delta[f]):
				c.delta[f] = 0
			}
		}
		size = next
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
		p := elementary.Exp(-c.r.Float64() * elementary.Log(float64(len(c.x))))
		for f := range c.next {
			if c.r.Float64() >= p {
				continue
			}
			if levels := c.Levels(f); levels != nil {
				c.next[f] = c.level(f, levels, size)
			} else {
				c.next[f] = size / c.Weight(f)
				if c.r.IntN(2) == 0 {
					c.next[f] = -c.next[f]
				}
				if c.Weight(f) == 0 { // it moves with others, or not at all
					c.next[f] = 0
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

// level returns the change of a feature to a random level, 0 if the cube is too small for that.
func (c *cube) level(f int, cells [][]int32, size float64) float64 {
	level, price := c.Cheapest(f, cells[c.r.IntN(len(cells))])
	if size < price {
		return 0
	}
	return level - c.X[f]
}

func (c *cube) margin(delta []float64) float64 {
	for f, d := range delta {
		if c.Levels(f) != nil {
			c.x[f] = c.X[f] + d
			continue
		}
		c.x[f] = c.Clip(f, c.X[f]+d)
	}
	return c.Margin(c.x)
}
