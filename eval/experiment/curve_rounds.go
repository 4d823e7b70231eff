package experiment

import (
	"math"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
)

// The points of a curve are compared with each other, and show what hardening costs long before all
// trees are grown. Half of the rounds do; boosting gets as far in fewer rounds at a larger learning
// rate, and a forest needs fewer trees. What that changes was measured on the data sets of
// eval/bench/harden that are for choosing.
const (
	curveRounds = 10 // at least, or half of the rounds if that is fewer
	curveTrees  = 4  // a forest has one of this many trees

	// The learning rate, unless a larger one is given. In norms other than inf a change of few columns
	// decides all of the few trees that split on these, so that few rounds look less robust than many.
	curveRate     = 0.3
	curveRateSums = 0.15
)

// inFewRounds returns the parameters of a point of a curve for a strategy.
func inFewRounds(p trainer.Params, s *advboost.Strategy) trainer.Params {
	half := (p.Rounds + 1) / 2
	fewest := min(half, curveRounds)
	if s.Booster == trainer.Forest {
		p.Rounds = max((p.Rounds+curveTrees-1)/curveTrees, fewest)
		return p
	}
	rate := curveRate
	if s.Norm != attack.LInf {
		rate = curveRateSums
	}
	p.Rounds = max(int(math.Round(float64(half)*p.LearningRate/max(p.LearningRate, rate))), fewest)
	p.LearningRate *= float64(half) / float64(p.Rounds)
	return p
}
