package hist

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/seed"
)

// Passing over the word that most rows have in common changes no tree, with
// one channel and with several.
func TestCommonWordsChangeNothing(t *testing.T) {
	const n, cols = 2000, 11
	r := seed.At(3, 1)
	table := &data.Table{Rows: n, Cols: cols, X: make([]float64, n*cols), Features: make([]string, cols)}
	grad, hess, channel := make([]float64, n), make([]float64, n), make([]uint8, n)
	for i := range n {
		x := table.Row(i)
		if r.IntN(10) == 0 { // or else zeros, as on the margin of an image
			for f := range x {
				x[f] = float64(r.IntN(20)) / 20
			}
		}
		grad[i], hess[i], channel[i] = x[3]-x[9]+0.1*r.NormFloat64(), 1, uint8(r.IntN(2))
	}
	reach := slices.Repeat([]Reach{{0.1, 0.1}}, cols)
	bins, err := NewBins(table, 256, reach, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !bins.common[0].often || !bins.common[1].often {
		t.Fatal("no word is common")
	}
	grow := func(several bool) []BinSplit {
		robust := &Robust{Newton: Newton{Lambda: 1}}
		g := Grower{Bins: bins, Criterion: &robust.Newton, Limits: Limits{MaxDepth: 4}}
		if several {
			g.Criterion, g.Channel = robust, channel
		}
		rows, values := g.Rows(n)
		for i := range rows {
			rows[i] = int32(i)
		}
		robust.Quantiser = Quantise(values, rows, grad, hess, 1)
		return slices.Clone(g.Grow(0, Sampling{ByTree: cols, ByLevel: cols, ByNode: cols}).Splits)
	}
	skipped := [2][]BinSplit{grow(false), grow(true)}
	for b := range bins.common {
		bins.common[b].often = false
	}
	if d := cmp.Diff([2][]BinSplit{grow(false), grow(true)}, skipped); d != "" || len(skipped[1]) < 3 {
		t.Errorf("%d splits: %s", len(skipped[1]), d)
	}
}
