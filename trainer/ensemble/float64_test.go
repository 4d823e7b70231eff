package ensemble_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Thresholds in float64 separate the same numbers as rounding to float32 does: next to the threshold,
// halfway to the next float32, and at both ends of the range.
func TestThresholdsStandWhereRoundingParts(t *testing.T) {
	up := func(v float64) float64 { return math.Nextafter(v, math.Inf(1)) }
	down := func(v float64) float64 { return math.Nextafter(v, math.Inf(-1)) }
	thresholds := []float32{
		0, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-127, 1, -1, 0.3, -0.3,
		math.MaxFloat32, -math.MaxFloat32, float32(math.Inf(1)), float32(math.Inf(-1)),
	}
	r := seed.At(1)
	for range 2000 {
		if v := math.Float32frombits(r.Uint32()); v == v {
			thresholds = append(thresholds, v)
		}
	}
	for _, threshold := range thresholds {
		e := ensembletest.Stumps()
		e.Input = ensemble.Float32
		e.Trees = []ensemble.Tree{{
			Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: float64(threshold)}}, Leaves: []float64{-1, 1},
		}}
		if err := e.Validate(); err != nil {
			t.Fatal(err)
		}
		wide := e.InFloat64()
		at := float64(threshold)
		values := []float64{at, math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 0x1p128, -0x1p128, math.NaN(), wide.Trees[0].Splits[0].Threshold}
		for _, other := range []float32{math.Nextafter32(threshold, math.MaxFloat32), math.Nextafter32(threshold, -math.MaxFloat32)} {
			values = append(values, float64(other), at/2+float64(other)/2)
		}
		for _, v := range slices.Clone(values) {
			values = append(values, up(v), down(v))
		}
		for _, v := range values {
			x := slices.Repeat([]float64{v}, e.Features)
			if e.Class(x) != wide.Class(x) {
				t.Errorf("threshold %v: %v is of class %d, in float64 %d", threshold, v, e.Class(x), wide.Class(x))
			}
		}
	}
}

// In float64 any model has the same margins to the bit.
func TestInFloat64IsTheSameModel(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		if !shape.Single {
			continue
		}
		r := seed.At(2, len(name))
		for range 20 {
			e := ensembletest.Random(r, shape)
			wide := e.InFloat64()
			if wide == e || wide.InFloat64() != wide {
				t.Fatalf("%s: not in float64, or twice", name)
			}
			plain, predictor := make([]float64, e.Outputs), ensemble.NewPredictor(wide)
			got, quick := make([]float64, e.Outputs), make([]float64, e.Outputs)
			for range 200 {
				x := make([]float64, e.Features)
				for f := range x {
					x[f] = nearSplit(r.IntN, e, f) * (1 + float64(r.IntN(3)-1)*0x1p-25)
				}
				e.Margins(e.Rounded(x), plain)
				wide.Margins(wide.Rounded(x), got)
				predictor.Margins(x, quick, 1)
				if fmt.Sprint(plain) != fmt.Sprint(got) || fmt.Sprint(plain) != fmt.Sprint(quick) {
					t.Fatalf("%s: %v has the margins %v, in float64 %v and %v", name, x, plain, got, quick)
				}
			}
		}
	}
}

// nearSplit draws a value from the thresholds and levels of the splits of a feature.
func nearSplit(draw func(int) int, e *ensemble.Ensemble, f int) float64 {
	var all []float64
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			switch {
			case int(s.Feature) != f:
			case s.Set == nil:
				all = append(all, s.Threshold, e.Next(s.Threshold))
			default:
				for _, l := range s.Set.Levels {
					all = append(all, float64(l))
				}
			}
		}
	}
	if len(all) == 0 {
		return float64(draw(5))
	}
	return all[draw(len(all))]
}

// Largest is a number to the model, and the next one is infinity.
func TestLargest(t *testing.T) {
	for _, input := range []ensemble.Precision{ensemble.Float64, ensemble.Float32, ensemble.Float32Levels} {
		e := ensemble.Ensemble{Input: input}
		read := func(v float64) float64 {
			if input == ensemble.Float64 {
				return v
			}
			return float64(float32(v))
		}
		most := e.Largest()
		if next := math.Nextafter(most, math.Inf(1)); math.IsInf(read(most), 0) || !math.IsInf(read(next), 1) {
			t.Errorf("%v: %v is read as %v, and the next as %v", input, most, read(most), read(next))
		}
	}
}
