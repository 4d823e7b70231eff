package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// showTable prints what a table holds, class by class and column by column.
func showTable(out io.Writer, t *data.Table) error {
	fmt.Fprintf(out, "%s: %s of %s, hash %s\n", t.Source, phrase.Count(t.Rows, "row"), phrase.Count(t.Cols, "feature"), t.Hash())
	if t.Found.Label != "" {
		fmt.Fprintf(out, "label: %s\n", t.Found.Label)
	}
	fmt.Fprintln(out)
	if t.Y != nil {
		classes := &report.Table{Columns: []report.Column{{Name: "class", Text: true}, {Name: "rows"}}}
		for k, n := range t.Counts() {
			classes.Rows = append(classes.Rows, []report.Cell{report.Word(phrase.Clip(t.Classes[k])), report.Count(n)})
		}
		if err := classes.Text(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	features := &report.Table{Columns: []report.Column{{Name: "feature", Text: true}, {Name: "kind", Text: true}, {Name: "missing"},
		{Name: "holds", Text: true}}}
	kinds, whole := t.Kinds(), wholes(t)
	for f, r := range t.Ranges() {
		features.Rows = append(features.Rows, []report.Cell{report.Word(shownName(t.Features[f])), report.Word(kinds[f].Kind.String()),
			report.Word(fmt.Sprintf("%.1f %%", 100*float64(r.Missing)/float64(max(t.Rows, 1)))), report.Word(holds(t, &kinds[f], r, whole[f]))})
	}
	for _, ignored := range t.Found.Ignored {
		why := ignored.Why
		if why == "" {
			why = "as asked"
		}
		features.Rows = append(features.Rows, []report.Cell{report.Word(shownName(ignored.Column)), report.Word("ignored"), report.Word(""), report.Word(why)})
	}
	return features.Text(out)
}

// shownName returns the name of a column, and "" in quotes.
func shownName(name string) string {
	if name == "" {
		return `""`
	}
	return name
}

// shownLevels are enough to see what a column is about.
const shownLevels = 6

// holds says what a column of a table holds, given its range and whether all its values
// are whole.
func holds(t *data.Table, c *column.Column, r data.Range, whole bool) string {
	switch {
	case r.Missing == t.Rows:
		return "nothing"
	case c.Kind == column.Categorical && c.Names != nil:
		shown := make([]string, min(len(c.Names), shownLevels))
		for k := range shown {
			shown[k] = shortened(c.Names[k])
		}
		if len(shown) < len(c.Names) {
			shown = append(shown, "...")
		}
		return phrase.Count(len(c.Names), "level") + ": " + strings.Join(shown, ", ")
	case c.Kind == column.Boolean && len(c.Names) == 2 && r.Min == r.Max:
		return "always " + c.Names[int(r.Min)]
	case c.Kind == column.Boolean && len(c.Names) == 2:
		return c.Names[0] + ", " + c.Names[1]
	}
	least, most := r.Min, r.Max
	if c.Dates != column.TimeOfDay { // but for dates without their times
		least, most = math.Floor(least), math.Floor(most)
	}
	first, begins := c.Word(least)
	last, ends := c.Word(most)
	if begins && ends {
		return fmt.Sprintf("%s: %s to %s", c.Dates.Numbers(), first, last)
	}
	if r.Min == r.Max {
		return fmt.Sprintf("always %.10g", r.Min)
	}
	if c.Kind == column.Integer {
		return fmt.Sprintf("%.0f to %.0f", r.Min, r.Max)
	}
	if whole && math.Abs(r.Min) < 1e15 && math.Abs(r.Max) < 1e15 {
		return fmt.Sprintf("%.0f to %.0f, whole numbers", r.Min, r.Max)
	}
	return column.Span(r.Min, r.Max)
}

// wholes reports which columns hold only whole numbers.
func wholes(t *data.Table) []bool {
	whole := make([]bool, t.Cols)
	for f := range whole {
		whole[f] = true
	}
	add := func(f int, v float64) { whole[f] = whole[f] && (v != v || v == math.Trunc(v)) }
	if s := t.Sparse; s != nil {
		for k, f := range s.Column {
			add(int(f), s.Value[k])
		}
		return whole
	}
	for i := range t.Rows {
		for f, v := range t.Row(i) {
			add(f, v)
		}
	}
	return whole
}

// shortened cuts a long name.
func shortened(name string) string {
	const most = 24
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return name
}
