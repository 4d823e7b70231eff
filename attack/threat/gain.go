package threat

import (
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Gain is the table [gain]: what a successful attack on a row is worth to the attacker, in the unit
// of the prices. A row is attacked only if the price is below that.
type Gain struct {
	Column *string  // the column that holds the value
	Value  *float64 // the value of every row

	line int
}

func (g *Gain) place() *int { return &g.line }

func (g *Gain) set(key string, v *unstable.Node) (err error) {
	switch key {
	case "value":
		if err = number(&g.Value, v); err == nil {
			err = Ways{*g.Value, *g.Value}.check()
		}
	case "column":
		if v.Kind != unstable.String {
			return fmt.Errorf("column: %s is not the name of a column", shown(v))
		}
		err = once(&g.Column, string(v.Data))
	default:
		return nearest.Unknown("key", key, []string{"column", "value"})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// Of returns a function that gives the worth of a row as a model reads it, NaN if the column misses
// it; nil if g is nil. Faults are of type [*Error].
func (g *Gain) Of(e *ensemble.Ensemble) (func(x []float64) float64, error) {
	switch {
	case g == nil:
		return nil, nil
	case g.Column == nil && g.Value == nil, g.Column != nil && g.Value != nil:
		return nil, &Error{fmt.Errorf("%s[gain] has either column or value", at(g.line))}
	case g.Value != nil:
		if err := (Ways{*g.Value, *g.Value}).check(); err != nil {
			return nil, &Error{fmt.Errorf("%s[gain]: value: %w", at(g.line), err)}
		}
		return func([]float64) float64 { return *g.Value }, nil
	}
	f, err := find(e, *g.Column)
	if err != nil {
		return nil, &Error{fmt.Errorf("%s[gain]: %w", at(g.line), err)}
	}
	b := builder{ensemble: e}
	switch {
	case b.kind(f) == column.Categorical:
		return nil, &Error{fmt.Errorf("%s[gain]: %s holds categories, not numbers", at(g.line), b.name(f))}
	case b.dates(f) != column.NoDates:
		return nil, &Error{fmt.Errorf("%s[gain]: %s holds dates or times, not numbers", at(g.line), b.name(f))}
	}
	if e.Schema.Min == nil {
		return func(x []float64) float64 { return x[f] }, nil
	}
	scaling := data.Scaling{Min: e.Schema.Min, Max: e.Schema.Max}
	return func(x []float64) float64 { // as the table has it: a price equal to that is no profit
		worth, _ := scaling.Written(f, x[f])
		return worth
	}, nil
}
