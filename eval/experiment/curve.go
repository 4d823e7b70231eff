package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Curve are the options of a sweep from a natural model to one hardened with the given options.
type Curve struct {
	// MaxCleanLoss is the clean accuracy, as a share from 0 to 1, that the hardened model may lose
	// against the natural one on rows held out; nil hardens with the given options.
	MaxCleanLoss *float64

	// Command returns, for the record, the command that trains the model taken without a curve, given
	// flags by name; nil for none.
	Command func(flags map[string]string) string
}

// The sweep is trained on a sample of the training rows, in folds as for the radius, and in fewer
// rounds, see inFewRounds. In norm inf the attack in the loop is left out: it hardly moves points
// there and takes most of the time.
const curveRows = 5000

// sweepShares are shares of the radius, and sweepMixes parts of the way from the given mixing weight
// to 1.
var (
	sweepShares = []float64{0.25, 0.5, 0.75, 1}
	sweepMixes  = []float64{1. / 3, 2. / 3}
)

// sweep returns the points to try, the natural one first.
func sweep(s *advboost.Strategy) []eval.TradeOffPoint {
	points := []eval.TradeOffPoint{{}}
	for _, share := range shares(s) {
		points = append(points, eval.TradeOffPoint{Share: share, Mix: s.Clean})
	}
	clean := slices.IndexFunc(advboost.StrategyOptions, func(o advboost.Option) bool { return o.Name == "clean" })
	if !s.Uses(&advboost.StrategyOptions[clean]) || s.Clean == 1 {
		return points
	}
	for _, part := range sweepMixes {
		points = append(points, eval.TradeOffPoint{Share: 1, Mix: sixDigits(s.Clean + float64(part*(1-s.Clean)))})
	}
	return points
}

// shares returns the shares of the radius of a strategy to try. In norm 0 a radius counts columns,
// so only whole numbers of them differ.
func shares(s *advboost.Strategy) []float64 {
	if s.Norm != attack.L0 {
		return sweepShares
	}
	var of []float64
	columns := math.Floor(s.Eps)
	for _, share := range sweepShares[:len(sweepShares)-1] {
		if n := math.Floor(share * columns); n >= 1 {
			of = append(of, n/s.Eps)
		}
	}
	return append(slices.Compact(of), 1)
}

// at returns the strategy of a point that is hardened, for a share of eps.
func at(s advboost.Strategy, p *eval.TradeOffPoint, eps float64) advboost.Strategy {
	const rounding = 1e-9
	s.Clean = p.Mix
	if radius := float64(p.Share * eps); math.Abs(radius-s.Eps) > rounding*s.Eps {
		s.Eps = sixDigits(radius)
	}
	return s
}

// sixDigits rounds a number so that it reads well as a flag of a printed command.
func sixDigits(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	return v
}

// Curve trains a sweep from a natural model to one of the strategy on folds of the training rows,
// and decides the rows held out at eps under each. From the options it uses parameters, strategy,
// whose Eps 0 is eps, and aim. It is an error if the rows leave no folds to train on.
func (d *Data) Curve(ctx context.Context, o *Options, eps float64, progress func(done, of int)) (*eval.TradeOff, error) {
	return d.curve(ctx, o, o.Strategy.Booster, eps, progress)
}

// curve is Curve with a natural model of a given booster.
func (d *Data) curve(ctx context.Context, o *Options, booster string, eps float64, progress func(done, of int)) (*eval.TradeOff, error) {
	s, aim := o.Strategy, o.Evaluate.Aim
	s.Eps = cmp.Or(s.Eps, eps)
	unhardened := advboost.Strategy{Booster: booster, Norm: s.Norm, Constraints: s.Constraints}
	natural, p := inFewRounds(o.Natural, &unhardened), inFewRounds(o.Params, &s)
	folds, err := d.curveFolds(p.Seed)
	if err != nil {
		return nil, err
	}
	if s.Progress = nil; s.Norm == attack.LInf {
		s.Attack, s.Loop = nil, advboost.NoAttack
	}
	t := &eval.TradeOff{Eps: eps, Aim: aim, Points: sweep(&s)}
	given := slices.IndexFunc(t.Points, func(p eval.TradeOffPoint) bool { return p.Share == 1 })
	t.Taken = given
	for k := range t.Points { // tuning may harden against another radius than eps
		t.Points[k].Share *= s.Eps / eps
	}
	held := &heldOut{folds: folds, eps: eps, balanced: aim != eval.AimRobust}
	if err := held.limits(ctx, t, &s, p.Threads); err != nil {
		return nil, err
	}
	var first []float64    // what the natural model gets right, per row
	var losses [][]float64 // what each point loses of that, per row
	for k := range t.Points {
		with, how := natural, unhardened
		if k > 0 {
			with, how = p, at(s, &t.Points[k], eps)
		}
		clean, robust, err := held.score(ctx, with, how)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			first = clean
		}
		loss := slices.Clone(first)
		floats.Sub(loss, clean)
		point := &t.Points[k]
		point.Clean, point.Robust = stat.Mean(clean, nil), stat.Mean(robust, nil)
		losses = append(losses, loss)
		if progress != nil {
			progress(k+1, len(t.Points))
		}
	}
	intervals, err := eval.MeanIntervals(ctx, eval.Resampling{Seed: p.Seed, Count: 1000}, held.groups(), losses...)
	if err != nil {
		return nil, err
	}
	for k := range intervals {
		t.Points[k].Loss = intervals[k]
	}
	return t, nil
}

