package booster_test

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
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
		"light rows":          {trainer.GBDT, 1e-3, nil, none + "min-child-weight 1 asks for hessians of that sum on each side of a split, and those of all rows sum to 0.01 at most: a smaller one, such as 0.0005, lets them split"},
		"light rows that may": {trainer.GBDT, 1e-3, func(p *trainer.Params) { p.MinChildWeight = 0.0005 }, ""},
		"light classes":       {trainer.GBDT, 1, func(p *trainer.Params) { p.ClassWeight = []float64{1e-3, 1e-3} }, none + "min-child-weight 1 asks for hessians of that sum on each side of a split, and those of all rows sum to 0.01 at most: a smaller one, such as 0.0005, lets them split"},
		"large leaves":        {trainer.GBDT, 1, func(p *trainer.Params) { p.MinSamplesLeaf = 21 }, none + "min-samples-leaf 21 asks for as many rows on each side of a split, and there are 40 in all"},
		"large leaves, votes": {trainer.Forest, 1, func(p *trainer.Params) { p.MinSamplesLeaf = 21 }, none + "min-samples-leaf 21 asks for as many rows on each side of a split, and there are 40 in all"},
		"gamma":               {trainer.GBDT, 1, func(p *trainer.Params) { p.Gamma = 1e6 }, none + "no column tells anything, or gamma, min-child-weight or min-samples-leaf is too large for these rows"},
	} {
		table := &data.Table{Rows: 40, Cols: 1, Features: []string{"x"}, Classes: []string{"a", "b"}, Source: "t.csv", Weights: slices.Repeat([]float64{c.weight}, 40)}
		for i := range table.Rows {
			table.X, table.Y = append(table.X, float64(i)), append(table.Y, i/20)
		}
		p := trainer.Defaults(c.booster)
		p.Rounds = 3
		if c.set != nil {
			c.set(&p)
		}
		note := ""
		p.Note = func(text string) { note += text }
		b, err := booster.New(c.booster, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Train(t.Context(), table); err != nil || note != c.want {
			t.Errorf("%s: %q, want %q; %v", name, note, c.want, err)
		}
	}
}
