package ablation

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// seeds describes how a difference varies over seeds.
type seeds struct {
	mean      float64
	deviation float64 // standard deviation of the difference on one seed
	count     float64 // effective number of seeds, smaller if they weigh unequally in the mean
	free      float64 // degrees of freedom of the deviation
}

// seedsOf returns the seeds of values, one per seed.
func seedsOf(values []float64) seeds {
	return seeds{stat.Mean(values, nil), stat.StdDev(values, nil), float64(len(values)), float64(len(values) - 1)}
}

// seeds returns how the lead of the first runs in a measure varies over seeds.
//
// If settings lack some of the seeds, each setting is centred on its own mean, so that differences
// between settings do not count as noise. Deviations on one seed are added up over the settings
// before they are squared, as the settings share its rows. The degrees of freedom are the harmonic
// mean of those of the settings, weighted by what each adds to the deviation.
func (c contrast) seeds(m measure) seeds {
	more := func(p pair) float64 { return m.of(p.plus) - m.of(p.minus) }
	shared := c.shared()
	if slices.Min(shared) == len(c) {
		values := make([]float64, len(c))
		for k, pairs := range c {
			for _, p := range pairs {
				values[k] += more(p) / float64(len(pairs))
			}
		}
		return seedsOf(values)
	}
	s := seeds{free: float64(slices.Max(shared) - 1)}
	means, squares := make([]float64, len(shared)), make([]float64, len(shared))
	for p := range c.pairs() {
		means[p.number] += more(p.pair) / float64(shared[p.number])
		s.mean += float64(p.share * more(p.pair))
	}
	variance, unequal := 0.0, 0.0
	for k := range c {
		sum, weight := 0.0, 0.0
		for i, p := range c[k] {
			if p.plus == nil {
				continue
			}
			n := float64(shared[i])
			share, off := 1/(n*float64(len(shared))), (more(p)-means[i])*math.Sqrt(n/max(n-1, 1))
			weight += share
			sum += float64(share * off)
			squares[i] += float64(share * off * share * off)
		}
		variance += float64(sum * sum)
		unequal += float64(weight * weight)
	}
	all, inverse := 0.0, 0.0
	for i, v := range squares {
		all += math.Sqrt(v)
		inverse += math.Sqrt(v) / float64(max(shared[i]-1, 1))
	}
	if inverse > 0 {
		s.free = min(s.free, all/inverse)
	}
	s.count = 1 / unequal
	s.deviation = math.Sqrt(variance * s.count)
	return s
}

// half is half the width of Student's interval for the mean over seeds, whose rows overlap; see
// contrast.overlap.
func (s seeds) half(overlap float64) float64 {
	if s.free == 0 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: s.free}.Quantile(0.975) * s.deviation * math.Sqrt(1/s.count+overlap)
}

// splitsHalf is half for splits, at least as wide as the standard error due to the rows of a split
// allows: shares are whole numbers of rows, so two or three splits often agree exactly, as if nothing
// were uncertain.
func (s seeds) splitsHalf(rowsError, overlap float64) float64 {
	return max(s.half(overlap), normal*rowsError*math.Sqrt(1/s.count+overlap))
}
