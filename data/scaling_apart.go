package data

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// rounding is the relative difference up to which two values are the same, computed differently.
const rounding = 1e-9

// keepApart returns least and most, or, if scaling by these would merge values, a range as wide
// as that of the values from 0 on, which rounds nothing.
func keepApart(r Range, values, rows []float64, least, most float64) (float64, float64) {
	if !losesDigits(values, least) {
		return least, most
	}
	stat.SortWeighted(values, rows)
	if !merges(values, least) {
		return least, most
	}
	return 0, r.Max - r.Min
}

// losesDigits reports whether some of the values may become the same if least is subtracted.
func losesDigits(values []float64, least float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return math.Abs((v-least)+least-v) > rounding*math.Abs(v) })
}

// merges reports whether a quarter or more of the different values become the same as the next
// one if least is subtracted. values ascend.
func merges(values []float64, least float64) bool {
	different, same := 0, 0
	for i := 1; i < len(values); i++ {
		a, b := values[i-1], values[i]
		if b-a <= rounding*max(math.Abs(a), math.Abs(b)) {
			continue
		}
		if different++; a-least == b-least {
			same++
		}
	}
	return different > 0 && 4*same >= different
}

// Merges reports whether the scaling makes many different values one in column f of a table
// of raw rows that are not sparse: it leaves them no digits to differ in.
func (s Scaling) Merges(t *Table, f int) bool {
	if t.Sparse != nil {
		return false // a 0 stays a 0
	}
	var values []float64
	for i := range t.Rows {
		if v := t.At(i, f); v == v {
			values = append(values, v)
		}
	}
	if !losesDigits(values, s.Min[f]) {
		return false
	}
	slices.Sort(values)
	return merges(values, s.Min[f])
}

// farOff reports whether a value is so much further from others, lo to hi, than these are from
// each other that it is hardly one of them.
func farOff(value, lo, hi float64) bool {
	const times = 1e6
	return max(lo-value, value-hi) > times*(hi-lo)
}
