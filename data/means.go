package data

import "fmt"

// WithMeans returns a table with the columns of t and, after them, the means of any two
// neighbours among the columns from (inclusive) to to (exclusive), at least two columns,
// 0 <= from and to <= Cols. They suit a stretch of a time series, whose features are
// successive values: means are less noisy than single values.
//
// A mean, like an extreme, see [Table.WithExtremes], changes by no more than the columns
// do, and what is proved in the norm inf for all columns holds for those of t. Other columns,
// and rows that are scaled already, are an error.
func (t *Table) WithMeans(from, to int) (*Table, error) {
	if from < 0 || to > t.Cols || to-from < 2 {
		return nil, fmt.Errorf("%s: no means of neighbours among columns %d to %d of %d", t.Name(), from+1, to, t.Cols)
	}
	var names []string
	for c := from; c < to-1; c++ {
		names = append(names, "mean "+t.Features[c]+" "+t.Features[c+1])
	}
	return t.withColumns(names, func(row, means []float64) {
		for k := range means {
			means[k] = (row[from+k] + row[from+k+1]) / 2
		}
	})
}
