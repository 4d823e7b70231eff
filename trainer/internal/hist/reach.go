package hist

import (
	"math"
	"slices"
)

// Reach is how far an adversary moves a feature of a row, down and up.
type Reach struct{ Down, Up float64 }

// none reports whether the feature stays where it is.
func (r Reach) none() bool { return r.Down == 0 && r.Up == 0 }

// Window says which bins an adversary can move across a threshold: those from
// From up to, not including, To. The bins below From stay left of it, those
// from To on right.
type Window struct{ From, To int }

// candidates returns the sorted keys of values together with the ends of
// their reach that lie between the smallest and the largest of them: where a
// threshold passes one of these, the rows that can cross it change.
func (f *finder) candidates(keys []uint64, r Reach) []uint64 {
	if r.none() || len(keys) == 0 {
		return keys
	}
	first, last := keys[0], keys[len(keys)-1]
	all := append(slices.Grow(f.candidate[:0], 3*len(keys)), keys...)
	for _, k := range keys {
		for _, end := range [2]uint64{key(value(k) - r.Down), key(value(k) + r.Up)} {
			if first < end && end < last {
				all = append(all, end)
			}
		}
	}
	f.candidate = all
	if len(f.buffer) < len(all) {
		f.buffer = make([]uint64, 3*len(keys))
	}
	sortKeys(all, f.buffer)
	r.collapse(all)
	return all
}

// collapse makes sorted keys equal whose values differ by next to nothing, as
// x-r and y+r do by rounding: no threshold should part them.
func (r Reach) collapse(keys []uint64) {
	nothing := 1e-6 * (r.Down + r.Up)
	for i := range keys[1:] {
		if value(keys[i+1])-value(keys[i]) <= nothing {
			keys[i+1] = keys[i]
		}
	}
}

// lattice returns at most bins-1 thresholds between sorted keys that are a part
// of the reach apart, so that with a threshold both ends of its reach are
// thresholds too, and windows are exact. The first is a little above the least
// value, which in images is the commonest. There are three parts, or two where
// bins are few, which on digits did as well; with fewer it returns nil.
func (r Reach) lattice(keys []uint64, bins int) []float64 {
	reach := max(r.Down, r.Up)
	if r.none() || len(keys) == 0 || min(r.Down, r.Up) != 0 && r.Down != r.Up {
		return nil
	}
	first, last := value(keys[0]), value(keys[len(keys)-1])
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
func (r Reach) windows(cuts []float64, keys []uint64) []Window {
	if r.none() {
		return nil
	}
	means := binMeans(cuts, keys)
	windows := make([]Window, len(cuts))
	var w Window
	for c, t := range cuts {
		for w.From <= c && means[w.From]+r.Up <= t {
			w.From++
		}
		for w.To <= c || w.To < len(means) && means[w.To]-r.Down <= t {
			w.To++
		}
		windows[c] = w
	}
	return windows
}

// binMeans returns the mean of the values in each bin, of sorted keys. A bin
// without any has the mean of the bin below it, which puts it in no window
// that it does not belong to, as it stays empty.
func binMeans(cuts []float64, keys []uint64) []float64 {
	means := make([]float64, len(cuts)+1)
	at := 0
	for b := range means {
		n := 0
		for ; at < len(keys) && (b == len(cuts) || value(keys[at]) <= cuts[b]); at++ {
			n++
			means[b] += (value(keys[at]) - means[b]) / float64(n)
		}
		if n == 0 && b > 0 {
			means[b] = means[b-1]
		}
	}
	return means
}
