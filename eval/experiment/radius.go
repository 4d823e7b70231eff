package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
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
	// an attacker that the hardened one is to have left in its ball.
	keeps = 0.5
)

// Radius looks on training rows for the largest radius that is worth hardening
// against: at which a hardened model keeps half of what the natural one has over
// the constant without an attacker, and a lead that is more than noise, in the
// mean over the classes. Where the aim is the share of rows, and some radii
// allow it, the same has to hold of that share. Radii at which the natural model
// has no less of the aim, so that hardening gains nothing, count only if there are
// no others; of those that have as much of all this, the ones at which it clearly
// gains what the natural model loses to the attacker, and gives no class up, are
// taken first.
//
// probed are radii at which a natural model e loses some and most of its rows,
// as [Probe] returns them. Radii at which the ceiling of the rows forbids that
// much, or at which no column of e can change, are not tried. Where rows are too few
// to tell it is the middle one.
func (d *Data) Radius(ctx context.Context, e *ensemble.Ensemble, p trainer.Params, s advboost.Strategy, aim eval.Aim, probed []float64, progress func(done, of int)) (Radius, error) {
	if len(probed) == 0 {
		return Radius{}, fmt.Errorf("no radii to look between")
	}
	sample, folds, err := d.split(radiusRows, p.Seed)
	if err != nil {
		return Radius{}, err
	}
	for i := range folds {
		if folds[i].Train.Trainable() != nil || folds[i].Test.Rows == 0 {
			return Radius{Eps: middle(probed)}, nil // rows too few to tell
		}
	}
	p.Rounds = min(p.Rounds, radiusRounds)
	s.Progress, s.Elsewhere = nil, nil
	if s.Norm == attack.LInf {
		s.Attack, s.Loop = nil, advboost.NoAttack
	}
	ball := advboost.Strategy{Booster: s.Booster, Norm: s.Norm, Constraints: s.Constraints}
	models, err := fitFolds(ctx, folds, p, ball)
	if err != nil {
		return Radius{}, err
	}
	clean, err := judgeFolds(ctx, folds, models, &ball, p.Threads)
	if err != nil {
		return Radius{}, err
	}
	natural := clean.right()
	r := Radius{NotWorthIt: true}
	grid := radii(probed)
	if wholeLevels(sample, s) {
		grid = wholeFromOne(grid)
	}
	grid, err = moving(e, sample, s, grid)
	if err != nil {
		return Radius{}, err
	}
	limits, err := ceiling.Of(ctx, sample, s.Norm, s.Constraints, grid, p.Threads)
	if err != nil {
		return Radius{}, err
	}
	var found []worthwhile
	failed := 0
	for i, eps := range grid {
		wanted := keeps * natural.balancedLead()
		if failed == radiusFailed || i > 0 && limits[i].Balanced-natural.even() < wanted {
			break
		}
		s.Eps, ball.Eps = eps, eps
		held, err := pooled(ctx, folds, p, s)
		if err != nil {
			return Radius{}, err
		}
		of := held.safe()
		r.Tried = append(r.Tried, eps)
		if progress != nil {
			progress(i+1, len(grid))
		}
		lead := of.balancedLead()
		if lead < wanted || lead < noise*of.balancedError() {
			failed++
			continue
		}
		failed = 0
		without, err := judgeFolds(ctx, folds, models, &ball, p.Threads)
		if err != nil {
			return Radius{}, err
		}
		lead = of.plainLead()
		plain, left := lead >= keeps*natural.plainLead() && lead > noise*of.plainError(), without.safe().of(aim)
		gain, loss := of.of(aim)-left, natural.of(aim)-left
		found = append(found, worthwhile{eps, plain, gain > 0, min(gain, loss) > noise*of.balancedError() && held.right().givenUp(natural) < 0})
	}
	if r.NotWorthIt = found == nil; r.NotWorthIt {
		r.Eps = r.Tried[0]
		return r, nil
	}
	best := choose(found, aim)
	r.Eps = best[0].eps
	for _, w := range best[1:] {
		if w.whole {
			r.Smaller = append(r.Smaller, w.eps)
		}
	}
	return r, nil
}

// worthwhile is a radius at which a hardened model has enough of a lead over the
// constant in the mean over the classes, and what more it has there.
type worthwhile struct {
	eps   float64
	plain bool // a lead in the share of rows
	gains bool // more than the natural model
	whole bool // it clearly gains what is lost without it, and gives no class up
}

// choose returns the radii that have most of what the aim asks for, the largest first.
func choose(found []worthwhile, aim eval.Aim) []worthwhile {
	var best []worthwhile
	most := 0
	for _, w := range slices.Backward(found) {
		has := 0
		for _, good := range []bool{w.plain && aim == eval.AimRobust, w.gains, w.whole} {
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

// radii returns what to try: steps that grow evenly, of two digits.
func radii(probed []float64) []float64 {
	grid := floats.LogSpan(make([]float64, radiusSteps), radiusLeast*probed[0], radiusMost*probed[len(probed)-1])
	for i, e := range grid {
		grid[i] = eval.TwoDigits(e)
	}
	return slices.Compact(grid)
}

// wholeLevels reports whether to change a level takes 1 of the radius of a strategy in
// every column of levels that can change: levels then take whole numbers of it, and
// below 1 none changes. Where most columns are such, 0 and 1 are levels too. In norm 0
// every change takes 1.
func wholeLevels(rows *data.Table, s advboost.Strategy) bool {
	if s.Norm == attack.L0 {
		return true
	}
	c, some, switches := s.Constraints, false, advboost.MostlyLevels(rows)
	for f, col := range rows.Columns {
		isLevel := col.Kind == column.Categorical || col.Kind == column.Boolean || switches && advboost.IsSwitch(rows, f)
		if !isLevel || c != nil && c.Frozen != nil && c.Frozen[f] {
			continue
		}
		if c.Weigh(f, 1) != 1 || c.Weigh(f, -1) != 1 || c != nil && c.Levels != nil {
			return false
		}
		some = true
	}
	return some && s.Norm == attack.L1
}

// wholeFromOne rounds radii down to whole numbers from 1 on, and adds 1.
func wholeFromOne(grid []float64) []float64 {
	whole := []float64{1}
	for _, e := range grid {
		if e > 1 {
			e = math.Floor(e)
		}
		whole = append(whole, e)
	}
	slices.Sort(whole)
	return slices.Compact(whole)
}

// moving returns the radii at which some column of a model can change, the last if
// there are none.
func moving(e *ensemble.Ensemble, rows *data.Table, s advboost.Strategy, eps []float64) ([]float64, error) {
	p, err := attack.NewProblem(e, s.Norm)
	if err != nil {
		return nil, err
	}
	p.Constraints = s.Constraints
	from := 0
	for from < len(eps)-1 && len(eval.Still(p, rows, eps[from:from+1])[0]) == e.Features {
		from++
	}
	return eps[from:], nil
}

// Around returns the radii to report around one to harden against.
func Around(eps float64) []float64 {
	return []float64{eval.TwoDigits(eps / 2), eps, eval.TwoDigits(2 * eps)}
}
