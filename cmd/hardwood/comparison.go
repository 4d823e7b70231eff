package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// provenance returns what a report says about the command that made it, and about its rows.
func provenance(c *cobra.Command, a *attackFlags, t *data.Table) eval.Provenance {
	p := eval.Provenance{Command: commandLine(c), Version: version(), Units: a.units, Unit: a.unit, Constraints: a.threatText}
	for _, doubt := range t.Found.Doubts {
		p.Notes = append(p.Notes, inFlags(c, doubt))
	}
	return p
}

// printComparison prints what an evaluation found, and where its report is.
func printComparison(c *cobra.Command, in *report.Input, dir string) error {
	w := c.OutOrStdout()
	if text := in.Report.Interrupted.Sentence(); text != "" {
		fmt.Fprintf(w, "%s\n\n", text)
	}
	if err := report.Comparison(in).Text(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := report.Verdicts(in).Text(w); err != nil {
		return err
	}
	for i, t := range report.Folds(in) {
		if fmt.Fprintln(w); i == 0 {
			fmt.Fprintf(w, "%s:\n", t.Caption)
		}
		if err := t.Text(w); err != nil {
			return err
		}
	}
	if t := in.Report.Tuning; t != nil {
		fmt.Fprintln(w)
		table := report.Tuning(t)
		fell := slices.IndexFunc(t.Trials, func(trial eval.TuningTrial) bool { return trial.Folds < t.Folds })
		if fell > 0 { // the report has the others
			table.Rows = table.Rows[:fell]
		}
		if err := table.Text(w); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\nThe same hardened model without the search: %s\n", t.Sentence(), t.Command)
	}
	if t := in.Report.TradeOff; t != nil {
		fmt.Fprintln(w)
		if err := report.TradeOff(t).Text(w); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", t.Sentence())
		if t.Command != "" {
			fmt.Fprintf(w, "The same hardened model without the curve: %s\n", t.Command)
		}
	}
	_, err := fmt.Fprintf(w, "\n%s\nreport: %s\n", answerOf(in), filepath.Join(dir, "report.html"))
	return err
}

// answerOf returns the answer, and sentences on what the means leave out, on the columns that no
// attacker can change, on levels that are taken for missing values, and on values that stay missing.
func answerOf(in *report.Input) string {
	text, r := report.Answer(in), in.Report
	for _, more := range []string{r.WithoutSentence(), eval.StillSentence(r.Eps, r.Still, in.Table.Features), r.Strangers, r.KeepsMissing} {
		if more != "" {
			text += "\n" + more
		}
	}
	return text
}
