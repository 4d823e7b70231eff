package bins

import "math"

// Reach is what an adversary makes of a feature of a row.
type Reach struct {
	Down, Up float64                   // how far a number moves
	Change   func(from, to int32) bool // whether a level changes into another; nil: into any where Up is at least 1
	Blank    bool                      // whether it goes missing

	// Window returns from what value on numbers rise across a threshold, and up to what value
	// they fall to it, NaN for as far as Down and Up say; nil: always.
	Window func(threshold float64) (rise, fall float64)
}

// across returns what says of a value up to a threshold whether it rises above it, and of
// one above it whether it falls to it.
func (r *Reach) across(threshold float64) (rises, falls func(v float64) bool) {
	rises = func(v float64) bool { return v+r.Up > threshold }
	falls = func(v float64) bool { return v-r.Down <= threshold }
	if r.Window == nil {
		return rises, falls
	}
	rise, fall := r.Window(threshold)
	if rise == rise {
		rises = func(v float64) bool { return v >= rise }
	}
	if fall == fall {
		falls = func(v float64) bool { return v <= fall }
	}
	return rises, falls
}

// none reports whether a number stays where it is, or goes missing.
func (r Reach) none() bool { return r.Down == 0 && r.Up == 0 }

// Window says which bins an adversary can move across a threshold: those from
// From up to, not including, To. The bins below From stay left of it, those
// from To on right.
type Window struct{ From, To int }

// candidates makes f.candidate the values together with the ends of their
// reach that lie between the smallest and the largest of them: where a
// threshold passes one of these, the rows that can cross it change. Those that
// differ by next to nothing, as x-r and y+r do by rounding, are one: no
// threshold should part them.
func (f *finder) candidates(r Reach) {
	from, to := &f.distinct, &f.candidate
	to.reset(3 * len(from.values))
	if len(from.values) == 0 {
		return
	}
	first, last := from.values[0], from.values[len(from.values)-1]
	nothing := 1e-6 * (r.Down + r.Up)
	moves := [...]float64{0, -r.Down, r.Up}
	var at, end [len(moves)]int // the next value that moves, and the one behind the last
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

// lattice returns at most bins-1 thresholds between values that are a part
// of the reach apart, so that with a threshold both ends of its reach are
// thresholds too, and windows are exact. The first is a little above the least
// value, which in images is the commonest. There are three parts, or two where
// bins are few, which on digits did as well; with fewer it returns nil.
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
		cut := float64(float32(first + k*reach/parts))
		if cut >= last {
			return cuts
		}
		cuts = append(cuts, cut)
	}
}

// windows returns the window of each threshold. A bin is taken as a whole, at
// the mean of its values.
func (r Reach) windows(cuts []float64, d *distinct) []Window {
	if r.none() {
		return nil
	}
	means := d.means(cuts)
	windows := make([]Window, len(cuts))
	var w Window
	for c, t := range cuts {
		rises, falls := r.across(t)
		for w.From <= c && !rises(means[w.From]) {
			w.From++
		}
		for w.To <= c || w.To < len(means) && falls(means[w.To]) {
			w.To++
		}
		windows[c] = w
	}
	return windows
}

// means returns the mean of the values in each bin. A bin without any has the
// mean of the bin below it, which puts it in no window that it does not belong
// to, as it stays empty.
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
