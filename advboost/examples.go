package advboost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// NewExamples returns the hook that trains on adversarial examples: before a round,
// rows are attacked in the model so far, and the examples are appended to the
// training rows with the true label, or used as ExamplesOptions.Use says. A row keeps
// its last example until it is attacked again, when that example is also where
// the attack starts. With neither Eps nor DistanceWeight any example will do: then a row
// is passed over if its last example was found not long ago and is still misclassified.
// Options out of range, or without an Attack, are an error; what the attack cannot do
// ends training with a [*trainer.OptionError].
//
// With the nearest examples, whatever their distance, this is adversarial
// boosting by Kantchelian, Tygar and Joseph (ICML 2016, section 5.3,
// arXiv:1509.07892); with [InBall] it is adversarial training on the worst case
// within Eps (Madry et al., ICLR 2018, arXiv:1706.06083).
func NewExamples(o ExamplesOptions) (trainer.Hook, error) {
	switch {
	case o.Attack == nil:
		return nil, fmt.Errorf("no attack given")
	case !(o.Eps >= 0):
		return nil, fmt.Errorf("eps %v is not a distance", o.Eps)
	case !(o.Share >= 0 && o.Share <= 1):
		return nil, fmt.Errorf("share %v of the rows is not between 0 and 1", o.Share)
	case o.Use > Reweigh:
		return nil, fmt.Errorf("examples cannot be used in way %d", o.Use)
	case o.Budget < 0 || o.Budget > 0 && o.Use != Append:
		return nil, fmt.Errorf("budget of %d rows, must be at least 0, and 0 unless examples are appended", o.Budget)
	case !(o.Weight >= 0) || math.IsInf(o.Weight, 1):
		return nil, fmt.Errorf("weight %v of an example", o.Weight)
	case !(o.DistanceWeight >= 0) || math.IsInf(o.DistanceWeight, 1):
		return nil, fmt.Errorf("DistanceWeight is %v, must be at least 0 and finite", o.DistanceWeight)
	}
	if err := cmp.Or(o.Schedule.check(), parallel.Check(o.Threads)); err != nil {
		return nil, err
	}
	if o.Eps == 0 {
		o.Eps = math.Inf(1)
	}
	if o.Share == 0 {
		o.Share = 1
	}
	if o.Weight == 0 {
		o.Weight = 1
	}
	return &onExamples{ExamplesOptions: o}, nil
}

// onExamples is the hook of [NewExamples].
type onExamples struct {
	ExamplesOptions
	table     int // rows of the run's table
	keep      keeper
	margins   margins // if Eps is finite
	fruitless int

	rows     []int // those that are not proved to be safe
	drawn    []int // some of them
	standing int   // rows drawn whose last example will do
	victims  []attack.Victim
	results  []attack.Result
	changes  []trainer.Change
}

// Before attacks rows if the schedule says so.
func (a *onExamples) Before(ctx context.Context, r *trainer.Round) error {
	if n := r.Rows.Table(); r.Number == 0 || a.table != n { // a new run
		a.table, a.keep, a.fruitless, a.rows = n, newKeeper(a.Use, a.Budget, n), 0, nil
		if err := a.Constraints.Fits(r.Ensemble.Features, r.Ensemble.Classes); err != nil {
			return trainer.InOptions(err)
		}
		a.margins = a.marginsOf(r.Ensemble.Features)
	}
	if !a.Schedule.Due(r.Number) {
		return nil
	}
	safe := a.draw(r)
	if err := a.attack(ctx, r); err != nil {
		return err
	}
	p := Progress{Round: r.Number, Of: r.Of, Attacked: len(a.results), Safe: safe, Standing: a.standing}
	used := 0
	for i := range a.results {
		result := &a.results[i]
		if result.Status == attack.Misclassified {
			p.Misclassified++
		}
		if a.within(result) {
			used++
			p.Mean += (result.Distance - p.Mean) / float64(used)
			if result.Status == attack.Found || result.Status == attack.Optimal {
				p.Found++
			}
		}
	}
	a.changes = slices.Grow(a.changes, len(a.results))
	for i := range a.results {
		switch result := &a.results[i]; {
		case a.within(result):
			weight := a.Weight
			if p.Mean > 0 { // worst rows may be the rows themselves
				weight *= elementary.Pow(result.Distance/p.Mean, a.DistanceWeight)
			}
			a.changes = a.keep.put(a.changes, r, result, weight, !a.victims[i].Fresh)
		case result.Status != attack.Misclassified:
			a.changes = a.keep.drop(a.changes, r.Rows, result.Row)
		}
	}
	a.change(r.Rows)
	a.keep.trim(r.Rows)
	p.Kept = a.keep.kept()
	if a.fruitless++; used+p.Standing > 0 {
		a.fruitless = 0
	}
	p.Fruitless = a.fruitless
	if a.Progress != nil {
		a.Progress(p)
	}
	return nil
}

