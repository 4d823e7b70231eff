package ensemble_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The leads of the plain predictor differ from those in exact arithmetic by no more than the doubt.
func TestDoubt(t *testing.T) {
	for name, shape := range ensembletest.Rounded {
		worst := 0.0
		for i := range 50 {
			r := seed.At(3, i)
			e := ensembletest.Random(r, shape)
			margins := make([]float64, e.Outputs)
			doubt, trees := e.Doubt(), 1.0
			if e.Average {
				trees = float64(len(e.Trees))
			}
			for range 50 {
				x := ensembletest.Row(r, e)
				e.Margins(x, margins)
				exact := exactSums(e, x)
				for k := range margins {
					lead, truth := times(margins[k], trees), exact[k]
					if e.Outputs > 1 {
						j := (k + 1) % e.Outputs
						lead.Sub(lead, times(margins[j], trees))
						truth = number(0).Sub(exact[k], exact[j])
					}
					off, _ := lead.Sub(lead, truth).Float64()
					if off = math.Abs(off); off > doubt {
						t.Fatalf("%s: a lead is off by %v, the doubt is %v", name, off, doubt)
					}
					worst = max(worst, off/max(doubt, math.SmallestNonzeroFloat64))
				}
			}
		}
		t.Logf("%s: off by at most %.3g of the doubt", name, worst)
	}
}

// What contrasts are sure of holds in exact arithmetic, also where leaf values are smaller than the
// units that these are rounded to.
func TestContrastsOfRoundedValues(t *testing.T) {
	values := []float64{0, 1, 1, -1} // of sums about 10, of which a unit is 7e-18
	for _, v := range []float64{1.7e-18, 2.1e-18, 3.3e-18, 3.6e-18, 6e-18} {
		values = append(values, v, -v)
	}
	for name, shape := range map[string]ensembletest.Shape{
		"classes": {Features: 3, Trees: 12, Depth: 3, Classes: 3, Values: values},
		"vector":  {Features: 3, Trees: 6, Depth: 3, Classes: 3, Vector: true, Values: values},
	} {
		near := 0
		for i := range 300 {
			r := seed.At(9, i)
			e := ensembletest.Random(r, shape)
			clear(e.Base)
			g, err := ensemble.NewGrid(e)
			if err != nil {
				t.Fatal(err)
			}
			cells := make([]ensemble.Cell, e.Features)
			for range 30 {
				x := ensembletest.Row(r, e)
				g.Cells(x, cells)
				exact := exactSums(e, x)
				for class := range e.Classes {
					for rival := range e.Classes {
						if rival == class {
							continue
						}
						c := g.Contrast(class, rival)
						sum, lead := c.Sum(g, cells), exact[rival].Cmp(exact[class])
						wins := lead > 0 || lead == 0 && rival < class
						if sum >= c.Enough && !wins || sum < c.Need && wins {
							t.Fatalf("%s, %d: sum %d of %d against %d, enough is %d and needed %d, but winning is %v", name, i, sum, rival, class, c.Enough, c.Need, wins)
						}
						if sum > -20 && sum < 20 && lead != 0 {
							near++
						}
					}
				}
			}
		}
		if near < 1000 {
			t.Errorf("%s: only %d sums are near 0", name, near)
		}
	}
}

// number returns v with enough digits for exact sums.
func number(v float64) *big.Float { return new(big.Float).SetPrec(4000).SetFloat64(v) }

func times(v, by float64) *big.Float { return number(0).Mul(number(v), number(by)) }

// exactSums returns the margins of a row, or the sums of its leaf values if the model averages.
func exactSums(e *ensemble.Ensemble, x []float64) []*big.Float {
	sums := make([]*big.Float, e.Outputs)
	for k := range sums {
		sums[k] = number(e.Base[k]) // 0 where they are averages
		for i := range e.Trees {
			tree := &e.Trees[i]
			switch l := tree.Leaf(x); tree.Output {
			case k:
				sums[k].Add(sums[k], number(tree.Leaves[l]))
			case ensemble.VectorLeaves:
				sums[k].Add(sums[k], number(tree.Leaves[l*e.Outputs+k]))
			}
		}
	}
	return sums
}

// Sums that could overflow are refused.
func TestSumsThatOverflow(t *testing.T) {
	for i, leaf := range []float64{1e308, 3e38} {
		e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Sum: ensemble.Precision(i)}
		for range 3 {
			e.Trees = append(e.Trees, ensemble.Tree{Splits: []ensemble.Split{{Left: ^0, Right: ^1}}, Leaves: []float64{leaf, -leaf}})
		}
		if _, err := ensemble.NewGrid(e); err == nil {
			t.Errorf("sums of %v in %v are taken", leaf, e.Sum)
		} else {
			t.Log(err)
		}
	}
}
