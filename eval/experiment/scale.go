package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// Scale says how features are scaled, and so what an eps means in each.
type Scale string

// The ways to scale.
const (
	Auto      Scale = "auto"      // see [data.FitTypical]; no scaling if all training values lie in [0,1]
	Range     Scale = "range"     // the least value to 0, the largest to 1: see [data.FitScaling]
	Quantile  Scale = "quantile"  // the middle nine tenths of the values to [0,1]: see [data.FitQuantiles]
	Deviation Scale = "deviation" // the mean to 0, a standard deviation to 1: see [data.FitDeviation]
	Never     Scale = "no"

	always Scale = "yes" // another word for Range
)

// Scales are the ways to scale.
var Scales = []string{string(Auto), string(Range), string(Quantile), string(Deviation), string(Never)}

// Check reports an unknown scale.
func (s Scale) Check() error {
	switch s {
	case Auto, Range, Quantile, Deviation, Never, always:
		return nil
	}
	return option.In("scale", nearest.Unknown("scale", string(s), Scales))
}

// fit returns the scaling fitted to the training rows.
func (d *Data) fit() data.Scaling {
	t := d.Train
	switch d.scale {
	case Quantile:
		return d.merges(data.FitQuantiles(t))
	case Deviation:
		return d.merges(data.FitDeviation(t))
	case Auto:
		fitted, stretched := data.FitTypical(t)
		if len(stretched) == 0 {
			return fitted
		}
		d.merges(data.FitScaling(t), stretched...)
		middle := data.FitQuantilesOf(t, stretched)
		for _, f := range stretched {
			d.Stretched = append(d.Stretched, t.Features[f])
			if fitted.Min[f] != middle.Min[f] || fitted.Max[f] != middle.Max[f] {
				d.far = append(d.far, t.Features[f])
			}
		}
		return fitted
	}
	return d.merges(data.FitScaling(t))
}

// merges notes the columns (with Auto, only those among) in which a scaling merges many values, and
// returns the scaling.
func (d *Data) merges(s data.Scaling, among ...int) data.Scaling {
	for f, name := range d.Train.Features {
		if (d.scale != Auto || slices.Contains(among, f)) && s.Merges(d.Train, f) {
			d.merged = append(d.merged, name)
		}
	}
	return s
}

// Note says which columns Auto does not scale by their range, and where the given scale merges many
// values; "" if there are none.
func (d *Data) Note() string {
	var notes []string
	if len(d.merged) > 0 {
		note := "values of " + some(d.merged) + " are so far from the others that the scale "
		if d.scale == Auto {
			note += "range would make these one: scaled such that they stay apart; scale no takes all columns as they are"
		} else {
			note += string(d.scale) + " makes these one: scale auto or no keeps them apart"
		}
		notes = append(notes, note)
	}
	without := func(names, others []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
	}
	if far := without(d.far, d.merged); len(far) > 0 {
		notes = append(notes, "values of "+some(far)+" are so far from the others that an eps of their range would mean nothing for these: scaled as without them; scale range takes the whole range")
	}
	if stretched := without(without(d.Stretched, d.merged), d.far); len(stretched) > 0 {
		notes = append(notes, "extreme values stretch "+some(stretched)+": scaled by the middle 90 % of the values, so that an eps means something there; scale range takes the whole range")
	}
	return strings.Join(notes, "; ")
}

// some names the first of some columns.
func some(names []string) string {
	first := fmt.Sprintf("%q", names[0])
	switch n := len(names); {
	case n == 2:
		first += fmt.Sprintf(" and %q", names[1])
	case n > 2:
		first += fmt.Sprintf(" and %d more", n-1)
	}
	return first
}

// scaled reports whether all values lie in [0,1].
func scaled(t *data.Table) bool {
	within := func(values []float64) bool {
		for _, v := range values {
			if v < 0 || v > 1 {
				return false
			}
		}
		return true
	}
	if t.Sparse != nil {
		return within(t.Sparse.Value)
	}
	if t.X != nil {
		return within(t.X)
	}
	for _, r := range t.Ranges() {
		if !within([]float64{r.Min, r.Max}) {
			return false
		}
	}
	return true
}
