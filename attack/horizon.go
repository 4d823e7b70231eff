package attack

import "math"

// horizon returns the distance at which proofs end, because costs beyond it overflow: 1.3e154 for
// L2, whose costs are squares. It is +Inf for a victim that can get to the other side of any
// threshold at a finite cost.
func (a *Adversary) horizon(x []float64) float64 {
	farthest := 0.0
	for _, v := range x {
		if v == v {
			farthest = max(farthest, math.Abs(v))
		}
	}
	weight := 1.0
	for f := range x {
		weight = max(weight, a.problem.Constraints.Weigh(f, 1), a.problem.Constraints.Weigh(f, -1))
		if a.problem.Constraints.blanks(f) {
			weight = max(weight, a.problem.Constraints.Blank[f])
		}
	}
	norm, reach := a.problem.Norm, weight*(farthest+a.farthest())
	cost := norm.Cost(reach)
	if norm != LInf {
		cost *= float64(len(x))
	}
	if cost < math.MaxFloat64 {
		return math.Inf(1)
	}
	return norm.Distance(math.MaxFloat64)
}

// farthestThreshold returns the largest absolute value of the thresholds of a
// problem's model that are numbers.
func farthestThreshold(p *Problem) float64 {
	farthest := 0.0
	for i := range p.Ensemble.Trees {
		for k := range p.Ensemble.Trees[i].Splits {
			if s := &p.Ensemble.Trees[i].Splits[k]; s.Set == nil && !math.IsInf(s.Threshold, 0) {
				farthest = max(farthest, math.Abs(s.Threshold))
			}
		}
	}
	return farthest
}
