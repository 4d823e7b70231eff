package bound

import "math/bits"

// ramp collects additions to ranges of a slice, each in constant time, until they are applied.
type ramp struct {
	first int32
	step  []int64 // how much more an element changes than the one before
}

// begin starts with n elements, numbered from first.
func (r *ramp) begin(first int32, n int) {
	r.first = first
	r.step = extend(r.step[:0], n+1)
}

// add changes the elements from one number to just before another.
func (r *ramp) add(from, to int32, more int64) {
	r.step[from-r.first] += more
	r.step[to-r.first] -= more
}

// apply makes the changes to those elements that are alive, and forgets them.
func (r *ramp) apply(v []int64) {
	more := int64(0)
	for k, x := range v {
		more += r.step[k]
		if alive(x) {
			v[k] += more
		}
	}
	clear(r.step)
}

// raise adds to those elements that are alive.
func raise(v []int64, more int64) {
	if more == 0 {
		return
	}
	for k, x := range v {
		if alive(x) {
			v[k] += more
		}
	}
}

// peaks finds the largest element of any range of a slice: a sparse table whose levels are made
// when first needed.
type peaks struct {
	first int32
	n     int       // levels made
	level [][]int64 // level l has the largest of 2^l elements from each one on
}

// begin starts with a slice whose elements are numbered from first.
func (p *peaks) begin(first int32, v []int64) {
	p.first = first
	if len(p.level) == 0 {
		p.level = append(p.level, nil)
	}
	p.level[0], p.n = v, 1
}

// largest returns the largest element from one number to just before another.
func (p *peaks) largest(from, to int32) int64 {
	l := bits.Len32(uint32(to-from)) - 1
	for p.n <= l {
		p.grow()
	}
	v := p.level[l]
	return max(v[from-p.first], v[to-p.first-1<<l])
}

func (p *peaks) grow() {
	if p.n == len(p.level) {
		p.level = append(p.level, nil)
	}
	half := int32(1) << (p.n - 1)
	v, next := p.level[p.n-1], p.level[p.n][:0]
	for k := half; k < int32(len(v)); k++ {
		next = append(next, max(v[k-half], v[k]))
	}
	p.level[p.n] = next
	p.n++
}
