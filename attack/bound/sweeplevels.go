package bound

import (
	"math"
)

// members returns the coarse segments of a side on a variable.
func (g *Graph) members(k int32) []int32 { return g.member[g.sideLo[k] : g.sideHi[k]+1] }

// leastOf returns the least message to the coarse segments of a side on a variable.
func (g *Graph) leastOf(k int32) int64 {
	m := int64(math.MaxInt64)
	for _, j := range g.members(k) {
		m = min(m, g.message[j])
	}
	return m
}

// chargeSets is charge for a pair on a variable.
func (g *Graph) chargeSets(p int32, q []int64, sign int64) {
	for k := g.side[p]; k < g.side[p+1]; k++ {
		q[g.sideLeaf[k]] -= sign * g.leastOf(k)
	}
}

// collectSets is the part of collect for a pair on a variable that goes through the leaves: most
// holds the best leaf without a side.
func (s *Sweeper) collectSets(g *Graph, p int32, q, most []int64) {
	g.chargeSets(p, q, -1)
	from := g.seg[p]
	for k := g.side[p]; k < g.side[p+1]; k++ {
		v := q[g.sideLeaf[k]]
		for _, j := range g.members(k) {
			most[j-from] = max(most[j-from], v)
		}
	}
	for j, m := range most {
		switch at := from + int32(j); {
		case g.message[at] == -dead:
		case alive(m):
			s.addTo(g, at, m-g.message[at])
			g.message[at] = m
		default:
			g.message[at] = -dead
			for _, k := range g.fines(at) {
				g.belief[k] = dead
			}
		}
	}
}

// addTo changes the beliefs of a coarse segment of a variable.
func (s *Sweeper) addTo(g *Graph, j int32, more int64) {
	for _, k := range g.fines(j) {
		s.ramp.add(k, k+1, more)
	}
}

// shareSets is share for a pair on a variable.
func (s *Sweeper) shareSets(g *Graph, p int32, n int64) {
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		if g.message[j] == -dead {
			continue
		}
		m := int64(math.MinInt64)
		for _, k := range g.fines(j) {
			m = max(m, g.score[k])
		}
		if !alive(m) {
			g.message[j] = -dead
			continue
		}
		s.addTo(g, j, -m/n)
		g.message[j] -= m / n
	}
}
