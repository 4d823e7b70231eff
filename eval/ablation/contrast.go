package ablation

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/hardwood-ml/hardwood/eval"
)

// What the interval of a difference is over.
const (
	OverSplits = "splits"         // of one table, a part of it each: they share most of their rows
	OverSeeds  = "seeds and rows" // of models that differ from seed to seed, on the same rows
	OverRows   = "rows"           // of one model each: one seed, or seeds that change nothing
)

// Difference is a mean difference of shares with its interval of 95 %.
type Difference struct {
	Mean     float64
	Interval eval.Interval
	Over     string // OverSplits, OverSeeds or OverRows
	Seeds    int
}

// Clear reports whether the difference is more than noise.
func (d Difference) Clear() bool { return d.Interval.Lo > 0 || d.Interval.Hi < 0 }

// pair are two runs on the same rows.
type pair struct{ plus, minus *standing }

// contrast are the pairs of each seed.
type contrast [][]pair

// measure is what is compared.
type measure struct {
	of     func(*standing) float64
	values func(*standing) []float64 // per row: their mean is what of returns; nil where that is not known
	err    func(*standing) float64   // standard error, since the rows are a sample, for where there are no values
}

// difference returns how much more the first runs of the pairs have of
// something. Where the rows differ from seed to seed, they are drawn from one
// table, so that what the splits say is less than what as many tables would: the
// variance is corrected as by Nadeau and Bengio (2003,
// doi:10.1023/A:1024068626366). Where all seeds share their rows, these are a
// sample too, and the interval has both in it.
func (c contrast) difference(m measure) Difference {
	values := make([]float64, len(c))
	for k, pairs := range c {
		for _, p := range pairs {
			values[k] += (m.of(p.plus) - m.of(p.minus)) / float64(len(pairs))
		}
	}
	d := Difference{Mean: stat.Mean(values, nil), Over: c.over(), Seeds: len(c)}
	if d.Over == OverSplits {
		half := tHalf(values, c.overlap())
		d.Interval = eval.Interval{Lo: d.Mean - half, Hi: d.Mean + half}
		return d
	}
	d.Interval = c.overRows(m, d.Mean)
	if d.Over == OverSeeds {
		half := tHalf(values, 0)
		d.Interval.Lo = d.Mean - math.Hypot(half, d.Mean-d.Interval.Lo)
		d.Interval.Hi = d.Mean + math.Hypot(half, d.Interval.Hi-d.Mean)
	}
	return d
}

// over says what the seeds change.
func (c contrast) over() string {
	over := OverRows
	for _, pairs := range c {
		for i, p := range pairs {
			for _, runs := range [][2]*standing{{p.plus, c[0][i].plus}, {p.minus, c[0][i].minus}} {
				switch {
				case runs[0].hash != runs[1].hash:
					return OverSplits
				case !runs[0].sameTrees(&runs[1].Rows):
					over = OverSeeds
				}
			}
		}
	}
	return over
}

// overlap is the number of test rows for each training row: what splits that
// are drawn from the same rows add to the variance of their mean.
func (c contrast) overlap() float64 {
	sum := 0.0
	for _, pairs := range c {
		s := pairs[0].plus
		sum += float64(s.rows) / float64(max(s.Trained, 1))
	}
	return sum / float64(len(c))
}

// overRows returns the interval of a mean over the rows that all runs share.
func (c contrast) overRows(m measure, mean float64) eval.Interval {
	var rows []float64
	errors := 0.0
	for _, pairs := range c {
		for _, p := range pairs {
			share := 1 / float64(len(c)*len(pairs))
			errors += float64(math.Hypot(m.err(p.plus), m.err(p.minus)) * share)
			plus, minus := m.values(p.plus), m.values(p.minus)
			if plus == nil || len(plus) != len(minus) {
				continue
			}
			if rows == nil {
				rows = make([]float64, len(plus))
			}
			for i, v := range plus {
				rows[i] = rows[i] + float64(share*v) - float64(share*minus[i])
			}
		}
	}
	if rows == nil { // not known row by row: as if each run had rows of its own
		return eval.Interval{Lo: mean - float64(normal*errors), Hi: mean + float64(normal*errors)}
	}
	return eval.MeanInterval(rows, 0, resamples)
}

// resamples of the rows, and how many standard errors an interval of 95 %
// reaches.
const (
	resamples = 1000
	normal    = 1.96
)

// tHalf is half the width of Student's interval of the mean of values that share
// some of what they are drawn from.
func tHalf(values []float64, overlap float64) float64 {
	n := float64(len(values))
	if n < 2 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * stat.StdDev(values, nil) * math.Sqrt(1/n+overlap)
}
