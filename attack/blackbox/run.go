package blackbox

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
)

// Options are the options of [Run].
type Options struct {
	Norm        attack.Norm
	Constraints *attack.Constraints // nil for none
	Seed        uint64
}

// Run attacks victims in a model that can only be asked, one after another;
// use several models for several goroutines. Rows, options and seed alone
// decide on the results. On cancellation it returns the results so far with
// the context's error.
func Run(ctx context.Context, m Model, method Method, victims []attack.Victim, o Options) ([]attack.Result, error) {
	if err := method.Check(); err != nil {
		return nil, err
	}
	p := &attack.Problem{Norm: o.Norm, Constraints: o.Constraints, Target: attack.Untargeted, Seed: o.Seed}
	asIs := func(dst, src []float64) { copy(dst, src) }
	s := &searcher{method, p, newOracle(m, asIs, p)}
	results := make([]attack.Result, 0, len(victims))
	for _, v := range victims {
		if len(v.X) != m.Features() {
			return nil, fmt.Errorf("row %d has %d features, the model reads %d", v.Row, len(v.X), m.Features())
		}
		if ctx.Err() != nil {
			return results, ctx.Err()
		}
		predicted := classOf(m, v.X, s.oracle.scores)
		r := attack.Result{Status: attack.Misclassified, Class: -1}
		if predicted == v.Label {
			start := time.Now()
			r = s.Search(ctx, v)
			r.Seconds = time.Since(start).Seconds()
			if err := check(m, s.oracle, v, &r); err != nil {
				return nil, err
			}
		}
		r.Row, r.Label, r.Predicted = v.Row, v.Label, predicted
		results = append(results, r)
	}
	return results, ctx.Err()
}

func classOf(m Model, x, scores []float64) int {
	m.Scores(x, scores)
	class := 0
	for c, s := range scores {
		if s > scores[class] {
			class = c
		}
	}
	return class
}

// check asks the model once more.
func check(m Model, o *Oracle, v attack.Victim, r *attack.Result) error {
	if r.Example == nil {
		return nil
	}
	if got := classOf(m, r.Example, o.scores); got == v.Label || got != r.Class {
		return fmt.Errorf("row %d: example of class %d is predicted as %d, label %d", v.Row, r.Class, got, v.Label)
	}
	if d := o.between(r.Example); math.Abs(d-r.Distance) > 1e-9*d {
		return fmt.Errorf("row %d: example at distance %v is reported at %v", v.Row, d, r.Distance)
	}
	return nil
}
