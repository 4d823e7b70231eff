package exact

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// outcome is the result of the search in a ball.
type outcome uint8

const (
	empty  outcome = iota // no example better than the best known is in the ball
	better                // a better example was found, and any will do
	gaveUp                // the effort or a budget was used up
)

// ball searches the ball of a cost for an example better than the [incumbent], as far as its
// [budget] goes.
type ball struct {
	incumbent
	budget
	root bool // no box is cut in two

	builder  *bound.Builder
	sweeper  bound.Sweeper
	cutter   bound.Cutter
	splitter bound.Splitter
	climber  *bound.Climber

	duel     attack.Duel    // to be won together
	limit    float64        // cost of the ball
	pause    int            // number of boxes at which to give up
	proved   float64        // no example in the ball costs less
	climbing bool           // the climber knows the ball
	stack    []*bound.Graph // depth by depth, a graph per contrast of the duel
	other    []ensemble.Cell
	lo, hi   []ensemble.Cell    // of each numeric feature, what graphs have in common
	sets     []ensemble.CellSet // by depth, if a variable is cut there
}

func newBall(p *prepared, space *attack.Space, builder *bound.Builder) ball {
	n := p.problem.Ensemble.Features
	return ball{
		incumbent: newIncumbent(p, space), root: p.attack.Root, builder: builder, climber: bound.NewClimber(space),
		other: make([]ensemble.Cell, n), lo: make([]ensemble.Cell, n), hi: make([]ensemble.Cell, n),
	}
}

// search looks for a better example in the ball of a cost, within a number of boxes. No example in
// the ball costs less than proved.
func (s *ball) search(duel attack.Duel, limit float64, boxes int) (o outcome, proved float64) {
	s.duel, s.limit, s.pause = duel, limit, s.nodes+boxes
	s.climbing, s.proved = false, 0
	s.grow(1)
	for k, c := range duel {
		g := s.stack[k]
		s.builder.Build(g, c, limit)
		g.Joint = len(duel) > 1
		if s.space.Norm != attack.LInf {
			g.SetLambda(g.SlopeLambda(c.Sum(s.space.Grid, s.space.Home)))
		}
	}
	return s.branch(0, true), s.proved
}

// grow makes the stack high enough for a number of depths.
func (s *ball) grow(depths int) {
	for len(s.stack) < depths*len(s.duel) {
		s.stack = append(s.stack, new(bound.Graph))
	}
}

// branch searches a box: the graphs at a depth of the stack, which stand for the whole ball, as far
// as it can hold an example, or for a part of it.
func (s *ball) branch(depth int, whole bool) outcome {
	if s.spent() || s.nodes >= s.pause {
		return gaveUp
	}
	s.nodes++
	at := depth * len(s.duel)
	graphs := s.stack[at : at+len(s.duel)]
	for _, g := range graphs {
		if s.refute(g) {
			return empty
		}
	}
	if whole && len(graphs) == 1 {
		s.proved = max(s.proved, graphs[0].Lower())
	}
	if s.root {
		if !s.descend(depth, bound.Cut{Feature: -1}) {
			return empty
		}
		if s.shrunk(depth) {
			return s.branch(depth+1, whole)
		}
	}
	if s.decode(graphs, depth) {
		if s.done() {
			return better
		}
		s.limit = s.below()
		if !s.descend(depth, bound.Cut{Feature: -1}) {
			return empty
		}
		return s.branch(depth+1, whole)
	}
	if s.root {
		return gaveUp
	}
	split, ok := s.split(graphs, depth)
	if !ok { // a single leaf tuple, whose nearest point is not an example
		copy(s.cells, s.space.Home)
		graphs[0].Point(s.cells)
		s.leave(s.duel, s.cells)
		if len(graphs) > 1 && s.meet(graphs) && s.try(s.cells) && s.done() {
			return better
		}
		return empty
	}
	for _, half := range split.Halves() {
		if !s.descend(depth, half) {
			continue
		}
		if o := s.branch(depth+1, false); o != empty {
			return o
		}
	}
	return empty
}

// shrunk reports whether a box without its dead parts, the next on the stack, is so much smaller
// that messages may tell more in it: features lose their ends, and others what then no longer fits
// into the ball.
func (s *ball) shrunk(depth int) bool {
	n := len(s.duel)
	for k, g := range s.stack[depth*n : (depth+1)*n] {
		if child := s.stack[(depth+1)*n+k]; float64(child.Size()) < shrunkEnough*float64(g.Size()) {
			return true
		}
	}
	return false
}

// descend puts a part of a box on the stack, and reports whether it holds points.
func (s *ball) descend(depth int, half bound.Cut) bool {
	s.grow(depth + 2)
	n := len(s.duel)
	for k := range n {
		child := s.stack[(depth+1)*n+k]
		before := child.Bytes()
		ok := s.cutter.Cut(child, s.stack[depth*n+k], half, s.limit)
		s.bytes += child.Bytes() - before
		if !ok {
			return false
		}
	}
	return true
}

// refute passes messages until they prove the box empty, until that becomes unlikely, or until they
// point at an example if any will do.
func (s *ball) refute(g *bound.Graph) bool {
	s.sweeper.Begin(g)
	last, patience, most := g.Slack(), int64(patience), maxSweeps
	if s.root {
		patience, most = rootPatience*patience, rootSweeps
	}
	if last < 0 {
		return true
	}
	for sweep := range most {
		if s.ctx.Err() != nil {
			return false
		}
		if sweep > 0 {
			g.BestLambda()
		}
		if s.sweeper.Sweep(g) {
			return true
		}
		if s.goal >= 0 && len(s.duel) == 1 && s.named(g) {
			return false
		}
		now := g.Slack()
		if sweep >= minSweeps && (last-now)*patience < now {
			return false
		}
		last = now
	}
	return false
}

// named reports whether the point that the features prefer is an example in
// the ball.
func (s *ball) named(g *bound.Graph) bool {
	copy(s.cells, s.space.Home)
	g.Point(s.cells)
	return s.space.Total(s.cells) <= s.limit && s.duel[0].Sum(s.space.Grid, s.cells) >= s.duel[0].Enough
}

// split chooses where to cut a box in two.
func (s *ball) split(graphs []*bound.Graph, depth int) (bound.Split, bool) {
	best, some := bound.Split{}, false
	for _, g := range graphs {
		split, ok := s.splitter.Split(g)
		if ok && (!some || split.Loss > best.Loss) {
			best, some = split, true
			if split.Set != nil {
				best.Set = s.hold(split.Set, depth)
			}
		}
	}
	return best, some
}

// hold keeps a copy of a set while a box at a depth is searched.
func (s *ball) hold(set ensemble.CellSet, depth int) ensemble.CellSet {
	for len(s.sets) <= depth {
		s.sets = append(s.sets, nil)
	}
	s.sets[depth] = append(s.sets[depth][:0], set...)
	return s.sets[depth]
}

// below returns the largest cost still worth looking for.
func (s *ball) below() float64 {
	if s.space.Norm == attack.LInf {
		return math.Nextafter(s.cost, 0)
	}
	return s.builder.Whole(s.cost * (1 - tolerance))
}
