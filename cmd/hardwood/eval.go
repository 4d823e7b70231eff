package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

type evalCommand struct {
	model   modelFlags
	against string
	rows    dataFlags
	attack  attackFlags
	seed    uint64
	threads int
	judge   judgeFlags
	recheck []string
	starts  startsCurveFlags
	out     string
	noTimes bool
	part    partFlags
	on      onFlags
	parts   *part.Set // that have decided the rows already, nil to decide them now
}

func newEval() *cobra.Command { return (&evalCommand{}).command() }

func (e *evalCommand) command() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "Measure the robustness of one or two models",
		Long: `Eval attacks every row under one model, or under two side by side, prints the
comparison and writes a report, metrics.json, examples.csv and plots. With --part
it only writes a file of what it found; hardwood merge makes the report from the
files of all parts.

After Ctrl-C the report is about the rows that are finished by then under all models,
if they are at least 10, and says so. Nothing is kept of a part.`,
		Example: `  hardwood eval --model model.json --data test.csv --norm inf --eps 0.01,0.05 --out report
  hardwood eval --model natural.json --against hardened.json --data test.csv --eps 8/255 --out report`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return e.run(c.Context(), c) },
	}
	e.model.add(c)
	c.Flags().StringVar(&e.against, "against", "", "second model, to compare with the first")
	say(c, reads, "against")
	addOut(c, &e.out, "hardwood-eval", "directory for the report; with --part, a file")
	addNoTimes(c, &e.noTimes)
	e.part.add(c)
	e.judge.addResamples(c)
	e.judge.addAim(c, "models are judged by")
	addRecheck(c, &e.recheck)
	addSeedThreads(c, &e.seed, &e.threads)
	section(c, "Rows", func() {
		e.rows.add(c, "rows to evaluate on")
		e.rows.addRows(c)
		e.rows.addSplitBy(c, "count as one draw for confidence intervals")
	})
	section(c, "Attacker", func() {
		e.attack.addEps(c)
		e.attack.add(c)
		sayLevels(c)
		e.attack.addScaleBy(c)
	})
	section(c, "Attack", func() {
		e.attack.methodFlags.add(c, method.Find, "auto")
		e.attack.addTrain(c)
		e.starts.add(c)
	})
	e.on.addSection(c)
	return c
}

func (e *evalCommand) run(ctx context.Context, c *cobra.Command) error {
	o, err := e.options()
	if err != nil {
		return err
	}
	if err := checkOptions(c, e.attack.method); err != nil {
		return err
	}
	if err := e.starts.check(c, o.Norm); err != nil {
		return err
	}
	if e.noTimes && e.starts.starts != nil {
		return usage(errors.New("--starts-curve beside --no-times: it measures times"))
	}
	if _, err := newRecheck(e.recheck, nil); err != nil { // before parts are done for nothing
		return err
	}
	if err := e.checkPart(c); err != nil {
		return err
	}
	var w *evalWork
	err = untilSignal(ctx, func() (err error) {
		w, err = e.prepare(c, o)
		return err
	})
	if err != nil {
		return err
	}
	if w.second, err = newRecheck(e.recheck, w.models); err != nil {
		return err
	}
	defer memory.Settle()()
	if e.part.note.Job != nil {
		return e.decide(ctx, c, w)
	}
	if e.on.given() {
		return e.spread(ctx, c, w)
	}
	if e.parts != nil {
		w.options.Decided = decidedUnder(e.parts)
	}
	return e.report(ctx, c, w)
}

// report evaluates, and writes and prints what it finds.
func (e *evalCommand) report(ctx context.Context, c *cobra.Command, w *evalWork) error {
	models, table, o := w.models, w.table, w.options
	o.Row = func(m *eval.Model, _ []float64, r *attack.Result) error {
		w.second.row(m, r)
		return nil
	}
	if err := report.MakeDir(e.out); err != nil {
		return err
	}
	to := report.Output{Dir: e.out, Provenance: provenance(c, &e.attack, table), NoTimes: e.noTimes}
	var err error
	if to.Curves, err = e.starts.run(ctx, c, models[0], table, o); err != nil {
		return err
	}
	p := progressOf(c)
	o.Progress = func(n, of int) { p.at(n, of, "") }
	if o.Decided == nil { // what parts found is not lost
		var stop func()
		o.Rest, stop = untilSecondSignal(ctx, func() {
			p.keep("interrupted: a report on the rows that are finished follows; interrupt again to end without it")
		})
		defer stop()
	}
	p.start(fmt.Sprintf("attack %s by %s", phrase.Count(table.Rows, "row"), o.Attack.Name()))
	in, err := report.Evaluate(ctx, models, table, o, to)
	if errors.Is(err, context.Canceled) && in == nil {
		return fmt.Errorf("interrupted; no report is written: %w", err)
	}
	if in == nil {
		return err
	}
	p.done(phrase.Count(in.Table.Rows, "row"))
	if err := cmp.Or(printComparison(c, in, e.out), w.second.print(c.OutOrStdout(), in.Table)); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("interrupted; %s: %w", aboutRows(in), err)
	}
	return nil
}

// aboutRows says which rows the report of an interrupted command is about.
func aboutRows(in *report.Input) string {
	if i := in.Report.Interrupted; i != nil {
		return fmt.Sprintf("the report is about %d of %d rows", i.Finished, i.Of)
	}
	return "the report is about all rows"
}

// options returns what the flags say about the evaluation.
func (e *evalCommand) options() (eval.Options, error) {
	o, err := e.judge.options(&e.attack)
	o.Seed, o.Threads = e.seed, e.threads
	return o, err
}
