package gbdt_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// A row is enough for the default smallest sum of hessians, 1, whatever the number of rows: a deep tree
// then fits distinct rows exactly, as XGBoost's does.
func TestOneRowIsEnoughForOne(t *testing.T) {
	for n := 2; n <= 40; n++ {
		table := &data.Table{Rows: n, Cols: 1, Features: []string{"x"}}
		for i := range n {
			table.X, table.Target = append(table.X, float64(i)), append(table.Target, float64(i*i%7))
		}
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.LearningRate, p.Lambda, p.MaxDepth, p.Threads = 1, 1, 0, 0, 1
		e := train(t, p, table)
		for i := range n {
			if got := margin(e, table.Row(i)); math.Abs(got-table.Target[i]) > 1e-5 {
				t.Errorf("row %d of %d: %v, want %v", i, n, got, table.Target[i])
			}
		}
	}
}

// A weight is so many copies of a row, also for leaves that have just enough weight.
func TestLeastWeightsAreCopies(t *testing.T) {
	r := seed.At(1, 3)
	for range 20 {
		const n = 150
		names := []string{"x", "y"}
		weighed, copied := &data.Table{Rows: n, Cols: 2, Features: names}, &data.Table{Cols: 2, Features: names}
		for range n {
			x, y, w := []float64{float64(r.IntN(20)), float64(r.IntN(20))}, r.NormFloat64(), 1+r.IntN(3)
			weighed.X, weighed.Target, weighed.Weights = append(weighed.X, x...), append(weighed.Target, y), append(weighed.Weights, float64(w))
			for range w {
				copied.X, copied.Target = append(copied.X, x...), append(copied.Target, y)
				copied.Rows++
			}
		}
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth, p.MinChildWeight, p.Threads = 3, 4, 3, 1
		a, b := train(t, p, weighed), train(t, p, copied)
		for i := range n {
			if x, y := margin(a, weighed.Row(i)), margin(b, weighed.Row(i)); math.Abs(x-y) > 1e-5 {
				t.Fatalf("row %d: %v, and of copies %v", i, x, y)
			}
		}
	}
}

// So it is if hessians are no round numbers: ten rows of 0.1 are enough for 1, and two of 1 for 2 beside
// rows of 0.1. The search with constraints agrees.
func TestRoundedHessiansAreEnough(t *testing.T) {
	for what, with := range map[string]func(p *trainer.Params){
		"natural":     func(*trainer.Params) {},
		"constrained": func(p *trainer.Params) { p.Alpha, p.MinChildWeight = 1e-9, 2 },
		"two rows":    func(p *trainer.Params) { p.MinChildWeight = 2 },
		"too much":    func(p *trainer.Params) { p.MinChildWeight = 1.001 },
	} {
		for n := 30; n < 80; n++ {
			table := &data.Table{Rows: n, Cols: 1, Features: []string{"x"}}
			p := trainer.Defaults(trainer.GBDT)
			p.Rounds, p.MaxDepth, p.Threads = 1, 1, 1
			with(&p)
			first, weight := 10, 0.1
			if p.MinChildWeight == 2 {
				first, weight = 2, 1
			}
			for i := range n {
				x, w := 0.0, weight
				if i >= first {
					x, w = 1, 0.1
				}
				if i >= n-2 { // enough for the other side too
					w = 3
				}
				table.X, table.Target, table.Weights = append(table.X, x), append(table.Target, x+float64(i%3)/100), append(table.Weights, w)
			}
			want := 1
			if what == "too much" {
				want = 0
			}
			if got := len(train(t, p, table).Trees[0].Splits); got != want {
				t.Errorf("%s, %d rows: %d splits, want %d", what, n, got, want)
			}
		}
	}
}
