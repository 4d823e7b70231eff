package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// report writes what was found for the victims that were reached. What is not all
// of a part is no part.
func (a *attackCommand) report(c *cobra.Command, w *rowsWork, results []attack.Result, victims int, interrupted error) error {
	if err := a.write(c, w, results); err != nil {
		return err
	}
	if interrupted != nil {
		return fmt.Errorf("interrupted after %d of %d rows, which are in %s: %w", len(results), victims, a.out, interrupted)
	}
	if err := cmp.Or(a.part.seal(a.examples, part.Examples), a.part.seal(a.answers, part.Answers)); err != nil {
		return err
	}
	return a.part.seal(a.out, part.Rows)
}

func (a *attackCommand) write(c *cobra.Command, w *rowsWork, results []attack.Result) error {
	if a.examples != "" {
		if err := replace.With(a.examples, func(to io.Writer) error { return a.writeExamples(to, w, results) }); err != nil {
			return err
		}
	}
	if a.answers != "" {
		if err := replace.With(a.answers, func(to io.Writer) error { return a.writeAnswers(to, w, results) }); err != nil {
			return err
		}
	}
	if err := writeOut(c, a.out, func(to io.Writer) error { return a.writeRows(to, w, results) }); err != nil {
		return err
	}
	fmt.Fprintln(c.OutOrStdout(), summary(outcomesOf(results), !a.noTimes))
	return nil
}

func (a *attackCommand) writeRows(to io.Writer, w *rowsWork, results []attack.Result) error {
	out := csv.NewWriter(to)
	columns := report.Columns(!a.noTimes)
	if err := out.Write(columns); err != nil {
		return err
	}
	record := make([]string, len(columns))
	for i := range results {
		report.ResultRecord(record, &results[i], w.problem.Norm, w.table.Classes)
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (a *attackCommand) writeExamples(to io.Writer, w *rowsWork, results []attack.Result) error {
	e, table := w.problem.Ensemble, w.table
	x, err := report.NewExamples(to, table, w.problem.Norm, w.problem.Constraints, !a.noTimes)
	if err != nil {
		return err
	}
	place := w.places()
	row := make([]float64, table.Cols)
	for i := range results {
		e.Round(row, table.Row(place[results[i].Row]))
		if err := x.Add(&eval.Model{Name: "model", Ensemble: e}, row, &results[i]); err != nil {
			return err
		}
	}
	return x.Flush()
}

func (a *attackCommand) writeAnswers(to io.Writer, w *rowsWork, results []attack.Result) error {
	answers, place := report.NewAnswers(to, w.problem, w.table), w.places()
	for i := range results {
		if err := answers.Add(place[results[i].Row], &results[i]); err != nil {
			return err
		}
	}
	return nil
}

// outcomesOf returns what summaries are made from.
func outcomesOf(results []attack.Result) []eval.Outcome {
	outcomes := make([]eval.Outcome, len(results))
	for i := range results {
		outcomes[i] = eval.NewOutcome(&results[i])
	}
	return outcomes
}

// summary is the last line of the attack command, with or without times.
func summary(outcomes []eval.Outcome, times bool) string {
	m := eval.Measure(outcomes, nil)
	found := fmt.Sprintf("mean distance %.6g", m.MeanDistance)
	if m.WithoutExample == m.Correct-m.NoAttacker {
		found = "no examples"
	}
	attacked := m.Correct - m.OutOfBounds - m.NoAttacker
	more := fmt.Sprintf("%d more misclassified", m.Rows-m.Correct)
	if m.OutOfBounds > 0 {
		more += fmt.Sprintf(", %d out of bounds", m.OutOfBounds)
	}
	if m.NoAttacker > 0 {
		more += fmt.Sprintf(", %d of classes that nobody attacks", m.NoAttacker)
	}
	return fmt.Sprintf("attacked %d rows (%s), %s%s", attacked, more, found, perRow(m.Seconds, attacked, times))
}

// perRow ends a summary with the time that a row took.
func perRow(seconds float64, rows int, times bool) string {
	if !times {
		return ""
	}
	return fmt.Sprintf(", %.6f seconds per row", seconds/float64(max(rows, 1)))
}
