package criterion

import "slices"

// running are the running sums of the bins of a slot: for each number of bins, those of some channels, and
// then of these together.
type running struct {
	width int
	sums  []int64
}

// sum makes r the sums of channels of h that begin with start.
func (r *running) sum(h *Sums, channels []int, start []int64) {
	r.width = len(start)
	size := (h.N + 1) * r.width
	r.sums = slices.Grow(r.sums[:0], size)[:size]
	copy(r.sums, start)
	clear(r.sums[r.width:])
	all := r.width - 1
	for k, channel := range channels {
		sum, to := start[k], r.sums
		for _, v := range h.Channel(channel) {
			to = to[r.width:]
			sum += v
			to[k] = sum
			to[all] += sum
		}
	}
}

// below returns the sums of the first bins.
func (r *running) below(bins int) []int64 { return r.sums[bins*r.width:][:r.width] }
