package advboost

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// against returns the first sweep of a feature over whole numbers from 0 to values, from
// random rows, along which a margin goes against its direction, "" if none does.
func against(r *rand.Rand, e *ensemble.Ensemble, directions []int, values int) string {
	x, margins := make([]float64, e.Features), make([]float64, e.Outputs)
	for range 200 {
		for f := range x {
			x[f] = float64(r.IntN(values))
		}
		for f, direction := range directions {
			var before []float64
			kept := x[f]
			for v := range values {
				x[f] = float64(v)
				e.Margins(x, margins)
				for k := range before {
					if float64(direction)*(margins[k]-before[k]) < -1e-12 {
						return fmt.Sprintf("feature %d of %v: output %d goes from %v to %v", f, x, k, before[k], margins[k])
					}
				}
				before = slices.Clone(margins)
			}
			x[f] = kept
		}
	}
	return ""
}

// wholes returns rows of whole numbers whose labels lean on products of features, so that
// no class rises with one of them.
func wholes(r *rand.Rand, rows, cols, classes, values int) *data.Table {
	t := &data.Table{Source: "wholes", Rows: rows, Cols: cols}
	for range rows {
		sum := 0.0
		for range cols {
			v := float64(r.IntN(values))
			t.X, sum = append(t.X, v), sum+float64((v-3)*(v-5))
		}
		t.Y = append(t.Y, (int(sum)/4+r.IntN(2)+classes*100)%classes)
	}
	for f := range cols {
		t.Features = append(t.Features, fmt.Sprint("f", f))
	}
	for c := range classes {
		t.Classes = append(t.Classes, fmt.Sprint("c", c))
	}
	return t
}

// Hardened models keep their monotone constraints, which refitted leaf values once broke.
func TestRefitsAreMonotone(t *testing.T) {
	if testing.Short() {
		t.Skip("TestSameModelForAnyNumberOfThreads has the goroutines")
	}
	const values = 8
	unordered := 0
	for i := range 12 {
		r := seed.At(43, i)
		rows := wholes(r, 150, 4, 2+i%2, values)
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth, p.LearningRate, p.MonotoneConstraints = 6, 4, 0.3, []int{1, -1, 0}
		for _, norm := range []attack.Norm{attack.LInf, attack.L1} {
			for _, worst := range WorstCases {
				for _, relabel := range []int{0, 2} {
					s := Strategy{Norm: norm, Eps: 1, Split: 0.5, Gradient: worst, Refit: 4, Relabel: relabel}
					e, err := Harden(t.Context(), rows, p, s)
					if err != nil {
						t.Fatal(err)
					}
					if said := against(r, e, p.MonotoneConstraints, values); said != "" {
						t.Errorf("%d, norm %s, %s, relabel %d: %s", i, norm, worst, relabel, said)
					}
				}
			}
		}
		p.MonotoneConstraints = nil
		e, err := Harden(t.Context(), rows, p, Strategy{})
		if err != nil {
			t.Fatal(err)
		}
		o := RefineOptions{Ball: Ball{Eps: 1}, Monotone: []int{1, -1, 0}, Lambda: 1}
		if against(r, e, o.Monotone, values) != "" {
			unordered++
		}
		refined, err := Refine(t.Context(), e, rows, o)
		if err != nil {
			t.Fatal(err)
		}
		if said := against(r, refined, o.Monotone, values); said != "" {
			t.Errorf("%d, refined: %s", i, said)
		}
	}
	if unordered < 6 {
		t.Errorf("only %d models of 12 needed to be put in order", unordered)
	}
}

// Leaf values that are in order on both sides of each split stay as they are.
func TestOrderingKeepsOrder(t *testing.T) {
	tree := &ensemble.Tree{
		Splits: []ensemble.Split{
			{Feature: 0, Left: 1, Right: 2},
			{Feature: 1, Left: ^0, Right: ^1},
			{Feature: 0, Left: ^2, Right: ^3},
		},
		Leaves: []float64{0, 0, 0, 0},
	}
	for _, c := range []struct{ directions, leaves, want []float64 }{
		{[]float64{1}, []float64{2, 1, 2, 3}, []float64{2, 1, 2, 3}},
		{[]float64{1}, []float64{4, 1, 2, 9}, []float64{3, 1, 3, 9}},
		{[]float64{1}, []float64{0, 1, 6, 4}, []float64{0, 1, 5, 5}},
		{[]float64{-1}, []float64{0, 9, 6, 4}, []float64{3, 9, 3, 3}},
		{[]float64{0, 1}, []float64{3, 1, 6, 4}, []float64{2, 2, 6, 4}},
	} {
		var directions []int
		for _, d := range c.directions {
			directions = append(directions, int(d))
		}
		got := slices.Clone(c.leaves)
		ordering(tree, directions)(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v of %v: %v, want %v", c.directions, c.leaves, got, c.want)
		}
	}
	if ordering(tree, []int{0, 0, 1}) != nil {
		t.Error("no split has a direction")
	}
}
