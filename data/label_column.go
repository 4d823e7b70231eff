package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// labelNames are the names, in any case, of columns that are taken as labels by default.
var labelNames = []string{"label", "class", "target", "outcome", "response"}

func isLabelName(name string) bool {
	return slices.ContainsFunc(labelNames, func(l string) bool { return strings.EqualFold(l, name) })
}

// label returns the column of the label, or -1 if there is none.
func (c *choice) label() (int, error) {
	o := c.o
	if o.Unlabelled {
		return -1, nil
	}
	if o.Label != "" {
		return c.asked()
	}
	open := c.open()
	for _, k := range open {
		if o.Expected != "" && c.names[k] == o.Expected {
			return k, nil
		}
	}
	switch classes := slices.DeleteFunc(slices.Clone(open), func(k int) bool { return o.role(k) != isClass }); {
	case len(classes) == 1:
		return classes[0], nil
	case len(classes) > 1 && o.LabelOptional:
		return -1, nil
	case len(classes) > 1:
		return -1, c.undecided(classes)
	}
	usual := c.usual(open)
	if o.LabelOptional && o.Regression && c.byName && c.rows != nil {
		usual = slices.DeleteFunc(usual, c.rows().isText) // no target, though it may be called so
	}
	switch last := len(c.names) - 1; {
	case len(usual) == 1:
		return usual[0], nil
	case len(usual) > 1 && c.rows == nil && usual[len(usual)-1] == last:
		return last, nil
	case len(usual) > 1:
		return -1, c.undecided(usual)
	case o.LabelOptional && (len(c.names) <= o.Cols || !c.byName && len(open) <= o.Cols) || len(open) == 0:
		return -1, nil
	case o.LabelOptional && len(c.names) <= o.Least && c.rows != nil && !o.Regression && c.rows().measures(open[len(open)-1]):
		return -1, nil
	case c.byName:
		return c.besides(open)
	case c.oneTooMany(open):
		return c.byClasses(open)
	}
	return c.atAnEnd(open)
}

// open returns the columns that may hold the label.
func (c *choice) open() (open []int) {
	for k, name := range c.names {
		if role := c.o.role(k); name != c.o.Weight && !c.o.ignores(name) && (role == "" || role == isClass) && !(c.byName && slices.Contains(c.places, k)) {
			open = append(open, k)
		}
	}
	return open
}

// usual returns the columns whose names are usual for labels. The name y counts as one
// only if there is no other, and no x.
func (c *choice) usual(open []int) (usual []int) {
	if !c.named {
		return nil
	}
	var ys []int
	for _, k := range open {
		switch name := c.given[k]; {
		case isLabelName(name):
			usual = append(usual, k)
		case strings.EqualFold(name, "y"):
			ys = append(ys, k)
		}
	}
	isX := func(name string) bool { return strings.EqualFold(name, "x") }
	if usual == nil && !slices.ContainsFunc(c.given, isX) {
		usual = ys
	}
	return usual
}

// besides returns the label among the columns that are left beside the features, if
// these are known by name.
func (c *choice) besides(open []int) (int, error) {
	last := len(c.names) - 1
	switch {
	case c.rows == nil && slices.Contains(open, last):
		return last, nil
	case len(open) == 1 && !c.o.LabelOptional:
		return open[0], nil
	case c.rows == nil:
		return -1, nil
	}
	rows := c.rows()
	fit := slices.DeleteFunc(slices.Clone(open), func(k int) bool { return !rows.mayBeLabel(k, c.o) })
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case c.o.LabelOptional:
		return -1, nil
	case len(fit) > 1:
		return -1, c.undecided(fit)
	}
	return -1, c.undecided(open)
}

