package ensemble_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// In whichever order features are selected, rows in that order have the same margins.
func TestSelectInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	everyShape(t, func(t *testing.T, g *ensemble.Grid, row func() []float64) {
		e := *g.Ensemble
		e.Schema.Features = nil
		for f := range e.Features {
			e.Schema.Features = append(e.Schema.Features, strconv.Itoa(f))
		}
		order := r.Perm(e.Features)
		moved := e.Select(order)
		if err := moved.Validate(); err != nil {
			t.Fatal(err)
		}
		for k, f := range order {
			if moved.Schema.Features[k] != strconv.Itoa(f) {
				t.Fatalf("feature %d is called %s, want %d", k, moved.Schema.Features[k], f)
			}
		}
		got, want := make([]float64, e.Outputs), make([]float64, e.Outputs)
		for range 20 {
			x := row()
			y := make([]float64, len(x))
			for k, f := range order {
				y[k] = x[f]
			}
			e.Margins(x, want)
			moved.Margins(y, got)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatal(d)
			}
		}
	})
}
