package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// loopFlags say how a model is hardened.
type loopFlags struct {
	split    float64
	gradient string
	refit    int
	clean    float64

	attack   string
	examples string
	every    int
	growth   float64
	rows     int
	budget   int
	weight   float64
	power    float64
	warm     bool
	far      bool
}

// byNorm is the --split that the norm decides on, byBooster the --clean and
// the --refit that the booster decides on.
const byNorm, byBooster = -1, -1

// add defines the flags.
func (l *loopFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.Float64Var(&l.split, "split", byNorm, "share of the radius that splits are made robust against, 0 for natural splits; -1 takes 1 for norm inf, 0.5 for norm 2 and 0.3 for norm 1")
	f.StringVar(&l.gradient, "gradient", "", "where boosting takes its gradients: natural, or in the worst case by tree-bound (each tree alone does its worst), message-bound (the trees have to agree on one row) or attack (the worst row that a search finds); by default tree-bound, natural for a forest")
	f.IntVar(&l.refit, "refit", byBooster, "steps that lower the loss of each new tree's leaf values in the same worst case, such as 5, a round that does not being left out; a forest lets rows under attack vote instead; -1 takes 0, none, for gbdt and 1 for a forest")
	f.Float64Var(&l.clean, "clean", byBooster, "share of the clean margins, or votes of a forest, in those of the worst case, from 0 to 1: more is more accurate and less robust; -1 takes 0 for gbdt and 0.7 for a forest")
	f.StringVar(&l.attack, "loop", "", "attack on the training rows between rounds: "+experiment.NoAttack+", "+experiment.Ball+" (the worst row within the radius), or one of --method (the nearest example); by default lt for norm inf and "+experiment.Ball+" for the others")
	f.StringVar(&l.examples, "examples", advboost.Uses[0], "what becomes of the examples: "+strings.Join(advboost.Uses, ", "))
	f.IntVar(&l.every, "every", 1, "attack, and search for the worst case, every so many rounds")
	f.Float64Var(&l.growth, "growth", 1, "each gap between attacks is so many times as long as the one before")
	f.IntVar(&l.rows, "attack-rows", 100, "training rows to attack each time, of those that are not proved to be safe; 0 for all")
	f.Var((*count)(&l.budget), "budget", "most examples among the training rows, the newest; 0 for as many as rows")
	f.Float64Var(&l.weight, "weight", 1, "of an example, relative to its row")
	f.Float64Var(&l.power, "power", 0, "an example also counts by this power of its distance relative to the mean: more lengthens the mean distance, and gives rare classes up")
	f.BoolVar(&l.warm, "warm", true, "start the attack on a row from its last example, and pass rows over whose last one will do")
	f.BoolVar(&l.far, "far", false, "train on examples beyond the radius too")
}

// check reports flags that cannot be, and fills in what the booster and the
// norm decide.
func (l *loopFlags) check(booster string, norm attack.Norm, s method.Settings) error {
	if l.gradient == "" {
		if l.gradient = advboost.WorstCases[advboost.TreeBound]; booster == trainer.Forest {
			l.gradient = experiment.Natural
		}
	}
	switch {
	case l.every < 1:
		return usage(fmt.Errorf("--every is %d, must be at least 1", l.every))
	case !(l.growth >= 1) || math.IsInf(l.growth, 1):
		return usage(fmt.Errorf("--growth is %v, must be at least 1", l.growth))
	case l.budget > 0 && l.examples != advboost.Uses[advboost.Append]:
		return usage(fmt.Errorf("--budget limits examples that are appended, not --examples %s", l.examples))
	case !(l.weight > 0) || math.IsInf(l.weight, 1):
		return usage(fmt.Errorf("--weight is %v, must be above 0", l.weight))
	case !(l.power >= 0) || math.IsInf(l.power, 1):
		return usage(fmt.Errorf("--power is %v, must be at least 0", l.power))
	case l.rows < 0:
		return usage(fmt.Errorf("--attack-rows is %d, must be at least 0", l.rows))
	case !(l.split >= 0 && l.split <= 1 || l.split == byNorm):
		return usage(fmt.Errorf("--split is %v, must be from 0 to 1", l.split))
	}
	if l.split == byNorm {
		// A split expects every feature to move by as much at once.
		l.split = map[attack.Norm]float64{attack.LInf: 1, attack.L2: 0.5, attack.L1: 0.3}[norm]
	}
	if l.attack == "" {
		if l.attack = "lt"; norm != attack.LInf { // where it finds as much in a fraction of the time
			l.attack = experiment.Ball
		}
	}
	forest := booster == trainer.Forest
	if l.clean == byBooster {
		if l.clean = 0; forest {
			l.clean = 0.7
		}
	}
	if l.refit == byBooster {
		if l.refit = 0; forest {
			l.refit = 1
		}
	}
	loop, err := l.loop(0, s)
	if err != nil {
		return usage(err)
	}
	loop.Norm = norm
	if err := loop.Check(booster); err != nil {
		return usage(err)
	}
	return nil
}

// loop returns the loop that hardens against a radius.
func (l *loopFlags) loop(eps float64, s method.Settings) (experiment.Loop, error) {
	use, err := advboost.ParseUse(l.examples)
	if err != nil {
		return experiment.Loop{}, err
	}
	a, err := experiment.LoopAttack(l.attack, eps, s)
	return experiment.Loop{
		Split: l.split, Gradient: l.gradient, Refit: l.refit, Clean: l.clean,
		Attack: a, Use: use, Rows: l.rows, Budget: l.budget, Weight: l.weight, Power: l.power, Cold: !l.warm, Far: l.far, Schedule: advboost.Schedule{Every: l.every, Growth: l.growth},
	}, err
}
