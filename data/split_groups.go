package data

import (
	"cmp"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// groupStrata returns the groups by the class that most of their rows have, shuffled within
// each class by a seed and the address of a draw.
func (t *Table) groupStrata(s uint64, address int) [][][]int {
	strata := make([][][]int, max(len(t.Classes), 1))
	for _, rows := range t.rowsOfGroups() {
		counts, class := make([]int, len(strata)), 0
		for _, i := range rows {
			counts[t.classOf(i)]++
		}
		for c, n := range counts {
			if n > counts[class] {
				class = c
			}
		}
		strata[class] = append(strata[class], rows)
	}
	for class, groups := range strata {
		seed.At(s, address, class).Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	}
	return strata
}

// drawGroups draws groups of about n rows in all, of each class about its share. If all groups
// are too large for that, it draws the one whose size is nearest to n. Every class keeps a row
// that is not drawn.
func (t *Table) drawGroups(n int, s uint64) []int {
	left := t.Counts()
	if t.Y == nil {
		left = []int{t.Rows}
	}
	var drawn, nearest []int
	for _, groups := range t.groupStrata(s, sampling) {
		all, taken := 0, 0
		for _, rows := range groups {
			all += len(rows)
		}
		quota := float64(n) * float64(all) / float64(t.Rows)
		for _, rows := range groups {
			if t.exhausts(left, rows) {
				continue
			}
			if nearest == nil || max(len(rows)-n, n-len(rows)) < max(len(nearest)-n, n-len(nearest)) {
				nearest = rows
			}
			if float64(2*taken+len(rows)) > 2*quota {
				continue
			}
			for _, i := range rows {
				left[t.classOf(i)]--
			}
			taken += len(rows)
			drawn = append(drawn, rows...)
		}
	}
	if drawn == nil && n > 0 { // a few large ones
		drawn = slices.Clone(nearest)
	}
	slices.Sort(drawn)
	return drawn
}

// exhausts reports whether these are the last rows that some class has left.
func (t *Table) exhausts(left, rows []int) bool {
	of := map[int]int{}
	for _, i := range rows {
		of[t.classOf(i)]++
	}
	for class, n := range of {
		if n == left[class] {
			return true
		}
	}
	return false
}

// foldGroups deals groups into k folds, each to the fold with the fewest rows of its class so
// far, and in a tie with the fewest in all. k is at most the number of groups, so no fold stays
// empty.
func (t *Table) foldGroups(k int, s uint64) [][]int {
	folds := make([][]int, k)
	for _, groups := range t.groupStrata(s, folding) {
		slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
		of := make([]int, k) // rows of these groups, by fold
		for _, rows := range groups {
			least := 0
			for f := range folds {
				if c := cmp.Or(cmp.Compare(of[f], of[least]), cmp.Compare(len(folds[f]), len(folds[least]))); c < 0 {
					least = f
				}
			}
			folds[least] = append(folds[least], rows...)
			of[least] += len(rows)
		}
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}
