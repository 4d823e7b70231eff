package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Radius is what [Data.Radius] proposes.
type Radius struct {
	Eps        float64   // to harden against
	Smaller    []float64 // that are worth it for the same reasons, the largest first; none where classes are given up
	NotWorthIt bool      // at no radius does a model clearly beat the constant; Eps is the smallest one then
	Tried      []float64
}

// Radii are tried on a sample of the training rows, by cross-validation of
// models of few rounds: which radius leaves something to learn hardly hangs on
// these. In the norm inf it hangs no more on the attack in the loop, which is left
// out there. Where changes add up, models without it lose all at radii that it
// holds (on mails with prices, at a tenth of them).
const (
	radiusRows   = 2000
	radiusFolds  = 3
	radiusScored = 500 // rows that are enough to score, in one fold or more
	radiusRounds = 30
	radiusSteps  = 10 // from radiusLeast of the smallest of the probed radii to radiusMost of the largest
	radiusLeast  = 1. / 8
	radiusMost   = 1.6
	radiusFailed = 3 // of them one after another, and larger ones are not tried

	// keeps is the share of what the natural model has over the constant without
	// an attacker that the hardened one is to have left in its ball, and keepsClean
	// what it had better have left without one: chosen on the sets of
	// eval/bench/harden that choose.
	keeps      = 0.5
	keepsClean = 0.75
)

// Radius looks on training rows for the largest radius that is worth hardening
// against: at which a hardened model keeps half of what the natural one has over
// the constant without an attacker, and a lead that is more than noise, in the
// mean over the classes. Where the aim is the share of rows, and some radii
// allow it, the same has to hold of that share. Radii at which the natural model
// has no less of the aim, so that hardening gains nothing, count only if there are
// no others; of those that have as much of all this, the ones at which it clearly
// gains what the natural model loses to the attacker, and gives no class up, are
// taken first, and of these the ones at which it keeps three quarters of the natural
// lead without an attacker.
//
// probed are radii at which a natural model e loses some and most of its rows,
// as [Probe] returns them. Radii at which the ceiling of the rows forbids that
// much, or at which no column of e can change, are not tried. Where rows, or their
// groups, are too few to tell it is the middle one of probed, and none is tried.
func (d *Data) Radius(ctx context.Context, e *ensemble.Ensemble, p trainer.Params, s advboost.Strategy, aim eval.Aim, probed []float64, progress func(done, of int)) (Radius, error) {
	if len(probed) == 0 {
		return Radius{}, fmt.Errorf("no radii to look between")
	}
	sample, folds, err := d.split(radiusRows, p.Seed)
	if err != nil {
		return Radius{}, err
	}
	if len(folds) == 0 { // rows of one group
		return Radius{Eps: middle(probed)}, nil
	}
	for i := range folds {
		if folds[i].Train.Trainable() != nil || folds[i].Test.Rows == 0 {
			return Radius{Eps: middle(probed)}, nil // rows too few to tell
		}
	}
	l := newLook(folds, p, s, aim)
	if err := l.trainNatural(ctx); err != nil {
		return Radius{}, err
	}
	grid, err := toTry(e, sample, s, probed)
	if err != nil {
		return Radius{}, err
	}
	limits, err := ceiling.Of(ctx, sample, s.Norm, s.Constraints, grid, p.Threads)
	if err != nil {
		return Radius{}, err
	}
	found, tried, err := l.along(ctx, grid, limits, progress)
	switch {
	case err != nil:
		return Radius{}, err
	case found == nil:
		return Radius{Eps: tried[0], NotWorthIt: true, Tried: tried}, nil
	}
	best := choose(found, aim)
	r := Radius{Eps: best[0].eps, Tried: tried}
	for _, w := range best[1:] {
		if w.whole {
			r.Smaller = append(r.Smaller, w.eps)
		}
	}
	return r, nil
}

// look is one run of [Data.Radius].
type look struct {
	folds  []Data
	params trainer.Params
	aim    eval.Aim

	strategy advboost.Strategy // of the hardened models, but for the radius
	ball     advboost.Strategy // natural training, under the same adversary

	models []*ensemble.Ensemble // natural ones, one for each fold
	clean  *tallies             // what they get right without an attacker
}

