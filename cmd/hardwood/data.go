package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/replace"
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
	var schema, first string
	c := &cobra.Command{
		Use:     "show",
		Short:   "Show how a data file is read: rows, classes, what each column holds",
		Example: "  hardwood data show --data train.csv --label outcome",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := rows.need(); err != nil {
				return err
			}
			t, err := rows.read(rows.source)
			if open := (*data.LabelError)(nil); errors.As(err, &open) && schema == "" && first == "" {
				progressOf(c).warn(inFlags(c, err.Error()) + "; all columns are shown")
				rows.Label, rows.Unlabelled = "", true
				t, err = rows.read(rows.source)
			}
			if err != nil {
				return err
			}
			if schema != "" {
				o, err := rows.options()
				if err == nil {
					err = replace.With(schema, data.SchemaOf(t, &o).Write)
				}
				if err != nil {
					return err
				}
			}
			if first != "" {
				var text bytes.Buffer
				err := untilSignal(c.Context(), func() error { return threat.WriteFirst(&text, t) })
				if err == nil {
					err = replace.With(first, func(w io.Writer) error { _, err := text.WriteTo(w); return err })
				}
				if err != nil {
					return err
				}
			}
			return untilSignal(c.Context(), func() error { return showTable(c.OutOrStdout(), t) })
		},
	}
	rows.add(c, "rows to look at")
	c.Flags().StringVar(&schema, "write-schema", "", "write what the columns hold to this TOML file, to edit and pass to --schema")
	c.Flags().StringVar(&first, "write-threat", "", "write a first threat file to this TOML file, with classes, ranges, steps and one-hot groups, to edit and pass to --threat: see hardwood help threat")
	say(c, writes, "write-schema", "write-threat")
	rows.addRegression(c)
	return c
}
