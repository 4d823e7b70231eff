package booster_test

import (
	"iter"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// deterministic turns off the drawing of rows and features. Its trees are shallow, because in small
// nodes several splits are equally good, and rounding decides.
func deterministic(p trainer.Params) trainer.Params {
	p.Bootstrap, p.ColsampleByNode, p.Rounds, p.MaxDepth = false, 1, 3, 3
	return p
}

// A row of weight 2 or 3 is the same as that many copies, and one of weight 0 as none: splits are
// equal, and leaves up to rounding. Features have more values than bins, so that thresholds depend on
// the weights too, and rows of weight 0 have values, and missing ones, that no other row has.
func TestWeightsAreCopies(t *testing.T) {
	robust := func(p *trainer.Params) { p.Attacker.Up = []float64{0.02} }
	for what, c := range map[string]struct {
		shape   traintest.Shape
		booster string
		with    func(*trainer.Params)
	}{
		"gbdt":                   {traintest.Shape{Rows: 2000, Cols: 4, Classes: 2, Missing: 0.1}, trainer.GBDT, nil},
		"gbdt, classes":          {traintest.Shape{Rows: 2000, Cols: 4, Classes: 3}, trainer.GBDT, nil},
		"gbdt, targets":          {traintest.Shape{Rows: 2000, Cols: 4}, trainer.GBDT, nil},
		"gbdt, few bins":         {traintest.Shape{Rows: 2000, Cols: 4, Classes: 2}, trainer.GBDT, func(p *trainer.Params) { p.MaxBin = 16 }},
		"gbdt, balanced":         {traintest.Shape{Rows: 2000, Cols: 4, Classes: 2}, trainer.GBDT, func(p *trainer.Params) { p.Balanced = true }},
		"gbdt, sparse":           {traintest.Shape{Rows: 2000, Cols: 9, Classes: 2, Zeros: 0.8}, trainer.GBDT, nil},
		"gbdt, robust":           {traintest.Shape{Rows: 2000, Cols: 4, Classes: 2}, trainer.GBDT, robust},
		"forest":                 {traintest.Shape{Rows: 2000, Cols: 4, Classes: 2, Missing: 0.1}, trainer.Forest, nil},
		"forest, classes, eight": {traintest.Shape{Rows: 2000, Cols: 4, Classes: 8}, trainer.Forest, nil},
		"forest, targets":        {traintest.Shape{Rows: 2000, Cols: 4}, trainer.Forest, nil},
		"forest, robust":         {traintest.Shape{Rows: 2000, Cols: 4, Classes: 2}, trainer.Forest, robust},
	} {
		t.Run(what, func(t *testing.T) {
			weighted, copies := weightedTable(c.shape)
			p := deterministic(trainer.Defaults(c.booster))
			if c.with != nil {
				c.with(&p)
			}
			got, want := traintest.Train(t, c.booster, p, weighted), traintest.Train(t, c.booster, p, copies)
			sameButForRounding(t, want, got)
			weighted.Weights = nil // which had an effect
			if plain := traintest.Train(t, c.booster, p, weighted); cmp.Equal(want.Trees[0].Splits, plain.Trees[0].Splits) {
				t.Error("without weights the splits are the same")
			}
		})
	}
}

// weightedTable returns a table with weights of 0 to 3, and one in which rows are repeated that often
// instead.
func weightedTable(s traintest.Shape) (weighted, copies *data.Table) {
	weighted = traintest.Table(s, 1)
	r := seed.At(3, 1)
	var rows []int
	for i := range weighted.Rows {
		x := weighted.Row(i)
		times := r.IntN(4)
		if x[0] < 0.4 { // where the weight lies on the axis is what thresholds depend on
			times /= 2
		}
		if times == 0 {
			x[1], x[2], x[3] = x[1]-7, math.NaN(), x[3]+7
		}
		weighted.Weights = append(weighted.Weights, float64(times))
		for range times {
			rows = append(rows, i)
		}
	}
	copies = weighted.Subset(rows)
	copies.Weights = nil
	return weighted, copies
}

func sameButForRounding(t *testing.T, want, got *ensemble.Ensemble) {
	t.Helper()
	near := cmpopts.EquateApprox(1e-4, 1e-6) // gradients are single, and quantised for the choice of splits
	for i, tree := range want.Trees {
		if d := cmp.Diff(tree.Splits, got.Trees[i].Splits, near); d != "" {
			t.Fatalf("splits of tree %d: %s", i, d)
		}
		if d := cmp.Diff(tree.Leaves, got.Trees[i].Leaves, near); d != "" {
			t.Fatalf("leaves of tree %d: %s", i, d)
		}
	}
}

// If thresholds are found from a sample, it has no rows of weight 0, whether few or nearly all rows are
// such, in memory or in a stream.
func TestThresholdsOfManyRowsSkipWeightZero(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 70000, Cols: 4, Classes: 2}, 1)
	table.Weights = make([]float64, table.Rows)
	var rows []int
	for i := 0; i < table.Rows; i += 100 {
		table.Weights[i] = 1
		rows = append(rows, i)
	}
	p := deterministic(trainer.Defaults(trainer.GBDT))
	some := table.Subset(rows)
	some.Weights = nil
	want := traintest.Train(t, trainer.GBDT, p, some)
	b := traintest.New(t, trainer.GBDT, p)
	for _, source := range []trainer.Source{table, inBlocks{table}} {
		got, err := b.Train(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		sameButForRounding(t, want, got)
	}
}

// inBlocks yields the rows of a table as a stream does.
type inBlocks struct{ table *data.Table }

func (b inBlocks) Head() *data.Table { return b.table.Head() }

func (b inBlocks) Blocks(n int) iter.Seq2[*data.Table, error] {
	return func(yield func(*data.Table, error) bool) {
		for first := 0; first < b.table.Rows; first += n {
			block := *b.table
			block.Rows = min(n, b.table.Rows-first)
			block.X = b.table.X[first*block.Cols : (first+block.Rows)*block.Cols]
			if !yield(&block, nil) {
				return
			}
		}
	}
}
