package advboost

import (
	"context"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
)

// worst finds the worst row in the ball of each victim, whatever class the model gives it. Victims
// for which the search finds none that the attacker can make, such as those that miss numbers, are
// left to the attack.
func (a *onExamples) worst(ctx context.Context, r *trainer.Round, p *attack.Problem) error {
	of := a.Attack.(InBall)
	if _, err := of.Prepare(p); err != nil {
		return trainer.InOptions(err)
	}
	ball := (&Strategy{Norm: a.Norm, Eps: of.Eps, Constraints: a.Constraints}).Ball(r.Ensemble.Features)
	ball.Columns = r.Ensemble.Columns
	probe, err := newProbe(r.Ensemble, &ball)
	if err != nil {
		return err
	}
	results := make([]attack.Result, len(a.victims))
	parallel.Split(a.Threads, len(results), func(lo, hi int) {
		b := bound.NewBall(probe.problem)
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			results[i] = worstRow(probe, b, p, &a.victims[i], of.Eps)
		}
	})
	var left []attack.Victim
	for i := range results {
		if results[i].Example == nil {
			left = append(left, a.victims[i])
		}
	}
	if len(left) > 0 {
		found, err := a.run(ctx, r, p, left, nil)
		if err != nil {
			return err
		}
		for i := range results {
			if results[i].Example == nil {
				results[i], found = found[0], found[1:]
			}
		}
	}
	a.results = results
	return ctx.Err()
}

// worstRow returns the worst row in the ball of a victim as a result, without an example if the
// search finds none that the attacker can make.
func worstRow(probe *probe, b *bound.Ball, p *attack.Problem, v *attack.Victim, eps float64) (r attack.Result) {
	e := p.Ensemble
	from := e.Rounded(v.X)
	if !probe.whole(v.X) || !p.Constraints.Moves(from, v.Label) {
		return r
	}
	example := probe.point(b, v.X, v.Label, v.Guess())
	if example == nil || p.Allow(from, example) != nil {
		return r
	}
	distance := p.Between(from, example)
	if distance > attack.Reach(eps) {
		return r
	}
	margins := make([]float64, e.Outputs)
	classOf := func(x []float64) int {
		e.Margins(x, margins)
		return e.ClassOf(margins)
	}
	r.Row, r.Label, r.Predicted, r.Status = v.Row, v.Label, classOf(from), attack.None
	r.Example, r.Class, r.Distance = example, classOf(example), distance
	r.Moved, r.Margins = r.Moved.Diff(example, v.X), margins // of the example
	switch {
	case r.Predicted != r.Label:
		r.Status = attack.Misclassified
	case r.Class != r.Label:
		r.Status = attack.Found
	}
	return r
}
