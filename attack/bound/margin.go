package bound

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Ball bounds and looks for the largest margin that an attacker can reach in a ball. It is scratch
// memory for one goroutine.
type Ball struct {
	space    *attack.Space
	builder  *Builder
	sweeper  Sweeper
	climber  *Climber
	graph    Graph
	contrast ensemble.Contrast

	point []ensemble.Cell // where the largest margin was found
	cells []ensemble.Cell
	last  []ensemble.Cell
	home  int64 // the sum at the row
}

// NewBall returns a Ball for the rows of a problem.
func NewBall(p *attack.Problem) *Ball {
	s := attack.NewSpace(p)
	n := p.Ensemble.Features
	return &Ball{
		space: s, builder: NewBuilder(s), climber: NewClimber(s),
		point: make([]ensemble.Cell, n), cells: make([]ensemble.Cell, n), last: make([]ensemble.Cell, n),
	}
}

// Reset starts with a row, on whose missing features the model must not split.
func (b *Ball) Reset(x []float64) { b.ResetWithin(x, math.Inf(1)) }

// ResetWithin is Reset for calls of Most with this limit or smaller ones: what costs more is left out.
func (b *Ball) ResetWithin(x []float64, limit float64) {
	b.space.ResetWithin(x, limit)
	b.builder.Reset()
}

// Plain returns a bound on the margin of a contrast at all points that cost at most limit: the
// tree-wise bound.
func (b *Ball) Plain(c *ensemble.Contrast, limit float64) float64 {
	return c.Margin(b.builder.Plain(c, limit) + c.Need)
}

// Most returns a bound on the margin of a contrast, the rival's score minus the class's, at all
// points that cost at most limit: the tree-wise bound, tightened by message passing.
func (b *Ball) Most(c *ensemble.Contrast, limit float64) float64 {
	return b.MostOver(c, limit, math.Inf(-1))
}

// MostOver is Most, but stops as soon as the bound is below a margin.
func (b *Ball) MostOver(c *ensemble.Contrast, limit, margin float64) float64 {
	b.contrast = *c
	b.contrast.Need = math.MinInt64 / 2 // nothing is dead for a small margin: no sum is below half of this
	g := &b.graph
	b.builder.Build(g, &b.contrast, limit)
	b.sweeper.Begin(g)
	plain := g.most()
	most, last := plain, plain
	b.climber.Reset(g, &b.contrast)
	home := b.climber.start(b.space.Home)
	b.home = home
	if plain <= home || g.Trees() == 0 {
		return c.Margin(most)
	}
	if g.sum {
		g.SetLambda(float64(scaleDown(plain-home)) / max(limit, leastLimit))
		b.sweeper.Begin(g)
	}
	for range marginSweeps {
		b.sweeper.Sweep(g)
		g.BestLambda()
		now := g.most()
		most = min(most, now)
		if c.Margin(most) < margin || last-now < (now-home)/marginPatience {
			break
		}
		last = now
	}
	return c.Margin(most)
}

// Sweeps continue until one lowers the bound by less than 1/marginPatience of its distance from the
// margin at the row.
const (
	marginSweeps   = 20
	marginPatience = 50
)

// Best returns the largest margin that a search finds in the ball of the last call of Most, and
// where. Features move one by one from the point that the messages prefer, or from the row if that
// lies outside the ball, and also from start if it is not nil.
func (b *Ball) Best(start []float64) (margin float64, cells []ensemble.Cell) {
	g, c := &b.graph, &b.contrast
	c.Enough = math.MaxInt64 // a point is never good enough
	copy(b.point, b.space.Home)
	best := b.home
	if g.Trees() == 0 {
		return c.Margin(best), b.point
	}
	copy(b.cells, b.space.Home)
	g.Point(b.cells)
	summit := b.climb(&best)
	if start != nil {
		copy(b.last, b.cells)
		for f, v := range start {
			b.cells[f] = b.space.Cell(f, v)
		}
		if !summit || !slices.Equal(b.cells, b.last) {
			b.climb(&best)
		}
	}
	return c.Margin(best), b.point
}

// climb moves b.cells, starting at the row if they lie outside the ball, and keeps the result if it
// is the best so far. It reports whether climbing from there again would change nothing.
func (b *Ball) climb(best *int64) (summit bool) {
	if !b.filled(b.cells) || b.space.Total(b.cells) > b.graph.limit {
		copy(b.cells, b.space.Home)
	}
	sum, most := b.climber.Push(b.cells, b.graph.lambda)
	if b.graph.lambda != 0 || !most {
		sum, most = b.climber.Push(b.cells, 0)
	}
	if sum > *best {
		*best = sum
		copy(b.point, b.cells)
	}
	return most && b.graph.lambda == 0
}

// filled reports whether the costs of cells are known, that is, not all above the limit of the last
// reset.
func (b *Ball) filled(cells []ensemble.Cell) bool {
	for f, c := range cells {
		if c < b.space.Lo[f] || c > b.space.Hi[f] {
			return false
		}
	}
	return true
}

// Example returns the nearest row with the given cells.
func (b *Ball) Example(cells []ensemble.Cell) []float64 { return b.space.Example(cells) }

// most is an upper bound on the margin in the ball: the largest integer if a price that has just
// changed makes it overflow.
func (g *Graph) most() int64 {
	if scaled := g.total + g.allow; scaled <= math.MaxInt64>>scaleShift {
		return scaled << scaleShift
	}
	return math.MaxInt64
}
