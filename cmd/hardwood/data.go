package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/report"
)

func newData() *cobra.Command {
	c := &cobra.Command{
		Use:     "data",
		Short:   "List the built-in data, or show how a data file is read",
		Example: "  hardwood data list\n  hardwood data show --data train.csv",
		Args:    knownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newDataList(), newDataShow())
	return c
}

func newDataList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the built-in data sets",
		Example: "  hardwood data list",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			t := &report.Table{Columns: []report.Column{{Name: "name", Text: true}, {Name: "rows"}, {Name: "features"}, {Name: "classes"},
				{Name: "about", Text: true}, {Name: "licence", Text: true}}}
			for _, b := range data.Builtins() {
				t.Rows = append(t.Rows, []report.Cell{report.Word("builtin:" + b.Name), report.Count(b.Rows), report.Count(b.Features),
					report.Count(b.Classes), report.Word(b.About), report.Word(b.Licence)})
			}
			out := c.OutOrStdout()
			if err := t.Text(out); err != nil {
				return err
			}
			fmt.Fprintln(out, "\nSources")
			for _, b := range data.Builtins() {
				fmt.Fprintf(out, "  %s: %s\n", b.Name, b.Source)
			}
			return nil
		},
	}
}

func newDataShow() *cobra.Command {
	var rows dataFlags
	c := &cobra.Command{
		Use:     "show",
		Short:   "Show how a data file is read: rows, classes, range of each feature",
		Example: "  hardwood data show --data train.csv --label outcome",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := rows.need(); err != nil {
				return err
			}
			t, err := rows.read(rows.source)
			if err != nil {
				return err
			}
			return showTable(c, t)
		},
	}
	rows.add(c, "rows to look at")
	rows.addRegression(c)
	return c
}

func showTable(c *cobra.Command, t *data.Table) error {
	out := c.OutOrStdout()
	fmt.Fprintf(out, "%s: %d rows of %d features, hash %s\n", t.Source, t.Rows, t.Cols, t.Hash())
	if t.Found.Label != "" {
		fmt.Fprintf(out, "label: %s\n", t.Found.Label)
	}
	fmt.Fprintln(out)
	if t.Y != nil {
		classes := &report.Table{Columns: []report.Column{{Name: "class", Text: true}, {Name: "rows"}}}
		for k, n := range t.Counts() {
			classes.Rows = append(classes.Rows, []report.Cell{report.Word(t.Classes[k]), report.Count(n)})
		}
		if err := classes.Text(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	features := &report.Table{Columns: []report.Column{{Name: "feature", Text: true}, {Name: "least"}, {Name: "largest"}, {Name: "missing"}}}
	for f, r := range t.Ranges() {
		features.Rows = append(features.Rows, []report.Cell{
			report.Word(t.Features[f]), report.Number(r.Min), report.Number(r.Max), report.Count(r.Missing),
		})
	}
	return features.Text(out)
}
