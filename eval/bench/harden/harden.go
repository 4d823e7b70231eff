// Package harden trains models with every strategy on the data sets of published tables and prints
// their natural and certified robust accuracy, mean and spread over seeds or folds, and the CPU time of
// training, beside published results (rivals.csv, rivals-folds.csv).
//
// Robust accuracy is decided row by row by package exact in the L-inf ball of eps less 1e-6: robust
// trainers put thresholds at x+eps, where rounding alone would decide. Undecided rows count as broken.
// A constant predictor (majority-class baseline) has the accuracy printed as constant, whatever eps,
// and no model can be robust on more of the test rows than the share printed as ceiling (package
// eval/ceiling).
//
// All strategies (strategies.go) train with the same parameters on all small sets (sets.go), or with
// --tune with those that do best in folds of the training rows (tune.go). The strategy "picked" is the
// usual one with parameters picked for the set by test rows. Otherwise, test rows decided only what
// sets.go says about two digits, and distance.go about ijcnn1. Defaults are chosen, and their gains are
// reported, on other sets: halves.go and settings.go. Other tables and plots: distance.go and
// distance_curve.go, curve.go and dials.go, growth.go.
package harden

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/trainer"
)

// benchmark holds the flags.
type benchmark struct {
	sets, strategies        string
	params                  map[string]string
	seeds, firstSeed, folds int
	threads, nodes          int
	tune, testsTuning       bool
	candidates              int
	tuneTime                time.Duration
	distance, says          bool
	prices                  bool
	price                   float64
	curve, growth           string
	settings, norm, booster string
	rows, testRows          int
}

// Command returns the command harden of the program.
func Command() *cobra.Command {
	var b benchmark
	c := &cobra.Command{
		Use:   "harden",
		Short: "Natural beside robust training, robust accuracy decided exactly",
		Example: "  hardwood-bench harden --settings 'refit=0; max-depth=6, loop=none' --sets choosing --folds 3\n" +
			"  hardwood-bench harden --sets breast-cancer,diabetes --strategies all\n" +
			"  hardwood-bench harden --folds 5 --sets small --tune\n" +
			"  hardwood-bench harden --verdicts --folds 5\n" +
			"  hardwood-bench harden --nested --folds 3\n" +
			"  hardwood-bench harden --distance --sets breast-cancer,diabetes",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return b.run(c.Context()) },
	}
	f := c.Flags()
	f.StringVar(&b.sets, "sets", "", "names of data sets, small for all of that kind, by default the quick ones")
	f.StringVar(&b.strategies, "strategies", "default", "names of strategies, default, or all for the ablation")
	f.StringToStringVar(&b.params, "params", nil, "parameters of training to change, such as max-depth=8,lambda=2")
	f.IntVar(&b.seeds, "seeds", 5, "seeds of training")
	f.IntVar(&b.firstSeed, "first-seed", 0, "the first of the seeds, to go on where another run stopped; with --verdicts that of the folds")
	f.IntVar(&b.folds, "folds", 0, "folds of all rows in place of the published split")
	f.IntVar(&b.threads, "threads", 1, "threads of training and deciding")
	f.IntVar(&b.nodes, "nodes", 20000, "boxes to look at before a row is left open")
	f.BoolVar(&b.tune, "tune", false, "choose parameters in folds of the training rows")
	f.BoolVar(&b.testsTuning, "nested", false, "what tuning gains on rows that it never saw, on sets that nobody tuned it for, in place of the table")
	f.IntVar(&b.candidates, "candidates", 0, "settings that --nested tries, 0 for as many as harden does")
	f.DurationVar(&b.tuneTime, "tune-time", 0, "time that --nested has for each fold, in place of a number of settings")
	f.BoolVar(&b.distance, "distance", false, "mean distance of the nearest examples in the norms 2 and 1 in place of the table")
	f.BoolVar(&b.says, "verdicts", false, "what hardening with defaults says of sets that nobody tuned it for, in place of the table")
	f.BoolVar(&b.prices, "prices", false, "hardening against an attacker who pays for changes of level, with --settings, in place of the table")
	f.Float64Var(&b.price, "price", 0.2, "price of a change of level for --prices, where a change across the range of a number is 1")
	f.StringVar(&b.curve, "curve", "", "folder for plots of robust over natural accuracy, or with --distance of distances, in place of the table")
	f.StringVar(&b.growth, "growth", "", "folder for plots of training time as rows and features double, in place of the table")
	f.StringVar(&b.settings, "settings", "", "settings to compare with the defaults on sets that are in no published table, in place of the table: "+
		"such as \"refit=0; max-depth=6, loop=none\". --sets has choosing or reporting too, --folds is the number of re-splits")
	f.StringVar(&b.norm, "norm", "inf", "norm of --settings: inf, 2 or 1")
	f.StringVar(&b.booster, "booster", trainer.GBDT, "booster of --settings")
	f.IntVar(&b.rows, "rows", 1000, "most training rows of --settings")
	f.IntVar(&b.testRows, "test-rows", 400, "most test rows of --settings")
	return c
}

func (b *benchmark) run(ctx context.Context) error {
	switch {
	case b.folds < 0:
		return fmt.Errorf("--folds is %d, not a number of folds, nor 0 for the published split", b.folds)
	case b.seeds < 1:
		return fmt.Errorf("--seeds is %d, must be at least 1", b.seeds)
	case b.firstSeed < 0:
		return fmt.Errorf("--first-seed is %d, must be at least 0", b.firstSeed)
	}
	if b.prices {
		return b.againstPrices(ctx)
	}
	if b.settings != "" {
		return b.tryOut(ctx)
	}
	strategies, err := choose(b.strategies)
	if err != nil {
		return err
	}
	if (b.says || b.testsTuning) && b.sets == "" {
		b.sets = verdictSets
	}
	sets, err := b.choose(catalogue())
	if err != nil {
		return err
	}
	for _, dir := range []string{b.growth, b.curve} {
		if dir == "" {
			continue
		}
		if err := report.MakeDir(dir); err != nil {
			return err
		}
	}
	switch {
	case b.testsTuning:
		return b.nested(ctx, sets)
	case b.says:
		return b.verdicts(ctx, sets)
	case b.growth != "":
		return b.plotGrowth(ctx, strategies)
	case b.distance && b.curve != "":
		return b.plotDistances(ctx, sets)
	case b.distance:
		return b.distances(ctx, sets)
	case b.curve != "":
		return b.plotCurves(ctx, sets)
	}
	return b.table(ctx, sets, strategies)
}

// choose returns the sets that the flags name.
func (b *benchmark) choose(all []set) ([]set, error) {
	switch b.sets {
	case "":
		return slices.DeleteFunc(all, func(s set) bool { return !s.quick }), nil
	case "small":
		return slices.DeleteFunc(all, func(s set) bool { return !s.small }), nil
	}
	var chosen []set
	for _, name := range strings.Split(b.sets, ",") {
		i := slices.IndexFunc(all, func(s set) bool { return s.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no data set %q: known are those built in and, where it is there, those of %s", name, shared)
		}
		if b.folds > 0 && !b.says && !b.testsTuning && !all[i].small {
			return nil, fmt.Errorf("%s is too large for folds", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}
