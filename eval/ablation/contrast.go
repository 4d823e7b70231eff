package ablation

import (
	"context"
	"iter"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/eval"
)

// What varies in the interval of a difference.
const (
	OverSplits = "splits"         // splits of one table, which share most of their rows
	OverSeeds  = "seeds and rows" // models that differ from seed to seed, on the same rows
	OverRows   = "rows"           // the rows alone: one seed, or seeds that change nothing
)

// Difference is a mean difference of shares with its 95 % interval.
type Difference struct {
	Mean     float64
	Interval eval.Interval
	Over     string // OverSplits, OverSeeds or OverRows
	Same     bool   // the runs of each pair made the same model: their differing options had no effect

	// Seeds and Fewest are the most and the fewest seeds that any two compared settings share, as
	// runs may have been left out. With 0 there is no difference.
	Seeds, Fewest int

	// Alone says that all runs compared are of one seed although the spec has several, so that the
	// interval does not cover how seeds vary.
	Alone bool
}

// Clear reports whether the difference is more than noise.
func (d Difference) Clear() bool { return !d.Alone && (d.Interval.Lo > 0 || d.Interval.Hi < 0) }

// pair is two runs on the same rows, of two settings with the same seed. It is empty if one of them
// has no run with that seed.
type pair struct{ plus, minus *standing }

// contrast is the pairs by seed, with settings in the same order for all seeds.
type contrast [][]pair

// shared returns how many seeds the two settings of each pair share.
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

// weighed is a pair with its share of a mean difference: all pairs of settings count the same, and
// so do the seeds that each has.
type weighed struct {
	pair
	number int // index of the pair of settings
	share  float64
}

// pairs returns the pairs that are not empty.
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
	values func(*standing) []float64 // per row, with the result of of as their mean; nil if not known
	err    func(*standing) float64   // standard error due to the sampling of rows, used if there are no values
	open   func(*standing) float64   // by how much the result of of would be higher if undecided rows were robust
}

// differences returns by how much the first runs of the pairs exceed the second ones in some
// measures. If rows differ from seed to seed, the splits are drawn from one table and are weaker
// evidence than as many tables: the variance is corrected as in Nadeau and Bengio (2003,
// doi:10.1023/A:1024068626366). As a few seeds may agree by chance, the spread is at least that due
// to the test rows. If all seeds share their rows, the interval covers both seeds and rows.
// Undecided rows may be robust: the interval reaches from the case that only those of the second
// runs are to the case that only those of the first are. If ctx is cancelled, intervals are
// meaningless.
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

// open returns how much higher, and how much lower, a difference could be because of undecided rows.
// Pairs with the same model do not differ in any case.
func (c contrast) open(m measure) (more, less float64) {
	for p := range c.pairs() {
		if !p.plus.sameTrees(&p.minus.Rows) {
			more, less = more+float64(p.share*m.open(p.plus)), less+float64(p.share*m.open(p.minus))
		}
	}
	return more, less
}

// spread widens the interval by an independent source of noise, given half the width of its own
// interval.
func (d *Difference) spread(half float64) {
	below, above := d.Mean-d.Interval.Lo, d.Interval.Hi-d.Mean
	d.Interval = ofShares(eval.Interval{Lo: d.Mean - math.Hypot(half, below), Hi: d.Mean + math.Hypot(half, above)})
}

// ofShares clips an interval to [-1, 1], the differences that shares can have.
func ofShares(i eval.Interval) eval.Interval {
	return eval.Interval{Lo: max(i.Lo, -1), Hi: min(i.Hi, 1)}
}

// over says what varies over the seeds.
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

// overlap is the number of test rows per training row: by that share of the variance of one split
// the variance of the mean grows because the splits are drawn from the same rows. Rows that are held
// out and not judged count too, as models share training rows whichever rows judge them.
func (c contrast) overlap() float64 {
	sum := 0.0
	for k := range c {
		s := c[k : k+1].first()
		sum += float64(s.rows+s.Outside) / float64(max(s.Trained, 1))
	}
	return sum / float64(len(c))
}

const (
	resamples = 1000 // of the rows
	normal    = 1.96 // standard errors on either side in a 95 % interval
)
