package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

type trainCommand struct {
	rows   dataFlags
	train  trainFlags
	resume resumeFlags
	test   string
	scale  string
	stream bool
	out    string
}

func newTrain() *cobra.Command {
	t := &trainCommand{}
	c := &cobra.Command{
		Use:   "train",
		Short: "Train a model",
		Long: `Train boosts trees or grows a forest on labelled rows and writes the model.
Features are scaled to [0,1] by the training rows, so that an eps means the same
in every feature; the model file records the scaling. There may be up to 256 classes.

--stream is for data larger than memory: they are read twice, block by block (with
--resume or --init once more), keeping one byte per value, and features are not scaled.

With --early-stopping-rounds or --eval-metric the rows of --test are scored
after each round, with their weights if they have the column of these; early
stopping keeps the trees of the best round. Shares of rows that are right are
of rows as they are, whatever their weights.`,
		Example: `  hardwood train --data train.csv --label outcome --test test.csv --out model.json
  hardwood train --data builtin:digits --booster forest --rounds 200 --max-depth 10 --out forest.json
  hardwood train --data houses.csv --label price --regression --out prices.json
  hardwood train --data large.parquet --stream --checkpoint part.json --out model.json`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return t.run(c.Context(), c) },
	}
	addOut(c, &t.out, "", "file for the model, - for standard output")
	say(c, packs, "out")
	t.resume.add(c)
	section(c, "Rows", func() {
		t.rows.add(c, "training rows")
		t.rows.addRows(c)
		c.Flags().StringVar(&t.test, "test", "", "held-out rows to report the accuracy on")
		say(c, reads, "test")
		t.rows.addRegression(c)
		t.rows.addWeightColumn(c, "in training and, where --test has it, in the scores after each round")
		c.Flags().BoolVar(&t.stream, "stream", false, "read the training rows block by block: for data larger than memory")
		addScale(c, &t.scale)
	})
	section(c, "Training", func() { t.train.add(c, trainer.Defaults) })
	return c
}

func (t *trainCommand) run(ctx context.Context, c *cobra.Command) error {
	params, err := t.check()
	if err != nil {
		return err
	}
	var rows *trainRows
	err = untilSignal(ctx, func() (err error) {
		rows, err = t.prepare(c, &params)
		return err
	})
	if err != nil {
		return err
	}
	p := progressOf(c)
	p.start("train " + t.train.booster)
	best := follow(&params, p)
	params.Note = func(note string) { p.warn(inFlags(c, note)) }
	e, err := rows.fit(ctx, t.train.booster, params)
	interrupted := errors.Is(err, context.Canceled) && e != nil && len(e.Trees) > 0
	if err != nil && !interrupted {
		return err
	}
	p.done(phrase.Count(len(e.Trees), "tree"))
	if err := writeModel(c, format.Writer{}, t.out, e, format.Hardwood); err != nil {
		return err
	}
	tellLarge(p, t.out)
	if err := t.tell(ctx, c, rows, e, params.Threads); err != nil {
		return err
	}
	out := wordsOut(c, t.out)
	if best.Best > 0 {
		fmt.Fprintf(out, "best round: %d, %s\n", best.Best, scores(*best))
	}
	if params.OOBScore {
		fmt.Fprintf(out, "out-of-bag score: %s\n", e.Origin.Trainer["oob-score"])
	}
	if interrupted {
		return fmt.Errorf("interrupted; the trees so far are in %s: %w", calledOut(t.out), err)
	}
	return nil
}

// scored reports whether rounds are scored on the test rows.
func scored(p *trainer.Params) bool { return p.EarlyStoppingRounds > 0 || p.EvalMetric != "" }

// check returns the parameters, and reports invalid flags before anything is read.
func (t *trainCommand) check() (trainer.Params, error) {
	params, err := t.train.params()
	if err != nil {
		return params, err
	}
	if t.out == "" {
		return params, usage(fmt.Errorf("no output given: use --out FILE"))
	}
	if err := experiment.Scale(t.scale).Check(); err != nil {
		return params, usage(err)
	}
	if scored(&params) && t.test == "" {
		return params, usage(fmt.Errorf("--early-stopping-rounds and --eval-metric need rows to score: use --test FILE"))
	}
	return params, cmp.Or(writable(t.out, t.resume.checkpoint), format.Replaceable(t.out), format.Replaceable(t.resume.checkpoint))
}

// prepare reads the rows, and completes the parameters with them.
func (t *trainCommand) prepare(c *cobra.Command, params *trainer.Params) (*trainRows, error) {
	if err := t.resume.read(c); err != nil {
		return nil, err
	}
	t.rows.as = t.resume.from
	rows, err := t.read(params.Seed)
	if err != nil {
		return nil, err
	}
	if scored(params) {
		params.Valid = []trainer.Validation{{Name: "test", Table: rows.test}}
	}
	if err := t.resume.apply(c, params, rows.reader); err != nil {
		return nil, err
	}
	if err := params.Check(t.train.booster); err != nil {
		return nil, usage(err)
	}
	return rows, usage(params.CheckFeatures(rows.shape()))
}

// tell prints how good the model is, unless the context is cancelled before.
func (t *trainCommand) tell(ctx context.Context, c *cobra.Command, rows *trainRows, e *ensemble.Ensemble, threads int) error {
	score, err := rows.score(ctx, e, threads)
	switch {
	case err == nil:
		score = ", " + score
	case errors.Is(err, context.Canceled):
		score = ""
	default:
		return err
	}
	fmt.Fprintf(wordsOut(c, t.out), "%s: %s%s\n", calledOut(t.out), phrase.Count(len(e.Trees), "tree"), score)
	return nil
}

// follow shows the rounds of a training run, with their scores. It returns an evaluation
// that it sets to the best one so far.
func follow(params *trainer.Params, p *progress) (best *trainer.Evaluation) {
	best = &trainer.Evaluation{}
	note := ""
	params.Report = func(e trainer.Evaluation) {
		note = scores(e)
		if e.Best == e.Round {
			*best = e
		}
	}
	params.Progress = func(done, of int) { p.at(done, of, note) }
	return best
}

func scores(e trainer.Evaluation) string {
	var parts []string
	for _, s := range e.Scores {
		parts = append(parts, fmt.Sprintf("%s %s %.5g", s.Table, s.Metric, s.Value))
	}
	return strings.Join(parts, ", ")
}
