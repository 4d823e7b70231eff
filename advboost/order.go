package advboost

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// ordering returns a function that makes leaf values of a tree respect monotone features, nil
// if no split is on one. It moves values on either side of such a split to their side of the
// middle, as the trainer does when it grows trees; values in order stay as they are.
func ordering(t *ensemble.Tree, directions []int) func(leaves []float64) {
	directed := func(s ensemble.Split) bool { return s.Set == nil && directionOf(directions, s.Feature) != 0 }
	if !slices.ContainsFunc(t.Splits, directed) {
		return nil
	}
	below := make([][2][]int32, len(t.Splits)) // the leaves left and right of each split
	for n := len(t.Splits) - 1; n >= 0; n-- {
		for side, child := range [2]int32{t.Splits[n].Left, t.Splits[n].Right} {
			if child < 0 {
				below[n][side] = []int32{^child}
			} else {
				below[n][side] = slices.Concat(below[child][0], below[child][1])
			}
		}
	}
	return func(leaves []float64) {
		for n, s := range t.Splits { // parents first: children stay within what they leave
			if !directed(s) {
				continue
			}
			low, high := below[n][0], below[n][1]
			if directionOf(directions, s.Feature) < 0 {
				low, high = high, low
			}
			most, least := leaves[low[0]], leaves[high[0]]
			for _, l := range low {
				most = max(most, leaves[l])
			}
			for _, l := range high {
				least = min(least, leaves[l])
			}
			if most <= least {
				continue
			}
			middle := (most + least) / 2
			for _, l := range low {
				leaves[l] = min(leaves[l], middle)
			}
			for _, l := range high {
				leaves[l] = max(leaves[l], middle)
			}
		}
	}
}

// directionOf returns how predictions change with a feature: 1, -1, or 0 for either way.
func directionOf(directions []int, f ensemble.Feature) int {
	if int(f) >= len(directions) {
		return 0
	}
	return directions[f]
}
