package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// oneTooMany reports whether a file has one column more than the features that are expected in
// their order, and the classes are known: this tells the label, wherever it stands.
func (c *choice) oneTooMany(open []int) bool {
	return c.o.Classes != nil && c.o.Keep == nil && len(open) == c.o.Cols+1 && c.rows != nil && len(c.rows()) > 0
}

// byClasses returns the label among the columns of such a file: the one that holds classes and
// leaves each feature a column of its kind. The last column may also hold other labels.
func (c *choice) byClasses(open []int) (int, error) {
	last, rows, classes := open[len(open)-1], c.rows(), c.classes()
	var fit []int
	for _, k := range open {
		if rows.holdsOnly(classes, k) || k == last && rows.holdsSome(classes, k) {
			fit = append(fit, k)
		}
	}
	if len(fit) > 1 {
		fit = rows.fewestStrange(fit, open, c.o.Columns)
	}
	if len(fit) > 1 && c.lastInTraining() && fit[0] != open[0] && fit[len(fit)-1] == last {
		return last, nil
	}
	switch {
	case len(fit) == 0 && !rows.isEmpty(last):
		if c.o.LabelOptional {
			c.doubts = append(c.doubts, fmt.Sprintf("column %q is taken for the label, and holds no class that is known: Options.Label names another column", phrase.Clip(c.names[last])))
		}
		return c.atAnEnd(open)
	case len(fit) == 0:
		return last, nil // a separator at the end of lines
	case len(fit) > 1:
		return -1, c.undecided(fit)
	case fit[0] != last:
		c.doubts = append(c.doubts, fmt.Sprintf("column %q is taken for the label, as it holds the classes that are known: Options.Label names another column", phrase.Clip(c.names[fit[0]])))
	}
	return fit[0], nil
}

// lastInTraining reports whether the training rows had no names either, and the label behind the
// features, which have the numbers of the first columns.
func (c *choice) lastInTraining() bool {
	return !c.named && c.o.Features != nil && column.Numbered(c.o.Features)
}

// holdsOnly reports whether a column holds classes, and nothing else.
func (f FirstRows) holdsOnly(classes *labels, column int) bool {
	some := false
	for _, cells := range f {
		cell := strings.TrimSpace(cells[column])
		switch n, err := classes.class(cell); {
		case err == nil && n >= 0:
			some = true
		case !notation.IsMissing(cell) && !slices.Contains(classes.missing, cell):
			return false
		}
	}
	return some
}

// holdsSome reports whether a column holds classes, possibly among other things.
func (f FirstRows) holdsSome(classes *labels, column int) bool {
	return slices.ContainsFunc(f, func(cells []string) bool {
		n, err := classes.class(strings.TrimSpace(cells[column]))
		return err == nil && n >= 0
	})
}

// fewestStrange returns the candidates for the label that, taken out, leave the fewest columns
// that do not fit the kinds of the features in their order.
func (f FirstRows) fewestStrange(labels, open []int, kinds []column.Column) (best []int) {
	if len(kinds)+1 != len(open) {
		return labels
	}
	count, least := 0, len(open)
	for at := range kinds { // after the label, all features are one column further
		count += f.strange(open[at+1], &kinds[at])
	}
	for at, k := range open {
		if slices.Contains(labels, k) && count <= least {
			if count < least {
				best = nil
			}
			least, best = count, append(best, k)
		}
		if at < len(kinds) { // ahead of the label
			count += f.strange(k, &kinds[at]) - f.strange(open[at+1], &kinds[at])
		}
	}
	return best
}

// strange returns 1 for a column that does not fit the kind of a feature, else 0.
func (f FirstRows) strange(k int, of *column.Column) int {
	odd := false
	switch {
	case f.isEmpty(k):
	case of.Dates != column.NoDates:
		odd = !f.isText(k)
	case of.Kind == column.Categorical && of.Names != nil:
		odd = !slices.ContainsFunc(f, func(cells []string) bool { return slices.Contains(of.Names, notation.Canonical(cells[k])) })
	case of.Kind == column.Boolean:
		odd = slices.ContainsFunc(f, func(cells []string) bool {
			cell := strings.TrimSpace(cells[k])
			_, is := notation.Truth(notation.Canonical(cell))
			return !is && !notation.IsMissing(cell) && !slices.Contains(of.Names, cell)
		})
	case of.Kind == column.Integer:
		odd = f.isText(k) || slices.ContainsFunc(f, func(cells []string) bool {
			v, err := notation.Parse(strings.TrimSpace(cells[k]))
			return err == nil && fractional(v)
		})
	default:
		odd = f.isText(k)
	}
	if odd {
		return 1
	}
	return 0
}
