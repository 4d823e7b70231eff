package lightgbm

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/missingrange"
)

// zero is the largest number that LightGBM takes for 0, and belowZero the largest one below all those
// that it takes for 0.
var (
	zero      = float64(float32(1e-35))
	belowZero = math.Nextafter(-zero, math.Inf(-1))
)

// zeros are the numbers that zero_as_missing takes for missing values.
var zeros = missingrange.Numbers{Before: belowZero, First: -zero, Last: zero}

// After zeros have been taken for missing values, a model may have one split per bytesPerSplit bytes of
// its file. LightGBM itself needs about 80 bytes per split, and a small file must not fill the memory.
const bytesPerSplit = 2

// tinyAsZero makes a split send the numbers that LightGBM takes for 0 where 0 goes.
func tinyAsZero(s *ensemble.Split) {
	switch {
	case -zero <= s.Threshold && s.Threshold < 0:
		s.Threshold = belowZero
	case 0 <= s.Threshold && s.Threshold < zero:
		s.Threshold = zero
	}
}

// isTiny reports whether a threshold other than 0 lies among the numbers that LightGBM takes for 0.
func isTiny(s ensemble.Split) bool {
	return s.Set == nil && s.Threshold != 0 && -zero <= s.Threshold && s.Threshold < zero
}

// isAtZero reports whether a split is at 0 itself.
func isAtZero(s ensemble.Split) bool { return s.Set == nil && s.Threshold == 0 }

// expand adds splits to a tree for those that take zeros for missing values, if these need them.
func (m *model) expand(t *ensemble.Tree, decision []int32) bool {
	bare := ensemble.Tree{Splits: slices.Clone(t.Splits), Leaves: t.Leaves} // without sets, as the kinds of columns are not known yet
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