func newLook(folds []Data, p trainer.Params, s advboost.Strategy, aim eval.Aim) *look {
	p.Rounds = min(p.Rounds, radiusRounds)
	s.Progress, s.Elsewhere = nil, nil
	if s.Norm == attack.LInf {
		s.Attack, s.Loop = nil, advboost.NoAttack
	}
	ball := advboost.Strategy{Booster: s.Booster, Norm: s.Norm, Constraints: s.Constraints}
	return &look{folds: folds, params: p, aim: aim, strategy: s, ball: ball}
}

// trainNatural trains the natural models, and judges them without an attacker.
func (l *look) trainNatural(ctx context.Context) (err error) {
	if l.models, err = fitFolds(ctx, l.folds, l.params, l.ball); err != nil {
		return err
	}
	held, err := judgeFolds(ctx, l.folds, l.models, &l.ball, l.params.Threads)
	if err == nil {
		l.clean = held.right()
	}
	return err
}

// wanted is the lead over the constant that a hardened model is to have in its ball.
func (l *look) wanted() float64 { return keeps * l.clean.balancedLead() }

// along tries radii, which ascend, as far as their ceilings and what was found before
// promise something. It returns those that are worth it, and those that were tried.
func (l *look) along(
	ctx context.Context, grid []float64, limits []ceiling.Limit, progress func(done, of int),
) (found []worthwhile, tried []float64, err error) {
	failed := 0
	for i, eps := range grid {
		if failed == radiusFailed || i > 0 && limits[i].Balanced-l.clean.even() < l.wanted() {
			break
		}
		w, err := l.at(ctx, eps)
		if err != nil {
			return nil, nil, err
		}
		tried = append(tried, eps)
		if progress != nil {
			progress(i+1, len(grid))
		}
		if w == nil {
			failed++
			continue
		}
		failed, found = 0, append(found, *w)
	}
	return found, tried, nil
}

// at trains for a radius. It returns nil where that is not worth it.
func (l *look) at(ctx context.Context, eps float64) (*worthwhile, error) {
	s, ball := l.strategy, l.ball
	s.Eps, ball.Eps = eps, eps
	held, err := pooled(ctx, l.folds, l.params, s)
	if err != nil {
		return nil, err
	}
	safe := held.safe()
	if lead := safe.balancedLead(); lead < l.wanted() || lead < noise*safe.balancedError() {
		return nil, nil
	}
	natural, err := judgeFolds(ctx, l.folds, l.models, &ball, l.params.Threads)
	if err != nil {
		return nil, err
	}
	lead := safe.plainLead()
	plain := lead >= keeps*l.clean.plainLead() && lead > noise*safe.plainError()
	left := natural.safe().of(l.aim)
	gain, loss := safe.of(l.aim)-left, l.clean.of(l.aim)-left
	right := held.right()
	whole := min(gain, loss) > noise*safe.balancedError() && right.givenUp(l.clean) < 0
	cheap := right.balancedLead() >= keepsClean*l.clean.balancedLead()
	return &worthwhile{eps, plain, gain > 0, whole, cheap}, nil
}

// worthwhile is a radius at which a hardened model has enough of a lead over the
// constant in the mean over the classes, and what more it has there.
type worthwhile struct {
	eps   float64
	plain bool // a lead in the share of rows
	gains bool // more than the natural model
	whole bool // it clearly gains what is lost without it, and gives no class up
	cheap bool // it keeps most of the natural model's lead without an attacker
}

// choose returns the radii that have most of what the aim asks for, the largest first.
func choose(found []worthwhile, aim eval.Aim) []worthwhile {
	var best []worthwhile
	most := 0
	for _, w := range slices.Backward(found) {
		has := 0
		for _, good := range []bool{w.plain && aim == eval.AimRobust, w.gains, w.whole, w.cheap} {
			has *= 2
			if good {
				has++
			}
		}
		if best == nil || has > most {
			best, most = nil, has
		}
		if has == most {
			best = append(best, w)
		}
	}
	return best
}

// noise is how many standard errors a lead has to have.
const noise = 1.96
