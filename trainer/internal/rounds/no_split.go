package rounds

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// tellNoSplit notes trees of which none has a split, and what keeps them from it. Where an
// adversary has a say, or hooks changed rows, that may be what hardening comes to.
func (run *Run) tellNoSplit(ctx context.Context) {
	p := run.Params
	if p.Note == nil || p.Robust() || run.Rows.changed || len(run.Ensemble.Trees) == 0 || splits(run.Ensemble) {
		return
	}
	note := p.Note
	p.Rounds, p.EarlyStoppingRounds, p.OOBScore = min(p.Rounds, 10), 0, false
	p.Valid, p.Metrics, p.EvalMetric = nil, nil, ""
	p.Report, p.Progress, p.Note, p.Fitted, p.Checkpoint, p.Resume = nil, nil, nil, nil, nil, nil
	var fault error // such as a context that ends
	split := func(p trainer.Params) bool {
		e, err := run.Again(ctx, p)
		fault = cmp.Or(fault, err)
		return err == nil && splits(e)
	}
	if split(p) { // without hooks
		return
	}
	if why := hindrance(p, split); fault == nil {
		note(fmt.Sprintf("%s: no tree has a split, so that all rows get the same prediction: %s", run.Rows.Source(), why))
	}
}

// splits reports whether a tree has a split.
func splits(e *ensemble.Ensemble) bool {
	return slices.ContainsFunc(e.Trees, func(t ensemble.Tree) bool { return len(t.Splits) > 0 })
}

// loose are values of parameters that keep no tree from splitting.
var loose = map[string]string{
	"max-leaves": "0", "gamma": "0", "min-samples-leaf": "1", "min-child-weight": "0", "alpha": "0", "lambda": "0",
	"subsample": "1", "colsample-bytree": "1", "colsample-bylevel": "1", "colsample-bynode": "1",
	"max-bin": "256", "max-delta-step": "0", "monotone-constraints": "null",
}

// hindrance says which parameters keep trees from splitting, by whether trees split without them:
// those that do so alone, first among those that are not as they are by default, or else a few together.
func hindrance(p trainer.Params, split func(trainer.Params) bool) string {
	var tight [2][]*trainer.Option // set, and by default
	usual := trainer.Defaults(trainer.GBDT)
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if to, found := loose[o.Name]; found && o.Text(&p) != to {
			k := 0
			if o.Text(&p) == o.Text(&usual) {
				k = 1
			}
			tight[k] = append(tight[k], o)
		}
	}
	without := func(some ...*trainer.Option) bool {
		p := p
		for _, o := range some {
			if o.Set(&p, loose[o.Name]) != nil {
				return false
			}
		}
		return split(p)
	}
	say := func(some []*trainer.Option, last string) string {
		var parts []string
		for _, o := range some {
			part := fmt.Sprintf("with %s %s in place of %s", o.Name, loose[o.Name], o.Text(&p))
			if loose[o.Name] == "null" {
				part = "without " + o.Name
			}
			parts = append(parts, part)
		}
		return "trees would split " + phrase.List(parts, last)
	}
	for _, some := range tight {
		if alone := slices.DeleteFunc(slices.Clone(some), func(o *trainer.Option) bool { return !without(o) }); len(alone) > 0 {
			return say(alone, "or")
		}
	}
	all := slices.Concat(tight[1], tight[0]) // so that those by default are dropped first
	if !without(all...) {
		return "no column tells anything"
	}
	for k := 0; k < len(all); {
		if fewer := slices.Delete(slices.Clone(all), k, k+1); without(fewer...) {
			all = fewer
		} else {
			k++
		}
	}
	return say(all, "and")
}
