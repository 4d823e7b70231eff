package eval

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Move is what minimal examples do to a feature. Changes are in the units of the model; times Raw,
// they are in those of the data.
type Move struct {
	Name     string  `json:"feature"`
	Rows     int     `json:"rows"`              // examples that change the feature
	Missing  int     `json:"missing,omitempty"` // those of Rows in which it goes missing
	Up       int     `json:"rising"`            // those of Rows that raise it
	MeanMove Number  `json:"mean_move"`         // mean absolute change over Rows without Missing
	MaxMove  Number  `json:"max_move"`
	Level    bool    `json:"-"`        // it holds categories: each change is by 1, and none is a rise
	Raw      float64 `json:"raw_unit"` // raw units per unit of the model
}

// moves counts what examples do to each feature.
type moves []Move

func newMoves(e *ensemble.Ensemble, names []string) moves {
	m := make(moves, e.Features)
	for f := range m {
		m[f] = Move{Name: names[f], Raw: RawUnit(e, f), Level: e.Categorical(f)}
	}
	return m
}

// add counts an example for a row, both as the model reads them.
func (m moves) add(x, example []float64) {
	for f, v := range example {
		change := v - x[f]
		if v != v && x[f] == x[f] {
			m[f].Rows++
			m[f].Missing++
		}
		if change == 0 || math.IsNaN(change) {
			continue
		}
		if m[f].Level {
			change = -1
		}
		m[f].Rows++
		if change > 0 {
			m[f].Up++
		}
		size := Number(math.Abs(change))
		m[f].MeanMove += size // the sum, until finish
		m[f].MaxMove = max(m[f].MaxMove, size)
	}
}

func (m moves) finish() []Move {
	for f := range m {
		m[f].MeanMove /= Number(max(m[f].Rows-m[f].Missing, 1))
	}
	return m
}
