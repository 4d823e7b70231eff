package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// hardening is one run of [Harden] or [Train].
type hardening struct {
	Options
	rows   *Data
	result *Result

	whole     bool      // no columns of the rows were left out before
	booster   string    // of the natural model; a search may take another one for the hardened model
	suggested string    // where the eps come from, if they were not given
	smaller   []float64 // smaller radii that are as worthwhile as the one to harden against
	least     float64   // the smallest radius that was tried, 0 if none was
	tuning    *eval.Tuning
	tuned     map[string]string // flags of the command that tuning records
	chosen    []string          // which defaults were taken and why, a sentence each
	tradeOff  *eval.TradeOff
	asInf     bool     // the defaults of norm inf are taken, see withInf
	other     *setting // the alternative defaults, which may be better; nil for none
}

// newHardening checks the options and completes them from the rows.
func newHardening(rows *Data, o Options) (*hardening, error) {
	if rows == nil || rows.Train == nil {
		return nil, fmt.Errorf("no rows are given: Split and Prepare make them of tables")
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	if rows.Test == nil {
		return nil, fmt.Errorf("no test rows to evaluate on")
	}
	if rows.Train.Y == nil || rows.Test.Y == nil {
		return nil, fmt.Errorf("rows of %s and %s have no classes, which hardening is for", rows.Train.Name(), rows.Test.Name())
	}
	if sparse := rows.Train.Sparse != nil; sparse && o.Folds > 0 {
		return nil, fmt.Errorf("Options.Folds is %d: of sparse rows, hardening sees the columns that a natural model of all training rows splits on", o.Folds)
	} else if !sparse && o.Folds == 0 && o.foldable() && rows.Train.Source == rows.Test.Source {
		o.Evaluate.MoreRows = "folds 5"
	}
	if n := rows.Train.Units(); o.Folds-1 > n {
		of := "rows"
		if rows.Train.Groups != nil {
			of = "groups of rows (Options.SplitBy)"
		}
		return nil, fmt.Errorf("Options.Folds is %d: beside the test rows, which are one fold, there are %d %s for the others", o.Folds, n, of)
	}
	for _, p := range []*trainer.Params{&o.Natural, &o.Params} {
		if err := p.CheckFeatures(rows.Train.Cols, len(rows.Train.Classes)); err != nil {
			return nil, err
		}
	}
	o.Progress, o.Strategy.Booster = o.Progress.complete(), cmp.Or(o.Strategy.Booster, trainer.GBDT)
	if o.Strategy.Constraints == nil {
		o.Strategy.Constraints = threat.OfKinds(rows.Reader())
	}
	if rows.Train.Sparse != nil {
		rows.tied = o.Strategy.Constraints.Tied()
	}
	o.Evaluate.Norm, o.Evaluate.Constraints = o.Strategy.Norm, o.Strategy.Constraints
	o.Evaluate.Seed, o.Evaluate.Threads = o.Params.Seed, o.Params.Threads
	o.Natural.Seed, o.Natural.Threads = o.Params.Seed, o.Params.Threads
	h := &hardening{
		Options: o, rows: rows, result: &Result{}, whole: rows.Selected == nil, booster: o.Strategy.Booster, chosen: slices.Clone(o.Chosen),
	}
	h.aim()
	return h, nil
}

// selected returns the columns that are left of sparse rows since the options were given, nil for all.
func (h *hardening) selected() []int {
	if h.whole {
		return h.rows.Selected
	}
	return nil
}

// aim chooses the aim if none is given. If it is not the share of rows, aim balances the classes in
// both models, unless weights are given. It notes what it chose.
func (h *hardening) aim() {
	var notes []string
	if h.Evaluate.Aim == "" {
		var why string
		if h.Evaluate.Aim, why = eval.DefaultAim(h.rows.Train, h.Strategy.Constraints); why != "" {
			notes = []string{why + ": accuracy is balanced over the classes, aim robust counts rows"}
		}
	}
	if h.Evaluate.Aim != eval.AimRobust && !h.Weighed {
		h.Params.Balanced, h.Natural.Balanced = true, true
		fitted := "all models are trained, the natural one too,"
		if h.Refine != nil {
			fitted = "leaf values are fitted"
		}
		notes = append(notes, fitted+" with weights that let the classes count the same (balanced)")
	}
	if notes != nil {
		h.Progress.Note(strings.Join(notes, "; "))
	}
}
