package format_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// A model without its scaling predicts for raw rows what it predicted for scaled ones, also for raw
// values next to the thresholds.
func TestUnscaled(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			e := ensembletest.Random(seed.At(11), shape)
			scaling := data.Scaling{Min: make([]float64, e.Features), Max: make([]float64, e.Features)}
			for f := range scaling.Min {
				scaling.Min[f], scaling.Max[f] = []float64{-1e6, 0.1, 0, 3}[f%4], []float64{1e6, 0.3, 255, 3}[f%4]
			}
			e.Schema.Min, e.Schema.Max = scaling.Min, scaling.Max
			raw := format.Unscaled(e)
			if err := raw.Validate(); err != nil {
				t.Fatal(err)
			}
			r := seed.At(12)
			want, got := make([]float64, e.Outputs), make([]float64, e.Outputs)
			for range 500 {
				x := ensembletest.Row(r, raw)
				if r.IntN(2) == 0 {
					x = ensembletest.Row(r, e)
					scaling.Unscale(x)
				}
				scaled := slices.Clone(x)
				scaling.Scale(scaled)
				e.Round(scaled, scaled)
				e.Margins(scaled, want)
				raw.Margins(x, got)
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("row %v: %s", x, d)
				}
			}
		})
	}
	if e := new(ensemble.Ensemble); format.Unscaled(e) != e {
		t.Error("a model without scaling is copied")
	}
}
