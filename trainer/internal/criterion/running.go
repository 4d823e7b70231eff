package criterion

import "slices"

// running are the running sums of the bins of a slot: for each number of bins, by channel, and then of
// all channels together.
type running struct {
	width int
	sums  []int64
}

// sum makes r the sums of h that begin with start.
func (r *running) sum(h *Sums, start []int64) {
	r.width = len(start)
	size := (h.N + 1) * r.width
	r.sums = slices.Grow(r.sums[:0], size)[:size]
	copy(r.sums, start)
	clear(r.sums[r.width:])
	all := r.width - 1
	for k := range all {
		sum, to := start[k], r.sums
		for _, v := range h.Channel(k) {
			to = to[r.width:]
			sum += v
			to[k] = sum
			to[all] += sum
		}
	}
}

// below returns the sums of the first bins.
func (r *running) below(bins int) []int64 { return r.sums[bins*r.width:][:r.width] }
