package experiment

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Options are the options of [Harden]. Start from [Default].
type Options struct {
	Params   trainer.Params    // of both models
	Strategy advboost.Strategy // of the hardened one; with Eps 0 it is the middle one of Evaluate.Eps

	// Evaluate says how the models are judged. Norm and Constraints are those of
	// Strategy, Seed and Threads those of Params. Eps are the radii to report; nil
	// suggests some by the distances of training rows. The zero Aim is that of
	// the training rows, see [eval.DefaultAim].
	Evaluate eval.Options

	// Weighed says that Params weighs the classes as wanted. If it is not set
	// and the aim is not the share of rows, classes weigh the same.
	Weighed bool

	// Tuning says which parameters are chosen on training rows, see [Data.Tune];
	// nil leaves them as they are.
	Tuning *Tuning

	// Curve asks for what models that are hardened more and more cost, see
	// [Data.Curve]; nil for none.
	Curve *Curve

	Dir        string          // of all files, made where it is not there
	Provenance eval.Provenance // for the report, the rows excepted
	Progress   Progress
}

// Default returns the options to start with for a booster, a norm and training
// rows, nil where they are not read yet. Dir is for the caller to set.
func Default(booster string, norm attack.Norm, rows *data.Table) Options {
	return Options{
		Params: DefaultParams(booster), Strategy: advboost.Default(booster, norm, rows),
		Evaluate: eval.Options{Attack: exact.Auto{}}, Provenance: eval.Provenance{Units: "scaled"},
	}
}

// DefaultParams returns the parameters of training to start with: small trees,
// which hold better.
func DefaultParams(booster string) trainer.Params {
	p := trainer.Defaults(booster)
	p.Rounds, p.MaxDepth = 60, 4
	return p
}

// Check reports the first option that cannot be, before anything is done.
func (o *Options) Check() error {
	booster := o.Strategy.Booster
	if err := o.Params.Check(booster); err != nil {
		return err
	}
	if eps := o.Evaluate.Eps; o.Strategy.Eps == 0 && eps != nil && middle(eps) == 0 {
		return fmt.Errorf("eps 0 leaves nothing to harden against: add a larger one")
	}
	if c := o.Curve; c != nil && c.MaxCleanLoss != nil && !(*c.MaxCleanLoss >= 0 && *c.MaxCleanLoss <= 1) {
		return fmt.Errorf("max-clean-loss is %v, must be 0 to 1", *c.MaxCleanLoss)
	}
	return o.Strategy.Check()
}
