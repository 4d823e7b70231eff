package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

type evalCommand struct {
	model     modelFlags
	against   string
	rows      dataFlags
	attack    attackFlags
	seed      uint64
	threads   int
	resamples int
	aim       string
	recheck   []string
	starts    startsCurveFlags
	out       string
	noTimes   bool
	part      partFlags
	on        onFlags
	parts     *part.Set // that have decided the rows already, nil to decide them now
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
	addResamples(c, &e.resamples)
	addAim(c, &e.aim, "models are judged by")
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

// addResamples defines --resamples.
func addResamples(c *cobra.Command, resamples *int) {
	c.Flags().IntVar(resamples, "resamples", 1000, "resamples for bootstrap confidence intervals")
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
	if err := e.checkPart(c); err != nil {
		return err
	}
	var models []eval.Model
	var table *data.Table
	err = untilSignal(ctx, func() (err error) {
		models, table, o, err = e.prepare(c, o)
		return err
	})
	if err != nil {
		return err
	}
	defer memory.Settle()()
	if e.part.note.Job != nil {
		return e.decide(ctx, c, models, table, o)
	}
	if e.on.given() {
		return e.spread(ctx, c, models, table, o)
	}
	if e.parts != nil {
		o.Decided = e.decided(e.parts)
	}
	return e.report(ctx, c, models, table, o)
}

// decided returns what parts found of the rows under a model.
func (e *evalCommand) decided(parts *part.Set) func(*eval.Model) iter.Seq2[*eval.Decided, error] {
	return func(m *eval.Model) iter.Seq2[*eval.Decided, error] { return decidedRows(parts, m.Name) }
}

// prepare reads everything that the evaluation needs.
func (e *evalCommand) prepare(c *cobra.Command, o eval.Options) ([]eval.Model, *data.Table, eval.Options, error) {
	models, err := e.models(c)
	if err != nil {
		return nil, nil, o, err
	}
	if err := e.sameUnits(models, o.Norm); err != nil {
		return nil, nil, o, err
	}
	reading, err := e.readAlike(c, models)
	if err != nil {
		return nil, nil, o, err
	}
	reader := reading.Reader
	e.rows.keepRaw = true
	table, err := e.rows.readFor(reader, true)
	if err != nil {
		return nil, nil, o, err
	}
	if o.Attack, err = e.attack.withRows(o.Attack, calledAs(reader, table), &e.rows); err != nil {
		return nil, nil, o, err
	}
	if err := absentAlike(models, table); err != nil {
		return nil, nil, o, err
	}
	if err := reading.Settle(table); err != nil {
		return nil, nil, o, err
	}
	e.tellNames(models, reader)
	for i := range models {
		m := &models[i]
		m.Ensemble.Widen(table.Cols)
		if err := nameLevels(m.Ensemble, table); err != nil {
			return nil, nil, o, fmt.Errorf("model %s: %w", m.Name, err)
		}
		m.Ensemble = listLevels(c, m.Ensemble, table)
	}
	e.attack.findGroups(c, reader, table)
	table = e.rows.sample(table, e.seed)
	if err := e.attack.settle(c, o.Norm, calledAs(reader, table), &e.rows); err != nil {
		return nil, nil, o, err
	}
	if o.Constraints, err = e.attack.constraints(warner(c), e.rows.asNumbers(reader), table); err != nil {
		return nil, nil, o, err
	}
	o.Gain = e.attack.gain
	tellLevels(c, reader.Columns, o.Constraints)
	tellFractions(c, reader, table, o.Constraints)
	tellKinds(c, models, o.Constraints)
	if e.attack.countLevels(c, table) != "" {
		o.Norm, e.attack.eps = attack.L1, levelRadii
		o.Eps, err = e.attack.radii()
	}
	hardened := false
	for _, m := range models {
		hardened = hardened || m.Ensemble.Origin.Trainer["norm"] != ""
		tellNorm(c, m.Ensemble, o.Norm)
	}
	if !hardened { // otherwise the norm to measure in is that of hardening
		e.attack.tellLevelsNorm(c, table)
	}
	e.focus(c, models, &o)
	return models, table, o, err
}

// focus makes the verdict one about the radius that one of two models was hardened against, if eps
// means here what it meant there, and evaluates around it if no --eps was given.
func (e *evalCommand) focus(c *cobra.Command, models []eval.Model, o *eval.Options) {
	if len(models) < 2 || e.attack.scaleBy != "" || e.attack.units == "raw" {
		return
	}
	hardened := ""
	for _, m := range models {
		settings := m.Ensemble.Origin.Trainer
		eps, err := strconv.ParseFloat(settings[experiment.HardenEps], 64)
		if err != nil || !(eps > 0) || settings["norm"] != o.Norm.String() {
			continue
		}
		if hardened != "" && eps != o.Focus { // two radii
			o.Focus = 0
			return
		}
		hardened, o.Focus = m.Name, eps
	}
	if o.Eps == nil && hardened != "" {
		o.Eps = experiment.Around(o.Focus)
		progressOf(c).keep(fmt.Sprintf("eps: what %s was hardened against, half of it and twice it", hardened))
	}
}

// report evaluates, and writes and prints what it finds.
func (e *evalCommand) report(ctx context.Context, c *cobra.Command, models []eval.Model, table *data.Table, o eval.Options) error {
	second, err := newRecheck(e.recheck, models)
	if err != nil {
		return err
	}
	o.Row = func(m *eval.Model, _ []float64, r *attack.Result) error {
		second.row(m, r)
		return nil
	}
	if err := report.MakeDir(e.out); err != nil {
		return err
	}
	to := report.Output{Dir: e.out, Provenance: provenance(c, &e.attack), NoTimes: e.noTimes}
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
	if err := cmp.Or(printComparison(c, in, e.out), second.print(c.OutOrStdout(), in.Table)); err != nil {
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

func (e *evalCommand) options() (eval.Options, error) {
	o := eval.Options{Seed: e.seed, Threads: e.threads, Resamples: e.resamples}
	var err error
	if o.Norm, err = e.attack.normOf(); err != nil {
		return o, err
	}
	if err := e.attack.check(); err != nil {
		return o, err
	}
	if o.Eps, err = e.attack.radii(); err != nil {
		return o, err
	}
	if o.Attack, err = e.attack.attack(o.Norm); err != nil {
		return o, err
	}
	if o.Aim, err = eval.ParseAim(e.aim); err != nil {
		return o, usage(err)
	}
	if e.resamples < 1 {
		return o, usage(fmt.Errorf("--resamples is %d, must be at least 1", e.resamples))
	}
	return o, nil
}
