package experiment

import (
	"context"
	"fmt"
	"math"
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
	Eps        float64   // the radius to harden against
	Smaller    []float64 // smaller ones that are as worthwhile, the largest first, without those that give up a class
	NotWorthIt bool      // at no radius does a model clearly beat the constant; Eps is then the smallest one tried
	Tried      []float64
}

// Radii are tried on a sample of the training rows, by cross-validation of models of few rounds:
// the choice hardly depends on their number. In norm inf it does not depend on the attack in the
// loop either, which is left out there. In norms that add up changes, models without it lose
// everything at radii where it holds (on mails with prices, at a tenth of them). Not so in the norms
// 2 and 1 with column bounds: there it leads to larger radii, at which fewer models beat the constant.
const (
	radiusRows   = 2000
	radiusFolds  = 3
	radiusScored = 500 // rows that are enough to score, in one or more folds
	radiusRounds = 30  // at a learning rate of 0.1, fewer at a larger one; trees of a forest
	radiusSteps  = 10  // from radiusLeast of the smallest of the probed radii to radiusMost of the largest
	radiusLeast  = 1. / 8
	radiusMost   = 1.6
	radiusFailed = 3 // after this many failures in a row, larger radii are not tried

	// keeps is the share of the natural model's clean lead over the constant that the hardened model
	// must keep in its ball, and keepsClean the share that it should keep without an attacker. Both
	// were chosen on the data sets of eval/bench/harden that are for choosing.
	keeps      = 0.5
	keepsClean = 0.75
)

// Radius looks on training rows for the largest radius worth hardening against: one at which a
// hardened model keeps half of the natural model's clean lead over the constant, on average over the
// classes, and leads by more than noise. Of these radii it prefers, in this order, those at which
// the hardened model
//
//   - has such a lead in the share of rows too, if that is the aim,
//   - has more of the aim than the natural model,
//   - clearly gains by hardening, where the natural model loses, and gives up no class,
//   - keeps three quarters of the natural lead without an attacker.
//
// From the options it uses parameters, strategy, aim and Evaluate.Eps: radii at which a natural model
// e loses some and most of its rows, as [Probe] returns them. Radii are not tried if the ceiling of the rows
// rules out the lead, or any in the share of rows if that is the aim, or if no column of e can change. If there
// are too few rows or groups to tell, the result is the middle one of Evaluate.Eps, and no radius is tried. In
// norm inf hardened models see only the 64 columns that natural ones gain most by, unless columns belong
// together.
func (d *Data) Radius(ctx context.Context, e *ensemble.Ensemble, o *Options, progress func(done, of int)) (Radius, error) {
	probed := o.Evaluate.Eps
	if len(probed) == 0 {
		return Radius{}, fmt.Errorf("no radii to look between")
	}
	sample, folds, err := d.split(radiusRows, o.Params.Seed)
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
	l := newLook(folds, o)
	l.constant = float64(slices.Max(sample.Counts())) / float64(sample.Rows)
	if err := l.trainNatural(ctx); err != nil {
		return Radius{}, err
	}
	grid, err := toTry(ctx, e, sample, o.Strategy, probed)
	if err != nil {
		return Radius{}, err
	}
	limits, err := ceiling.Of(ctx, sample, grid, ceiling.Options{Norm: o.Strategy.Norm, Constraints: o.Strategy.Constraints, Threads: o.Params.Threads})
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
	best := choose(found, l.aim)
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
	folds    []Data
	params   trainer.Params
	aim      eval.Aim
	constant float64 // share of the most frequent class

	strategy advboost.Strategy // of the hardened models, except the radius
	ball     advboost.Strategy // natural training, with the same attacker

	models   []*ensemble.Ensemble // natural models, one for each fold
	clean    *byClass             // what they get right without an attacker
	hardened []fold               // what hardened models are trained on
}

func newLook(folds []Data, o *Options) *look {
	p, s := o.Params, o.Strategy
	p.Rounds = fewRounds(&p, s.Booster)
	s.Progress, s.Elsewhere = nil, nil
	if s.Norm == attack.LInf || s.Gradient == advboost.ColumnBound && (s.Norm == attack.L2 || s.Norm == attack.L1) {
		s.Attack, s.Loop = nil, advboost.NoAttack
	}
	ball := advboost.Strategy{Booster: s.Booster, Norm: s.Norm, Constraints: s.Constraints}
	return &look{folds: folds, params: p, aim: o.Evaluate.Aim, strategy: s, ball: ball}
}

// fewRounds returns the number of rounds that a look takes.
func fewRounds(p *trainer.Params, booster string) int {
	few := radiusRounds
	if booster != trainer.Forest {
		few = int(math.Round(radiusRounds * min(1, 0.1/p.LearningRate)))
	}
	return min(p.Rounds, few)
}

// trainNatural trains the natural models, judges them without an attacker, and selects the columns that
// hardened models see.
func (l *look) trainNatural(ctx context.Context) (err error) {
	if l.models, err = fitFolds(ctx, l.folds, l.params, l.ball); err != nil {
		return err
	}
	for i, e := range l.models {
		l.hardened = append(l.hardened, fold{l.folds[i], l.params, l.strategy}.fewColumns(e))
	}
	held, err := judgeFolds(ctx, l.folds, l.models, &l.ball, l.params.Threads)
	if err == nil {
		l.clean = held.right()
	}
	return err
}

// wanted is the lead over the constant that a hardened model must have in its ball.
func (l *look) wanted() float64 { return keeps * l.clean.balancedLead() }

// hopeless reports whether no model can be right on more rows than the constant, if that is the aim.
func (l *look) hopeless(at *ceiling.Limit) bool {
	const rounding = 1e-9
	return l.aim == eval.AimRobust && at.Robust <= l.constant+rounding
}

// along tries ascending radii until their ceilings, or failures so far, leave no hope. It returns
// those that are worth it, and those that were tried.
func (l *look) along(
	ctx context.Context, grid []float64, limits []ceiling.Limit, progress func(done, of int),
) (found []worthwhile, tried []float64, err error) {
	failed := 0
	for i, eps := range grid {
		if failed == radiusFailed || i > 0 && (limits[i].Balanced-l.clean.even() < l.wanted() || l.hopeless(&limits[i])) {
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

// at trains for a radius. It returns nil if that radius is not worth it.
func (l *look) at(ctx context.Context, eps float64) (*worthwhile, error) {
	held := &judged{}
	for _, f := range l.hardened {
		f.strategy.Eps = eps
		one, err := pooled(ctx, []Data{f.rows}, f.params, f.strategy)
		if err != nil {
			return nil, err
		}
		held.add(one)
	}
	safe := held.safe()
	if lead := safe.balancedLead(); lead < l.wanted() || lead < noise*safe.balancedError() {
		return nil, nil
	}
	ball := l.ball
	ball.Eps = eps
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

// worthwhile is a radius at which a hardened model has enough of a lead over the constant, on
// average over the classes, and what else it has there.
type worthwhile struct {
	eps   float64
	plain bool // such a lead in the share of rows
	gains bool // more of the aim than the natural model
	whole bool // a clear gain where the natural model loses, and no class given up
	cheap bool // most of the natural model's lead without an attacker
}

// choose returns the radii that rank highest, see [Data.Radius], the largest first.
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

// noise is the number of standard errors that a lead has to exceed.
const noise = 1.96
