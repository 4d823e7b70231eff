package ensemble_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The predictor gives the same bits as the plain one, for raw values, missing
// ones included.
func TestPredictorAgreesWithMargins(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		e := g.Ensemble
		const rows = 700 // some batches, the last one not full
		var x, want []float64
		for i := range rows {
			r := row()
			switch i % 7 {
			case 0:
				r[i%len(r)] = math.NaN()
			case 1:
				r[i%len(r)] = math.Inf(i%2*2 - 1)
			case 2:
				r[i%len(r)] = math.Copysign(0, -1)
			case 3:
				r[i%len(r)] += 1e-12 // rounds away where the model reads float32
			}
			x = append(x, r...)
			m := make([]float64, e.Outputs)
			e.Round(r, r)
			e.Margins(r, m)
			want = append(want, m...)
		}
		p := ensemble.NewPredictor(e)
		for threads := range 4 {
			got := make([]float64, len(want))
			p.Margins(x, got, threads)
			if d := cmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
				t.Fatal(d)
			}
		}
		alone := make([]float64, len(want)) // four trees at a time
		for i := range rows {
			p.Margins(x[i*e.Features:][:e.Features], alone[i*e.Outputs:][:e.Outputs], 1)
		}
		if d := cmp.Diff(want, alone, cmpopts.EquateNaNs()); d != "" {
			t.Fatal(d)
		}
	})
}

// Many rows go through a large tree together, with splits on sets or without.
func TestPredictorOfLargeTrees(t *testing.T) {
	const rows = 600
	for name, shape := range map[string]ensembletest.Shape{
		"numbers": {Features: 9, Trees: 2, Depth: 24},
		"single":  {Features: 9, Trees: 2, Depth: 24, Single: true, Average: true},
		"sets":    {Features: 9, Trees: 2, Depth: 24, Levels: 5},
		"vector":  {Features: 9, Trees: 2, Depth: 24, Classes: 3, Vector: true},
	} {
		t.Run(name, func(t *testing.T) {
			r := seed.At(5, 4)
			e := ensembletest.Random(r, shape)
			if n := len(e.Trees[0].Splits); n < 1<<12 { // else it is walked like others
				t.Fatalf("the first tree has only %d splits", n)
			}
			var x, want []float64
			for i := range rows {
				row := ensembletest.Row(r, e)
				if i%7 == 0 {
					row[i%len(row)] = math.NaN()
				}
				x = append(x, row...)
				m := make([]float64, e.Outputs)
				e.Margins(e.Rounded(row), m)
				want = append(want, m...)
			}
			p, got := ensemble.NewPredictor(e), make([]float64, len(want))
			for _, threads := range []int{0, 1, 2} {
				p.Margins(x, got, threads)
				if d := cmp.Diff(want, got); d != "" {
					t.Fatal(d)
				}
			}
		})
	}
}

// If rows are wide, only few go through a tree together.
func TestPredictorOfWideRows(t *testing.T) {
	r := seed.At(5, 1)
	const features, rows = 200_000, 7
	e := &ensemble.Ensemble{Features: features, Classes: 2, Outputs: 1, Base: []float64{0}}
	for range 50 {
		e.Trees = append(e.Trees, ensemble.Tree{
			Splits: []ensemble.Split{{Feature: ensemble.Feature(r.IntN(features)), Left: ^0, Right: ^1, Threshold: r.Float64()}}, Leaves: []float64{-r.Float64(), r.Float64()},
		})
	}
	x := make([]float64, rows*features)
	for i := range x {
		x[i] = r.Float64()
	}
	got, want := make([]float64, rows), make([]float64, rows)
	ensemble.NewPredictor(e).Margins(x, got, 1)
	for i := range rows {
		e.Margins(x[i*features:(i+1)*features], want[i:i+1])
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func BenchmarkPredictor(b *testing.B) {
	for _, shape := range []ensembletest.Shape{
		{Features: 28, Trees: 10, Depth: 8, Cuts: 250},
		{Features: 28, Trees: 200, Depth: 8, Cuts: 250},
		{Features: 784, Trees: 1000, Depth: 8, Cuts: 250},
	} {
		b.Run(fmt.Sprintf("%dx%d", shape.Features, shape.Trees), func(b *testing.B) {
			r := seed.At(5, 2)
			e := ensembletest.Random(r, shape)
			const rows = 4096
			var x []float64
			for range rows {
				x = append(x, ensembletest.Row(r, e)...)
			}
			out := make([]float64, rows)
			p := ensemble.NewPredictor(e)
			for b.Loop() {
				p.Margins(x, out, 1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows*len(e.Trees)), "ns/tree-row")
		})
	}
}

// One row at a time, as a service predicts.
func BenchmarkPredictorOfOneRow(b *testing.B) {
	r := seed.At(5, 2)
	e := ensembletest.Random(r, ensembletest.Shape{Features: 28, Trees: 200, Depth: 8, Cuts: 250})
	const rows = 512
	var x []float64
	for range rows {
		x = append(x, ensembletest.Row(r, e)...)
	}
	out := make([]float64, 1)
	p := ensemble.NewPredictor(e)
	for b.Loop() {
		for i := range rows {
			p.Margins(x[i*e.Features:(i+1)*e.Features], out, 1)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows*len(e.Trees)), "ns/tree-row")
}
