package ensemble_test

import (
	"maps"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// With classes exchanged, each row gets the other class, also on the boundary, and the other
// probability.
func TestSwap(t *testing.T) {
	shapes := maps.Clone(ensembletest.Shapes)
	maps.Copy(shapes, ensembletest.Rounded)
	maps.Copy(shapes, ensembletest.SetShapes)
	swapped, ties := 0, 0
	for name, shape := range shapes {
		for i := range 30 {
			r := seed.At(20, i)
			e := ensembletest.Random(r, shape)
			s, same := e.Swap()
			if same != (e.Classes == 2 && e.Outputs == 1) {
				t.Fatalf("%s: %d classes and %d outputs: %v", name, e.Classes, e.Outputs, same)
			}
			if !same {
				continue
			}
			swapped++
			for range 100 {
				x := make([]float64, e.Features)
				for f := range x {
					if x[f] = math.Round(r.Float64()*16) / 8; r.IntN(5) == 0 {
						x[f] = math.NaN()
					}
				}
				margin := []float64{0}
				e.Margins(e.Rounded(x), margin)
				if margin[0] == e.Cutoff {
					ties++
				}
				if got := s.Class(x); got != 1-e.Class(x) {
					t.Fatalf("%s: margin %v of cutoff %v: %d", name, margin[0], e.Cutoff, got)
				}
				p, q := []float64{0, 0}, []float64{0, 0}
				e.Probabilities(margin, p)
				s.Margins(s.Rounded(x), margin)
				if s.Probabilities(margin, q); math.Abs(p[0]-q[1]) > 1e-15 {
					t.Fatalf("%s: probabilities %v and %v", name, p, q)
				}
			}
		}
	}
	if swapped == 0 || ties == 0 {
		t.Errorf("%d models, %d rows on a boundary", swapped, ties)
	}
}
