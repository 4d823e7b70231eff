package trainer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Rows of several blocks have the margins of the plain predictor, sparse or not, as often as they are
// predicted.
func TestMarginsOfTables(t *testing.T) {
	const rows, features = 40_000, 6
	r := seed.At(5, 5)
	for name, e := range map[string]*ensemble.Ensemble{
		"trees": ensembletest.Random(r, ensembletest.Shape{Features: features, Trees: 3, Depth: 3, Classes: 3}),
		"stump": ensembletest.Random(r, ensembletest.Shape{Features: features, Trees: 1, Average: true}),
	} {
		dense := &data.Table{Rows: rows, Cols: features, X: make([]float64, rows*features)}
		cells := &data.Sparse{Start: []int{0}}
		for i := range rows {
			for f, row := 0, ensembletest.Row(r, e); f < features; f++ {
				if r.IntN(3) > 0 {
					continue
				}
				dense.X[i*features+f] = row[f]
				cells.Column, cells.Value = append(cells.Column, int32(f)), append(cells.Value, row[f])
			}
			cells.Start = append(cells.Start, len(cells.Value))
		}
		want := make([]float64, rows*e.Outputs)
		for i := range rows {
			e.Margins(e.Rounded(dense.Row(i)), want[i*e.Outputs:(i+1)*e.Outputs])
		}
		for kind, table := range map[string]*data.Table{"dense": dense, "sparse": {Rows: rows, Cols: features, Sparse: cells}} {
			all := trainer.Margins(ensemble.NewPredictor(e), table, 2)
			for range 2 {
				var got []float64
				for from, margins := range all {
					if from*e.Outputs != len(got) {
						t.Fatalf("%s, %s: row %d after %d margins", name, kind, from, len(got))
					}
					got = append(got, margins...)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s: other margins than the plain predictor's", name, kind)
				}
			}
		}
	}
}

// Rows without columns are told as such, not by a division by zero.
func TestMarginsOfNoColumns(t *testing.T) {
	defer func() {
		if said := fmt.Sprint(recover()); !strings.Contains(said, "where a row has 2 values") {
			t.Error(said)
		}
	}()
	for range trainer.Margins(ensemble.NewPredictor(ensembletest.Stumps()), &data.Table{Rows: 3}, 1) {
	}
	t.Error("rows without columns have margins")
}
