package bins

import "math"

// Reach is what the attacker can do to a feature of a row.
type Reach struct {
	Down, Up float64                   // how far a number moves
	Change   func(from, to int32) bool // whether a level can be changed into another; nil: into any if Up is at least 1
	Blank    bool                      // whether the value can go missing

	// Window returns the smallest value that can rise above a threshold, and the largest above it that
	// can fall to it, NaN for what Down and Up give; nil: always that.
	Window func(threshold float64) (rise, fall float64)
}

// crossing tells which values the attacker can move across a threshold.
type crossing struct {
	threshold, down, up float64
	rise, fall          float64 // see Reach.Window
}

// rises reports whether a value up to the threshold can rise above it.
func (c *crossing) rises(v float64) bool {
	if c.rise == c.rise {
		return v >= c.rise
	}
	return v+c.up > c.threshold
}

// falls reports whether a value above the threshold can fall to it.
func (c *crossing) falls(v float64) bool {
	if c.fall == c.fall {
		return v <= c.fall
	}
	return v-c.down <= c.threshold
}

// none reports whether the attacker cannot move a number, though it may go missing.
func (r Reach) none() bool { return r.Down == 0 && r.Up == 0 }

// Window says which bins the attacker can move across a threshold: those from From up to, not
// including, To. The bins below From stay left of it, those from To on right.
type Window struct{ From, To int }

// candidates sets f.candidate to the values together with the ends of their reach between the smallest
// and the largest value: as a threshold passes one of these, the set of rows that can cross it changes.
// Points that differ by next to nothing, as x-r and y+r do by rounding, become one: no threshold should
// separate them.
func (f *finder) candidates(r Reach) {
	from, to := &f.distinct, &f.candidate
	to.reset(3 * len(from.values))
	if len(from.values) == 0 {
		return
	}
	first, last := from.values[0], from.values[len(from.values)-1]
	nothing := 1e-6 * (r.Down + r.Up)
	moves := [...]float64{0, -r.Down, r.Up}
	var at, end [len(moves)]int // per move: the next value to be moved, and the end of the values
	for m, move := range moves {
		end[m] = len(from.values)
		if m == 0 {
			continue
		}
		for at[m] < end[m] && from.values[at[m]]+move <= first {
			at[m]++
		}
		for at[m] < end[m] && from.values[end[m]-1]+move >= last {
			end[m]--
		}
	}
	for {
		least, which := math.Inf(1), -1
		for m, move := range moves {
			if at[m] < end[m] {
				if v := from.values[at[m]] + move; which < 0 || v < least {
					least, which = v, m
				}
			}
		}
		if which < 0 {
			return
		}
		rows := from.counts[at[which]]
		at[which]++
		if n := len(to.values); n > 0 && least-to.values[n-1] <= nothing {
			to.counts[n-1] += rows
		} else {
			to.add(least, rows)
		}
	}
}

// lattice returns at most bins-1 thresholds, spaced at a fraction of the reach, so that both ends of a
// threshold's reach are thresholds too and windows are exact. The first is a little above the least
// value, which in images is the commonest. There are three parts per reach, or two if bins are few,
// which did as well on digits; if even two do not fit, it returns nil.
func (r Reach) lattice(values []float64, bins int) []float64 {
	reach := max(r.Down, r.Up)
	if r.none() || len(values) == 0 || min(r.Down, r.Up) != 0 && r.Down != r.Up {
		return nil
	}
	first, last := values[0], values[len(values)-1]
	parts := min(3, math.Floor(float64(bins-2)*reach/(last-first)))
	if !(parts >= 2) {
		return nil
	}
	var cuts []float64
	for k := 0.1; ; k++ {
		cut := first + k*reach/parts
		if single := float64(float32(cut)); math.Abs(single-cut) < 1e-3*reach/parts { // else all could become one
			cut = single
		}
		if cut >= last {
			return cuts
		}
		cuts = append(cuts, cut)
	}
}

// windows returns the window of each threshold. A bin is treated as a whole, at the mean of its values.
func (r Reach) windows(cuts []float64, d *distinct) []Window {
	if r.none() {
		return nil
	}
	means := d.means(cuts)
	windows := make([]Window, len(cuts))
	x := crossing{down: r.Down, up: r.Up, rise: math.NaN(), fall: math.NaN()}
	var w Window
	for c, t := range cuts {
		if x.threshold = t; r.Window != nil {
			x.rise, x.fall = r.Window(t)
		}
		for w.From <= c && !x.rises(means[w.From]) {
			w.From++
		}
		for w.To <= c || w.To < len(means) && x.falls(means[w.To]) {
			w.To++
		}
		windows[c] = w
	}
	return windows
}

// means returns the mean of the values in each bin. An empty bin gets the mean of the bin below it,
// which does no harm: it has no rows to be moved.
func (d *distinct) means(cuts []float64) []float64 {
	means := make([]float64, len(cuts)+1)
	at := 0
	for b := range means {
		n := int64(0)
		for ; at < len(d.values) && (b == len(cuts) || d.values[at] <= cuts[b]); at++ {
			n += d.counts[at]
			means[b] += float64((d.values[at] - means[b]) * (float64(d.counts[at]) / float64(n)))
		}
		if n == 0 && b > 0 {
			means[b] = means[b-1]
		}
	}
	return means
}
