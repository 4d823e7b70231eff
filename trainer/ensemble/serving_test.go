package ensemble_test

import (
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A process that scores rows relies on this: many goroutines can share a predictor, and a call
// allocates nothing.
func TestServing(t *testing.T) {
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		e := g.Ensemble
		p := ensemble.NewPredictor(e)
		const rows = 50
		x := make([][]float64, rows)
		want := make([][]float64, rows)
		for i := range x {
			x[i], want[i] = row(), make([]float64, e.Outputs)
			e.Margins(e.Rounded(x[i]), want[i])
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				out := make([]float64, e.Outputs)
				for i := range x {
					if p.Margins(x[i], out, 1); !slices.Equal(out, want[i]) {
						t.Errorf("margins %v, want %v", out, want[i])
					}
				}
			})
		}
		wg.Wait()
	})
	e := &ensemble.Ensemble{Features: 2, Classes: 2, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{{
		Splits: []ensemble.Split{{Threshold: 1, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1},
	}}}
	p := ensemble.NewPredictor(e)
	x, out := make([]float64, 200*e.Features), make([]float64, 200)
	for _, rows := range []int{1, 200} {
		if n := testing.AllocsPerRun(100, func() { p.Margins(x[:rows*e.Features], out[:rows], 1) }); n >= 1 {
			t.Errorf("%v allocations to predict %d rows", n, rows)
		}
	}
}

// Any bits are a value.
func TestAnyFloatPredicts(t *testing.T) {
	r := seed.At(5, 3)
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
		math.Copysign(0, -1), math.MaxFloat32, 1e39, 1e18, -1e18, 1 << 31, 1<<63 + 1, -1, 0.5, math.Float64frombits(0xfff0000000000001)}
	everyShape(t, func(t *testing.T, g *ensemble.Grid, _ func() []float64) {
		e := g.Ensemble
		p := ensemble.NewPredictor(e)
		x, want, out := make([]float64, e.Features), make([]float64, e.Outputs), make([]float64, e.Outputs)
		for range 100 {
			for f := range x {
				if x[f] = odd[r.IntN(len(odd))]; r.IntN(2) == 0 {
					x[f] = math.Float64frombits(r.Uint64())
				}
			}
			p.Margins(x, out, 1)
			if e.Margins(e.Rounded(x), want); !slices.Equal(out, want) {
				t.Fatalf("margins of %v are %v, want %v", x, out, want)
			}
			e.Class(x)
		}
	})
}

// Slices that do not hold whole rows are refused, not read in part.
func TestShortRowsAreRefused(t *testing.T) {
	e := &ensemble.Ensemble{Features: 3, Classes: 3, Outputs: 3, Base: make([]float64, 3)}
	p := ensemble.NewPredictor(e)
	for _, sizes := range [][2]int{{2, 3}, {4, 3}, {3, 2}, {3, 6}, {0, 3}, {6, 3}} {
		for name, call := range map[string]func(x, out []float64){
			"Margins": func(x, out []float64) { p.Margins(x, out, 1) },
			"Add":     func(x, out []float64) { p.Add(x, out, 1) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s took %d values and room for %d margins", name, sizes[0], sizes[1])
					}
				}()
				call(make([]float64, sizes[0]), make([]float64, sizes[1]))
			}()
		}
	}
}
