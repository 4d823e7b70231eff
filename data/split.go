package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Addresses of random numbers below a seed.
const (
	sampling = iota
	folding
)

// Split divides t into training and test rows, in their order in t. About the given
// share of each class, and the nearest number to it in all, are test rows; every class
// keeps a training row, and if a class has too few rows for that, there are fewer test rows.
// The share is above 0 and below 1, s is the seed of the draw. Too few rows for a test
// row are an error. Rows of one of Groups stay on one side, and the number of test rows
// then only approximates the share.
func (t *Table) Split(share float64, s uint64) (train, test *Table, err error) {
	if err := t.dealable(); err != nil {
		return nil, nil, err
	}
	n := int(math.Round(share * float64(t.Rows)))
	if !(share > 0 && share < 1) {
		return nil, nil, fmt.Errorf("test share is %v, must be above 0 and below 1", share)
	}
	var drawn []int
	var few string
	if t.Groups == nil {
		drawn, few = t.draw(n, 1, s), fmt.Sprintf("%d rows are too few", t.Rows)
	} else {
		drawn, few = t.drawGroups(n, s), fmt.Sprintf("%d groups of rows are too few, or too large,", t.Units())
	}
	if len(drawn) == 0 && n > 0 && t.Groups == nil && t.Rows > 1 && slices.Max(append(t.Counts(), 0)) == 1 {
		return nil, nil, fmt.Errorf("%s: all rows are of different classes, and each keeps its row for training%s", t.Name(), t.otherLabel())
	}
	if len(drawn) == 0 {
		return nil, nil, fmt.Errorf("%s: %s for a test share of %v", t.Name(), few, share)
	}
	rest := make([]int, 0, t.Rows-len(drawn))
	for i := range t.Rows {
		if _, isTest := slices.BinarySearch(drawn, i); !isTest {
			rest = append(rest, i)
		}
	}
	return t.Subset(rest), t.Subset(drawn), nil
}

// dealable reports fields of t by which its rows cannot be dealt out.
func (t *Table) dealable() error {
	if t == nil {
		return errNone
	}
	return cmp.Or(t.validateRows(), t.validateColumns(), t.validateLabels())
}

// Sample returns a copy of n random rows, in their order in t and stratified by class; of all rows if
// there are no more than n. s is the seed of the draw.
func (t *Table) Sample(n int, s uint64) *Table { return t.Subset(t.draw(n, 0, s)) }

// Folds deals the rows into k folds whose sizes, overall and by class, differ
// by at most one row, and returns the row numbers of each in ascending order. s is the
// seed of the deal; k is from 2 to the number of rows, and any other is an error. Rows of one
// of Groups stay in one fold; sizes then differ by more, and k is at most the number of groups.
func (t *Table) Folds(k int, s uint64) ([][]int, error) {
	if err := t.dealable(); err != nil {
		return nil, err
	}
	if n := t.Units(); k < 2 || k > n {
		of := "rows"
		if t.Groups != nil {
			of = "groups of rows (Options.SplitBy)"
		}
		return nil, fmt.Errorf("%s: %d folds of %d %s, must be from 2 to their number", t.Name(), k, n, of)
	}
	if t.Groups != nil {
		return t.foldGroups(k, s), nil
	}
	folds := make([][]int, k)
	dealt := 0
	for class, rows := range t.strata() {
		seed.At(s, folding, class).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for _, row := range rows {
			folds[dealt%k] = append(folds[dealt%k], row)
			dealt++
		}
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds, nil
}

// draw returns about n random rows in ascending order, stratified, and leaves
// at least spare rows of each class.
func (t *Table) draw(n, spare int, s uint64) []int {
	strata := t.strata()
	var drawn []int
	for class, quota := range quotas(strata, n) {
		rows := strata[class]
		seed.At(s, sampling, class).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		drawn = append(drawn, rows[:max(0, min(quota, len(rows)-spare))]...)
	}
	slices.Sort(drawn)
	return drawn
}

// quotas divides n over the strata in proportion to their sizes, by largest
// remainder.
func quotas(strata [][]int, n int) []int {
	all := 0
	for _, rows := range strata {
		all += len(rows)
	}
	n = max(0, min(n, all))
	quota, order := make([]int, len(strata)), make([]int, len(strata))
	left := n
	times := func(c int) int64 { return int64(n) * int64(len(strata[c])) } // it may exceed an int of 32 bits
	for c := range strata {
		quota[c] = int(times(c) / int64(max(all, 1)))
		left -= quota[c]
		order[c] = c
	}
	remainder := func(c int) int64 { return times(c) % int64(max(all, 1)) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainder(b), remainder(a)) })
	for _, c := range order[:left] {
		quota[c]++
	}
	return quota
}

// strata returns the row numbers of each class, or of all without classes.
func (t *Table) strata() [][]int {
	strata := make([][]int, max(len(t.Classes), 1))
	for i := range t.Rows {
		class := t.classOf(i)
		strata[class] = append(strata[class], i)
	}
	return strata
}

// classOf returns the class of a row, 0 without classes.
func (t *Table) classOf(i int) int {
	if t.Y == nil {
		return 0
	}
	return t.Y[i]
}
