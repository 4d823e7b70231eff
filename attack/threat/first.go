package threat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/terminal"
)

// First returns what the columns of a table that is not scaled say of an attacker: the range
// of each column of numbers, whole numbers and their steps, and the groups that [FindGroups]
// finds. It is a file to begin with, see [WriteFirst]: what attackers can do, no table knows.
func First(t *data.Table) *Threat {
	first := &Threat{Groups: FindGroups(t)}
	grouped := first.grouped()
	ranges := t.Ranges()
	for f, c := range t.Kinds() {
		r := Rule{Feature: t.Features[f], Dates: c.Dates}
		switch {
		case c.Kind == column.Categorical, c.Kind == column.Boolean, grouped[r.Feature]: // what they are says it all
			continue
		case c.Kind == column.Integer:
			r.Integer = new(true)
			if step := stepOf(t, f, ranges[f].Min); step > 1 {
				r.Integer, r.Step, r.StepFrom = nil, &step, &ranges[f].Min
			}
		}
		if ranges[f].Missing < t.Rows {
			r.Min, r.Max = &ranges[f].Min, &ranges[f].Max
		}
		first.Features = append(first.Features, r)
	}
	return first
}

// grouped returns the features of all groups.
func (t *Threat) grouped() map[string]bool {
	of := map[string]bool{}
	for _, g := range t.Groups {
		for _, name := range g.Features {
			of[name] = true
		}
	}
	return of
}

// WriteFirst writes [First] as a file for people to edit, with comments on what else it
// could say: who attacks, and what categories can become. A table that is scaled is an error.
func WriteFirst(w io.Writer, t *data.Table) error {
	switch {
	case t == nil:
		return errors.New("no table is given")
	case t.Scaling != nil: // its ranges are not those of the data, which a threat file is about
		return fmt.Errorf("%s: is scaled, and a threat file holds the data's own values: see Table.Unscale", t.Name())
	}
	var text, categories bytes.Buffer // which cannot fail
	fmt.Fprintf(&text, "# What the columns of %s hold, not yet what an attacker can do: see hardwood help threat.\n", terminal.Line(t.Name()))
	if n := len(t.Classes); 0 < n && n <= 20 { // more are hardly told apart by who gains
		fmt.Fprintf(&text, "# classes = %s # who attacks: without this line, rows of all classes\n", list(t.Classes))
	}
	first := First(t)
	first.Write(&text)
	if categoriesOf(t, first.grouped()).Write(&categories); categories.Len() > 0 {
		text.WriteString("\n# Categories can become any other, unless values say which; ordinal in its place puts them in order.\n")
		for line := range strings.Lines(strings.TrimLeft(categories.String(), "\n")) {
			text.WriteString(strings.TrimRight("# "+line, " \n") + "\n")
		}
	}
	_, err := w.Write(text.Bytes())
	return err
}

// categoriesOf returns what a file would say of the columns of categories, and of yes and no: their
// levels, if people can look through them and a file may list them, or their names alone, so that
// nobody takes what is not named for what cannot change.
func categoriesOf(t *data.Table, grouped map[string]bool) *Threat {
	const most = 20
	of := &Threat{}
	for f, c := range t.Kinds() {
		r, n := Rule{Feature: t.Features[f]}, len(c.Names)
		switch {
		case c.Kind == column.Categorical && 1 < n && n <= most:
			r.Levels = c.Names
		case c.Kind != column.Boolean && c.Kind != column.Categorical, n == 1, grouped[r.Feature]:
			continue
		}
		of.Features = append(of.Features, r)
	}
	return of
}

// stepOf returns the largest step that takes the least of a column of whole numbers
// to all others, 0 for a constant.
func stepOf(t *data.Table, f int, least float64) float64 {
	step := 0.0
	for i := range t.Rows {
		v := t.At(i, f) - least
		for v == v && v != 0 { // Euclid
			v, step = math.Mod(step, v), v
		}
		if step == 1 {
			break
		}
	}
	return math.Abs(step)
}
