package data

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/data/column"
)

// FitQuantiles returns the scaling by the middle nine tenths of the values of
// each column of t, from the 5th to the 95th percentile, so that a few extreme
// values do not set the unit. If these are equal, as in a column that is mostly
// 0, it is the 1st to the 99th, and if they are equal too, the range. A row of
// weight 2 counts as two rows. Pixels of images and categorical columns are scaled
// as by [FitScaling].
func FitQuantiles(t *Table) Scaling { return FitQuantilesOf(t, nil) }

// FitQuantilesOf is [FitQuantiles] for the given columns, in ascending order, nil for all. It scales
// others as by [FitScaling].
func FitQuantilesOf(t *Table, columns []int) Scaling {
	return t.fitColumns(columns, func(_ Range, values, rows []float64) (least, most float64) { return middle(values, rows) })
}

// middle returns the ends of the middle of some values, which it sorts, with how
// many rows have each, nil for 1.
func middle(values, rows []float64) (least, most float64) {
	stat.SortWeighted(values, rows)
	for _, tail := range []float64{0.05, 0.01, 0} {
		least, most = stat.Quantile(tail, stat.Empirical, values, rows), stat.Quantile(1-tail, stat.Empirical, values, rows)
		if least < most {
			break
		}
	}
	return least, most
}

// stretch is how many times wider than the middle of its values the range of a
// column must be to mean nothing: a twentieth of the range, which is an ordinary
// radius, then takes almost any of these values to any other.
const stretch = 20

// FitTypical returns the scaling by the range of each column of t, see
// [FitScaling], except for columns whose range is more than 20 times as wide as the
// middle of their values: these are scaled as by [FitQuantiles]. If that range, too, is a
// thousand times as wide as that of all values but the least, the largest or both, as
// beside ±1e18, the column is scaled as without these. Columns in which a quarter of the
// different values would still become the same are scaled so that they stay apart. The
// numbers of columns of all these kinds are returned.
func FitTypical(t *Table) (s Scaling, stretched []int) {
	t = t.Weighed()
	whole := FitScaling(t)
	s = t.fitColumns(nil, func(r Range, values, rows []float64) (least, most float64) {
		least, most = typical(r, values, rows)
		if t.Sparse != nil { // a 0 stays a 0
			return least, most
		}
		least, most = withoutFar(r, values, rows, least, most)
		return keepApart(r, values, rows, least, most)
	})
	for f := range t.Cols {
		if s.Min[f] != whole.Min[f] || s.Max[f] != whole.Max[f] {
			stretched = append(stretched, f)
		}
	}
	return s, stretched
}

// typical returns the ends of the range of some values, or of their middle if that is much
// narrower.
func typical(r Range, values, rows []float64) (least, most float64) {
	if rows == nil && !crowded(r, values) {
		return r.Min, r.Max
	}
	if least, most = middle(values, rows); stretch*(most-least) < r.Max-r.Min {
		return least, most
	}
	return r.Min, r.Max
}

// crowded reports whether nine tenths of some values can lie within as small a share of
// their range as in a stretched column. It saves sorting the others.
func crowded(r Range, values []float64) bool {
	var counts [stretch + 1]int
	if math.IsInf(r.Max-r.Min, 0) {
		return false // nothing is scaled by that
	}
	for _, v := range values {
		counts[int(stretch*((v-r.Min)/(r.Max-r.Min)))]++
	}
	most := 0
	for k := range stretch {
		most = max(most, counts[k]+counts[k+1])
	}
	return 10*most >= 8*len(values) // somewhat fewer, as quantiles are of whole values
}

// FitDeviation returns the scaling that takes the mean of each column of t to 0
// and a standard deviation (of the population; of weighted rows, if they have weights) to
// 1. Pixels of images and categorical columns are scaled as by [FitScaling].
func FitDeviation(t *Table) Scaling {
	return t.fitColumns(nil, func(r Range, values, rows []float64) (least, most float64) {
		mean, deviation := stat.PopMeanStdDev(values, rows)
		if width := r.Max - r.Min; !(deviation > 0) || math.IsInf(deviation, 0) { // squares out of the range of numbers
			for i, v := range values {
				values[i] = (v - r.Min) / width
			}
			deviation = float64(stat.PopStdDev(values, rows) * width)
		}
		return mean, mean + deviation
	})
}

// fitColumns returns the scaling whose ends are a function of the range of each column
// that has one, and of its values, with how many rows have each: the sum of their
// weights, nil for 1. It is for the given columns, nil for all, and [FitScaling] for others.
func (t *Table) fitColumns(columns []int, ends func(r Range, values, rows []float64) (least, most float64)) Scaling {
	t = t.Weighed()
	s := FitScaling(t)
	if t.Image != (Shape{}) {
		return s
	}
	given := func(f int) bool {
		_, found := slices.BinarySearch(columns, f)
		return columns == nil || found
	}
	if t.Sparse != nil {
		return t.fitSparse(s, given, ends)
	}
	values := make([]float64, 0, t.Rows)
	var weights []float64
	for f := range t.Cols {
		if s.Min[f] == s.Max[f] || !given(f) || column.KindOf(t.Columns, f) == column.Categorical {
			continue
		}
		values, weights = values[:0], weights[:0]
		for i := range t.Rows {
			v := t.At(i, f)
			if v != v {
				continue
			}
			values = append(values, v)
			if t.Weights != nil {
				weights = append(weights, t.Weights[i])
			}
		}
		s.Min[f], s.Max[f] = ends(Range{Min: s.Min[f], Max: s.Max[f]}, values, weights)
	}
	return s
}

// fitSparse is fitColumns for sparse rows, in which all absent zeros are one value.
func (t *Table) fitSparse(s Scaling, given func(f int) bool, ends func(r Range, values, rows []float64) (least, most float64)) Scaling {
	total := float64(t.Rows)
	if t.Weights != nil {
		total = floats.Sum(t.Weights)
	}
	start, at, all := t.Sparse.ByColumn(t.Cols)
	var values, rows []float64
	for f, r := range t.Ranges() {
		if s.Min[f] == s.Max[f] || !given(f) {
			continue
		}
		values, rows = values[:0], rows[:0]
		absent := total
		for k := start[f]; k < start[f+1]; k++ {
			w := t.Weight(int(at[k]))
			absent -= w
			if v := all[k]; v == v {
				values, rows = append(values, v), append(rows, w)
			}
		}
		if start[f+1]-start[f] < t.Rows && t.Sparse.Absent == 0 && absent > 0 {
			values, rows = append(values, 0), append(rows, absent)
		}
		s.Min[f], s.Max[f] = ends(r, values, rows)
	}
	return s.keepZeros(t)
}
