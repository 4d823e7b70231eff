package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

type trainCommand struct {
	rows  dataFlags
	train trainFlags
	test  string
	scale string
	out   string
}

func newTrain() *cobra.Command {
	t := &trainCommand{}
	c := &cobra.Command{
		Use:   "train",
		Short: "Train a model",
		Long: `Train boosts trees or grows a forest on labelled rows and writes the model.
Features are scaled to [0,1] by the training rows, and the model file notes
how, so that an eps means the same in every feature.`,
		Example: `  hardwood train --data train.csv --label outcome --test test.csv --out model.json
  hardwood train --data builtin:digits --booster forest --rounds 200 --max-depth 10 --out forest.json`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return t.run(c.Context(), c) },
	}
	t.rows.add(c, "training rows")
	t.rows.addRows(c)
	c.Flags().StringVar(&t.test, "test", "", "held-out rows to report the accuracy on")
	addScale(c, &t.scale)
	t.train.add(c, nil)
	addOut(c, &t.out, "", "file for the model")
	return c
}

// addScale defines --scale.
func addScale(c *cobra.Command, scale *string) {
	c.Flags().StringVar(scale, "scale", string(experiment.Auto), "scale features to [0,1]: yes, no, or auto, which leaves rows alone that lie in [0,1] already")
}

func (t *trainCommand) run(ctx context.Context, c *cobra.Command) error {
	params, err := t.train.params()
	if err != nil {
		return err
	}
	if t.out == "" {
		return usage(fmt.Errorf("no output given: use --out FILE"))
	}
	if err := experiment.Scale(t.scale).Check(); err != nil {
		return usage(err)
	}
	rows, err := readTrainTest(&t.rows, t.test, experiment.Scale(t.scale), params.Seed)
	if err != nil {
		return err
	}
	if rows.Test != nil && params.EarlyStoppingRounds > 0 {
		params.Valid = []trainer.Validation{{Name: "test", Table: rows.Test}}
	}
	if err := params.Check(t.train.booster); err != nil {
		return usage(err)
	}
	p := progressOf(c)
	p.start("train " + t.train.booster)
	e, _, err := rows.Fit(ctx, t.train.booster, params, experiment.Loop{}, watch(p))
	interrupted := errors.Is(err, context.Canceled) && e != nil && len(e.Trees) > 0
	if err != nil && !interrupted {
		return err
	}
	p.done(fmt.Sprintf("%d trees", len(e.Trees)))
	if err := format.WriteFile(t.out, e, format.Hardwood); err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: %d trees, right on %s\n", t.out, len(e.Trees), accuracies(e, rows))
	if interrupted {
		return fmt.Errorf("interrupted, the trees so far are in %s: %w", t.out, err)
	}
	return nil
}

// readTrainTest reads the training rows and, if test is not empty, the test
// rows of a command.
func readTrainTest(d *dataFlags, test string, scale experiment.Scale, seed uint64) (*experiment.Data, error) {
	if err := d.need(); err != nil {
		return nil, err
	}
	train, err := d.read(d.source)
	if err != nil {
		return nil, err
	}
	var held *data.Table
	if test != "" {
		o, err := d.options()
		if err != nil {
			return nil, err
		}
		o.LabelsFile = ""
		if held, err = data.Read(test, o.Like(train)); err != nil {
			return nil, err
		}
		held = sample(held, d.held, seed)
	}
	return experiment.Prepare(d.sample(train, seed), held, scale)
}

// watch shows the rounds of a training run.
func watch(p *progress) trainer.Hook {
	return trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		p.at(r.Number, r.Of, "")
		return nil
	})
}

// accuracies says how often a model is right.
func accuracies(e *ensemble.Ensemble, rows *experiment.Data) string {
	text := fmt.Sprintf("%.2f %% of the training rows", 100*accuracy(e, rows.Train))
	if rows.Test != nil {
		text += fmt.Sprintf(" and %.2f %% of the test rows", 100*accuracy(e, rows.Test))
	}
	return text
}

func accuracy(e *ensemble.Ensemble, t *data.Table) float64 {
	right := 0
	for i := range t.Rows {
		if e.Class(t.Row(i)) == t.Y[i] {
			right++
		}
	}
	return float64(right) / float64(t.Rows)
}
