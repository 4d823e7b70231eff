package bound

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Climber moves points one feature at a time within the ball of a graph.
type Climber struct {
	space    *attack.Space
	graph    *Graph
	contrast *ensemble.Contrast

	pairs byFeature
	gain  []int64 // by fine segment of the feature in question
	order []int32
	here  []int64 // by tree of the graph: the value of the leaf of the point, unknown if a feature has moved
	stale []bool  // by feature: whether other moves may gain than when it was last looked at
}

// unknown is no value of a leaf.
const unknown = math.MinInt64

// NewClimber returns a climber on a space.
func NewClimber(s *attack.Space) *Climber { return &Climber{space: s} }

// Reset starts with the graph of a ball.
func (c *Climber) Reset(g *Graph, contrast *ensemble.Contrast) {
	c.graph, c.contrast = g, contrast
	c.pairs.reset(g)
}

// start begins at a point, and returns its sum.
func (c *Climber) start(cells []ensemble.Cell) int64 {
	c.here, c.stale = c.here[:0], c.stale[:0]
	for range c.graph.trees {
		c.here = append(c.here, unknown)
	}
	for range c.graph.Feature {
		c.stale = append(c.stale, true)
	}
	if c.space.Grid.Loose != nil || !c.graph.built {
		return c.contrast.Sum(c.space.Grid, cells)
	}
	sum := c.graph.alone
	for i := range c.graph.trees {
		t := &c.graph.trees[i]
		c.here[i] = c.contrast.Values(t.tree).At(c.space.Grid.LeafBelow(t.fork, cells))
		sum += c.here[i]
	}
	return sum
}

// profile fills gain with what each move of feature i of the graph gains.
func (c *Climber) profile(i int32, cells []ensemble.Cell) {
	g := c.graph
	first := g.At[i]
	n := g.At[i+1] - first
	for len(c.gain) < int(n) {
		c.gain = append(c.gain, 0)
	}
	clear(c.gain[:n])
	f := g.Feature[i]
	was := cells[f]
	grid := c.space.Grid
	for _, p := range c.pairs.of(i) {
		t := &g.trees[c.pairs.tree[p]]
		cells[f] = was
		if grid.Loose != nil {
			c.profileLevels(i, p, int(t.tree), cells)
			continue
		}
		values, here := c.contrast.Values(t.tree), &c.here[c.pairs.tree[p]]
		if *here == unknown {
			*here = values.At(grid.LeafBelow(t.fork, cells))
		}
		for j := g.seg[p]; j < g.seg[p+1]-1; j++ {
			from, to := g.start[j], g.start[j+1]
			cell := g.First[from]
			if cell <= was && was <= g.Last[to-1] { // no move
				continue
			}
			cells[f] = cell
			d := values.At(grid.LeafBelow(t.fork, cells)) - *here
			for k := from; k < to && d != 0; k++ {
				c.gain[k-first] += d
			}
		}
	}
	cells[f] = was
}

// moved notes that feature i has moved.
func (c *Climber) moved(i int32) {
	for _, p := range c.pairs.of(i) {
		t := &c.graph.trees[c.pairs.tree[p]]
		c.here[c.pairs.tree[p]] = unknown
		for _, other := range c.graph.pair[t.pair:t.pairEnd] {
			c.stale[other] = true
		}
	}
}

// Push moves features to where the margin, minus lambda times the cost, is largest, until the point
// wins or nothing moves. It returns the sum, and whether no further move would raise it.
func (c *Climber) Push(cells []ensemble.Cell, lambda float64) (sum int64, most bool) {
	g, s := c.graph, c.space
	sum = c.start(cells)
	total := s.Total(cells)
	for pass := 0; pass < 3 && sum < c.contrast.Enough; pass++ {
		moved := false
		for i, f := range g.Feature {
			if s.Norm == attack.LInf && !c.stale[i] { // elsewhere what others cost matters too
				continue
			}
			c.stale[i] = false
			c.profile(int32(i), cells)
			here := s.Cost[s.Grid.ID(int(f), cells[f])]
			best, at, gain := 0.0, int32(-1), int64(0)
			for k := g.At[i]; k < g.At[i+1]; k++ {
				cost := s.Cost[s.Grid.ID(int(f), g.Near[k])]
				if s.Norm == attack.LInf && cost > g.limit || s.Norm != attack.LInf && total-here+cost > g.limit {
					continue
				}
				d := c.gain[k-g.At[i]]
				if v := float64(d>>scaleShift) - float64(lambda*(cost-here)); v > best {
					best, at, gain = v, k, d
				}
			}
			if at >= 0 && g.Near[at] != cells[f] {
				cells[f] = g.Near[at]
				sum += gain
				total = s.Total(cells)
				c.moved(int32(i))
				moved = true
			}
		}
		if !moved {
			return sum, true
		}
	}
	return sum, false
}

// Pull moves features of a winning point back towards the victim, the costliest first, while the
// point still wins.
func (c *Climber) Pull(cells []ensemble.Cell) {
	g, s := c.graph, c.space
	sum := c.start(cells)
	cost := func(i int32) float64 {
		f := g.Feature[i]
		return s.Cost[s.Grid.ID(int(f), cells[f])]
	}
	for moved := true; moved; {
		moved = false
		c.order = c.order[:0]
		for i := range g.Feature {
			if i := int32(i); cost(i) > 0 {
				at := len(c.order)
				c.order = append(c.order, i)
				for ; at > 0 && cost(c.order[at-1]) < cost(i); at-- {
					c.order[at] = c.order[at-1]
				}
				c.order[at] = i
			}
		}
		for _, i := range c.order {
			c.profile(i, cells)
			f := g.Feature[i]
			best, at := cost(i), int32(-1)
			for k := g.At[i]; k < g.At[i+1]; k++ {
				v := s.Cost[s.Grid.ID(int(f), g.Near[k])]
				if v < best && sum+c.gain[k-g.At[i]] >= c.contrast.Enough {
					best, at = v, k
				}
			}
			if at >= 0 {
				sum += c.gain[at-g.At[i]]
				cells[f] = g.Near[at]
				c.moved(i)
				moved = true
			}
		}
	}
}
