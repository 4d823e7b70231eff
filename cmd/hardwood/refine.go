package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// refining are the flags of hardening and training that have an effect if the trees of a
// model are kept.
var refining = append([]string{"refine", "relabel", "clean", "lambda", "monotone-constraints", "aim", "seed", "threads"}, trainer.Weighing...)

// addRefine defines --refine.
func addRefine(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "refine", "", "harden this model, of any library, instead of training one: its trees are kept and get other leaf values. "+
		"The result, refined.json or refined.txt in --out, has the format of XGBoost or LightGBM if the model has, otherwise that of hardwood; a --lambda such as 20 keeps the values from fitting the rows too closely, and is 10 by default in norms other than inf. --clean is 0 by default; monotone constraints are kept if hardwood trained the model, of others those of --monotone-constraints")
	say(c, reads, "refine")
}

// checkRefine refuses flags that have no effect if the trees of a model are kept, and no sweeps.
func checkRefine(c *cobra.Command, relabel int) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		of := f.Annotations[heading]
		trains := slices.Contains([]string{"scale", "split-by", "folds", "on"}, f.Name) || of != nil && (of[0] == "Hardening" || of[0] == "Training")
		if trains && err == nil && !slices.Contains(refining, f.Name) {
			err = usage(fmt.Errorf("--%s does nothing beside --refine, which keeps the trees of the model and how it reads rows", f.Name))
		}
	})
	if err == nil && c.Flags().Changed("relabel") && relabel == 0 {
		err = usage(errors.New("--relabel is 0, which leaves nothing to do beside --refine"))
	}
	return err
}

// runRefine refines a model.
func (h *hardenCommand) runRefine(ctx context.Context, c *cobra.Command, o experiment.Options) error {
	if err := checkRefine(c, o.Strategy.Relabel); err != nil {
		return err
	}
	if err := h.attack.unitFlags.check(); err != nil {
		return err
	}
	e, err := readModel(c, h.refine)
	if err != nil {
		return err
	}
	var rows *experiment.Data
	err = untilSignal(ctx, func() (err error) {
		rows, err = h.readFor(e, o.Params.Seed)
		return err
	})
	if err != nil {
		return err
	}
	warnUnseen(c, rows.Train)
	if says := h.attack.countLevels(c, rows.Train); says != "" {
		if o, err = h.options(c, nil); err != nil {
			return err
		}
		o.Chosen = []string{says + "."}
	}
	h.attack.tellLevelsNorm(c, rows.Train)
	if err := h.attack.settle(c, o.Evaluate.Norm, calledAs(e, rows.Train), &h.rows); err != nil {
		return err
	}
	h.attack.findGroups(c, e, rows.Train)
	if o.Strategy.Constraints, err = h.attack.constraints(warner(c), h.rows.asNumbers(e), rows.Train, rows.Test); err != nil {
		return err
	}
	if o.Strategy.Constraints == nil { // nil would take whole numbers from the columns again, despite --numeric
		o.Strategy.Constraints = &attack.Constraints{}
	}
	tellLevels(c, e.Columns, o.Strategy.Constraints)
	tellFractions(c, e, rows.Train, o.Strategy.Constraints)
	o.Refine = e
	if o.Strategy.Relabel == 0 {
		o.Strategy.Relabel = sweeps
	}
	return h.finish(ctx, c, rows, o)
}

// warnUnseen names the classes of which there is no row: new leaf values make no room for them.
func warnUnseen(c *cobra.Command, rows *data.Table) {
	var unseen []string
	for k, n := range rows.Counts() {
		if n == 0 {
			unseen = append(unseen, fmt.Sprintf("%q", rows.Classes[k]))
		}
	}
	if unseen != nil {
		warner(c)(fmt.Sprintf("no row to refine the model on is of class %s: it may never say so again", phrase.Few(unseen, 5, ", ")))
	}
}

// sweeps is the number of sweeps over all trees if --relabel is not given.
const sweeps = 3

// readFor reads training and test rows as a model reads them.
func (h *hardenCommand) readFor(e *ensemble.Ensemble, seed uint64) (*experiment.Data, error) {
	h.rows.keepRaw = true
	train, err := h.rows.readFor(e, true)
	if err != nil {
		return nil, err
	}
	test := train
	if h.test != "" {
		held := h.rows
		held.source = h.test
		test, err = held.readFor(e, true)
	} else {
		progressOf(h.rows.command).warn("the model may have been trained on the rows that it is judged on here; --test can name others")
		train, test, err = h.rows.sample(train, seed).Split(h.testShare, seed)
	}
	if err != nil {
		return nil, err
	}
	return experiment.Prepare(h.rows.sample(train, seed), sample(test, h.rows.held, seed), experiment.Never)
}
