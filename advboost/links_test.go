package advboost_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// A column that is derived at no cost is worth as much to a hardened model as what it is derived
// from: it takes only values that the links allow, though its own weight would allow any.
func TestDerivedColumnsAreWorthSomething(t *testing.T) {
	const eps, a, b, sum = 0.04, 0, 1, 2
	table := &data.Table{Rows: 300, Cols: 3, Features: []string{"a", "b", "sum"}, Classes: []string{"low", "high"}}
	for i := range table.Rows {
		r := seed.At(73, i)
		y := i % 2
		x := r.Float64()
		z := 0.8*float64(y) + 0.6 - x + 0.4*r.Float64() // the sum is below 1 or above 1.4
		table.X, table.Y = append(table.X, x, z, x+z), append(table.Y, y)
	}
	c := &attack.Constraints{Weight: []float64{1, 1, 0}, Links: []attack.Link{
		{Text: "sum = a + b", Feature: sum, Terms: []attack.Term{{Factor: 1, Times: []int{a}}, {Factor: 1, Times: []int{b}}}},
	}}
	for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1} {
		for _, booster := range []string{trainer.GBDT, trainer.Forest} {
			s := advboost.Default(booster, norm, table)
			s.Eps, s.Constraints = eps, c
			p := trainer.Defaults(booster)
			p.Rounds, p.MaxDepth, p.MinSamplesLeaf = 20, 3, 5
			e, err := advboost.Harden(t.Context(), table, p, s)
			if err != nil {
				t.Fatal(err)
			}
			problem := attacktest.NewProblem(t, e, norm)
			problem.Constraints = c
			var victims []attack.Victim
			for i := range table.Rows {
				victims = append(victims, attack.Victim{Row: i, X: table.Row(i), Label: table.Y[i]})
			}
			holds := attacktest.Certified(t, problem, exact.Auto{}, victims, eps)
			t.Logf("%s, norm %v: %d of %d rows hold", booster, norm, holds, table.Rows)
			if holds < 280 {
				t.Errorf("%s, norm %v: %d of %d rows hold", booster, norm, holds, table.Rows)
			}
			s.Relabel = 3 // searches for worst rows know no links
			if e, err = s.Refine(t.Context(), e, table, &p); err != nil {
				t.Fatal(err)
			}
			problem = attacktest.NewProblem(t, e, norm)
			problem.Constraints = c
			if still := attacktest.Certified(t, problem, exact.Auto{}, victims, eps); still < holds-10 {
				t.Errorf("%s, norm %v: %d of %d rows hold when refined", booster, norm, still, holds)
			}
		}
	}
}
