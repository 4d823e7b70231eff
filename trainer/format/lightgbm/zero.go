package lightgbm

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// zero is the largest number that LightGBM takes for 0, and belowZero the
// largest one below those that it takes for 0.
var (
	zero      = float64(float32(1e-35))
	belowZero = math.Nextafter(-zero, math.Inf(-1))
)

// A model may have one split for bytesPerSplit bytes of its file after zeros
// have been taken for missing values: about 80 for each that LightGBM wrote,
// and not enough to fill the memory from a small file.
const bytesPerSplit = 2

// tinyAsZero makes a split send what LightGBM takes for 0 where 0 goes.
func tinyAsZero(s *ensemble.Split) {
	switch {
	case -zero <= s.Threshold && s.Threshold < 0:
		s.Threshold = belowZero
	case 0 <= s.Threshold && s.Threshold < zero:
		s.Threshold = zero
	}
}

// isTiny reports whether a split is among the numbers that LightGBM takes for 0, at another
// one of them.
func isTiny(s ensemble.Split) bool {
	return s.Set == nil && s.Threshold != 0 && -zero <= s.Threshold && s.Threshold < zero
}

// zeroAsMissing makes a split send what LightGBM takes for 0 in the default
// direction, and reports whether one threshold can say so.
func zeroAsMissing(s *ensemble.Split) bool {
	switch {
	case s.DefaultLeft && s.Threshold >= -zero:
		s.Threshold = max(s.Threshold, zero)
	case !s.DefaultLeft && s.Threshold <= zero:
		s.Threshold = min(s.Threshold, belowZero)
	default:
		return false
	}
	return true
}

// expand rebuilds a tree with three splits for each that zeroAsMissing could
// not change: their left and right branches appear twice.
func (m *model) expand(t *ensemble.Tree, decision []int32) bool {
	if err := (&ensemble.Ensemble{Features: m.e.Features, Classes: 2, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{*t}}).Validate(); err != nil {
		m.fail("%w", err)
		return false
	}
	out := ensemble.Tree{}
	// task is a branch of the old tree to put below a split of the new one
	type task struct {
		from, to int32
		right    bool
	}
	var todo []task
	put := func(k task) {
		place := int32(len(out.Splits))
		if k.from < 0 {
			out.Leaves = append(out.Leaves, t.Leaves[^k.from])
			place = -int32(len(out.Leaves))
		}
		switch {
		case k.to < 0:
		case k.right:
			out.Splits[k.to].Right = place
		default:
			out.Splits[k.to].Left = place
		}
		if k.from < 0 {
			return
		}
		s := t.Splits[k.from]
		if s.Set != nil || decision[k.from]>>missingShift&3 != missingZero || zeroAsMissing(&s) {
			out.Splits = append(out.Splits, s)
			todo = append(todo, task{s.Right, place, true}, task{s.Left, place, false})
			return
		}
		for i, step := range detour(s) {
			next := s
			next.Threshold, next.DefaultLeft = step.threshold, step.missingLeft
			next.Right = place + int32(i) + 1
			out.Splits = append(out.Splits, next)
			todo = append(todo, task{step.left, place + int32(i), false})
		}
		todo = append(todo, task{s.Right, place + 2, true})
	}
	for put(task{from: 0, to: -1}); len(todo) > 0; {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		put(k)
		if int64(m.expanded+len(out.Splits)) > m.bytes/bytesPerSplit {
			m.fail("tree %d takes zeros for missing values in so many splits that it would grow too large: train with zero_as_missing=false", len(m.e.Trees))
			return false
		}
	}
	*t = out
	return true
}

// step is one of the splits that stand for a split with a detour for zeros:
// left is a branch of the old split.
type step struct {
	threshold   float64
	left        int32
	missingLeft bool
}

// detour returns the steps for a split, the last of which has the old right
// branch on its right.
func detour(s ensemble.Split) [3]step {
	if s.DefaultLeft { // left are x <= t and the zeros above
		return [3]step{{s.Threshold, s.Left, true}, {belowZero, s.Right, false}, {zero, s.Left, false}}
	}
	// right are x > t and the zeros below
	return [3]step{{belowZero, s.Left, false}, {zero, s.Right, true}, {s.Threshold, s.Left, false}}
}
