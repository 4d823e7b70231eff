package advboost

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// A column that moves in steps moves by a whole one in splits and in the box, if eps pays
// for it, or no threshold between two of its values would be crossed; one of two values
// where the fraction pays for it.
func TestFractionsOfSteps(t *testing.T) {
	// whole numbers from 0 to 20, 0 and 1, any number; scaled by their ranges
	whole := attack.Constraints{Integer: []bool{true, true, false}, Range: []float64{20, 1, 1}}
	for _, c := range []struct {
		norm          attack.Norm
		eps, fraction float64
		robust, box   []float64
	}{
		{attack.L1, 0.04, 0.3, []float64{0, 0, 0.012}, []float64{0, 0, 0.012}},
		{attack.L1, 0.06, 0.3, []float64{0.05, 0, 0.018}, []float64{0.05, 0, 0.018}},
		{attack.L1, 0.5, 0.3, []float64{0.15, 0, 0.15}, []float64{0.15, 0, 0.15}},
		{attack.L1, 2, 0.3, []float64{0.6, 0, 0.6}, []float64{0.6, 0, 0.6}},
		{attack.L1, 4, 0.3, []float64{1.2, 1, 1.2}, []float64{1.2, 1, 1.2}},
		{attack.L2, 1, 0.5, []float64{0.5, 0, 0.5}, []float64{0.5, 0, 0.5}},
		{attack.LInf, 0.06, 0.3, []float64{0.015, 0, 0.018}, nil},
	} {
		b := Ball{Norm: c.norm, Eps: c.eps, Constraints: &whole, switches: []bool{false, true, false}}
		a := b.Robust(3, c.fraction)
		if !near(a.Up, c.robust) || !slices.Equal(a.Up, a.Down) {
			t.Errorf("norm %s, eps %v: splits expect %v and %v, want %v", c.norm, c.eps, a.Down, a.Up, c.robust)
		}
		if c.box == nil {
			continue
		}
		box, reach := b.Box(c.fraction), make([]float64, 3)
		for f := range reach {
			_, reach[f] = box.Reach(f)
		}
		if !near(reach, c.box) {
			t.Errorf("norm %s, eps %v: the box reaches %v, want %v", c.norm, c.eps, reach, c.box)
		}
	}
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return x-y < 1e-12 && y-x < 1e-12 })
}

// Where columns are 0 or 1 and eps pays for one of them, a model rests on several.
func TestHardenSwitches(t *testing.T) {
	const cols = 9
	rows := &data.Table{Rows: 300, Cols: cols, Classes: []string{"few", "many"}, Columns: make([]column.Column, cols)}
	random := seed.At(5)
	for f := range cols {
		rows.Columns[f].Kind = column.Integer
		rows.Features = append(rows.Features, string(rune('a'+f)))
	}
	for range rows.Rows {
		ones := 0
		for range cols {
			v := random.IntN(2)
			ones += v
			rows.X = append(rows.X, float64(v))
		}
		rows.Y = append(rows.Y, min(1, ones/5))
	}
	for _, norm := range []attack.Norm{attack.L2, attack.L1} {
		s := Default(trainer.GBDT, norm, rows)
		s.Eps, s.Loop = 1.5, NoAttack
		s.Constraints = &attack.Constraints{Integer: slices.Repeat([]bool{true}, cols)}
		e, err := Harden(t.Context(), rows, trainer.Defaults(trainer.GBDT), s)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for i := range rows.Rows {
			if e.Class(rows.Row(i)) == rows.Y[i] {
				right++
			}
		}
		if right < rows.Rows*8/10 {
			t.Errorf("norm %s: right on %d of %d rows", norm, right, rows.Rows)
		}
	}
}
