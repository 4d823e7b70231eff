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
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

type attackCommand struct {
	problemFlags
	examples string
	answers  string
	target   string
	stats    bool
}

func newAttack() *cobra.Command { return (&attackCommand{}).command() }

func (a *attackCommand) command() *cobra.Command {
	c := &cobra.Command{
		Use:   "attack",
		Short: "Find the nearest adversarial example of each row",
		Long: `Attack looks for the smallest change of each row that changes what the model
predicts, and writes a line per row:
row,label,predicted,adversarial_label,norm,distance,lower_bound,status,seconds

row is its number in the data, from 0 on. status is optimal (proved to be the
nearest), found, none, misclassified (the model is wrong already), out-of-bounds
(outside the bounds of --threat, so not attacked) or no-attacker (nobody attacks
rows of its class). No example is nearer than lower_bound: inf (null in
--answers) proves that there is none; 0 beside the status none means that the method
found none and proved nothing.

Examples lie just beyond a threshold and are written to the last bit: pandas needs
float_precision="round_trip" to read them so, LightGBM's program precise_float_parser=true.
The prediction of a model that rounds to float32, such as XGBoost's, flips halfway between
two such numbers: distance is measured to that point, and the example has the float32
number beyond it. If the data have a column called distance, the one of the results is
called found_distance.

A model that hardwood does not read, such as one in the binary format of XGBoost
before 1.0, is queried through the Go library leaves, with --method
` + asking() + ".",
		Example: `  hardwood attack --model model.json --data test.csv --norm inf --out adv.csv
  hardwood attack --model model.json --data builtin:wdbc --rows 50 --norm 2 --out adv.csv --examples examples.csv`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.run(c.Context(), c) },
	}
	f := c.Flags()
	a.model.add(c)
	addOut(c, &a.out, "-", "file for the results, - for standard output")
	f.StringVar(&a.examples, "examples", "", "CSV file for the adversarial examples, in the data's units and notation; cells that they do not change stay as they are written, and those of rows without an example are empty. The flags that read the data read it again, but for --header no and a number as --label: it names its columns, and the label is the last one")
	f.StringVar(&a.answers, "answers", "", "file that says what each example changes and what that costs, in the data's own names and values: a line of JSON per row")
	say(c, writes, "examples", "answers")
	addNoTimes(c, &a.noTimes)
	a.part.add(c)
	f.BoolVar(&a.stats, "stats", false, "print the sizes of LT-Attack's neighbourhoods and, for rows whose optimum is proved, in how many trees its example and the optimum reach different leaves")
	addSeedThreads(c, &a.seed, &a.threads)
	a.rows.addSection(c, "rows to attack")
	section(c, "Attacker", func() {
		a.attack.add(c)
		a.attack.addScaleBy(c)
		f.StringVar(&a.target, "target", "", "class that the examples have to reach; by default any other")
	})
	section(c, "Attack", func() {
		a.attack.methodFlags.add(c, method.Find, "auto")
		a.attack.addTrain(c)
	})
	a.on.addSection(c)
	return c
}

func (a *attackCommand) run(ctx context.Context, c *cobra.Command) error {
	norm, search, err := a.check(c)
	if err != nil {
		return err
	}
	files := inputFiles(&a.model, &a.rows, &a.attack)
	if err := a.part.identify(c, files); err != nil {
		return err
	}
	outputs := a.files()
	if err := a.on.identify(c, files, holdsOf(outputs)...); err != nil {
		return err
	}
	var w *rowsWork
	err = untilSignal(ctx, func() (err error) {
		w, err = a.prepare(c, norm, search)
		return err
	})
	if err != nil {
		return err
	}
	if a.on.given() {
		return a.spread(ctx, c, w)
	}
	sum, optima := newTally(nil), [][]float64(nil)
	done, of, interrupted := w.run(ctx, c, &a.part, a.threads, outputs, func(r *attack.Result) {
		sum.result(r)
		if a.stats {
			optima = append(optima, optimum(r))
		}
	})
	if done == 0 && interrupted != nil {
		return interrupted
	}
	if a.stats && interrupted == nil {
		if err := a.writeStats(ctx, c, w.problem, w.victims(w.rows), optima); err != nil {
			return err
		}
	}
	fmt.Fprintln(wordsOut(c, a.out), sum.attacked(norm, !a.noTimes))
	if a.examples != "" {
		progressOf(c).keep(a.examples + ": numbers are exact to the last bit; " + exactReaders(w.problem.Ensemble))
	}
	if interrupted != nil { // an incomplete part is not sealed
		return fmt.Errorf("interrupted; %d of %d rows are finished and in %s: %w", done, of, a.out, interrupted)
	}
	return a.part.sealRows(outputs)
}

// exactReaders says how programs that round the numbers of a text, unless told not to, read the examples
// of a model to the last bit. LightGBM adds up digits in float64 by itself, so that about one example in
// fifty does not flip.
func exactReaders(e *ensemble.Ensemble) string {
	pandas := `pandas reads them so only with float_precision="round_trip"`
	if e.Origin.By(ensemble.LightGBM) {
		return pandas + ", and LightGBM itself only with precise_float_parser=true"
	}
	return pandas
}

// check reports wrong flags before anything is read, and returns the norm and the attack.
func (a *attackCommand) check(c *cobra.Command) (norm attack.Norm, search attack.Attack, err error) {
	refused := map[string]string{"time": timed, "stats": "the statistics are about all rows"}
	if err := cmp.Or(a.part.check(c, []string{a.out, a.examples, a.answers}, refused), a.on.check(c, refused)); err != nil {
		return norm, nil, err
	}
	if norm, search, err = a.method(c); err != nil {
		return norm, nil, err
	}
	if a.out == "" {
		return norm, nil, errNoOut
	}
	return norm, search, writable(a.out, a.examples, a.answers)
}

// prepare reads everything that the attack needs.
func (a *attackCommand) prepare(c *cobra.Command, norm attack.Norm, search attack.Attack) (*rowsWork, error) {
	e, err := a.model.read(c)
	if errors.Is(err, errors.ErrUnsupported) {
		return a.askLeaves(c, search, norm, err)
	}
	if err != nil {
		return nil, err
	}
	a.rows.keepRaw = a.examples != "" || a.answers != ""
	problem, table, err := a.problem(c, e, norm)
	if err != nil {
		return nil, err
	}
	if search, err = a.attack.withRows(search, calledAs(e, table), &a.rows); err != nil {
		return nil, err
	}
	if text := eval.StrangersSentence(problem.Ensemble, problem.Constraints, table); text != "" {
		progressOf(c).keep(text)
	}
	rows, err := a.aim(c, problem, table, allRows(table))
	if err != nil {
		return nil, err
	}
	return newRowsWork("attack by "+search.Name(), problem, search, table, rows), nil
}
