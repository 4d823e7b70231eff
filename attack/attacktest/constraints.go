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

// Constrain gives a problem random constraints of every kind for its features.
func Constrain(r *rand.Rand, p *attack.Problem) {
	p.Constraints = Constraints(r, p.Ensemble.Features)
	forLevels(r, p.Constraints, p.Ensemble, p.Norm)
}

// forLevels removes from constraints what is not for levels (bounds, directions and whole numbers),
// and prices some changes between them.
func forLevels(r *rand.Rand, c *attack.Constraints, e *ensemble.Ensemble, n attack.Norm) {
	for f := range c.Lo {
		if e.Categorical(f) {
			c.Lo[f], c.Hi[f] = math.Inf(-1), math.Inf(1)
			c.Increase[f], c.Decrease[f], c.Integer[f] = false, false, false
			c.Values[f], c.Step[f] = nil, 0
			if r.IntN(3) == 0 {
				continue
			}
			prices := LevelPrices(r, e.Columns[f].Codes, n)
			if least := prices.Least(); !math.IsInf(least, 1) {
				if c.Levels == nil {
					c.Levels = make([]attack.LevelPrices, len(c.Lo))
				}
				c.Levels[f], c.Weight[f] = prices, least
			}
		}
	}
}

// mostPairs is roughly the number of pairs of levels that have a price of their own: with all pairs
// of thousands of levels, tests would spend their time on drawing and checking tables.
const mostPairs = 100_000

// LevelPrices returns random prices of changes between levels: a table of some, or an
// order. All may be forbidden.
func LevelPrices(r *rand.Rand, codes []int32, n attack.Norm) attack.LevelPrices {
	price := func(steps float64) float64 {
		switch p := 0.1 + r.Float64(); {
		case r.IntN(4) == 0:
			return math.Inf(1)
		case n == attack.L0:
			return 1
		default:
			return steps * p
		}
	}
	ordinal := r.IntN(2) == 0
	p := attack.LevelPrices{Other: price(1)}
	stride := 1 + len(codes)*len(codes)/mostPairs
	for i, from := range codes {
		for k := i % stride; k < len(codes); k += stride {
			if i == k || !ordinal && r.IntN(2) == 0 {
				continue
			}
			steps := 1.0
			if ordinal {
				steps = math.Abs(float64(i - k))
			}
			p.Pairs = append(p.Pairs, attack.LevelPrice{From: from, To: codes[k], Price: price(steps)})
		}
	}
	return p
}

// OnlyAttacks returns the constraints of a problem with only the rows of one class attacked.
func OnlyAttacks(p *attack.Problem, class int) *attack.Constraints {
	only := attack.Constraints{}
	if p.Constraints != nil {
		only = *p.Constraints
	}
	only.Attackers = make([]bool, p.Ensemble.Classes)
	only.Attackers[class] = true
	return &only
}

// Confine moves a row into the bounds of constraints.
func Confine(c *attack.Constraints, x []float64) {
	for f := range x {
		x[f] = min(max(x[f], c.Lo[f]), c.Hi[f])
	}
}
