package advboost

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// window is which values of a feature cross a threshold, and what they become.
type window struct {
	rise, fall   float64 // those from rise on get above it, and those up to fall get to it; NaN: all that come past it
	below, above float64 // what they are then at most, or at least
}

// windowed reports whether windows say more than how far features move.
func (b *Ball) windowed() bool {
	c := b.Constraints
	return c != nil && (c.Lo != nil || c.Hi != nil || c.Values != nil || c.Step != nil)
}

// window returns what crosses a threshold of a feature that moves so far down and up: where
// it has bounds or only some values can be had. To the nearest of these it moves as far as
// all of eps pays for.
func (b *Ball) window(f ensemble.Feature, threshold float64, reach *[2]float64) window {
	const nearly = 1 + 1e-9 // what rounding takes from a move to one of some values
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

// most returns how far a feature falls and rises for all of eps, also where the ball is a
// box of a fraction.
func (b *Ball) most(f int) (down, up float64) {
	if b.whole == 0 {
		return b.Reach(f)
	}
	all := *b
	all.Eps, all.whole = b.whole, 0
	return all.Reach(f)
}
