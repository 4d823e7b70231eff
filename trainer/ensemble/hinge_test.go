package ensemble_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A margin of hinge loss is not a probability: such a model gives only the class, as XGBoost does.
func TestProbabilitiesOfHinge(t *testing.T) {
	e := &ensemble.Ensemble{Classes: 2, Outputs: 1, Link: ensemble.Identity}
	for margin, want := range map[float64][]float64{2.5: {0, 1}, 0.25: {0, 1}, 0: {1, 0}, -1.5: {1, 0}} {
		got := make([]float64, 2)
		e.Probabilities([]float64{margin}, got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%v: %s", margin, d)
		}
	}
}
