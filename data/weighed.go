package data

// Weight returns the weight of row i in training and its metrics, 1 if the table has no weights.
func (t *Table) Weight(i int) float64 {
	if t.Weights == nil {
		return 1
	}
	return t.Weights[i]
}

// Weighed returns the rows of t that count in training, those whose weight is not
// 0, in their order. It returns t itself if all of them do, or none.
func (t *Table) Weighed() *Table {
	var rows []int
	for i, w := range t.Weights {
		if w != 0 {
			rows = append(rows, i)
		}
	}
	if len(rows) == len(t.Weights) || rows == nil {
		return t
	}
	return t.Subset(rows)
}
