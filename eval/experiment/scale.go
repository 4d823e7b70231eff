package experiment

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// Scale says how features are scaled, and so what one eps means in each.
type Scale string

// The ways to scale.
const (
	Auto      Scale = "auto"      // see [data.FitTypical]; as they are if all training values lie in [0,1]
	Range     Scale = "range"     // the least value to 0, the largest to 1: see [data.FitScaling]
	Quantile  Scale = "quantile"  // the middle nine tenths of the values to [0,1]: see [data.FitQuantiles]
	Deviation Scale = "deviation" // the mean to 0, a standard deviation to 1: see [data.FitDeviation]
	Never     Scale = "no"

	always Scale = "yes" // another word for Range
)

// Scales are the ways to scale.
var Scales = []string{string(Auto), string(Range), string(Quantile), string(Deviation), string(Never)}

// Check reports a scale that is none of the known ones.
func (s Scale) Check() error {
	switch s {
	case Auto, Range, Quantile, Deviation, Never, always:
		return nil
	}
	return nearest.Unknown("scale", string(s), Scales)
}

// fit returns the scaling by a table, and the columns of it that Auto does not
// scale by their range.
func (s Scale) fit(t *data.Table) (data.Scaling, []string) {
	switch s {
	case Quantile:
		return data.FitQuantiles(t), nil
	case Deviation:
		return data.FitDeviation(t), nil
	case Auto:
		fitted, stretched := data.FitTypical(t)
		var names []string
		for _, f := range stretched {
			names = append(names, t.Features[f])
		}
		return fitted, names
	}
	return data.FitScaling(t), nil
}

// Note says which columns Auto does not scale by their range, "" if there are
// none.
func (d *Data) Note() string {
	if len(d.Stretched) == 0 {
		return ""
	}
	names := fmt.Sprintf("%q", d.Stretched[0])
	switch n := len(d.Stretched); {
	case n == 2:
		names += fmt.Sprintf(" and %q", d.Stretched[1])
	case n > 2:
		names += fmt.Sprintf(" and %d more", n-1)
	}
	return "extreme values stretch " + names + ": scaled by the middle 90 % of the values, so that an eps means something there; scale range takes the whole range"
}

// scaled reports whether all values lie in [0,1].
func scaled(t *data.Table) bool {
	values := t.X
	if t.Sparse != nil {
		values = t.Sparse.Value
	}
	for _, v := range values {
		if v < 0 || v > 1 {
			return false
		}
	}
	return true
}
