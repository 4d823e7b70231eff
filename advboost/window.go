package advboost

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// window says which values of a feature cross a threshold, and what they become.
type window struct {
	rise, fall   float64 // values of rise or more get above it, values of fall or less get down to it; NaN: reach decides
	below, above float64 // the values nearest to the threshold that they can become
}

// windowed reports whether windows say more than reach does.
func (b *Ball) windowed() bool {
	c := b.Constraints
	return c != nil && (c.Lo != nil || c.Hi != nil || c.Values != nil || c.Step != nil)
}

// window returns which values cross a threshold of a feature that moves by reach down and up,
// if it has bounds or may only take some values. To the nearest of these it moves as far as all
// of eps pays for.
func (b *Ball) window(f ensemble.Feature, threshold float64, reach *[2]float64) window {
	const nearly = 1 + 1e-9 // for rounding, in a move to a value that is allowed
	far := func(reach float64) float64 { return float64(min(reach, anywhere) * nearly) }
	w := window{math.NaN(), math.NaN(), threshold, threshold}
	if c := b.Constraints; c.Listed(int(f)) {
		w.below, w.above = c.Beside(int(f), threshold)
		w.rise, w.fall = w.above-far(reach[1]), w.below+far(reach[0])
		if !b.isSwitch(int(f)) {
			down, up := b.most(int(f))
			w.rise = min(w.rise, max(w.below, w.above-far(up)))
			w.fall = max(w.fall, min(w.above, w.below+far(down)))
		}
		return w
	}
	lo, hi := b.Constraints.Bounds(int(f))
	switch {
	case hi < threshold:
		w.below, w.fall = hi, hi+far(reach[0])
	case lo > threshold:
		w.below, w.fall = math.Inf(-1), math.Inf(-1)
	}
	switch {
	case lo > threshold:
		w.above, w.rise = lo, lo-far(reach[1])
	case hi <= threshold:
		w.above, w.rise = math.Inf(1), math.Inf(1)
	}
	return w
}

// most returns how far a feature falls and rises for all of eps, even if the ball is a box of a
// fraction.
func (b *Ball) most(f int) (down, up float64) {
	if b.whole == 0 {
		return b.Reach(f)
	}
	all := *b
	all.Eps, all.whole = b.whole, 0
	return all.Reach(f)
}
