package advboost

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// If columns are few, one of them can take up the whole radius in every norm: thresholds
// lie as far from the rows as in the norm inf.
func TestFewColumnsAreMovedByTheWholeRadius(t *testing.T) {
	const eps = 0.09 // of the tenth that lies between the classes and their border
	table := &data.Table{
		Rows: 400, Cols: 3, Features: []string{"a", "b", "c"}, Classes: []string{"low", "high"}, Columns: make([]column.Column, 3),
	}
	for i := range table.Rows {
		r := seed.At(89, i)
		y := i % 2
		table.X = append(table.X, 0.4*r.Float64()+0.6*float64(y), r.Float64(), r.Float64())
		table.Y = append(table.Y, y)
	}
	for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1} {
		s := Default(trainer.GBDT, norm, table)
		s.Eps = eps
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth, p.MinSamplesLeaf = 40, 4, 5
		e, err := Harden(t.Context(), table, p, s)
		if err != nil {
			t.Fatal(err)
		}
		flipped := 0
		for i := range table.Rows {
			row := append([]float64{}, table.Row(i)...)
			row[0] += eps * float64(1-2*table.Y[i])
			if e.Class(row) != table.Y[i] {
				flipped++
			}
		}
		if flipped > 4 { // a hundredth
			t.Errorf("norm %v: %d of %d rows are flipped by one column", norm, flipped, table.Rows)
		}
	}
}

// Training expects more of few columns of numbers: as much as three that move by the whole radius.
func TestShareOfTheRadiusByColumns(t *testing.T) {
	numbers := func(n int) []column.Column { return make([]column.Column, n) }
	levels := []column.Column{{}, {Kind: column.Categorical}}
	for _, test := range []struct {
		booster string
		norm    attack.Norm
		columns []column.Column // nil: not known
		want    float64
	}{
		{trainer.GBDT, attack.LInf, nil, 1},
		{trainer.GBDT, attack.LInf, numbers(50), 1},
		{trainer.GBDT, attack.L2, nil, 0.5},
		{trainer.GBDT, attack.L2, numbers(3), 1},
		{trainer.GBDT, attack.L2, numbers(12), 0.5},
		{trainer.GBDT, attack.L2, numbers(50), 0.5},
		{trainer.GBDT, attack.L1, nil, 0.3},
		{trainer.GBDT, attack.L1, numbers(1), 1},
		{trainer.GBDT, attack.L1, numbers(4), 0.75},
		{trainer.GBDT, attack.L1, numbers(50), 0.3},
		{trainer.GBDT, attack.L1, levels, 0.3}, // a larger share would take away splits on levels
		{trainer.GBDT, attack.Cost, numbers(6), 0.5},
		{trainer.GBDT, attack.L0, numbers(3), 0},
		{trainer.Forest, attack.L1, nil, 0.3},
		{trainer.Forest, attack.L1, numbers(3), 1},
		{trainer.Forest, attack.L2, numbers(50), 0.5},
		{trainer.Forest, attack.L1, levels, 0.3},
		{trainer.Forest, attack.LInf, numbers(3), 1},
	} {
		var rows *data.Table
		if test.columns != nil {
			rows = &data.Table{Cols: len(test.columns), Columns: test.columns}
		}
		if got := Default(test.booster, test.norm, rows).Split; got != test.want {
			t.Errorf("%s, norm %v, columns %v: %v, want %v", test.booster, test.norm, test.columns, got, test.want)
		}
	}
}
