package eval

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Unit says what eps 1 means.
type Unit struct {
	Text    string    `json:"text"`              // in a sentence
	Columns []string  `json:"columns,omitempty"` // the names of the features
	Raw     []float64 `json:"raw,omitempty"`     // eps 1 in units of the data, per column; nil for 1
}

// UnitOf returns the default unit of a model: what it scales each feature by, or the data's own unit
// if it reads raw values.
func UnitOf(e *ensemble.Ensemble) Unit {
	if e.Schema.Min == nil {
		u := Unit{Text: "eps 1 is 1 of the data's own units in each column, as the model holds no ranges"}
		return u.WithLevels(e)
	}
	u := Unit{Text: "eps 1 is what the model scales each column by, such as its range in the training rows"}
	for f := range e.Features {
		u.Raw = append(u.Raw, RawUnit(e, f))
	}
	u.Columns = e.Schema.Features
	return u.WithLevels(e)
}

// UnitIn returns the default unit of a model in a norm: what an eps counts in norm 0 and cost, and
// otherwise [UnitOf].
func UnitIn(n attack.Norm, e *ensemble.Ensemble) Unit {
	switch n {
	case attack.L0:
		return Unit{Text: "eps 1 is one column that changes"}
	case attack.Cost:
		return Unit{Text: "eps 1 is a price of 1 in the threat file"}
	}
	return UnitOf(e)
}

// WithLevels returns the unit, extended by what a change of level counts in the norms inf, 2 and 1
// if the model reads categories.
func (u Unit) WithLevels(e *ensemble.Ensemble) Unit {
	switch column.Count(e.Columns, column.Categorical) {
	case 0:
	case e.Features:
		u.Text = "eps 1 is a change of level, or the price 1 where a threat file has prices of levels"
	default:
		u.Text += "; a change of level counts 1, or its price in a threat file"
	}
	return u
}

// RawUnits returns the data's own unit in each column, even for a model that scales them.
func RawUnits() Unit {
	return Unit{Text: "eps 1 is 1 of the data's own units in each column"}
}

// Factors returns, per feature, the factor that converts a change as the model reads it into this
// unit; nil if all are 1.
func (u *Unit) Factors(e *ensemble.Ensemble) []float64 {
	factors, some := make([]float64, e.Features), false
	for f := range factors {
		factors[f] = RawUnit(e, f)
		if u.Raw != nil {
			factors[f] /= u.Raw[f]
		}
		some = some || factors[f] != 1
	}
	if !some {
		return nil
	}
	return factors
}
