package ablation

import (
	"context"
	"math"
	"slices"

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
	Same     bool // the runs of each pair made the same model: what differs between them did nothing
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
	open   func(*standing) float64   // what of could be more, of rows that nobody decided
}

// differences returns how much more the first runs of the pairs have of some measures.
// Where the rows differ from seed to seed, they are drawn from one
// table, so that what the splits say is less than what as many tables would: the
// variance is corrected as by Nadeau and Bengio (2003,
// doi:10.1023/A:1024068626366). Where few seeds happen to say almost the same, their
// spread is that of the test rows at least. Where all seeds share their rows, these are
// a sample too, and the interval has both in it. Rows that nobody decided may be robust:
// the interval reaches from where all those of the second runs are to where all those of
// the first are. Intervals of a context that is cancelled say nothing.
func (c contrast) differences(ctx context.Context, measures ...measure) []Difference {
	all := make([]Difference, len(measures))
	over, same := c.over(), c.same()
	for k, m := range measures {
		mean := stat.Mean(c.bySeed(m), nil)
		all[k] = Difference{Mean: mean, Interval: eval.Interval{Lo: mean, Hi: mean}, Over: over, Seeds: len(c), Same: same}
	}
	if over == OverSplits {
		for k, m := range measures {
			all[k].spread(splitsHalf(c.bySeed(m), c.rowsError(m), c.overlap()))
		}
	} else {
		c.overRows(ctx, measures, all)
	}
	for k, m := range measures {
		if over == OverSeeds {
			all[k].spread(tHalf(c.bySeed(m), 0))
		}
		if more, less := c.open(m); more+less > 0 {
			i := &all[k].Interval
			*i = ofShares(eval.Interval{Lo: i.Lo - less, Hi: i.Hi + more})
		}
	}
	return all
}

// open returns how much more, and how much less, a difference could be by the rows that
// nobody decided. Pairs of the same model differ in nothing, whatever these are.
func (c contrast) open(m measure) (more, less float64) {
	for _, pairs := range c {
		for _, p := range pairs {
			if share := 1 / float64(len(c)*len(pairs)); !p.plus.sameTrees(&p.minus.Rows) {
				more, less = more+float64(share*m.open(p.plus)), less+float64(share*m.open(p.minus))
			}
		}
	}
	return more, less
}

// spread adds to the interval what varies by half its own interval on either side, and
// has nothing to do with what is in it.
func (d *Difference) spread(half float64) {
	below, above := d.Mean-d.Interval.Lo, d.Interval.Hi-d.Mean
	d.Interval = ofShares(eval.Interval{Lo: d.Mean - math.Hypot(half, below), Hi: d.Mean + math.Hypot(half, above)})
}

// bySeed returns how much more of a measure the first runs have on each seed.
func (c contrast) bySeed(m measure) []float64 {
	values := make([]float64, len(c))
	for k, pairs := range c {
		for _, p := range pairs {
			values[k] += (m.of(p.plus) - m.of(p.minus)) / float64(len(pairs))
		}
	}
	return values
}

// ofShares is an interval without what no difference of shares can be.
func ofShares(i eval.Interval) eval.Interval {
	return eval.Interval{Lo: max(i.Lo, -1), Hi: min(i.Hi, 1)}
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

// same reports whether the runs of each pair made the same model.
func (c contrast) same() bool {
	return !slices.ContainsFunc(c, func(pairs []pair) bool {
		return slices.ContainsFunc(pairs, func(p pair) bool { return !p.plus.sameTrees(&p.minus.Rows) })
	})
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

// overRows sets the intervals of differences over the rows that all runs share.
func (c contrast) overRows(ctx context.Context, measures []measure, all []Difference) {
	var lists [][]float64
	var of []*Difference
	for k, m := range measures {
		d := &all[k]
		rows, err := c.byRow(m)
		if rows == nil {
			d.Interval = eval.Interval{Lo: d.Mean - float64(normal*err), Hi: d.Mean + float64(normal*err)}
			continue
		}
		lists, of = append(lists, rows), append(of, d)
	}
	for k, interval := range eval.MeanIntervals(ctx, 0, resamples, c[0][0].plus.Groups, lists...) {
		of[k].Interval = interval
	}
}

// byRow returns the mean differences of the rows that all runs share, nil where they
// are not known row by row, and the standard error as if each run had rows of its own.
func (c contrast) byRow(m measure) (rows []float64, err float64) {
	for _, pairs := range c {
		for _, p := range pairs {
			share := 1 / float64(len(c)*len(pairs))
			err += float64(math.Hypot(m.err(p.plus), m.err(p.minus)) * share)
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
	return rows, err
}

// rowsError is the standard error of the difference on one split, since its rows are a
// sample, in the mean over the splits.
func (c contrast) rowsError(m measure) float64 {
	sum := 0.0
	for k := range c {
		rows, err := c[k : k+1].byRow(m)
		if rows != nil {
			err = eval.MeanError(rows, c[k][0].plus.Groups)
		}
		sum += err
	}
	return sum / float64(len(c))
}

// resamples of the rows, and how many standard errors an interval of 95 %
// reaches.
const (
	resamples = 1000
	normal    = 1.96
)

// splitsHalf is half the width of the interval of the mean of values on splits, of which
// each has a standard error by its rows alone. Values of so many rows are whole numbers of
// rows: two or three are often equal, and say then that nothing is uncertain.
func splitsHalf(values []float64, rowsError, overlap float64) float64 {
	return max(tHalf(values, overlap), normal*rowsError*math.Sqrt(1/float64(len(values))+overlap))
}

// tHalf is half the width of Student's interval of the mean of values that share
// some of what they are drawn from.
func tHalf(values []float64, overlap float64) float64 {
	n := float64(len(values))
	if n < 2 {
		return math.Inf(1)
	}
	return distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * stat.StdDev(values, nil) * math.Sqrt(1/n+overlap)
}
