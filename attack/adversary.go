package attack

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Adversary is a method prepared for a problem: it finds examples, or decides
// whether there is one within a radius. It is safe for use by several
// goroutines.
type Adversary struct {
	problem   *Problem
	method    Attack
	prepared  Prepared
	still     bool                // no level may change, and each victim is attacked in the model that its own levels leave
	steps     bool                // some change comes in steps
	alone     func() *Adversary   // the attacker restricted to features that move in steps; nil if there is no need, see stepsAlone
	predictor *ensemble.Predictor // gives the bits of the plain one
	farthest  func() float64      // the largest threshold, for horizon
	workers   sync.Pool           // those at rest: a worker's memory is large
}

// Prepare checks a problem and prepares a method for it. An [errors.ErrUnsupported]
// says what the method cannot do that another one can: the norm, levels of
// categories, groups of columns, links, values that go missing, a target class. Any other error is
// about the problem, or about the method's own options.
func Prepare(p *Problem, method Attack) (*Adversary, error) {
	switch {
	case p == nil:
		return nil, errors.New("no problem is given: NewProblem makes one of a model")
	case p.Grid == nil || p.Ensemble == nil:
		return nil, errors.New("the problem has no grid: NewProblem makes one that has")
	case method == nil:
		return nil, errors.New("no attack is given")
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := CheckNorm(method, p.Norm); err != nil {
		return nil, err
	}
	bare := method
	groups, blanks := p.Constraints != nil && p.Constraints.Groups != nil, p.Constraints.Blanks()
	if blanks {
		method = blanking{method}
	}
	if groups {
		method = grouped{method}
	}
	if p.Constraints != nil && p.Constraints.Links != nil {
		method = linking{method}
	}
	prepared, err := method.Prepare(p)
	still := errors.Is(err, errors.ErrUnsupported) && p.Grid.Loose != nil && !p.movesLevels() && !groups && !blanks
	if still {
		prepared, err = prepareStill(p, method)
	}
	if err != nil {
		return nil, err
	}
	if prepared == nil {
		return nil, fmt.Errorf("method %s prepares nothing, and gives no error", method.Name())
	}
	a := &Adversary{
		problem: p, method: method, prepared: prepared, still: still, steps: p.inSteps(), predictor: ensemble.NewPredictor(p.Ensemble),
		farthest: sync.OnceValue(func() float64 { return farthestThreshold(p) }),
	}
	if alone := p.stepsAlone(); alone != nil {
		a.alone = sync.OnceValue(func() *Adversary {
			a, _ := Prepare(alone, bare) // not expected to fail: the method has just accepted more moves
			return a
		})
	}
	return a, nil
}

// prepareStill prepares a method that does not support category splits, with those splits resolved
// as for a missing value. Its error says that the method cannot be used at all.
func prepareStill(p *Problem, method Attack) (Prepared, error) {
	x := make([]float64, p.Ensemble.Features)
	for f := range x {
		if p.Grid.IsLoose(ensemble.Feature(f)) {
			x[f] = math.NaN()
		}
	}
	return prepareFor(p, method, x, patternOf(p, x, true))
}

// Run prepares a method for a problem and attacks all victims. Errors are those of [Prepare] and of
// [Adversary.Run].
func Run(ctx context.Context, p *Problem, method Attack, victims []Victim, o RunOptions) ([]Result, error) {
	a, err := Prepare(p, method)
	if err != nil {
		return nil, err
	}
	return a.Run(ctx, victims, o)
}

// Run looks for the nearest example of each victim and returns the results in the order of the
// victims. Every example is checked as [Problem.Check] does; one that fails is an error. Results do
// not depend on the number of threads. If ctx is cancelled, Run returns the results so far, with
// the context's error; unfinished ones have Stop == Cancelled.
func (a *Adversary) Run(ctx context.Context, victims []Victim, o RunOptions) ([]Result, error) {
	results := slices.Grow(o.Reuse, max(0, len(victims)-len(o.Reuse)))[:len(victims)]
	search := func(s Searcher, i int) (Result, error) {
		r := s.Search(ctx, victims[i])
		if a.steps {
			a.problem.straighten(&victims[i], &r)
			a.preferSteps(ctx, &victims[i], &r)
			if ctx.Err() != nil { // and it may have left the preference open
				r.Stop = Cancelled
			}
		}
		return r, nil
	}
	if err := a.work(ctx, &batch{victims, results, search}, o); err != nil {
		return nil, err
	}
	return results, ctx.Err()
}

// Decision answers whether a victim has an adversarial example within a
// radius.
type Decision struct {
	Verdict Verdict

	// Result holds the example if the verdict is Broken, and a LowerBound above the radius if it is
	// Certified. A victim that the model gets wrong is Broken without an example, with the status
	// Misclassified; one of a class that nobody attacks is Certified, with the status NoAttacker.
	Result
}

// Decide says for each victim whether it has an adversarial example at a distance of at most eps,
// which is cheaper than finding the nearest one. Examples are checked, threads do not matter, and a
// cancelled run ends as in [Adversary.Run], with unfinished victims undecided. The error matches
// [errors.ErrUnsupported] if [Adversary.CanDecide] is false.
func (a *Adversary) Decide(ctx context.Context, victims []Victim, eps float64, o RunOptions) ([]Decision, error) {
	if !(eps >= 0) {
		return nil, fmt.Errorf("eps %v is not a distance", eps)
	}
	if !a.CanDecide() {
		return nil, refusal.Unsupportedf("method %s finds examples but does not decide", a.method.Name())
	}
	results, verdicts := make([]Result, len(victims)), make([]Verdict, len(victims))
	decide := func(s Searcher, i int) (r Result, err error) {
		verdicts[i], r = a.decide(ctx, s.(Decider), victims[i], eps)
		if h := a.horizon(victims[i].X); verdicts[i] == Certified && eps >= h && h < math.Inf(1) {
			verdicts[i] = Undecided
		}
		return r, checkVerdict(verdicts[i], &r, victims[i].Row, eps)
	}
	if err := a.work(ctx, &batch{victims, results, decide}, o); err != nil {
		return nil, err
	}
	decisions := make([]Decision, len(victims))
	for i := range results {
		switch results[i].Status {
		case Misclassified:
			verdicts[i] = Broken
		case NoAttacker:
			verdicts[i] = Certified
		}
		decisions[i] = Decision{verdicts[i], results[i]}
	}
	return decisions, ctx.Err()
}

// decide asks about a victim. Steps that add up to eps, and exceed it only by rounding, are within
// it.
func (a *Adversary) decide(ctx context.Context, d Decider, v Victim, eps float64) (Verdict, Result) {
	if !a.steps {
		return d.Decide(ctx, v, eps)
	}
	verdict, r := d.Decide(ctx, v, Reach(eps))
	if verdict == Broken {
		a.problem.straighten(&v, &r)
	}
	if verdict != Broken || r.Distance <= eps {
		return verdict, r
	}
	if verdict, r = d.Decide(ctx, v, eps); verdict == Broken {
		a.problem.straighten(&v, &r)
	}
	if verdict == Certified && a.alone != nil { // the example found may hide one of steps that only rounding puts beyond eps
		if verdict, r := a.decideAlone(ctx, v, eps); verdict != Certified {
			return verdict, r
		}
	}
	return verdict, r
}

// preferSteps replaces an example by one made of steps alone if that is as near up to rounding; if
// this stays undecided, the lower bound drops to the step distance.
func (a *Adversary) preferSteps(ctx context.Context, v *Victim, r *Result) {
	if a.alone == nil || r.Example == nil {
		return
	}
	d := a.problem.fraction(r.Distance)
	if !(d < r.Distance) {
		return
	}
	switch verdict, steps := a.decideAlone(ctx, *v, d); verdict {
	case Broken:
		r.Example, r.Class, r.Distance = steps.Example, steps.Class, steps.Distance
		r.LowerBound = min(r.LowerBound, r.Distance)
	case Undecided:
		if r.LowerBound = min(r.LowerBound, d); r.Status == Optimal {
			r.Status = Found
		}
	}
}

// decideAlone asks about an attacker who moves in steps alone. It returns Undecided if the method
// does not decide.
func (a *Adversary) decideAlone(ctx context.Context, v Victim, eps float64) (Verdict, Result) {
	if alone := a.alone(); alone != nil {
		if d, _ := alone.Decide(ctx, []Victim{v}, eps, RunOptions{Threads: 1}); d != nil { // also if the run is cancelled
			return d[0].Verdict, d[0].Result
		}
	}
	return Undecided, Result{Distance: math.Inf(1), Status: None}
}

// CanDecide reports whether the method decides: its searchers are a [Decider].
func (a *Adversary) CanDecide() bool {
	w := a.worker()
	defer a.workers.Put(w)
	_, ok := w.searcher.(Decider)
	return ok
}

// RunOptions say how victims are attacked.
type RunOptions struct {
	Threads int // number of workers, 0 for one per processor

	// Done is called after each victim that is finished with the number of these, by any worker. It
	// must be safe for use by several goroutines. May be nil.
	Done func(finished int)

	// Reuse is for training loops: results of an earlier run that are no longer needed. Their
	// memory, examples included, serves this one. May be nil.
	Reuse []Result
}
