package eval

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"
)

// MeanIntervals returns an interval for the mean of each list of one value per row, such as 1 where
// only the second of two models is right and -1 where only the first is. All lists share the
// resamples of the rows, or of their groups, and all have as many values. Intervals are [NaN, NaN]
// without rows or resamples, and [-1, 1] for a single group. Its only error is that of the context.
func MeanIntervals(ctx context.Context, by Resampling, groups []int, lists ...[]float64) ([]Interval, error) {
	rows := 0
	if len(lists) > 0 {
		rows = len(lists[0])
	}
	if rows == 0 {
		by.Count = 0
	}
	r := newResampler(by, rows, groups)
	draws := make([][]float64, len(lists))
	err := r.each(ctx, func() {
		for k, values := range lists {
			draws[k] = append(draws[k], dot(r.weight, values)/r.drawn)
		}
	})
	if err != nil {
		return nil, err
	}
	intervals := make([]Interval, len(lists))
	for k := range intervals {
		intervals[k] = r.middle(draws[k], -1, 1)
	}
	return intervals, nil
}

// GroupedError returns the factor, at least 1, by which groups of rows enlarge the standard error of the
// mean of one value per row: the root of the design effect (Kish, Survey Sampling, 1965). Without groups
// it is 1.
func GroupedError(values []float64, groups []int) float64 {
	alone := MeanError(values, nil)
	if groups == nil || alone == 0 {
		return 1
	}
	return max(1, min(MeanError(values, groups)/alone, math.Sqrt(float64(len(values)))))
}

// MeanError returns the standard error of the mean of one value per row, with rows or their groups
// as the sample. For few groups it is enlarged such that 1.96 standard errors still make a 95 %
// interval; for one group it is infinite.
func MeanError(values []float64, groups []int) float64 {
	n := float64(len(values))
	if groups == nil {
		return stat.PopStdDev(values, nil) / math.Sqrt(n)
	}
	r, mean, sum := newResampler(Resampling{}, len(values), groups), stat.Mean(values, nil), 0.0
	if math.IsInf(r.wider, 1) {
		return r.wider
	}
	for i, g := range r.groups {
		r.times[g] += values[i] - mean
	}
	for _, of := range r.times {
		sum += float64(of * of)
	}
	return math.Sqrt(sum) / n * r.wider
}
