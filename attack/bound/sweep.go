package bound

import "math"

// Sweeper passes messages. It keeps the reweighted leaves of one graph; Begin starts with another.
type Sweeper struct {
	pairs byFeature
	q     []int64 // by leaf: reweighted
	top   []int64 // by tree: the largest of its q
	most  []int64 // by coarse segment of a pair: the largest q there
	shift []int64 // by feature: added to all its beliefs

	ramp  ramp  // of the beliefs of the feature in question
	peaks peaks // of its scores
}

// Begin starts with a graph and adds up its bound.
func (s *Sweeper) Begin(g *Graph) {
	s.pairs.reset(g)
	s.q, s.top = append(s.q[:0], g.value...), s.top[:0]
	s.shift = extend(s.shift[:0], len(g.Feature))
	g.total = g.constant
	for i := range g.trees {
		t := &g.trees[i]
		q := s.q[t.leaf:t.leafEnd]
		for p := t.pair; p < t.pairEnd; p++ {
			s.shift[g.pair[p]] -= g.level(p)
			if g.onLevels(p) {
				g.chargeSets(p, q, 1)
			} else {
				g.charge(p, q)
			}
		}
		s.top = append(s.top, largest(q))
		g.total += s.top[i]
	}
	for i := range g.Feature {
		belief := g.belief[g.At[i]:g.At[i+1]]
		raise(belief, s.shift[i])
		g.total += largest(belief)
	}
}

func largest(v []int64) int64 {
	m := int64(math.MinInt64)
	for _, x := range v {
		m = max(m, x)
	}
	return m
}

func least(v []int64) int64 {
	m := int64(math.MaxInt64)
	for _, x := range v {
		m = min(m, x)
	}
	return m
}

// Slack is how far the bound lies above what an adversarial point reaches; if it is below 0 the
// ball has none.
func (g *Graph) Slack() int64 { return g.total + g.allow - g.need }

// Sweep visits all features once, from first to last or, every other time, back. It stops once no
// point can be adversarial, and reports whether that is so.
func (s *Sweeper) Sweep(g *Graph) bool {
	n := len(g.Feature)
	for i := range n {
		if g.Slack() < 0 {
			return true
		}
		if g.back {
			i = n - 1 - i
		}
		s.visit(g, int32(i))
	}
	g.back = !g.back
	return g.Slack() < 0
}

// visit lets feature i collect what its trees know of it, and pass it on to the trees that have
// other features still to come: a step of SRMP (see the package comment). The bound falls while
// collecting, and not again.
func (s *Sweeper) visit(g *Graph, i int32) {
	belief := g.belief[g.At[i]:g.At[i+1]]
	pairs := s.pairs.of(i)
	before := largest(belief)
	in, out := int64(0), int64(0)
	s.ramp.begin(g.At[i], len(belief))
	for _, p := range pairs {
		t := s.pairs.tree[p]
		if p > g.trees[t].pair {
			in++
		}
		if p < g.trees[t].pairEnd-1 {
			out++
		}
		before += s.top[t]
		s.collect(g, t, p)
	}
	s.ramp.apply(belief)
	after := largest(belief)
	g.total += after - before
	must := g.need - g.allow - (g.total - after)
	score := g.score[g.At[i]:g.At[i+1]]
	for k, b := range belief {
		if b < must {
			belief[k] = dead
		}
		score[k] = belief[k]
	}
	s.peaks.begin(g.At[i], score)
	now := int64(0)
	for _, p := range pairs {
		t := s.pairs.tree[p]
		last := g.trees[t].pairEnd - 1
		if g.back {
			last = g.trees[t].pair
		}
		if p != last {
			s.share(g, p, max(in, out))
		}
		s.ramp.add(g.At[i], g.At[i+1], -g.level(p))
		tree := &g.trees[t]
		q := s.q[tree.leaf:tree.leafEnd]
		if g.onLevels(p) {
			g.chargeSets(p, q, 1)
		} else {
			g.charge(p, q)
		}
		s.top[t] = largest(q)
		now += s.top[t]
	}
	s.ramp.apply(belief)
	g.total += now + largest(belief) - after
}

// collect hands all that tree t knows of the feature of pair p to that feature. The tree's q then
// leave the pair out.
func (s *Sweeper) collect(g *Graph, t, p int32) {
	tree := &g.trees[t]
	q := s.q[tree.leaf:tree.leafEnd]
	must := g.need - g.allow - g.total + s.top[t]
	for l, v := range q {
		if v < must {
			q[l], g.value[tree.leaf+int32(l)] = dead, dead
		}
	}
	from, to := g.seg[p], g.seg[p+1]-1
	for int32(len(s.most)) < to-from {
		s.most = append(s.most, 0)
	}
	most := s.most[:to-from]
	free := g.free(p, q)
	for j := range most {
		most[j] = free
	}
	if g.onLevels(p) {
		s.collectSets(g, p, q, most)
		return
	}
	leaf, lo, hi := g.sides(p)
	for k, l := range leaf {
		v := q[l] + g.leastFrom(lo[k], hi[k])
		q[l] = v
		for j := lo[k] - from; j <= hi[k]-from; j++ {
			most[j] = max(most[j], v)
		}
	}
	for j, m := range most {
		switch at := from + int32(j); {
		case g.message[at] == -dead:
		case alive(m):
			s.ramp.add(g.start[at], g.start[at+1], m-g.message[at])
			g.message[at] = m
		default:
			g.message[at] = -dead
			for k := g.start[at]; k < g.start[at+1]; k++ {
				g.belief[k] = dead
			}
		}
	}
}

// share gives one of n equal parts of what the feature of pair p has
// collected back to the tree.
func (s *Sweeper) share(g *Graph, p int32, n int64) {
	if g.onLevels(p) {
		s.shareSets(g, p, n)
		return
	}
	for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
		if g.message[j] == -dead {
			continue
		}
		m := s.peaks.largest(g.start[j], g.start[j+1])
		if !alive(m) {
			g.message[j] = -dead
			continue
		}
		s.ramp.add(g.start[j], g.start[j+1], -m/n)
		g.message[j] -= m / n
	}
}
