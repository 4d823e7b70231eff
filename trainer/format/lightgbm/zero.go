package lightgbm

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/detour"
)

// zero is the largest number that LightGBM takes for 0, and belowZero the
// largest one below those that it takes for 0.
var (
	zero      = float64(float32(1e-35))
	belowZero = math.Nextafter(-zero, math.Inf(-1))
)

// zeros are what zero_as_missing takes for missing values.
var zeros = detour.Numbers{Before: belowZero, First: -zero, Last: zero}

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

// isAtZero reports whether a split is at 0 itself.
func isAtZero(s ensemble.Split) bool { return s.Set == nil && s.Threshold == 0 }

// expand gives a tree more splits where those that take zeros for missing values need them.
func (m *model) expand(t *ensemble.Tree, decision []int32) bool {
	bare := ensemble.Tree{Splits: slices.Clone(t.Splits), Leaves: t.Leaves} // what columns hold is not known yet
	for n := range bare.Splits {
		bare.Splits[n].Set = nil
	}
	if err := (&ensemble.Ensemble{Features: m.e.Features, Classes: 2, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{bare}}).Validate(); err != nil {
		m.fail("%w", err)
		return false
	}
	taken := func(n int32) bool { return t.Splits[n].Set == nil && decision[n]>>missingShift&3 == missingZero }
	if !zeros.Expand(t, taken, m.bytes/bytesPerSplit-int64(m.expanded)) {
		m.fail("tree %d takes zeros for missing values in so many splits that it would grow too large: train with zero_as_missing=false", len(m.e.Trees))
		return false
	}
	return true
}