// atAnEnd returns the last column, unless the first may be meant as well.
func (c *choice) atAnEnd(open []int) (int, error) {
	if rest := slices.DeleteFunc(slices.Clone(open), func(k int) bool { return splitsBy(c.names[k], c.o) }); len(rest) > 0 {
		open = rest
	}
	first, last := open[0], open[len(open)-1]
	if c.rows == nil || first == last {
		return last, nil
	}
	rows := c.rows()
	filled := slices.DeleteFunc(slices.Clone(open), func(k int) bool {
		return rows.isEmpty(k) || namesRows(c.given[k]) // a comma at the end of lines makes an empty column
	})
	if len(filled) < 2 {
		return last, nil
	}
	open, first, last = filled, filled[0], filled[len(filled)-1]
	doubtful := rows.tellsRows(last, c.o) || rows.hardlyFilled(last, c.o)
	if rows.isText(last) && !doubtful && !slices.ContainsFunc(open[:len(open)-1], rows.isText) {
		return last, nil // the others are the features
	}
	if flag := c.behindKeys(open, rows); rows.holdsFlags(flag) {
		first = flag
	}
	if first != last && (rows.mayBeLabel(first, c.o) || doubtful) {
		return -1, c.undecided([]int{first, last})
	}
	return last, nil
}

// behindKeys returns the first column after those that number things, such as
// PassengerId: a label may be written there.
func (c *choice) behindKeys(open []int, rows FirstRows) int {
	k := 0
	for k < len(open)-1 && namesThings(c.given[open[k]]) && rows.isKey(open[k]) {
		k++
	}
	return open[k]
}

// undecided says which columns may hold the label.
func (c *choice) undecided(columns []int) error {
	var names []string
	for _, k := range columns {
		names = append(names, strconv.Quote(phrase.Clip(c.names[k])))
	}
	if len(names) > 2 {
		return &LabelError{fmt.Errorf("which column is the label? It may be one of %s; Options.Label names it", join(names))}
	}
	return &LabelError{fmt.Errorf("which column is the label, %s? Options.Label names it", strings.Join(names, " or "))}
}

// otherLabel returns the doubt about a label that was found only because it is no feature, in a file without
// the column that the training rows have it in.
func (c *choice) otherLabel(label int) []string {
	if label < 0 || !c.named || c.o.Label != "" || c.o.Expected == "" || c.names[label] == c.o.Expected || isLabelName(c.names[label]) {
		return nil
	}
	return []string{fmt.Sprintf("column %q: taken for the label, which is %q in the training rows; Options.Label names it",
		phrase.Clip(c.names[label]), phrase.Clip(c.o.Expected))}
}

// otherLabels returns the doubts about features whose names are usual for
// labels.
func (c *choice) otherLabels(label int) (doubts []string) {
	for k, name := range c.given {
		if k != label && isLabelName(name) && name != c.o.Weight && !c.o.ignores(name) && c.o.role(k) == "" {
			doubts = append(doubts, isFeature(c.names[k]))
		}
	}
	return doubts
}

// isFeature says that a column is a feature, although it has a name for a label.
func isFeature(name string) string { return fmt.Sprintf("column %q is a feature", phrase.Clip(name)) }

// asked returns the column that Options.Label names or counts.
func (c *choice) asked() (int, error) {
	name := c.o.Label
	if k := slices.Index(c.given, name); k >= 0 {
		if slices.Contains(c.given[k+1:], name) {
			return -1, fmt.Errorf("more than one column is called %q: Options.Label takes its place too, such as %d", phrase.Clip(name), k+1)
		}
		return k, nil
	}
	if k := slices.Index(c.names, name); k >= 0 { // the second of a name, as messages and schemas call it
		return k, nil
	}
	if p, err := strconv.Atoi(name); err == nil {
		switch n := len(c.names); {
		case c.o.LabelOptional && n == c.o.Cols:
			return -1, nil // all columns are features
		case p >= 1 && p <= n:
			return p - 1, nil
		case p <= -1 && p >= -n:
			return n + p, nil
		default:
			return -1, &OptionError{fmt.Errorf("no column %d for the label, there are %d", p, n)}
		}
	}
	if c.o.LabelOptional {
		return -1, nil
	}
	return -1, noColumn(name, "for the label", c.names)
}
