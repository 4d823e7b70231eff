package experiment

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// take returns the candidate to take: the given one, unless another passes allows and isConstant, is
// better by more than a standard error, is not worse in any fold, and loses no more clean accuracy
// than it gains. On small tables the best of many is mostly so by chance; being worse in no fold
// guards against that.
func (t *tuning) take() *candidate {
	if len(t.given.folds) < len(t.folds) {
		return t.given
	}
	best := t.given
	for _, c := range t.others {
		if len(c.folds) < len(t.folds) || !t.allows(c) || t.isConstant(c) || t.worseInOne(c) {
			continue
		}
		gain, err := c.score.gain(&t.given.score, t.folds[0].Train.Rows)
		if gain > err && gain >= t.given.score.clean-c.score.clean && t.compare(c, best) < 0 {
			best = c
		}
	}
	return best
}

// allows reports whether a candidate may be taken: it tells the classes apart under attack, or the
// given one does not even without an attacker. Then, as with labels that are noise, a constant is no
// loss.
func (t *tuning) allows(c *candidate) bool {
	return heldOf(c.folds, c.at).safe().tellsApart() || !heldOf(t.given.folds, t.given.at).right().tellsApart()
}

// isConstant reports whether a candidate has less than half of the given one's lead over a constant,
// on average over the classes.
func (t *tuning) isConstant(c *candidate) bool {
	even := 1 / float64(t.present())
	return c.score.robust.Balanced-even < keeps*(t.given.score.robust.Balanced-even)
}

// worseInOne reports whether a candidate is worse than the given one in a fold.
func (t *tuning) worseInOne(c *candidate) bool {
	for k := range t.folds {
		of := func(c *candidate) float64 {
			return c.folds[k].held[c.at].safe().of(t.aim)
		}
		if of(c) < of(t.given) {
			return true
		}
	}
	return false
}

// present is the number of classes with rows.
func (t *tuning) present() int {
	n := 0
	for _, rows := range t.folds[0].Train.Counts() {
		if rows > 0 {
			n++
		}
	}
	return n
}

// tuned returns the setting to take, and the record of the search.
func (t *tuning) tuned(p *trainer.Params, h *advboost.Strategy) *Tuned {
	best := t.take()
	out := &Tuned{Params: best.params, Strategy: best.strategy}
	out.Params.Threads, out.Strategy.Progress, out.Strategy.Elsewhere = p.Threads, h.Progress, h.Elsewhere
	if best != t.given {
		out.Params.Rounds = best.score.rounds
	}
	r := &eval.Tuning{Eps: h.Eps, Aim: t.aim, Folds: len(t.folds), Budget: t.Budget.Seconds()}
	for i := range t.folds {
		r.Rows += t.folds[i].Test.Rows
	}
	all := slices.DeleteFunc(append([]*candidate{t.given}, t.others...), func(c *candidate) bool { return c != t.given && len(c.folds) == 0 })
	slices.SortStableFunc(all, t.compare)
	for _, c := range all {
		r.Trials = append(r.Trials, t.trial(c, h.Booster))
	}
	r.Given, r.Taken = slices.Index(all, t.given), slices.Index(all, best)
	if t.Command != nil {
		flags := t.flags(best, h.Booster)
		settle(flags, &out.Params, &out.Strategy, t.rows)
		flags["loop"] = cmp.Or(out.Strategy.Loop, advboost.NoAttack) // or else harden may leave it out
		usual := DefaultParams(out.Strategy.Booster, out.Strategy.Norm, t.rows)
		if out.Params.Rounds != usual.Rounds { // the natural model would take them too
			flags["rounds"] = strconv.Itoa(out.Params.Rounds)
		}
		flags[HardenEps] = number(out.Strategy.Eps)
		if out.Params.Balanced {
			flags["balanced"] = "true"
		}
		out.flags, r.Command = flags, t.Command(flags)
	}
	out.Record = r
	return out
}

// number writes a number as flags have it.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// flags returns the settings of a candidate, with its booster if that is not the given one.
func (t *tuning) flags(c *candidate, booster string) map[string]string {
	flags := map[string]string{}
	maps.Copy(flags, c.settings)
	if of := c.strategy.Booster; of != booster {
		flags["booster"] = of
	}
	return flags
}

// trial returns the record of a candidate.
func (t *tuning) trial(c *candidate, booster string) eval.TuningTrial {
	s := &c.score
	trial := eval.TuningTrial{
		Settings: t.flags(c, booster), Folds: s.folds, Rounds: s.rounds,
		Clean: s.clean, Robust: s.robust.Robust, Balanced: s.robust.Balanced, WorstClass: s.robust.WorstClass,
	}
	if _, ok := trial.Settings[HardenEps]; ok {
		trial.Settings[HardenEps] = number(c.strategy.Eps)
	}
	if c == t.given || len(t.given.folds) < s.folds {
		return trial
	}
	base := t.given.pooled(s.folds, t.given.at, t.aim)
	gain, err := s.gain(&base, t.folds[0].Train.Rows)
	trial.Gain = &eval.Interval{Lo: gain - float64(noise*err), Hi: gain + float64(noise*err)}
	return trial
}
