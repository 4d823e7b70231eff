package smoothing

import (
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// sample returns a lower bound on how often a class is predicted, by sampling: the one-sided bound of
// Clopper and Pearson (1934).
func (s *Smoother) sample(row int, x []float64, label int) float64 {
	r := seed.At(s.options.Seed, row)
	noisy, right := make([]float64, len(x)), 0
	e := s.grid.Ensemble
	margins := make([]float64, e.Outputs)
	for range s.options.Samples {
		for f, v := range x {
			if s.grid.Last(f) > 0 {
				v = s.noise.Draw(r, v)
			}
			noisy[f] = v
		}
		e.Round(noisy, noisy)
		e.Margins(noisy, margins)
		if e.ClassOf(margins) == label {
			right++
		}
	}
	if right == 0 {
		return 0
	}
	b := distuv.Beta{Alpha: float64(right), Beta: float64(s.options.Samples - right + 1)}
	return b.Quantile(1 - s.options.Confidence)
}
