package blackbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Options are the options of [Run].
type Options struct {
	Norm        attack.Norm
	Constraints *attack.Constraints // nil for none
	Seed        uint64

	Threads int                // number of workers, 0 for one per processor
	Done    func(finished int) // called after each victim, by any worker; may be nil
}

// Run attacks victims in a model that can only be queried. Results depend on rows, options and
// seed, not on the number of threads. On cancellation it returns the results so far with the
// context's error; unfinished ones have Stop == Cancelled. Options are checked as [attack.Prepare]
// does, with the same errors. In addition, groups and links are refused with
// [errors.ErrUnsupported], because obeying them needs the trees.
func Run(ctx context.Context, m Model, method Method, victims []attack.Victim, o Options) ([]attack.Result, error) {
	p, err := problemOf(m, method, o)
	if err != nil {
		return nil, err
	}
	if err := parallel.Check(o.Threads); err != nil {
		return nil, err
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	o.Threads = min(o.Threads, len(victims))
	searchers, faults := make([]*searcher, o.Threads), make([]error, o.Threads)
	results := make([]attack.Result, len(victims))
	var finished atomic.Int64
	parallel.Workers(o.Threads, len(victims), func(worker, i int) {
		if searchers[worker] == nil {
			searchers[worker] = &searcher{method, p, newOracle(m, p)}
		}
		r, err := searchers[worker].attack(ctx, m, victims[i])
		if err != nil {
			faults[worker] = cmp.Or(faults[worker], err)
			return
		}
		if results[i] = r; o.Done != nil && r.Stop != attack.Cancelled {
			o.Done(int(finished.Add(1)))
		}
	})
	if err := cmp.Or(faults...); err != nil {
		return nil, err
	}
	return results, ctx.Err()
}

// problemOf returns the problem of a model without trees, checked like those with trees.
func problemOf(m Model, method Method, o Options) (*attack.Problem, error) {
	switch {
	case m == nil:
		return nil, errors.New("no model is given")
	case method == nil:
		return nil, errors.New("no attack is given")
	case m.Classes() < 2:
		return nil, fmt.Errorf("model of %d classes: there is none to attack it for", m.Classes())
	}
	asIs := &ensemble.Ensemble{Features: m.Features(), Classes: m.Classes(), Input: ensemble.Float64} // only what it reads matters
	p := &attack.Problem{
		Ensemble: asIs, Grid: &ensemble.Grid{Ensemble: asIs},
		Norm: o.Norm, Constraints: o.Constraints, Target: attack.Untargeted, Seed: o.Seed,
	}
	as := New(method)
	if err := cmp.Or(p.Validate(), attack.CheckNorm(as, o.Norm), noTies(as.Name(), o.Constraints)); err != nil {
		return nil, err
	}
	_, err := as.Prepare(p)
	return p, err
}

// noTies reports constraints that tie columns to each other.
func noTies(method string, c *attack.Constraints) error {
	switch {
	case c == nil:
	case c.Groups != nil:
		return refusal.Unsupportedf("method %s knows no groups of columns in a model without trees", method)
	case c.Links != nil:
		return refusal.Unsupportedf("method %s obeys no links of columns in a model without trees", method)
	}
	return nil
}

// attack attacks a victim if the model gets it right.
func (s *searcher) attack(ctx context.Context, m Model, v attack.Victim) (attack.Result, error) {
	if len(v.X) != m.Features() {
		return attack.Result{}, fmt.Errorf("row %d has %d features, the model reads %d", v.Row, len(v.X), m.Features())
	}
	if v.Label < 0 || v.Label >= m.Classes() {
		return attack.Result{}, fmt.Errorf("row %d has class %d, the model knows 0 to %d", v.Row, v.Label, m.Classes()-1)
	}
	if f := slices.IndexFunc(v.X, func(x float64) bool { return math.IsInf(x, 0) }); f >= 0 {
		return attack.Result{}, fmt.Errorf("row %d: feature %d is %v, must be finite or NaN", v.Row, f, v.X[f])
	}
	if ctx.Err() != nil {
		return attack.Result{Row: v.Row, Label: v.Label, Class: -1, Distance: math.Inf(1), Status: attack.None, Stop: attack.Cancelled}, nil
	}
	predicted := classOf(m, v.X, s.oracle.scores)
	if slices.ContainsFunc(s.oracle.scores, math.IsNaN) { // in which no class is the largest
		return attack.Result{}, fmt.Errorf("row %d: the model gives it the scores %v", v.Row, s.oracle.scores)
	}
	r := attack.Result{Status: attack.Misclassified, Class: -1}
	switch {
	case predicted != v.Label:
	case !s.problem.Constraints.Attacks(v.Label):
		r.Status, r.Distance, r.LowerBound = attack.NoAttacker, math.Inf(1), math.Inf(1)
	case !s.problem.Constraints.Within(v.X):
		r.Status, r.Distance = attack.OutOfBounds, math.Inf(1)
	default:
		start := time.Now()
		r = s.Search(ctx, v)
		r.Seconds = time.Since(start).Seconds()
		if err := check(m, s.oracle, v, &r); err != nil {
			return r, err
		}
	}
	r.Row, r.Label, r.Predicted = v.Row, v.Label, predicted
	return r, nil
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

// check asks the model about an example once more.
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
