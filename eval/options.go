package eval

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Options are the options of [Evaluate].
type Options struct {
	Attack      attack.Attack
	Norm        attack.Norm
	Constraints *attack.Constraints // nil for none
	Eps         []float64           // radii, ascending, in the norm of rows as the models read them; nil asks for a suggestion from the first model
	Aim         Aim                 // what models are judged by, "" for [DefaultAim] of the rows
	Focus       float64             // the one of Eps that the verdict is about; the middle one if it is not among them
	EpsChosen   bool                // Eps were chosen from the data, so that advice names the one that it is about; nil Eps are
	EpsLeast    bool                // of eps to harden against, none below Focus is worth trying: advice proposes none
	NotWorthIt  bool                // validation rows show no radius worth hardening for, and the verdict says so
	Seed        uint64
	Threads     int // 0 for one per processor

	// Gain returns what flipping a row, as the models read it, is worth to the attacker, in the unit of
	// the prices of norm cost: within ±1e300, or NaN if that is missing; nil if it is not known of any
	// row.
	Gain func(x []float64) float64

	Resamples int // of the bootstrap, 0 for 1000
	Fragile   int // rows with the nearest examples to keep, 0 for 10
	Show      int // rows that all models get right to keep, for pictures; 0 for none

	// Folds are further rows for the verdict, from cross-validation; nil for none.
	Folds *Folds
	// MoreRows names an option that would judge by more rows, for advice, such as "folds 5"; "" if
	// none is known.
	MoreRows string

	// TradeOff is what the second model was chosen from, nil for nothing.
	TradeOff *TradeOff

	// Decided returns what [Prepared.Decide] found about all rows under a model, in order; nil
	// attacks them now.
	Decided func(model *Model) iter.Seq2[*Decided, error]

	// Rest is the context of what follows the attack: ceilings, intervals and the verdict. If the context
	// that [Evaluate] is called with ends during the attack, there is a report on the rows that are
	// finished under all models, unless these are fewer than 10. With nil there is one on all rows or none.
	Rest context.Context

	// Row is called for each row, in order, with what was found under each model.
	Row func(model *Model, x []float64, r *attack.Result) error
	// Progress is called by several goroutines with the number of rows that are finished.
	Progress func(finished, of int)
}

// Check reports the first option that is invalid for any models and rows.
func (o *Options) Check() error {
	switch {
	case o.Attack == nil:
		return fmt.Errorf("no attack to evaluate with")
	case !slices.IsSorted(o.Eps):
		return fmt.Errorf("eps must ascend, got %v", o.Eps)
	}
	if _, err := ParseAim(string(o.Aim)); err != nil {
		return err
	}
	for _, e := range o.Eps {
		if !(e >= 0) || math.IsInf(e, 0) {
			return fmt.Errorf("eps must be at least 0 and finite, got %v", e)
		}
	}
	if o.Resamples < 0 || o.Fragile < 0 || o.Show < 0 {
		return fmt.Errorf("Options.Resamples is %d, Fragile %d and Show %d, must be at least 0", o.Resamples, o.Fragile, o.Show)
	}
	return parallel.Check(o.Threads)
}

// check is Check for the models and the rows; it also sets defaults.
func (o *Options) check(models []Model, table *data.Table) error {
	if err := table.Validate(); err != nil {
		return err
	}
	switch {
	case len(models) == 0:
		return fmt.Errorf("no model to evaluate")
	case table.Y == nil:
		return fmt.Errorf("%s: has no labels, so that nothing can be evaluated", table.Name())
	case table.Rows == 0:
		return fmt.Errorf("%s: no rows to evaluate", table.Name())
	}
	if err := o.Check(); err != nil {
		return err
	}
	if o.Folds != nil {
		if err := o.Folds.check(models); err != nil {
			return err
		}
	}
	for i, m := range models {
		if slices.ContainsFunc(models[:i], func(other Model) bool { return other.Name == m.Name }) {
			return fmt.Errorf("two models are called %q: reports tell them apart by their names", m.Name)
		}
		if m.Ensemble == nil {
			return fmt.Errorf("model %s: no model is given", m.Name)
		}
		if m.Ensemble.Features != table.Cols {
			return fmt.Errorf("model %s reads %s, %s has %d", m.Name, phrase.Count(m.Ensemble.Features, "feature"), table.Name(), table.Cols)
		}
		if m.Ensemble.Classes > mostClasses {
			return fmt.Errorf("model %s has %d classes, at most %d are evaluated", m.Name, m.Ensemble.Classes, mostClasses)
		}
		if m.Ensemble.Classes < len(table.Classes) {
			return fmt.Errorf("model %s knows %d classes, %s has %d", m.Name, m.Ensemble.Classes, table.Name(), len(table.Classes))
		}
		if err := trainer.Fits(m.Ensemble, table); err != nil {
			return fmt.Errorf("model %s: %w", m.Name, err)
		}
	}
	if err := o.checkGain(reader(models[0].Ensemble), table); err != nil {
		return err
	}
	if o.Resamples == 0 {
		o.Resamples = 1000
	}
	if o.Fragile == 0 {
		o.Fragile = 10
	}
	return nil
}

func (o *Options) resampling() Resampling { return Resampling{Seed: o.Seed, Count: o.Resamples} }
