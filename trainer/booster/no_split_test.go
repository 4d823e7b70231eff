package booster_test

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// Trees of which none splits are noted, with what keeps them from it.
func TestNoSplitIsNoted(t *testing.T) {
	const none = "t.csv: no tree has a split, so that all rows get the same prediction: "
	for name, c := range map[string]struct {
		booster string
		weight  float64
		set     func(*trainer.Params)
		want    string
	}{
		"splits":              {trainer.GBDT, 1, nil, ""},
		"votes":               {trainer.Forest, 1e-9, nil, ""},
		"light rows":          {trainer.GBDT, 1e-3, nil, "trees would split with min-child-weight 0 in place of 1"},
		"light rows that may": {trainer.GBDT, 1e-3, func(p *trainer.Params) { p.MinChildWeight = 0.0005 }, ""},
		"light classes":       {trainer.GBDT, 1, func(p *trainer.Params) { p.ClassWeight = []float64{1e-3, 1e-3} }, "trees would split with min-child-weight 0 in place of 1"},
		"large leaves":        {trainer.GBDT, 1, func(p *trainer.Params) { p.MinSamplesLeaf = 21 }, "trees would split with min-samples-leaf 1 in place of 21"},
		"large leaves, votes": {trainer.Forest, 1, func(p *trainer.Params) { p.MinSamplesLeaf = 21 }, "trees would split with min-samples-leaf 1 in place of 21"},
		"gamma":               {trainer.GBDT, 1, func(p *trainer.Params) { p.Gamma = 1e6 }, "trees would split with gamma 0 in place of 1000000"},
		"lambda":              {trainer.GBDT, 1, func(p *trainer.Params) { p.Lambda = 1e12 }, "trees would split with lambda 0 in place of 1000000000000"},
		"alpha":               {trainer.GBDT, 1, func(p *trainer.Params) { p.Alpha, p.Lambda = 1e9, 0 }, "trees would split with alpha 0 in place of 1000000000"},
		"one leaf":            {trainer.GBDT, 1, func(p *trainer.Params) { p.MaxLeaves, p.Gamma = 1, 0.1 }, "trees would split with max-leaves 0 in place of 1"},
		"one bin":             {trainer.Forest, 1, func(p *trainer.Params) { p.MaxBin, p.MinSamplesLeaf = 2, 30 }, "trees would split with min-samples-leaf 1 in place of 30 and with max-bin 256 in place of 2"},
		"few of the rows":     {trainer.GBDT, 1, func(p *trainer.Params) { p.Subsample = 0.01 }, "trees would split with subsample 1 in place of 0.01"},
		"either":              {trainer.GBDT, 1, func(p *trainer.Params) { p.Lambda, p.MinChildWeight, p.Gamma = 100, 2, 2 }, "trees would split with lambda 0 in place of 100 or with gamma 0 in place of 2"},
		"falls":               {trainer.GBDT, 1, func(p *trainer.Params) { p.MonotoneConstraints = []int{-1} }, "trees would split without monotone-constraints"},
		"constant column":     {trainer.GBDT, 1, func(p *trainer.Params) { p.Gamma = 1 }, "no column tells anything"},
	} {
		table := &data.Table{Rows: 40, Cols: 1, Features: []string{"x"}, Classes: []string{"a", "b"}, Source: "t.csv", Weights: slices.Repeat([]float64{c.weight}, 40)}
		for i := range table.Rows {
			table.X, table.Y = append(table.X, float64(i)), append(table.Y, i/20)
		}
		if name == "constant column" {
			clear(table.X)
		}
		if c.want != "" {
			c.want = none + c.want
		}
		p := trainer.Defaults(c.booster)
		p.Rounds = 3
		if c.set != nil {
			c.set(&p)
		}
		note := ""
		p.Note = func(text string) { note += text }
		b := traintest.New(t, c.booster, p)
		if _, err := b.Train(t.Context(), table); err != nil || note != c.want {
			t.Errorf("%s: %q, want %q; %v", name, note, c.want, err)
		}
	}
}
