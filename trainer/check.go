package trainer

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/option"
)

// Check reports the first parameter of a booster that is out of its range or
// contradicts another. The message names the parameter, its value and what
// it may be. It is an [*OptionError].
func (p Params) Check(booster string) error { return InOptions(p.check(booster)) }

func (p *Params) check(booster string) error {
	if booster != GBDT && booster != Forest {
		return fmt.Errorf("booster is %q, must be %s or %s", booster, GBDT, Forest)
	}
	if p.Rounds == 0 && p.MaxBin == 0 && p.Subsample == 0 {
		return fmt.Errorf("the parameters are not filled in: start from trainer.Defaults(%q)", booster)
	}
	for i := range Options {
		if o := &Options[i]; usedBy(o, booster) {
			if err := o.Check(p); err != nil {
				return err
			}
		}
	}
	switch {
	case p.GrowPolicy == LossGuide && p.MaxDepth == 0 && p.MaxLeaves == 0:
		return option.Errorf("grow-policy", "grow-policy is %s with max-depth 0 and max-leaves 0: nothing would end a tree, set one of them", LossGuide)
	case booster == Forest && p.RobustBoth && p.Robust() && p.MaxDepth == 0 && p.MaxLeaves == 0: // a child may hold all rows of its parent
		return option.Errorf("max-depth", "max-depth is 0, and so is max-leaves: with robust-both nothing would end the trees of a %s, set one of them", Forest)
	case p.EarlyStoppingRounds > 0 && booster != GBDT:
		return option.Errorf("early-stopping-rounds", "early-stopping-rounds is %d and is for booster %s, not for %s, whose trees all count", p.EarlyStoppingRounds, GBDT, booster)
	case p.EarlyStoppingRounds > 0 && len(p.Valid) == 0:
		return option.Errorf("early-stopping-rounds", "early-stopping-rounds is %d without validation rows: give a validation table, or set it to 0", p.EarlyStoppingRounds)
	case p.Balanced && len(p.ClassWeight) > 0:
		return option.Errorf("balanced", "balanced and class-weight both weigh the classes: give one of them")
	case p.OOBScore && (p.ImageShift > 0 || p.ImageMirror):
		return option.Errorf("oob-score", "oob-score with copies of images would count rows whose copies a tree has seen: leave out one of them")
	case p.Init != nil && p.Resume != nil:
		return fmt.Errorf("a model to continue from and a checkpoint to resume from exclude each other")
	case p.Checkpoint != nil && p.CheckpointRounds < 1:
		return fmt.Errorf("checkpoint rounds are %d, must be at least 1", p.CheckpointRounds)
	case booster == Forest && slices.ContainsFunc(p.MonotoneConstraints, func(direction int) bool { return direction != 0 }):
		return option.Errorf("monotone-constraints", "monotone-constraints needs booster %s: a forest would not keep them", GBDT)
	case p.Objective != nil && booster != GBDT:
		return fmt.Errorf("an objective of one's own needs booster %s", GBDT)
	}
	return nil
}

// CheckFeatures reports a parameter that does not fit a table's number of features or classes, as an
// [*OptionError].
func (p Params) CheckFeatures(features, classes int) error {
	return InOptions(p.checkFeatures(features, classes))
}

func (p *Params) checkFeatures(features, classes int) error {
	if n := len(p.MonotoneConstraints); n > features {
		return option.Errorf("monotone-constraints", "monotone-constraints has %d values for %d features", n, features)
	}
	switch n := len(p.ClassWeight); {
	case n > 0 && classes < 2:
		return option.Errorf("class-weight", "class-weight weighs classes, which a regression has none of: leave it out, or give each row a weight")
	case n > 0 && n != classes:
		return option.Errorf("class-weight", "class-weight has %d values for %d classes", n, classes)
	}
	one := func(name string, eps []float64) error {
		if n := len(eps); n > 1 && n != features {
			return option.Errorf(name, "%s has %d values for %d features, must have one for all or one for each", name, n, features)
		}
		return nil
	}
	if err := cmp.Or(one("robust-eps", p.Attacker.Up), one("robust-down", p.Attacker.Down)); err != nil {
		return err
	}
	if n := len(p.Attacker.Blank); n > 0 && n != features {
		return fmt.Errorf("Attacker.Blank has %d values for %d features", n, features)
	}
	if p.Balanced && classes < 2 {
		return option.Errorf("balanced", "balanced weighs classes, which a regression has none of: leave it out, or give each row a weight")
	}
	switch {
	case p.ScalePosWeight == 1 || classes == 2:
	case classes < 2:
		return option.Errorf("scale-pos-weight", "scale-pos-weight weighs class 1 of two, and a regression has none: leave it out, or give each row a weight")
	default:
		return option.Errorf("scale-pos-weight", "scale-pos-weight weighs class 1 of two, and there are %d: leave it out, or weigh each by class-weight", classes)
	}
	if p.Robust() && classes < 2 {
		return fmt.Errorf("robust-eps needs classes: robust splits of a regression are not known here")
	}
	for _, group := range p.InteractionConstraints {
		for _, f := range group {
			if f < 0 || f >= features {
				return option.Errorf("interaction-constraints", "interaction-constraints names feature %d, must be 0 to %d", f, features-1)
			}
		}
	}
	return nil
}
