package ensemble_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func TestResolvePredictsLikeDefaults(t *testing.T) {
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		e := g.Ensemble
		got, want := make([]float64, e.Outputs), make([]float64, e.Outputs)
		for range 20 {
			x := row()
			gone := ensemble.Feature(len(x) / 2)
			x[gone] = math.NaN()
			r := e.Resolve(x, func(f ensemble.Feature) bool { return f == gone })
			if err := r.Validate(); err != nil {
				t.Fatal(err)
			}
			e.Margins(x, want)
			r.Margins(x, got)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatal(d)
			}
		}
	})
}
