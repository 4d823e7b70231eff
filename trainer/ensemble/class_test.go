package ensemble_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Margins so close that their probabilities are equal tie if and only if classes are compared by
// probability.
func TestClassByProbability(t *testing.T) {
	for _, c := range []struct {
		sum                   ensemble.Precision
		margins               []float64
		byMargin, byLikeliest int
	}{
		{ensemble.Float32, []float64{0, 1e-9, -1}, 1, 0},
		{ensemble.Float32, []float64{0, 1e-6, -1}, 1, 1},
		{ensemble.Float32, []float64{1e-9, 0, 2e-9}, 2, 0},
		{ensemble.Float32, []float64{-5, 1e-9, 2e-9}, 2, 1},
		{ensemble.Float64, []float64{0, 1e-9, -1}, 1, 1},
		{ensemble.Float64, []float64{0, 1e-17, -1}, 1, 0},
		{ensemble.Float64, []float64{100, math.Nextafter(100, 200), -1}, 1, 1},
	} {
		e := &ensemble.Ensemble{Classes: 3, Outputs: 3, Sum: c.sum, Link: ensemble.Softmax}
		if got := e.ClassOf(c.margins); got != c.byMargin {
			t.Errorf("margins %v: class %d by margin, want %d", c.margins, got, c.byMargin)
		}
		e.ByProbability = true
		if got := e.ClassOf(c.margins); got != c.byLikeliest {
			t.Errorf("margins %v: class %d by probability, want %d", c.margins, got, c.byLikeliest)
		}
	}
}
