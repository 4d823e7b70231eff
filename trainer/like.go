package trainer

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Like returns o with the features, levels and classes of a model to expect, as
// [data.Options.Like] does with those of a table: the rows then have their numbers, in
// whatever order the columns stand, and a level that the model does not know is missing,
// or column.Other where it tells the two apart. Ignore stays for columns that are none of these
// features: of rows for a model that names none, those that are left are taken in their order.
// They are raw: a model that has a Schema.Min reads them after
// data.Scaling{Min: Schema.Min, Max: Schema.Max}, or as they are by format.Unscaled.
func Like(e *ensemble.Ensemble, o data.Options) data.Options {
	s := &e.Schema
	o.Cols, o.Features, o.Classes, o.Columns = e.Features, s.Features, s.Classes, e.Columns
	if o.Columns == nil {
		o.Columns = make([]column.Column, e.Features)
	}
	o.Categorical, o.Numeric = nil, nil // the model knows
	o.Ignore = slices.DeleteFunc(slices.Clone(o.Ignore), func(name string) bool { return slices.Contains(s.Features, name) })
	o.Expected, o.Regression = s.Label, e.Classes == 0
	o.Places = saysNothing(s.Features) && !slices.Contains(e.Used(), 0)
	if o.MissingWords == nil {
		o.MissingWords = s.MissingWords
	}
	if s.Open { // for the rows to tell
		o.Cols, o.Least, o.Columns = 0, e.Features, nil
	}
	if o.Image == (data.Shape{}) && s.Width > 0 {
		o.Image = data.Shape{Width: s.Width, Height: s.Height}
	}
	return o
}

// saysNothing reports whether a model of another library names no features: LightGBM
// numbers them then.
func saysNothing(features []string) bool { return len(features) == 0 || features[0] == "Column_0" }
