package bins

import "math"

// cuts returns thresholds that divide values into at most bins parts, each threshold between two
// neighbouring values. If there are few different values, each has its own part; otherwise frequent
// values do, and the rest is shared out evenly.
func (d *distinct) cuts(bins int) []float64 {
	values, counts := d.values, d.counts
	if len(values) < 2 {
		return nil
	}
	cuts := make([]float64, 0, min(len(values), bins)-1)
	if len(values) <= bins {
		for i := range values[1:] {
			cuts = append(cuts, between(values[i], values[i+1]))
		}
		return cuts
	}
	frequent := d.rows() / int64(bins)
	rest, restBins := int64(0), int64(bins)
	for _, n := range counts {
		if n > frequent {
			restBins--
		} else {
			rest += n
		}
	}
	filled := int64(0)
	for i := 0; i+1 < len(values) && len(cuts) < bins-1; i++ {
		filled += counts[i]
		own := counts[i] > frequent
		if !own {
			rest -= counts[i]
		}
		want := (rest + filled) / max(1, restBins)
		next := counts[i+1] > frequent
		if own || filled >= want || next && 2*filled >= want {
			cuts = append(cuts, between(values[i], values[i+1]))
			if !own {
				restBins--
			}
			filled = 0
		}
	}
	return cuts
}

// robustCuts is cuts for a feature that the attacker can move. If few bins have to do for many values,
// thresholds form a lattice, so that reaches still end at thresholds.
func (f *finder) robustCuts(reach Reach, bins int) []float64 {
	if reach.none() {
		return f.distinct.cuts(bins)
	}
	f.candidates(reach)
	if len(f.candidate.values) > bins && bins < 1<<Narrow {
		if lattice := reach.lattice(f.distinct.values, bins); lattice != nil {
			return lattice
		}
	}
	return f.candidate.cuts(bins)
}

// between returns a threshold t for two neighbouring values, lo <= t < hi: near the middle, and a
// float32 strictly between them if there is one, so that libraries that round to float32 separate the
// two values in the same way.
func between(lo, hi float64) float64 {
	middle := float64(lo/2) + float64(hi/2)
	// The float32 nearest to the middle lies between lo and hi if any does.
	if single := float64(float32(middle)); lo < single && single < hi {
		return single
	}
	if lo <= middle && middle < hi && !math.IsInf(middle, 0) {
		return middle
	}
	return math.Max(lo, -math.MaxFloat64)
}
