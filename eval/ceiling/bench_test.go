package ceiling

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/bench/synthetic"
)

func BenchmarkOf(b *testing.B) {
	t := synthetic.HIGGS(100_000, 28, false)
	data.FitScaling(t).Apply(t)
	for b.Loop() {
		if _, err := Of(b.Context(), t, []float64{0.1}, Options{Norm: attack.LInf, Threads: 0}); err != nil {
			b.Fatal(err)
		}
	}
}
