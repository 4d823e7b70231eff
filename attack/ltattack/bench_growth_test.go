package ltattack_test

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/data"
)

// widest returns a table with the features of the largest variance.
func widest(t *data.Table, features int) *data.Table {
	variance := make([]float64, t.Cols)
	order := make([]int, t.Cols)
	column := make([]float64, t.Rows)
	for f := range order {
		order[f] = f
		for i := range column {
			column[i] = t.Row(i)[f]
		}
		variance[f] = stat.Variance(column, nil)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if variance[a] > variance[b] {
			return -1
		}
		return 1
	})
	order = order[:features]
	slices.Sort(order)
	out := *t
	out.Cols, out.X, out.Features, out.Image = features, nil, nil, data.Shape{}
	for i := range t.Rows {
		for _, f := range order {
			out.X = append(out.X, t.Row(i)[f])
		}
	}
	for _, f := range order {
		out.Features = append(out.Features, t.Features[f])
	}
	return &out
}
