package trainer

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Like returns o set to expect the features, levels and classes of a model, as [data.Options.Like] does
// for those of a table: whatever the order of the columns, the rows get the model's numbers, and a
// level that the model does not know is missing, or column.Other if the column keeps the two apart.
// Ignore keeps the columns that are not features of the model; if the model names no features, the
// remaining columns are taken in their order. The rows are raw: a model with a Schema.Min reads them
// after data.Scaling{Min: Schema.Min, Max: Schema.Max}, or format.Unscaled makes it read them as they
// are.
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
	o.AbsentMissing = o.AbsentMissing || s.AbsentMissing && !o.NoMissing
	if s.Open { // the rows decide
		o.Cols, o.Least, o.Columns = 0, e.Features, nil
	}
	if o.Image == (data.Shape{}) && s.Width > 0 {
		o.Image = data.Shape{Width: s.Width, Height: s.Height}
	}
	return o
}

// saysNothing reports whether a model of another library names no features: LightGBM then numbers them.
func saysNothing(features []string) bool { return len(features) == 0 || features[0] == "Column_0" }
