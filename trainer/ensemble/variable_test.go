package ensemble_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// everySetShape runs a property on random ensembles with splits on sets, and on rows with levels,
// missing values and values that are not levels.
func everySetShape(t *testing.T, property func(t *testing.T, r *rand.Rand, g *ensemble.Grid, row func() []float64)) {
	for name, shape := range ensembletest.SetShapes {
		t.Run(name, func(t *testing.T) {
			for i := range 20 {
				r := seed.At(41, i)
				e := ensembletest.Random(r, shape)
				if i%2 == 0 && shape.Rule == ensemble.Truncated {
					for f := range e.Columns {
						e.Columns[f].Codes = nil
					}
				}
				g, err := ensemble.NewGrid(e)
				if err != nil {
					t.Fatal(err)
				}
				property(t, r, g, func() []float64 {
					x := ensembletest.Row(r, e)
					for f := range x {
						if e.Categorical(f) && r.IntN(4) == 0 {
							x[f] = []float64{math.NaN(), -1, -7, 1.5, 9999, math.Inf(1)}[r.IntN(6)]
						}
					}
					return e.Rounded(x)
				})
			}
		})
	}
}

// A row falls into the leaf of its cells, the only leaf whose sides contain them.
func TestSetsOfCellsSayWhatTheTreesSay(t *testing.T) {
	everySetShape(t, func(t *testing.T, _ *rand.Rand, g *ensemble.Grid, row func() []float64) {
		cells := make([]ensemble.Cell, g.Ensemble.Features)
		for range 30 {
			x := row()
			g.Cells(x, cells)
			for i := range g.Ensemble.Trees {
				want := g.LeafOf[i] + ensemble.Leaf(g.Ensemble.Trees[i].Leaf(x))
				if got := g.Leaf(i, cells); got != want {
					t.Fatalf("tree %d, x %v: leaf %d, want %d", i, x, got, want)
				}
				for l := g.LeafOf[i]; l < g.LeafOf[i+1]; l++ {
					inside := true
					for _, s := range g.LeafSides(l) {
						inside = inside && s.Lo <= cells[s.Feature] && cells[s.Feature] <= s.Hi
					}
					for _, s := range g.LeafSets(l) {
						inside = inside && g.Set(s.Feature, s.At).Has(cells[s.Feature])
					}
					if inside != (l == want) {
						t.Fatalf("tree %d, x %v: leaf %d holds it: %v, it falls into %d", i, x, l, inside, want)
					}
				}
			}
		}
	})
}

// Cells are as few as possible: some split separates any two of a variable. Each legal level is in one
// of them.
func TestCellsOfAVariableDiffer(t *testing.T) {
	cells := 0
	everySetShape(t, func(t *testing.T, _ *rand.Rand, g *ensemble.Grid, _ func() []float64) {
		for f, v := range g.Loose {
			if v == nil {
				continue
			}
			for a := range v.Levels {
				cells++
				for b := range a {
					apart := false
					for i := range g.Nodes {
						if n := &g.Nodes[i]; int(n.Feature) == f {
							left := g.LeftOf(n)
							apart = apart || left.Has(ensemble.Cell(a)) != left.Has(ensemble.Cell(b))
						}
					}
					if !apart {
						t.Fatalf("nothing tells cells %d and %d of feature %d apart", a, b, f)
					}
				}
				for _, l := range v.Levels[a] {
					if g.Cell(f, float64(l)) != ensemble.Cell(a) || !v.IsLegal(float64(l)) {
						t.Fatalf("level %d is not in cell %d", l, a)
					}
				}
			}
			if v.IsLegal(math.NaN()) || v.IsLegal(float64(ensemble.Unseen)) {
				t.Fatal("what is no level is legal")
			}
		}
	})
	if cells == 0 {
		t.Error("no cells")
	}
}
