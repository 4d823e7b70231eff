package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Summary says in a line what was read: rows, features, what is missing, and
// which column was taken as the label, with the share of each class.
func (t *Table) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s%s", shown(t.Source), phrase.Count(t.Rows, "row"), phrase.Count(t.Cols, "feature"), t.kinds())
	if n := t.Found.Missing; n > 0 {
		fmt.Fprintf(&b, ", %s missing", phrase.Count(n, "value"))
	}
	if n := t.Found.Unseen; n > 0 {
		fmt.Fprintf(&b, ", %s of a level that is not known", phrase.Count(n, "value"))
		if t.Found.Untold {
			b.WriteString(", or that training did not tell apart from others")
		}
		if first := t.Found.Stranger; first != "" && n > 1 {
			b.WriteString(" (such as " + first + ")")
		} else if first != "" {
			b.WriteString(" (" + first + ")")
		}
	}
	if n := t.Found.Unlabelled; n > 0 {
		fmt.Fprintf(&b, ", %s without a label left out", phrase.Count(n, "row"))
	}
	switch {
	case t.Target != nil:
		fmt.Fprintf(&b, "; label%s, a regression: %s", quotedName(t.Found.Label), column.Span(slices.Min(t.Target), slices.Max(t.Target)))
	case t.Y != nil:
		fmt.Fprintf(&b, "; label%s: %s", quotedName(t.Found.Label), t.shares())
	case t.Found.Odd != "":
		b.WriteString("; no label: " + t.Found.Odd)
	default:
		b.WriteString("; no label")
	}
	return b.String()
}

// kinds says how many columns are not plain numbers, "" if all are.
func (t *Table) kinds() string {
	categories, truths, integers, dates, times := 0, 0, 0, 0, 0
	for _, c := range t.Columns {
		switch {
		case c.Dates == column.TimeOfDay:
			times++
		case c.Dates != column.NoDates:
			dates++
		case c.Kind == column.Categorical:
			categories++
		case c.Kind == column.Boolean:
			truths++
		case c.Kind == column.Integer:
			integers++
		}
	}
	var parts []string
	for _, part := range []struct {
		n    int
		text string
	}{{categories, "categorical"}, {truths, "boolean"}, {integers, "integer"}, {dates, "of dates, as days"}, {times, "of times, as hours"}, {len(t.Found.Ignored), "ignored"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.text))
		}
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// Dropped says which columns are ignored for what their cells hold, and why, "" if
// there are none. Columns that the options ignore are not among them.
func (t *Table) Dropped() string {
	found := Found{Ignored: slices.DeleteFunc(slices.Clone(t.Found.Ignored), func(i Ignored) bool { return i.Why == "" })}
	if len(found.Ignored) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: ignored: %s", shown(t.Source), found.why())
}

// shares lists the classes with their shares of the rows.
func (t *Table) shares() string {
	classes := make([]string, len(t.Classes))
	for k, n := range t.Counts() {
		if t.Rows == 0 {
			classes[k] = inLine(t.Classes[k])
			continue
		}
		classes[k] = fmt.Sprintf("%s %.1f %%", inLine(t.Classes[k]), 100*float64(n)/float64(t.Rows))
	}
	return join(classes)
}
