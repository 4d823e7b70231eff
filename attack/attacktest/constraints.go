package attacktest

import (
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Constraints returns random constraints of every kind for features with
// thresholds between 0 and 1.
func Constraints(r *rand.Rand, features int) *attack.Constraints {
	c := &attack.Constraints{
		Weight: make([]float64, features),
		Lo:     make([]float64, features), Hi: make([]float64, features),
		Frozen:   make([]bool, features),
		Increase: make([]bool, features), Decrease: make([]bool, features),
		Integer: make([]bool, features),
		Values:  make([][]float64, features),
		Step:    make([]float64, features), StepFrom: make([]float64, features),
	}
	if r.IntN(2) == 0 {
		c.Fall = make([]float64, features)
		for f := range c.Fall {
			c.Fall[f] = 0.5 + r.Float64()
		}
	}
	for f := range features {
		c.Weight[f] = 0.5 + r.Float64()
		c.Lo[f], c.Hi[f] = r.Float64()*0.4-0.2, 0.8+r.Float64()*0.4
		switch r.IntN(10) {
		case 0:
			c.Frozen[f] = true
		case 1:
			c.Increase[f] = true
		case 2:
			c.Decrease[f] = true
		case 3:
			c.Integer[f] = true
			c.Lo[f], c.Hi[f] = 0, 1
		case 4:
			c.Values[f] = []float64{0.4 * r.Float64(), 0.4 + 0.2*r.Float64(), 0.6 + 0.4*r.Float64()}
		case 5:
			c.Step[f], c.StepFrom[f] = 0.05+0.2*r.Float64(), r.Float64()
		case 6:
			c.Step[f], c.StepFrom[f] = 0.05+0.2*r.Float64(), math.NaN()
		}
	}
	return c
}

// forLevels takes from constraints what is not for levels: bounds, directions and
// whole numbers.
func forLevels(c *attack.Constraints, e *ensemble.Ensemble) {
	for f := range c.Lo {
		if e.Categorical(f) {
			c.Lo[f], c.Hi[f] = math.Inf(-1), math.Inf(1)
			c.Increase[f], c.Decrease[f], c.Integer[f] = false, false, false
			c.Values[f], c.Step[f] = nil, 0
		}
	}
}

// Confine moves a row into the bounds of constraints.
func Confine(c *attack.Constraints, x []float64) {
	for f := range x {
		x[f] = min(max(x[f], c.Lo[f]), c.Hi[f])
	}
}
