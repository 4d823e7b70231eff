package advboost

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// CoversRange reports whether all features that differ between rows of a table can
// be moved at once, each from any of its values to any other: a model that holds
// against that is constant.
func (b *Ball) CoversRange(t *data.Table) bool {
	covers, still := b.covers(t)
	return covers && !still
}

// CoversMoving is CoversRange for the features that can move at all, if some can and some
// cannot: to a model that holds against that, a larger radius makes no difference.
func (b *Ball) CoversMoving(t *data.Table) bool {
	covers, still := b.covers(t)
	return covers && still
}

// covers reports whether all features that differ between rows and can move can be moved at
// once, each from any of its values to any other, and whether some differ and cannot move, or
// not over all of their range.
func (b *Ball) covers(t *data.Table) (covers, still bool) {
	cost := 0.0 // in shares of what each feature reaches on its own
	for f, r := range t.Ranges() {
		lo, hi := r.Min, r.Max
		if !(lo < hi) {
			continue
		}
		if column.KindOf(t.Columns, f) == column.Categorical {
			lo, hi = 0, 1 // what a change of level costs
		} else if b.Constraints != nil {
			if least, most := b.Constraints.Bounds(f); least > lo || most < hi { // rows outside of these stay
				still, lo, hi = true, max(lo, least), min(hi, most)
			}
			if lo > hi {
				continue
			}
		}
		down, up := b.Reach(f)
		if max(down, up) == 0 {
			still = true
			continue
		}
		switch reach := min(down, up); {
		case b.Norm != attack.L0:
			cost = b.Norm.Join(cost, b.Norm.Cost((hi-lo)/reach))
		case reach < hi-lo:
			return false, still
		default:
			cost += 1 / b.Eps // however far it goes
		}
	}
	return cost > 0 && b.Norm.Distance(cost) <= 1, still
}
