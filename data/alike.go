package data

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Alike reports the first difference in what the numbers of two tables stand for: other
// columns, classes or levels, or the same ones in another order. Columns without names are
// compared by their number. How tables are scaled does not matter.
func (t *Table) Alike(other *Table) error {
	switch {
	case t == nil || other == nil:
		return errNone
	case t.Cols != other.Cols:
		return fmt.Errorf("%s has %d columns, %s has %d", t.Name(), t.Cols, other.Name(), other.Cols)
	case (t.Target == nil) != (other.Target == nil):
		return fmt.Errorf("the rows of %s and those of %s are not both those of a regression", t.Name(), other.Name())
	case len(t.Classes) != len(other.Classes):
		return fmt.Errorf("%s has %d classes, %s has %d", t.Name(), len(t.Classes), other.Name(), len(other.Classes))
	}
	for c, name := range t.Classes {
		if o := other.Classes[c]; o != name {
			return fmt.Errorf("class %d is %q in %s, and %q in %s", c, phrase.Clip(name), t.Name(), phrase.Clip(o), other.Name())
		}
	}
	for f, name := range t.Features {
		if len(other.Features) == len(t.Features) && other.Features[f] != name {
			return fmt.Errorf("column %d is %q in %s, and %q in %s", f, phrase.Clip(name), t.Name(), phrase.Clip(other.Features[f]), other.Name())
		}
	}
	kinds, others := t.Kinds(), other.Kinds()
	for f := range kinds {
		a, b := &kinds[f], &others[f]
		levels := a.Kind == column.Categorical
		if levels != (b.Kind == column.Categorical) || levels && !(slices.Equal(a.Codes, b.Codes) && slices.Equal(a.Names, b.Names)) {
			return fmt.Errorf("%s and %s do not have the same levels, in one order, in column %d", t.Name(), other.Name(), f)
		}
	}
	return nil
}
