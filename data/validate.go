package data

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Trainable reports why a model cannot be trained on t: it has no labels, or
// rows of fewer than two classes. A test table may well have only one.
func (t *Table) Trainable() error {
	if t.Target != nil {
		return nil
	}
	if t.Y == nil {
		return fmt.Errorf("%s: has no labels, training needs them", t.Source)
	}
	var found []string
	for class, n := range t.Counts() {
		if n > 0 {
			found = append(found, t.Classes[class])
		}
	}
	if len(found) < 2 {
		return fmt.Errorf("%s: all rows are of one class (%s), training needs two", t.Source, list(found))
	}
	return nil
}

// Validate reports the first inconsistency between the fields of t.
func (t *Table) Validate() error {
	switch {
	case t.Sparse != nil && (t.Rows < 0 || t.X != nil || t.Raw != nil):
		return t.wrong("has sparse rows and others")
	case t.Rows < 0 || t.Cols < 0 || t.Sparse == nil && len(t.X) != t.Rows*t.Cols:
		return fmt.Errorf("%s: %d values do not make %d rows of %d columns", t.Source, len(t.X), t.Rows, t.Cols)
	case t.Y != nil && len(t.Y) != t.Rows:
		return fmt.Errorf("%s: %d labels for %d rows", t.Source, len(t.Y), t.Rows)
	case t.Target != nil && len(t.Target) != t.Rows:
		return fmt.Errorf("%s: %d target values for %d rows", t.Source, len(t.Target), t.Rows)
	case t.Weights != nil && len(t.Weights) != t.Rows:
		return fmt.Errorf("%s: %d weights for %d rows", t.Source, len(t.Weights), t.Rows)
	case t.Positions != nil && len(t.Positions) != t.Rows:
		return fmt.Errorf("%s: %d positions for %d rows", t.Source, len(t.Positions), t.Rows)
	case t.Raw != nil && len(t.Raw) != len(t.X):
		return fmt.Errorf("%s: %d raw values for %d scaled ones", t.Source, len(t.Raw), len(t.X))
	case t.Scaling != nil && (len(t.Scaling.Min) != t.Cols || len(t.Scaling.Max) != t.Cols):
		return fmt.Errorf("%s: scaling of %d and %d columns for %d", t.Source, len(t.Scaling.Min), len(t.Scaling.Max), t.Cols)
	case len(t.Features) != t.Cols:
		return fmt.Errorf("%s: %d feature names for %d columns", t.Source, len(t.Features), t.Cols)
	case t.Image != (Shape{}) && t.Image.Width*t.Image.Height != t.Cols:
		return fmt.Errorf("%s: images of %dx%d do not fit %d columns", t.Source, t.Image.Width, t.Image.Height, t.Cols)
	}
	if t.Sparse != nil {
		if err := t.Sparse.validate(t); err != nil {
			return err
		}
	}
	for f, name := range t.distinctFeatures() {
		if name != t.Features[f] && t.Features[f] != "" {
			return fmt.Errorf("%s: two columns are called %q", t.Source, clip(t.Features[f]))
		}
	}
	for k, class := range distinctNames(t.Classes) {
		if class != t.Classes[k] && t.Classes[k] != "" {
			return fmt.Errorf("%s: two classes are called %q", t.Source, clip(t.Classes[k]))
		}
	}
	if err := t.validateLevels(); err != nil {
		return err
	}
	for i, y := range t.Y {
		if y < 0 || y >= len(t.Classes) {
			return fmt.Errorf("%s: row %d: class %d is not one of %d", t.Source, i, y, len(t.Classes))
		}
	}
	return nil
}

// distinctFeatures returns the names of the columns, made distinct where they are
// not. Those of wide tables are numbers, which are.
func (t *Table) distinctFeatures() []string {
	if areNumbered(t.Features) {
		return t.Features
	}
	return distinctNames(t.Features)
}

// wrong returns an error about a table.
func (t *Table) wrong(format string, args ...any) error {
	return fmt.Errorf("%s: %w", t.Source, fmt.Errorf(format, args...))
}

// validateLevels reports values of categorical columns that are no codes.
func (t *Table) validateLevels() error {
	if t.Columns == nil {
		return nil
	}
	if len(t.Columns) != t.Cols {
		return fmt.Errorf("%s: kinds of %d columns for %d", t.Source, len(t.Columns), t.Cols)
	}
	for f, c := range t.Columns {
		if c.Kind != column.Categorical {
			continue
		}
		for i := range t.Rows {
			if v := t.Row(i)[f]; v == v && !(v >= 0 && v < column.MaxCode && v == math.Trunc(v)) {
				return fmt.Errorf("%s: row %d: %s is %v, not the code of a level", t.Source, i, t.Features[f], v)
			}
		}
	}
	return nil
}
