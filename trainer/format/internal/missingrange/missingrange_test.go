package missingrange_test

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/missingrange"
)

// Numbers that are taken for missing values go where those went, all other numbers where they went, and
// missing values where the first of the numbers goes at every split.
func TestExpand(t *testing.T) {
	values := []float64{math.NaN(), math.Inf(-1), math.Inf(1)}
	for i := -6; i <= 14; i++ {
		values = append(values, float64(i)/8)
	}
	expanded := 0
	for i := range 400 {
		r := seed.At(3, i)
		e := ensembletest.Random(r, ensembletest.Shape{Features: 2, Trees: 1, Depth: 5, Cuts: 7})
		if r.IntN(4) == 0 { // thresholds that no number or each goes left at
			e.Trees[0].Splits[0].Threshold = math.Inf(2*r.IntN(2) - 1)
		}
		first := float64(r.IntN(17)-4) / 8
		n := missingrange.Numbers{Before: first - 0.0625, First: first, Last: first + float64(r.IntN(2))/8}
		made := *e
		made.Trees = []ensemble.Tree{{Splits: slices.Clone(e.Trees[0].Splits), Leaves: e.Trees[0].Leaves}}
		tree, straight := &made.Trees[0], true
		for s := range tree.Splits {
			straight = n.Straight(&tree.Splits[s]) && straight
		}
		if !straight {
			expanded++
			if !n.Expand(tree, func(int32) bool { return true }, 1<<20) {
				t.Fatal("too large")
			}
		}
		if err := made.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, s := range tree.Splits {
			if s.DefaultLeft != (n.First <= s.Threshold) {
				t.Fatalf("missing values do not go with %v at %v", n.First, s)
			}
		}
		margin := func(e *ensemble.Ensemble, row []float64) float64 {
			out := []float64{0}
			e.Margins(row, out)
			return out[0]
		}
		for _, x := range values {
			for _, y := range values {
				row, blanked := []float64{x, y}, []float64{x, y}
				for f, v := range row {
					if n.First <= v && v <= n.Last {
						blanked[f] = math.NaN()
					}
				}
				if got, want := margin(&made, row), margin(e, blanked); got != want {
					t.Fatalf("%d: %v, with %v for missing values, is %v, want %v", i, row, n, got, want)
				}
			}
		}
	}
	if expanded == 0 {
		t.Error("no tree was rebuilt")
	}
}
