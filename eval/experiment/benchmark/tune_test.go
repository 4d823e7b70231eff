package main

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/seed"
)

// TestTune: where all settings do as well, the first stays; where large trees
// learn noise, others are chosen.
func TestTune(t *testing.T) {
	for name, c := range map[string]struct {
		label func(x, coin float64) int
		first bool
	}{
		"apart": {func(x, _ float64) int { return int(2 * x) }, true},
		"noise": {func(_, coin float64) int { return int(1.2 * coin) }, false},
	} {
		table := &data.Table{Rows: 300, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}}
		random := seed.At(1)
		for range table.Rows {
			x := random.Float64()
			if name == "apart" { // nothing within eps of the boundary
				x = x*0.4 + 0.6*float64(int(2*x))
			}
			table.X = append(table.X, x, random.Float64())
			table.Y = append(table.Y, c.label(x, random.Float64()))
		}
		s := named(usual)
		p, err := s.parameters(&set{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tune(t.Context(), s, &split{train: table}, p, 0.02)
		if err != nil {
			t.Fatal(err)
		}
		if first := got.MaxDepth == depths[0] && got.Lambda == lambdas[0]; first != c.first {
			t.Errorf("%s: depth %d, lambda %v", name, got.MaxDepth, got.Lambda)
		}
	}
}
