package data

import (
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// errNone is the error for a nil table.
var errNone = errors.New("no table is given")

// Trainable reports why there is nothing to learn from t: it has no labels, or rows of
// fewer than two classes, so that a model would always predict the same. A test table may
// well have only one.
func (t *Table) Trainable() error {
	if t == nil {
		return errNone
	}
	if t.Target != nil {
		return nil
	}
	if t.Y == nil {
		return fmt.Errorf("%s: has no labels, training needs them", t.Name())
	}
	if t.Rows == 0 {
		return fmt.Errorf("%s: no rows to train on", t.Name())
	}
	if err := t.validateLabels(); err != nil {
		return err
	}
	var found []string
	for class, n := range t.Counts() {
		if n > 0 {
			found = append(found, t.Classes[class])
		}
	}
	if len(found) < 2 {
		return fmt.Errorf("%s: all rows are of one class (%s), training needs two%s", t.Name(), list(found), t.otherLabel())
	}
	return nil
}

// otherLabel names the column of the label, which may be another than is meant; "" if it has no name.
func (t *Table) otherLabel() string {
	if t.Found.Label == "" {
		return ""
	}
	return fmt.Sprintf(": its column is %q, Options.Label names another", phrase.Clip(t.Found.Label))
}

// Validate reports the first inconsistency between the fields of t. Values of a table that
// is scaled may be infinite: a row can lie far outside the range that it is scaled by.
func (t *Table) Validate() error {
	if t == nil {
		return errNone
	}
	for _, check := range [...]func() error{t.validateRows, t.validateColumns, t.validateNames, t.validateValues, t.validateLevels, t.validateLabels} {
		if err := check(); err != nil { // later ones build on it
			return err
		}
	}
	return nil
}

// validateRows reports fields that do not fit the number of rows.
func (t *Table) validateRows() error {
	switch {
	case t.Sparse != nil && (t.Rows < 0 || t.X != nil || t.Raw != nil):
		return t.wrong("has sparse rows and others")
	case t.compact != nil && (t.X != nil || t.Raw != nil || t.compact.rows != t.Rows || len(t.compact.columns) != t.Cols):
		return t.wrong("has compact rows and others")
	case t.Rows < 0 || t.Cols < 0 || t.Sparse == nil && t.compact == nil && len(t.X) != t.Rows*t.Cols:
		return t.wrong("%d values do not make %d rows of %d columns", len(t.X), t.Rows, t.Cols)
	case t.Raw != nil && len(t.Raw) != len(t.X):
		return t.wrong("%d raw values for %d scaled ones", len(t.Raw), len(t.X))
	}
	for _, one := range [...]struct {
		what  string
		given bool
		n     int
	}{
		{"labels", t.Y != nil, len(t.Y)},
		{"target values", t.Target != nil, len(t.Target)},
		{"weights", t.Weights != nil, len(t.Weights)},
		{"groups", t.Groups != nil, len(t.Groups)},
		{"positions", t.Positions != nil, len(t.Positions)},
	} {
		if one.given && one.n != t.Rows {
			return t.wrong("%d %s for %d rows", one.n, one.what, t.Rows)
		}
	}
	if t.Sparse != nil {
		return t.Sparse.validate(t)
	}
	return nil
}

// validateColumns reports fields that do not fit the number of columns.
func (t *Table) validateColumns() error {
	switch {
	case t.Scaling != nil && (len(t.Scaling.Min) != t.Cols || len(t.Scaling.Max) != t.Cols):
		return t.wrong("scaling of %d and %d columns for %d", len(t.Scaling.Min), len(t.Scaling.Max), t.Cols)
	case len(t.Features) != t.Cols:
		return t.wrong("%d feature names for %d columns", len(t.Features), t.Cols)
	case t.Columns != nil && len(t.Columns) != t.Cols:
		return t.wrong("kinds of %d columns for %d", len(t.Columns), t.Cols)
	case t.Scaling != nil && t.Scaling.check(t) != nil:
		return t.Scaling.check(t)
	case t.Image != (Shape{}) && (t.Image.Width < 1 || t.Image.Width*t.Image.Height != t.Cols):
		return t.wrong("images of %dx%d do not fit %d columns", t.Image.Width, t.Image.Height, t.Cols)
	}
	for f := range t.Columns {
		if err := t.Columns[f].Check(); err != nil {
			return t.wrong("column %d %w", f, err)
		}
	}
	return nil
}

// validateNames reports columns or classes that are called the same.
func (t *Table) validateNames() error {
	for f, name := range t.distinctFeatures() {
		if name != t.Features[f] && t.Features[f] != "" {
			return t.wrong("two columns are called %q", phrase.Clip(t.Features[f]))
		}
	}
	for k, class := range distinctNames(t.Classes) {
		if class != t.Classes[k] && t.Classes[k] != "" {
			return t.wrong("two classes are called %q", phrase.Clip(t.Classes[k]))
		}
	}
	return nil
}

// distinctFeatures returns the names of the columns, made distinct if they are not.
// Those of wide tables are just numbers, and distinct.
func (t *Table) distinctFeatures() []string {
	if column.Numbered(t.Features) {
		return t.Features
	}
	return distinctNames(t.Features)
}

// wrong returns an error about a table.
func (t *Table) wrong(format string, args ...any) error {
	return fmt.Errorf("%s: %w", t.Name(), fmt.Errorf(format, args...))
}

// validateValues reports raw values that are infinite, or so large that their differences
// are. Scaling may well make such values of a row far outside the range of the others.
func (t *Table) validateValues() error {
	if t.Scaling != nil {
		return nil
	}
	values := t.X
	if t.Sparse != nil {
		values = t.Sparse.Value
	}
	if t.compact != nil {
		return t.compact.validate(t)
	}
	if _, k, err := checkRow(values, false); err != nil {
		if t.Sparse != nil {
			return t.wrong("cell %d: %w", k, err)
		}
		return t.wrong("row %d: column %d: %w", k/t.Cols, k%t.Cols, err)
	}
	return nil
}

// validateLevels reports values of categorical columns that are not codes.
func (t *Table) validateLevels() error {
	var categories []int
	for f, c := range t.Columns {
		if c.Kind == column.Categorical {
			categories = append(categories, f)
		}
	}
	if categories == nil {
		return nil
	}
	for i, row := range t.eachRow() {
		for _, f := range categories {
			if v := row[f]; v == v && !(v >= 0 && v < column.MaxCode && v == math.Trunc(v)) {
				return t.wrong("row %d: %s is %v, not the code of a level", i, t.Features[f], v)
			}
		}
	}
	return nil
}

// validateLabels reports labels that are not classes, and groups that have no number.
func (t *Table) validateLabels() error {
	if t.Y != nil && t.Target != nil {
		return t.wrong("has class labels in Y and targets of a regression: set one of them to nil")
	}
	for i, y := range t.Y {
		if y < 0 || y >= len(t.Classes) {
			return t.wrong("row %d: class %d is not one of %d", i, y, len(t.Classes))
		}
	}
	for i, g := range t.Groups { // others use -1 for a row of no group: here it would be one
		if g < 0 {
			return t.wrong("row %d: group %d, must be at least 0; a row of no group has a number of its own", i, g)
		}
	}
	return nil
}
