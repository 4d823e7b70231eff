package ensemble_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// everyShape runs a property on several random ensembles of every shape.
func everyShape(t *testing.T, property func(t *testing.T, g *ensemble.Grid, row func() []float64)) {
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 20 {
				r := seed.At(1, i)
				e := ensembletest.Random(r, shape)
				if err := e.Validate(); err != nil {
					t.Fatal(err)
				}
				g, err := ensemble.NewGrid(e)
				if err != nil {
					t.Fatal(err)
				}
				property(t, g, func() []float64 { return ensembletest.Row(r, e) })
			}
		})
	}
}

func TestGridLeafIsTreeLeaf(t *testing.T) {
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		cells := make([]ensemble.Cell, g.Ensemble.Features)
		for range 50 {
			x := row()
			g.Cells(x, cells)
			for i := range g.Ensemble.Trees {
				want := g.LeafOf[i] + ensemble.Leaf(g.Ensemble.Trees[i].Leaf(x))
				if got := g.Leaf(i, cells); got != want {
					t.Fatalf("tree %d, x %v: leaf %d, want %d", i, x, got, want)
				}
			}
		}
	})
}

func TestLeafBoxHoldsItsPoints(t *testing.T) {
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		cells := make([]ensemble.Cell, g.Ensemble.Features)
		for range 50 {
			g.Cells(row(), cells)
			for l := range g.NumLeaves() {
				box := ensemble.NewBox(g)
				some := box.Intersect(g.LeafSides(ensemble.Leaf(l)))
				inside := g.Leaf(int(g.LeafTree[l]), cells) == ensemble.Leaf(l)
				for f, c := range cells {
					some = some && box.Lo[f] <= c && c <= box.Hi[f]
				}
				if inside != some {
					t.Fatalf("leaf %d, cells %v: in leaf %v, box %v", l, cells, inside, box)
				}
			}
		}
	})
}

func TestCellBounds(t *testing.T) {
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		for f, cuts := range g.Cuts {
			for c, v := range cuts {
				if got := g.Cell(f, v); got != ensemble.Cell(c) {
					t.Fatalf("a threshold lies in cell %d, want %d", got, c)
				}
				if got := g.Cell(f, g.Above[f][c]); got != ensemble.Cell(c+1) {
					t.Fatalf("the value above a threshold lies in cell %d, want %d", got, c+1)
				}
			}
		}
	})
}

// The contrast of two classes says which wins wherever the model's own arithmetic leaves no doubt.
func TestContrastAgreesWithPrediction(t *testing.T) {
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		e := g.Ensemble
		cells := make([]ensemble.Cell, e.Features)
		margins := make([]float64, e.Outputs)
		for class := range e.Classes {
			for rival := range e.Classes {
				if rival == class {
					continue
				}
				c := g.Contrast(class, rival)
				for range 20 {
					x := row()
					g.Cells(x, cells)
					e.Margins(x, margins)
					lead := c.Margin(c.Sum(g, cells))
					if lead < 1e-5 && lead > -1e-5 && lead != 0 {
						continue
					}
					got := c.Sum(g, cells) >= c.Need
					want := e.ClassOf(margins) != class
					if e.Classes > 2 {
						want = margins[rival] > margins[class] || margins[rival] == margins[class] && rival < class
					}
					if got != want {
						t.Fatalf("classes %d and %d, margins %v: rival wins is %v, lead %v, need %d", class, rival, margins, got, lead, c.Need)
					}
				}
			}
		}
	})
}

// Values say leaf by leaf, and Gain move by move, what Sum adds up.
func TestValuesOfContrasts(t *testing.T) {
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		here, there := make([]ensemble.Cell, len(g.Cuts)), make([]ensemble.Cell, len(g.Cuts))
		g.Cells(row(), here)
		g.Cells(row(), there)
		for class := range g.Ensemble.Classes {
			for rival := range g.Ensemble.Classes {
				if rival == class {
					continue
				}
				c := g.Contrast(class, rival)
				sum, gain := c.Base, int64(0)
				for tree := range g.Root {
					from, to := g.Leaf(tree, here), g.Leaf(tree, there)
					sum += c.Values(int32(tree)).At(from)
					gain += c.Gain(int32(tree), from, to)
				}
				if got := c.Sum(g, here); got != sum {
					t.Errorf("classes %d and %d: sum %d, values add up to %d", class, rival, got, sum)
				}
				if got := c.Sum(g, there); got != sum+gain {
					t.Errorf("classes %d and %d: sum %d after a gain of %d from %d", class, rival, got, gain, sum)
				}
			}
		}
	})
}
