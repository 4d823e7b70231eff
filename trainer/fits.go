package trainer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Fits reports rows that a model would misread: whose columns, classes or levels have other numbers
// than those of the same names in the model, that hold numbers where the model has categories, or
// categories where it has numbers, or that are not scaled as its training rows were. Names that the
// model does not know are not compared: for them only the order counts. Nor is the scaling if the
// model has no Schema.Min, as its units are unknown then.
func Fits(e *ensemble.Ensemble, t *data.Table) error {
	switch {
	case e == nil:
		return errors.New("no model is given")
	case t == nil:
		return errors.New("no table is given")
	}
	s := &e.Schema
	if t.Cols != e.Features && t.Cols > 0 { // a head may have only names
		return fmt.Errorf("%s: has %s, the model reads %d", t.Name(), phrase.Count(t.Cols, "feature"), e.Features)
	}
	if name := misplaced(t.Classes, s.Classes); name != "" {
		return fmt.Errorf("%s: class %q has another number than in the model: read the rows by trainer.Like", t.Name(), name)
	}
	if name := misplaced(t.Features, s.Features); name != "" {
		return fmt.Errorf("%s: column %q is in another place than in the model: read the rows by trainer.Like", t.Name(), name)
	}
	if t.Cols > 0 && e.Columns != nil {
		for f, of := range t.Kinds() {
			if of.Kind != e.Columns[f].Kind && (of.Kind == column.Categorical || e.Columns[f].Kind == column.Categorical) {
				return fmt.Errorf("%s: column %d holds what is %s, and %s in the model: read the rows by trainer.Like", t.Name(), f+1, of.Kind, e.Columns[f].Kind)
			}
		}
	}
	for f := range min(len(t.Features), len(t.Columns), len(e.Columns)) {
		if name := mistaken(&t.Columns[f], &e.Columns[f]); name != "" {
			return fmt.Errorf("%s: level %q of column %q has another number than in the model: read the rows by trainer.Like", t.Name(), name, t.Features[f])
		}
	}
	switch {
	case s.Min == nil:
		return nil // its units are unknown
	case t.Scaling == nil:
		return fmt.Errorf("%s: the rows are raw, and the model reads scaled ones: apply data.Scaling{Min: Schema.Min, Max: Schema.Max}", t.Name())
	case !slices.Equal(t.Scaling.Min, s.Min) || !slices.Equal(t.Scaling.Max, s.Max):
		return fmt.Errorf("%s: the rows are scaled by other values than those that the model was trained on: apply data.Scaling{Min: Schema.Min, Max: Schema.Max} to raw ones", t.Name())
	}
	return nil
}

// misplaced returns a name that is in another place in the model, "" for none.
func misplaced(names, model []string) string {
	place := make(map[string]int, len(model))
	for i, name := range model {
		place[name] = i
	}
	for i, name := range names {
		if at, known := place[name]; known && at != i {
			return name
		}
	}
	return ""
}

// mistaken returns a level that the model takes for another, or knows by another code, "" for none.
func mistaken(rows, model *column.Column) string {
	for i, code := range rows.Codes[:min(len(rows.Codes), len(rows.Names))] {
		name, known := rows.Names[i], model.Name(code)
		if name != known && (known != "" || slices.Contains(model.Names, name)) {
			return name
		}
	}
	return ""
}
