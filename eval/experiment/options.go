package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Options are the options of [Harden] and [Train]. Start from [Default].
type Options struct {
	Natural  trainer.Params    // for the natural model; Seed and Threads are those of Params
	Params   trainer.Params    // for the hardened model
	Strategy advboost.Strategy // for the hardened model; Eps 0 is the middle one of Evaluate.Eps, nil Constraints are those of [threat.OfKinds]

	// Evaluate says how the models are judged. Norm and Constraints are those of Strategy, Seed and
	// Threads those of Params. Eps are the radii to report; nil suggests some from the distances of
	// training rows. The zero Aim is the default for the training rows, see [eval.DefaultAim]. An
	// attack that reads rows, see package method, reads the training rows.
	Evaluate eval.Options

	// Weighed keeps the class weights in Natural and Params. If it is not set and the aim is not the
	// share of rows, classes weigh the same in both models.
	Weighed bool

	// Given names the options of Params and Strategy, by their names as flags (see [IsOption]), that
	// stay even if the radius suggests other defaults: see [Harden].
	Given []string

	// KeepLoop keeps the attack in the loop that Strategy names even if it gains nothing on training
	// rows held out. If it is not set, the attack is then left out, and the report says so.
	KeepLoop bool

	// Tuning says which parameters are chosen on training rows, see [Data.Tune]; nil leaves them as
	// they are.
	Tuning *Tuning

	// Curve asks for the trade-off of ever more strongly hardened models, see [Data.Curve]; nil for
	// none.
	Curve *Curve

	// Folds is a number of folds, the test rows being one of them: the training rows are dealt into
	// the others, and each fold is judged by models trained in the same way on all other rows. The
	// verdict then rests on all rows. The radius is that of the two models. 0 judges by the test
	// rows alone.
	Folds int

	// Refine is a model that keeps its trees and gets new leaf values, instead of training a
	// hardened one: see [advboost.Refine]. Rows have to be as it reads them. From Strategy the
	// radius, Relabel and Clean are used, from Params the weights of classes, Lambda, which is 10 in
	// norms other than inf unless it is Given, and MonotoneConstraints, by default those that the
	// model was trained with. Nil trains.
	Refine *ensemble.Ensemble

	Chosen     []string        // what was chosen before, for the report, a sentence each
	Dir        string          // directory of all files, created if missing
	Provenance eval.Provenance // for the report, except what concerns the rows
	Progress   Progress
}

// Check reports the first invalid option, before anything is done.
func (o *Options) Check() error {
	if o.Refine != nil && (o.Tuning != nil || o.Curve != nil) {
		return fmt.Errorf("refining keeps the trees of a model: there is nothing to tune, and no curve")
	}
	switch {
	case o.Folds < 0 || o.Folds == 1:
		return fmt.Errorf("Options.Folds is %d, must be 0 or at least 2", o.Folds)
	case o.Folds > 0 && !o.foldable():
		return fmt.Errorf("Options.Folds is %d: with folds nothing is tuned, refined or drawn as a curve, as that looks at the rows that they judge", o.Folds)
	}
	params := []*trainer.Params{&o.Natural, &o.Params}
	if o.Refine != nil {
		params = params[1:]
	}
	for _, p := range params {
		if err := p.Check(cmp.Or(o.Strategy.Booster, trainer.GBDT)); err != nil {
			return err
		}
	}
	if eps := o.Evaluate.Eps; o.Strategy.Eps == 0 && len(eps) > 0 && middle(eps) == 0 {
		return option.Errorf("eps", "eps 0 leaves nothing to harden against: add a larger one")
	}
	if c := o.Curve; c != nil && c.MaxCleanLoss != nil && !(*c.MaxCleanLoss >= 0 && *c.MaxCleanLoss <= 1) {
		return option.Errorf("max-clean-loss", "max-clean-loss is %v, must be 0 to 1", *c.MaxCleanLoss)
	}
	if o.Tuning != nil {
		if err := o.Tuning.check(&o.Params, &o.Strategy); err != nil {
			return err
		}
	}
	for _, name := range o.Given {
		if !IsOption(name) {
			return fmt.Errorf("Options.Given: %w", nearest.Unknown("option", name, optionNames()))
		}
	}
	return cmp.Or(o.Evaluate.Check(), o.Strategy.Check())
}

// IsOption reports whether name is an option of Params, for some booster, or of Strategy.
func IsOption(name string) bool { return slices.Contains(optionNames(), name) }

// optionNames returns the names and aliases of these options.
func optionNames() (names []string) {
	for i := range trainer.Options {
		names = append(append(names, trainer.Options[i].Name), trainer.Options[i].Aliases...)
	}
	for i := range advboost.StrategyOptions {
		names = append(names, advboost.StrategyOptions[i].Name)
	}
	return names
}

// foldable reports whether training rows can be judged too: nothing except the radius was chosen
// from them.
func (o *Options) foldable() bool { return o.Refine == nil && o.Tuning == nil && o.Curve == nil }