// marginsOf returns the margins, of rows of some features, by which rows are passed over.
func (a *onExamples) marginsOf(features int) margins {
	ball := (&Strategy{Norm: a.Norm, Eps: a.Eps, Constraints: a.Constraints}).Ball(features)
	return margins{ball: &ball, threads: a.Threads}
}

// change applies the changes that the keeper has asked for.
func (a *onExamples) change(rows trainer.Rows) {
	rows.Put(a.changes)
	a.changes = a.changes[:0]
}

// PrepareAttack prepares an attack for a loop whose examples are within eps. An attack that
// cannot change levels is replaced by LT-Attack if eps pays for a change of some level; if
// not, levels are frozen in the constraints of p. Errors are those of [attack.Prepare].
func PrepareAttack(p *attack.Problem, a attack.Attack, eps float64) (*attack.Adversary, error) {
	if err := attack.CheckNorm(a, p.Norm); err != nil {
		return nil, err
	}
	adversary, err := attack.Prepare(p, a)
	if !errors.Is(err, errors.ErrUnsupported) {
		return adversary, err
	}
	b := Ball{Norm: p.Norm, Eps: eps, Constraints: p.Constraints, Columns: p.Ensemble.Columns}
	for f := range b.Columns {
		if b.movesLevel(ensemble.Feature(f)) {
			return attack.Prepare(p, ltattack.Attack{})
		}
	}
	p.Constraints = attack.StillLevels(p.Ensemble, p.Constraints)
	return attack.Prepare(p, a)
}

// within reports whether a result is an example to train on.
func (a *onExamples) within(r *attack.Result) bool {
	return r.Example != nil && r.Distance <= attack.Reach(a.Eps)
}

// all reports whether the worst row of each victim is trained on, whatever class the model gives it.
func (a *onExamples) all() bool {
	b, ok := a.Attack.(InBall)
	return ok && b.All
}

// attack attacks the victims in the model so far.
func (a *onExamples) attack(ctx context.Context, r *trainer.Round) error {
	problem, err := attack.NewProblem(r.Ensemble, a.Norm)
	if err != nil {
		return err
	}
	problem.Constraints, problem.Seed = a.Constraints, a.Seed
	if a.all() {
		return a.worst(ctx, r, problem)
	}
	a.results, err = a.run(ctx, r, problem, a.victims, a.results)
	return err
}

// run attacks victims, here or elsewhere. reuse is memory for the results.
func (a *onExamples) run(
	ctx context.Context, r *trainer.Round, p *attack.Problem, victims []attack.Victim, reuse []attack.Result,
) ([]attack.Result, error) {
	if a.Elsewhere != nil {
		results, err := a.Elsewhere(ctx, r, p, victims)
		switch {
		case err == nil && len(results) != len(victims):
			return nil, fmt.Errorf("the Runner of Elsewhere gives %d results for %d victims", len(results), len(victims))
		case err == nil || ctx.Err() != nil:
			return results, err
		}
		if _, lacks := PrepareAttack(p, a.Attack, a.Eps); errors.Is(lacks, errors.ErrUnsupported) {
			return nil, trainer.InOptions(lacks) // callers can tell it from an error of the other machine
		}
		return nil, err
	}
	adversary, err := PrepareAttack(p, a.Attack, a.Eps)
	if err != nil { // the attack cannot do what rows or constraints ask of it, or has no solver
		return nil, trainer.InOptions(err)
	}
	return adversary.Run(ctx, victims, attack.RunOptions{Threads: a.Threads, Reuse: reuse})
}
