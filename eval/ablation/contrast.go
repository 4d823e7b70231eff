package ablation

import (
	"context"
	"iter"
	"math"
	"slices"

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
	Same     bool   // the runs of each pair made the same model: what differs between them did nothing

	// Seeds and Fewest are the most and the fewest seeds that two settings share which are
	// compared: runs may have been left out. No seed is no difference.
	Seeds, Fewest int

	// Alone says that all of that is from one seed of several that the spec has: what the
	// others would say is not in the interval.
	Alone bool
}

// Clear reports whether the difference is more than noise.
func (d Difference) Clear() bool { return !d.Alone && (d.Interval.Lo > 0 || d.Interval.Hi < 0) }

// pair are two runs on the same rows, of two settings and a seed; of a seed that the two
// do not share it is empty.
type pair struct{ plus, minus *standing }

// contrast are the pairs of each seed, in the same order of settings on all of them.
type contrast [][]pair

// shared returns how many seeds each two settings share.
func (c contrast) shared() []int {
	seeds := make([]int, len(c[0]))
	for _, pairs := range c {
		for i, p := range pairs {
			if p.plus != nil {
				seeds[i]++
			}
		}
	}
	return seeds
}

// weighed is a pair with its share of a mean difference, in which all settings count
// alike, and of each the seeds that it has.
type weighed struct {
	pair
	number int // of the settings
	share  float64
}

// pairs returns the pairs that are there.
func (c contrast) pairs() iter.Seq[weighed] {
	return func(yield func(weighed) bool) {
		seeds, settings := c.shared(), 0
		for _, n := range seeds {
			settings += min(n, 1)
		}
		for _, pairs := range c {
			for i, p := range pairs {
				if p.plus != nil && !yield(weighed{p, i, 1 / float64(settings*seeds[i])}) {
					return
				}
			}
		}
	}
}

// first returns a run of the first seed.
func (c contrast) first() *standing {
	return c[0][slices.IndexFunc(c[0], func(p pair) bool { return p.plus != nil })].plus
}

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
	over, same, seeds := c.over(), c.same(), c.shared()
	for k, m := range measures {
		mean := c.seeds(m).mean
		all[k] = Difference{
			Mean: mean, Interval: eval.Interval{Lo: mean, Hi: mean}, Over: over, Same: same, Seeds: slices.Max(seeds), Fewest: slices.Min(seeds),
			Alone: slices.Max(seeds) == 1 && c.first().ofSeeds > 1,
		}
	}
	if over == OverSplits {
		for k, m := range measures {
			all[k].spread(c.seeds(m).splitsHalf(c.rowsError(m), c.overlap()))
		}
	} else {
		c.overRows(ctx, measures, all)
	}
	for k, m := range measures {
		if over == OverSeeds {
			all[k].spread(c.seeds(m).half(0))
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
	for p := range c.pairs() {
		if !p.plus.sameTrees(&p.minus.Rows) {
			more, less = more+float64(p.share*m.open(p.plus)), less+float64(p.share*m.open(p.minus))
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

// ofShares is an interval without what no difference of shares can be.
func ofShares(i eval.Interval) eval.Interval {
	return eval.Interval{Lo: max(i.Lo, -1), Hi: min(i.Hi, 1)}
}

// over says what the seeds change.
func (c contrast) over() string {
	over, first := OverRows, c.first()
	others := func(s *standing) bool { return s.File != first.File || first.File == 0 && s.hash != first.hash }
	firsts := make([]pair, len(c[0]))
	for p := range c.pairs() {
		of := &firsts[p.number]
		if of.plus == nil {
			*of = p.pair
		}
		switch {
		case others(p.plus) || others(p.minus):
			return OverSplits
		case !p.plus.sameTrees(&of.plus.Rows) || !p.minus.sameTrees(&of.minus.Rows):
			over = OverSeeds
		}
	}
	return over
}

// same reports whether the runs of each pair made the same model.
func (c contrast) same() bool {
	for p := range c.pairs() {
		if !p.plus.sameTrees(&p.minus.Rows) {
			return false
		}
	}
	return true
}

// overlap is the number of test rows for each training row: what splits that
// are drawn from the same rows add to the variance of their mean.
func (c contrast) overlap() float64 {
	sum := 0.0
	for k := range c {
		s := c[k : k+1].first()
		sum += float64(s.rows) / float64(max(s.Trained, 1))
	}
	return sum / float64(len(c))
}

// resamples of the rows, and how many standard errors an interval of 95 %
// reaches.
const (
	resamples = 1000
	normal    = 1.96
)
