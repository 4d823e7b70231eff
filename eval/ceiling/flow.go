package ceiling

import "math"

// cover returns the smallest weight of a set of rows that has a row of every pair that meets, given
// the weight of a row by class, and how many rows of each class such a cover has. With more than two
// classes the weight is a lower bound: half rows may be taken.
func (p *problem) cover(weights []float64) (float64, []float64) {
	f, sum, unit := p.solve(weights)
	half := 1.0
	if p.classes() > 2 {
		half = 0.5
	}
	taken := make([]float64, len(weights))
	for _, row := range f.covering() {
		taken[p.t.Y[row]] += half
	}
	return half * float64(sum) * unit, taken
}

// solve finds the largest flow and returns it with its sum in units.
func (p *problem) solve(weights []float64) (f *flow, sum int64, unit float64) {
	total := 0.0
	for c, n := range p.counts {
		total += float64(float64(n) * weights[c])
	}
	unit = total / units
	capacity := make([]int64, len(weights))
	for c, w := range weights {
		capacity[c] = int64(math.Floor(w / unit))
	}
	f = newFlow(p, capacity)
	for f.layer() {
		clear(f.tried)
		for l := range p.left {
			sent := f.push(int32(l), f.spare[l])
			f.spare[l] -= sent
			sum += sent
		}
	}
	return f, sum, unit
}

// covering returns the rows of the smallest cover; with more than two classes, each once or twice.
func (f *flow) covering() []int32 {
	var rows []int32
	for l, row := range f.left {
		if f.depth[l] < 0 {
			rows = append(rows, row)
		}
	}
	for r, row := range f.right {
		if f.far[r] >= 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// units is the total weight in the integer units of flows.
const units = 1 << 50

// flow is a flow from rows on the left to rows on the right through the pairs
// that meet, each row passing no more than its capacity (Dinic 1970, in layers).
type flow struct {
	*problem
	spare []int64   // of the rows on the left
	room  []int64   // of the rows on the right
	along [][]int64 // flow to each row that a row on the left meets
	into  [][]entry // of the rows on the right: where flow comes from

	depth []int32 // layer of each row on the left, -1 if out of reach
	far   []int32 // layer that each row on the right is reached from, -1 if out of reach
	tried []int32 // number of pairs of a row on the left that are exhausted in these layers
	queue []int32
}

// entry is the pair number at of the row number left.
type entry struct{ left, at int32 }

func newFlow(p *problem, capacity []int64) *flow {
	left, right := len(p.left), len(p.right)
	f := &flow{
		problem: p, spare: make([]int64, left), room: make([]int64, right), along: make([][]int64, left), into: make([][]entry, right),
		depth: make([]int32, left), far: make([]int32, right), tried: make([]int32, left),
	}
	for l, row := range p.left {
		f.spare[l] = capacity[p.t.Y[row]]
		f.along[l] = make([]int64, len(p.meet[l]))
	}
	for r, row := range p.right {
		f.room[r] = capacity[p.t.Y[row]]
	}
	return f
}

// layer computes how far rows are from those on the left with spare capacity, and reports whether any
// room is reached.
func (f *flow) layer() bool {
	f.queue = f.queue[:0]
	for right := range f.far {
		f.far[right] = -1
	}
	for l := range f.depth {
		f.depth[l] = -1
		if f.spare[l] > 0 {
			f.depth[l] = 0
			f.queue = append(f.queue, int32(l))
		}
	}
	reached := false
	for n := 0; n < len(f.queue); n++ {
		l := f.queue[n]
		for _, right := range f.meet[l] {
			if f.far[right] >= 0 {
				continue
			}
			f.far[right] = f.depth[l]
			reached = reached || f.room[right] > 0
			for _, e := range f.into[right] {
				if f.depth[e.left] < 0 {
					f.depth[e.left] = f.depth[l] + 1
					f.queue = append(f.queue, e.left)
				}
			}
		}
	}
	return reached
}

// push sends up to most from a row on the left to where there is room, directly or by displacing flow
// of rows in the next layer that find room elsewhere. It returns what it sent.
func (f *flow) push(l int32, most int64) int64 {
	sent := int64(0)
	for sent < most && f.tried[l] < int32(len(f.meet[l])) {
		at := f.tried[l]
		right := f.meet[l][at]
		if f.far[right] == f.depth[l] {
			by := min(most-sent, f.room[right])
			f.room[right] -= by
			by += f.replace(right, f.depth[l]+1, most-sent-by)
			f.send(l, at, by)
			sent += by
		}
		if sent < most {
			f.tried[l]++
		}
	}
	return sent
}

// replace redirects up to most of the flow into a row on the right, from rows with a given depth, to
// other rows, and returns how much.
func (f *flow) replace(right, depth int32, most int64) int64 {
	moved := int64(0)
	for k := 0; k < len(f.into[right]) && moved < most; {
		e := f.into[right][k]
		if f.depth[e.left] == depth {
			by := f.push(e.left, min(most-moved, f.along[e.left][e.at]))
			moved += by
			if f.along[e.left][e.at] -= by; f.along[e.left][e.at] == 0 {
				last := len(f.into[right]) - 1
				f.into[right][k] = f.into[right][last]
				f.into[right] = f.into[right][:last]
				continue
			}
		}
		k++
	}
	return moved
}

// send records a flow through a pair.
func (f *flow) send(l, at int32, by int64) {
	if by == 0 {
		return
	}
	right := f.meet[l][at]
	if f.along[l][at] == 0 {
		f.into[right] = append(f.into[right], entry{l, at})
	}
	f.along[l][at] += by
}
