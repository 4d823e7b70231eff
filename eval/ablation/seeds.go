package ablation

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// seeds is what seeds say of a difference.
type seeds struct {
	mean      float64
	deviation float64 // standard deviation of what one seed says
	count     float64 // seeds; fewer where they count unequally in the mean
	free      int     // degrees of freedom of the deviation
}

// seedsOf returns what values say, one for each seed.
func seedsOf(values []float64) seeds {
	return seeds{stat.Mean(values, nil), stat.StdDev(values, nil), float64(len(values)), len(values) - 1}
}

// seeds returns what the seeds say of how much more of a measure the first runs have.
//
// Where settings lack some of the seeds, each has its mean over those that it has, and a
// seed deviates by the mean of what the settings that it has deviate there from their
// own: that settings differ is none of the noise. Of a setting with one seed nothing is
// known of that. A seed that only some settings have counts for more than the others in
// their means, and so the mean varies as much as that of fewer seeds.
func (c contrast) seeds(m measure) seeds {
	shared := c.shared()
	means, total := make([]float64, len(shared)), 0.0
	more := func(p pair) float64 { return m.of(p.plus) - m.of(p.minus) }
	whole := true
	for p := range c.pairs() {
		means[p.number] += more(p.pair) / float64(shared[p.number])
		total += float64(p.share * more(p.pair))
		whole = whole && shared[p.number] == len(c)
	}
	if whole {
		values := make([]float64, len(c))
		for k, pairs := range c {
			for _, p := range pairs {
				values[k] += more(p) / float64(len(pairs))
			}
		}
		return seedsOf(values)
	}
	s := seeds{mean: total}
	squares, known, unequal := 0.0, 0.0, 0.0
	for _, pairs := range c {
		sum, settings, weight := 0.0, 0.0, 0.0
		for i, p := range pairs {
			n := float64(shared[i])
			if p.plus == nil {
				continue
			}
			weight += 1 / (n * float64(len(pairs)))
			if n > 1 {
				settings++
				sum += float64((more(p) - means[i]) * math.Sqrt(n/(n-1)))
				s.free = max(s.free, shared[i]-1)
			}
		}
		if unequal += float64(weight * weight); settings > 0 {
			squares += float64(sum / settings * sum / settings)
			known++
		}
	}
	s.deviation, s.count = math.Sqrt(squares/max(known, 1)), 1/unequal
	return s
}

// half is half the width of Student's interval of the mean of what seeds say that share
// some of what they are drawn from.
func (s seeds) half(overlap float64) float64 {
	if s.free < 1 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: float64(s.free)}.Quantile(0.975) * s.deviation * math.Sqrt(1/s.count+overlap)
}

// splitsHalf is half for splits, of which each has a standard error by its rows alone. What
// so many rows say is whole numbers of rows: two or three splits often say the same, and
// then that nothing is uncertain.
func (s seeds) splitsHalf(rowsError, overlap float64) float64 {
	return max(s.half(overlap), normal*rowsError*math.Sqrt(1/s.count+overlap))
}
