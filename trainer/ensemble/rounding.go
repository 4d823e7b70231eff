package ensemble

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// rounding bounds, for each output, how far the plain predictor's sum of leaf values may lie from the
// sum in exact arithmetic, at any point; if e.Average, the bound is that on the average times the
// number of trees. It fails if a sum could overflow, or if averages are over different numbers of
// trees.
//
// Each addition rounds its result to the nearest number, and so is off by at
// most a unit roundoff times the result (Higham, "Accuracy and Stability of
// Numerical Algorithms", 2nd edition, section 4.2); the result is at most the
// sum of the largest leaf values so far.
func (e *Ensemble) rounding() ([]float64, error) {
	off := make([]float64, e.Outputs)
	for k := range off {
		if e.Average && e.TreesOf(k) != e.TreesOf(0) {
			return nil, fmt.Errorf("outputs are averages over different numbers of trees, %d and %d", e.TreesOf(0), e.TreesOf(k))
		}
		var err error
		if off[k], err = e.roundingOf(k); err != nil {
			return nil, err
		}
	}
	return off, nil
}

// Doubt returns by how much the lead of one class's sum of leaf values over another's, or over the
// cutoff, may differ between the plain predictor and exact arithmetic: a class that leads all others by
// more than that is predicted. It is +Inf if sums could overflow.
func (e *Ensemble) Doubt() float64 {
	off, err := e.rounding()
	if err != nil {
		return math.Inf(1)
	}
	doubt := 2 * slices.Max(off)
	if e.ByProbability {
		trees := 1.0
		if e.Average {
			trees = float64(e.TreesOf(0))
		}
		doubt += float64(2 * asLikely * trees)
	}
	return doubt
}

// roundingOf is rounding for one output.
func (e *Ensemble) roundingOf(k int) (float64, error) {
	roundoff, least, most, digits, lowest := 0x1p-53, 0x1p-1074, math.MaxFloat64, 53, -1074
	if e.Sum == Float32 { // numbers are first rounded to float64
		roundoff, least, most, digits, lowest = 0x1p-24+0x1p-53, 0x1p-149, math.MaxFloat32, 24, -149
	}
	reach, off, quantum := math.Abs(e.Base[k]), 0.0, lowestBit(e.Base[k])
	average := 0.0 // added to averages or compared with them, times the number of trees
	if e.Average {
		reach, average = 0, float64(e.TreesOf(k))*(math.Abs(e.Base[k])+math.Abs(e.Cutoff))
	}
	for i := range e.Trees {
		t := &e.Trees[i]
		from, step := 0, 1
		if t.Output == VectorLeaves {
			from, step = k, e.Outputs
		} else if t.Output != k {
			continue
		}
		largest := 0.0
		for l := from; l < len(t.Leaves); l += step {
			largest = max(largest, math.Abs(t.Leaves[l]))
			quantum = min(quantum, lowestBit(t.Leaves[l]))
		}
		reach += largest
		off += float64(roundoff*(reach+off)) + least
	}
	if !(reach+off+average < most/16) {
		return 0, fmt.Errorf("leaf values of output %d add up to as much as %.3g, too much for sums in %v", k, reach+average, e.Sum)
	}
	if e.Average {
		off += float64(2*roundoff*(reach+off+average)) + float64(2*least*float64(e.TreesOf(k)))
		digits, lowest = digits-3, -100 // quotients of different sums have to be different
	}
	if average == 0 && quantum >= lowest && reach <= math.Ldexp(1, quantum+digits) {
		return 0, nil // all sums are multiples of the quantum, and have few enough digits
	}
	return off * (1 + 1e-6), nil // off itself was rounded
}

// lowestBit returns the exponent of the lowest bit that is set in v, and a large number for 0.
func lowestBit(v float64) int {
	if v == 0 {
		return 1 << 16
	}
	fraction, exponent := math.Frexp(v)
	return exponent - 53 + bits.TrailingZeros64(uint64(math.Abs(fraction)*(1<<53)))
}
