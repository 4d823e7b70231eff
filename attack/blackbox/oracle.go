package blackbox

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Model is a classifier that answers with a score per class and predicts the class of the largest,
// the first of ties. It must be safe for use by several goroutines, unless [Options.Threads] is 1.
type Model interface {
	Features() int
	Classes() int
	Scores(x, out []float64)
}

// Oracle is a model as one victim's attack sees it.
type Oracle struct {
	Norm    attack.Norm
	X       []float64 // the victim
	Label   int
	Start   []float64 // a guess at an example, or nil
	Queries int       // asked so far
	Budget  int       // queries after which Spent is true

	Best     []float64 // the nearest adversarial point asked about, nil before there is one
	Class    int       // of Best
	Distance float64   // of Best, +Inf before there is one

	model     Model
	problem   *attack.Problem
	scores    []float64
	point     []float64
	cancelled func() bool
}

// Spent reports whether the budget is used up or the search was cancelled.
func (o *Oracle) Spent() bool { return o.Queries >= o.Budget || o.cancelled() }

// Margin returns by how much the score of the label is above the best other one; with a target, by
// how much the best of the others is above the target's. It is below 0 if a point is adversarial,
// and 0 if two scores are equal. It first moves the point to the nearest admissible one, in place.
func (o *Oracle) Margin(x []float64) float64 {
	o.Adversarial(x)
	best := math.Inf(-1)
	for c, s := range o.scores {
		if c != o.Label && (o.problem.Target == attack.Untargeted || c == o.problem.Target) {
			best = max(best, s)
		}
	}
	own := o.scores[o.Label]
	if o.problem.Target != attack.Untargeted {
		for c, s := range o.scores {
			if c != o.problem.Target {
				own = max(own, s)
			}
		}
	}
	return own - best
}

// Adversarial reports whether a point is adversarial. It first moves the point to the nearest
// admissible one, in place.
func (o *Oracle) Adversarial(x []float64) bool {
	for f, from := range o.X {
		x[f] = o.problem.Admit(f, from, x[f])
	}
	copy(o.point, x)
	o.Queries++
	o.model.Scores(o.point, o.scores)
	class := 0
	for c, s := range o.scores {
		if s > o.scores[class] {
			class = c
		}
	}
	adversarial := class != o.Label && (o.problem.Target == attack.Untargeted || class == o.problem.Target)
	if adversarial {
		if d := o.between(o.point); d < o.Distance {
			o.Best, o.Class, o.Distance = append(o.Best[:0], o.point...), class, d
		}
	}
	return adversarial
}

// between returns the distance of a point from the victim.
func (o *Oracle) between(x []float64) float64 { return o.problem.Between(o.X, x) }

// Levels returns the legal levels of each cell of the grid, for a feature that holds categories
// without an order; nil for a numeric feature. [Oracle.Cheapest] picks one of a cell.
func (o *Oracle) Levels(f int) [][]int32 {
	if g := o.problem.Grid; g != nil && g.IsLoose(ensemble.Feature(f)) {
		return g.Loose[f].Levels
	}
	return nil
}

// Cheapest returns the level in a cell of categorical feature f that is cheapest to change the
// victim's into, and its price; NaN and +Inf if there is none.
func (o *Oracle) Cheapest(f int, cell []int32) (level, price float64) {
	return o.problem.Cheapest(f, o.X[f], cell)
}

// Price returns the price of changing the victim's level of categorical feature f.
func (o *Oracle) Price(f int, level float64) float64 {
	return o.problem.Constraints.LevelPrice(f, o.X[f], level)
}

// Weight returns the factor on a change of feature f, the larger one if a rise and a fall have
// different ones.
func (o *Oracle) Weight(f int) float64 {
	c := o.problem.Constraints
	return max(c.Weigh(f, 1), c.Weigh(f, -1))
}

// Length returns the distance of the victim from the point a step away.
func (o *Oracle) Length(step []float64) float64 {
	cost := 0.0
	for f, v := range step {
		if v != 0 && v == v {
			cost = o.Norm.Join(cost, o.Norm.Cost(attack.Weighted(o.Weight(f), v)))
		}
	}
	return o.Norm.Distance(cost)
}
