package bound

import (
	"math"
	"slices"
)

// Sweeper holds the scratch memory of message passing.
type Sweeper struct {
	beta []int64 // by coarse segment of a tree: the belief that others hold of it
	most []int64 // by coarse segment: the tree's max-marginal
	top  []int64 // by pair: the largest beta
	q    []int64 // by leaf: its value with all that others believe
	rm   []int64 // by side: what the side takes away
}

func (s *Sweeper) fit(segments, pairs, leaves, sides int) {
	if len(s.beta) < segments {
		s.beta, s.most = make([]int64, 2*segments), make([]int64, 2*segments)
	}
	if len(s.top) < pairs {
		s.top = make([]int64, 2*pairs)
	}
	if len(s.q) < leaves {
		s.q = make([]int64, 2*leaves)
	}
	if len(s.rm) < sides {
		s.rm = make([]int64, 2*sides)
	}
}

// Update lets tree i take what others believe and hand out all it knows: the
// block coordinate step of MPLP (Globerson and Jaakkola, NIPS 2007) on a
// factor that is a tree. It returns by how much the bound falls.
func (s *Sweeper) Update(g *Graph, i int) int64 {
	t := &g.trees[i]
	n := int64(t.pairEnd - t.pair)
	seg0, side0 := g.seg[t.pair], g.side[t.pair]
	s.fit(int(g.seg[t.pairEnd]-seg0), int(n), int(t.leafEnd-t.leaf), int(g.side[t.pairEnd]-side0))
	value := g.value[t.leaf:t.leafEnd]
	q := s.q[:len(value)]

	before, base := int64(0), int64(0)
	if !t.settled {
		before = s.strongest(g, t)
		t.settled = true
	}
	for p := t.pair; p < t.pairEnd; p++ {
		held, top := int64(math.MinInt64), int64(math.MinInt64)
		for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
			m := int64(math.MinInt64)
			for _, b := range g.belief[g.start[j]:g.start[j+1]] {
				m = max(m, b)
			}
			held = max(held, m)
			m -= g.message[j]
			s.beta[j-seg0] = m
			top = max(top, m)
		}
		before += held
		base += top
		s.top[p-t.pair] = top
	}
	for l, v := range value {
		q[l] = v + base
	}
	for p := t.pair; p < t.pairEnd; p++ {
		top := s.top[p-t.pair]
		for k := g.side[p]; k < g.side[p+1]; k++ {
			m := int64(math.MinInt64)
			for _, b := range s.beta[g.sideLo[k]-seg0 : g.sideHi[k]-seg0+1] {
				m = max(m, b)
			}
			m -= top
			s.rm[k-side0] = m
			q[g.sideLeaf[k]] += m
		}
	}
	// what the tree has to reach, given all others
	rest := g.total - before
	must := g.need - g.allow - rest
	best := int64(math.MinInt64)
	for l, v := range q {
		best = max(best, v)
		if v < must {
			value[l] = dead
		}
	}
	after := int64(0)
	for p := t.pair; p < t.pairEnd; p++ {
		top := s.top[p-t.pair]
		from, to := g.seg[p], g.seg[p+1]-1
		most := s.most[:to-from]
		free := s.free(g, p, q)
		for j := range most {
			most[j] = free
		}
		for k := g.side[p]; k < g.side[p+1]; k++ {
			v := q[g.sideLeaf[k]] - s.rm[k-side0]
			for j := g.sideLo[k] - from; j <= g.sideHi[k]-from; j++ {
				most[j] = max(most[j], v)
			}
		}
		left := int64(t.pairEnd - p)
		given, now := int64(math.MinInt64), int64(math.MinInt64)
		for j, m := range most {
			beta := s.beta[int32(j)+from-seg0]
			m += beta - top
			at := from + int32(j)
			span := g.belief[g.start[at]:g.start[at+1]]
			if m < must {
				for k := range span {
					span[k] = dead
				}
				s.beta[at-seg0] = dead
				continue
			}
			hand := ceilDiv(m, left)
			given = max(given, hand)
			// belief = beta + message + hand - beta ...
			delta := hand - beta - g.message[at]
			g.message[at] = hand - beta
			s.beta[at-seg0] = beta - hand
			now = max(now, beta-hand)
			for k := range span {
				span[k] += delta
			}
		}
		after += given
		must -= given
		if left == 1 {
			break
		}
		for l := range q {
			q[l] += now - top
		}
		for k := g.side[p]; k < g.side[p+1]; k++ {
			m := int64(math.MinInt64)
			for _, b := range s.beta[g.sideLo[k]-seg0 : g.sideHi[k]-seg0+1] {
				m = max(m, b)
			}
			m -= now
			q[g.sideLeaf[k]] += m - s.rm[k-side0]
		}
	}
	drop := before - after
	g.total -= drop
	return drop
}

// free returns the best leaf that has no side in pair p.
func (s *Sweeper) free(g *Graph, p int32, q []int64) int64 {
	best, next := int64(math.MinInt64/2), 0
	for k := g.side[p]; k < g.side[p+1]; k++ {
		l := int(g.sideLeaf[k])
		for ; next < l; next++ {
			best = max(best, q[next])
		}
		next = l + 1
	}
	for ; next < len(q); next++ {
		best = max(best, q[next])
	}
	return best
}

// strongest returns the largest reweighted leaf of a tree.
func (s *Sweeper) strongest(g *Graph, t *factor) int64 {
	value := g.value[t.leaf:t.leafEnd]
	s.fit(0, 0, len(value), 0)
	q := s.q[:len(value)]
	copy(q, value)
	for p := t.pair; p < t.pairEnd; p++ {
		top := leastOf(g.message[g.seg[p] : g.seg[p+1]-1])
		for l := range q {
			q[l] -= top
		}
		for k := g.side[p]; k < g.side[p+1]; k++ {
			q[g.sideLeaf[k]] += top - leastOf(g.message[g.sideLo[k]:g.sideHi[k]+1])
		}
	}
	return slices.Max(q)
}

func leastOf(v []int64) int64 {
	least := int64(math.MaxInt64)
	for _, m := range v {
		least = min(least, m)
	}
	return least
}

// Total adds up the bound.
func (s *Sweeper) Total(g *Graph) {
	g.total = g.constant
	for i := range g.trees {
		if t := &g.trees[i]; !t.settled {
			g.total += s.strongest(g, t)
		}
	}
	for i := range g.Feature {
		m := int64(math.MinInt64)
		for _, b := range g.belief[g.At[i]:g.At[i+1]] {
			m = max(m, b)
		}
		g.total += m
	}
}

// ceilDiv returns a/n rounded up, n > 0.
func ceilDiv(a, n int64) int64 {
	d := a / n
	if a > d*n {
		d++
	}
	return d
}

// Slack is how far the bound lies above what an adversarial point reaches;
// below 0 there is none in the ball.
func (g *Graph) Slack() int64 { return g.total + g.allow - g.need }

// Sweep updates all trees once, or until no point can be adversarial.
func (s *Sweeper) Sweep(g *Graph) bool {
	n := len(g.trees)
	for i := range g.trees {
		if g.Slack() < 0 {
			return true
		}
		if g.back {
			i = n - 1 - i
		}
		s.Update(g, i)
	}
	g.back = !g.back
	return g.Slack() < 0
}