// curveFolds returns the folds of a curve. It is an error if there are none to train on.
func (d *Data) curveFolds(seed uint64) ([]Data, error) {
	sample, folds, err := d.split(curveRows, seed)
	if err != nil {
		return nil, err
	}
	return folds, foldsHaveClasses(sample, folds)
}

// limitable reports that the clean accuracy lost is limited, and the rows leave no folds to keep
// within the limit by.
func (h *hardening) limitable() error {
	if h.Curve == nil || h.Curve.MaxCleanLoss == nil {
		return nil
	}
	if _, err := h.rows.curveFolds(h.Params.Seed); err != nil {
		return fmt.Errorf("max-clean-loss is %v, and there is no curve to keep within it by: %w", *h.Curve.MaxCleanLoss, err)
	}
	return nil
}

// heldOut scores models on the rows of folds that were held out.
type heldOut struct {
	folds    []Data
	eps      float64
	balanced bool
}

// groups returns the groups of the rows, nil if there are none.
func (h *heldOut) groups() (groups []int) {
	for i := range h.folds {
		groups = append(groups, h.folds[i].Test.Groups...)
	}
	return groups
}

// worth returns the weight of each row of the folds in robust accuracy: if all classes in a fold
// count the same, rows of rare ones weigh more.
func (h *heldOut) worth() []float64 {
	var worth []float64
	for i := range h.folds {
		held := h.folds[i].Test
		counts := held.Counts()
		classes := len(slices.DeleteFunc(slices.Clone(counts), func(n int) bool { return n == 0 }))
		for _, y := range held.Y {
			of := 1.0
			if h.balanced {
				of = 1 / float64(counts[y]*classes) * float64(held.Rows)
			}
			worth = append(worth, of)
		}
	}
	return worth
}

// score trains a model per fold and returns, per row held out, 1 if it is classified correctly
// without an attacker, and its worth if it is proved robust; 0 otherwise.
func (h *heldOut) score(ctx context.Context, p trainer.Params, s advboost.Strategy) (clean, robust []float64, err error) {
	models, err := fitFolds(ctx, h.folds, p, s)
	if err != nil {
		return nil, nil, err
	}
	s.Eps = h.eps
	held, err := judgeFolds(ctx, h.folds, models, &s, p.Threads)
	if err != nil {
		return nil, nil, err
	}
	clean, robust = make([]float64, len(held.y)), make([]float64, len(held.y))
	for i, worth := range h.worth() {
		if held.clean[i] {
			clean[i] = 1
		}
		if held.robust[i] {
			robust[i] = worth
		}
	}
	return clean, robust, nil
}

// limits adds to a curve the constant and the ceiling of the rows held out, computed per fold
// because each fold has its own model.
func (h *heldOut) limits(ctx context.Context, t *eval.TradeOff, s *advboost.Strategy, threads int) error {
	for i := range h.folds {
		t.Rows += h.folds[i].Test.Rows
	}
	for i := range h.folds {
		held := h.folds[i].Test
		limits, err := ceiling.Of(ctx, held, []float64{h.eps}, ceiling.Options{Norm: s.Norm, Constraints: s.Constraints, Threads: threads})
		if err != nil {
			return err
		}
		counts := held.Counts()
		constant, most := float64(slices.Max(counts))/float64(held.Rows), limits[0].Robust
		if h.balanced {
			classes := slices.DeleteFunc(counts, func(n int) bool { return n == 0 })
			constant, most = 1/float64(len(classes)), limits[0].Balanced
		}
		share := float64(held.Rows) / float64(t.Rows)
		t.Constant += float64(share * constant)
		t.Ceiling += float64(share * most)
	}
	return nil
}

// curve computes the trade-off and changes the strategy to the point taken.
func (h *hardening) curve(ctx context.Context) error {
	if h.Curve == nil {
		return nil
	}
	target := h.Evaluate.Focus
	h.Progress.Start(fmt.Sprintf("try models from natural to hardened against eps %g", target))
	t, err := h.rows.curve(ctx, &h.Options, h.booster, target, func(done, of int) { h.Progress.At(done, of, "") })
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && h.Curve.MaxCleanLoss != nil:
		return err
	case err != nil:
		h.Progress.Done("no curve")
		h.Progress.Note(fmt.Sprintf("no curve: %v; hardened as asked for", err))
		h.chosen = append(h.chosen, fmt.Sprintf("There is no curve: %v.", err))
		return nil
	}
	if limit := h.Curve.MaxCleanLoss; limit != nil {
		t.Take(*limit)
	}
	h.tradeOff = t
	given := h.Strategy
	h.Strategy = at(given, &t.Points[t.Taken], target)
	switch {
	case h.tuned != nil: // drawn again, the curve would be at the radius of the point taken
		h.tuned[HardenEps] = number(h.Strategy.Eps)
		if h.Strategy.Clean != given.Clean {
			h.tuned["clean"] = number(h.Strategy.Clean)
		}
		h.tuning.Command = h.Tuning.Command(h.tuned)
	case h.Curve.MaxCleanLoss != nil && h.Curve.Command != nil:
		flags := map[string]string{HardenEps: number(h.Strategy.Eps)}
		settle(flags, &h.Params, &h.Strategy, h.rows.Train)
		flags["loop"] = cmp.Or(h.Strategy.Loop, advboost.NoAttack) // or else harden may decide otherwise at this radius
		t.Command = h.Curve.Command(flags)
	}
	h.Progress.Done(fmt.Sprintf("%d models on %d rows held out", len(t.Points), t.Rows))
	return nil
}
