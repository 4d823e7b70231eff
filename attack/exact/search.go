package exact

import (
	"context"
	"math"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// searcher searches for one victim after another.
type searcher struct {
	*prepared
	ctx   context.Context
	space *attack.Space

	heuristic attack.Searcher
	builder   *bound.Builder
	diver     *bound.Diver
	sweeper   bound.Sweeper
	cutter    bound.Cutter
	splitter  bound.Splitter
	climber   *bound.Climber
	climbing  bool // the climber knows the present ball

	duel  []*ensemble.Contrast // to be won together
	open  []rivalry            // duels of a decision
	stack []*bound.Graph       // depth by depth, a graph per contrast of the duel
	bytes int                  // of the stack, as far as it was ever used
	ball  float64              // limit of the present ball

	victim  attack.Victim
	best    []int32 // cells of the best example
	cost    float64 // of it, +Inf if there is none
	class   int     // the model's class for it
	doubt   float64 // no example costs less among those that only rounding makes and that the search cannot tell
	within  float64 // examples farther than this do not count
	goal    float64 // any example this near will do, below 0 if only the nearest will
	enough  float64 // a bound of this cost is enough: that of another contest with Root, or of a decision
	proved  float64 // no example of the present ball costs less
	cells   []int32
	other   []int32
	row     []float64
	margins []float64

	nodes    int // so far
	budget   int // of nodes
	pause    int // number of nodes at which the present ball is given up
	deadline time.Time
	stop     attack.Stop
}

func newSearcher(p *prepared) *searcher {
	space := attack.NewSpace(p.problem)
	builder := bound.NewBuilder(space)
	n := p.problem.Ensemble.Features
	return &searcher{
		prepared: p, space: space, heuristic: p.heuristic.Searcher(),
		builder: builder, diver: bound.NewDiver(builder), climber: bound.NewClimber(space),
		best: make([]int32, n), cells: make([]int32, n), other: make([]int32, n),
		row: make([]float64, n), margins: make([]float64, p.problem.Ensemble.Outputs),
	}
}

// begin takes in a victim, as far as cells cost at most a limit.
func (s *searcher) begin(ctx context.Context, v attack.Victim, limit float64) {
	s.ctx, s.victim = ctx, v
	s.cost, s.within, s.enough, s.goal = math.Inf(1), math.Inf(1), math.Inf(1), -1
	s.doubt = math.Inf(1)
	s.nodes, s.budget, s.pause, s.bytes = 0, s.attack.Nodes, math.MaxInt, 0
	s.stop = attack.Finished
	s.deadline = time.Time{}
	if s.attack.Time > 0 {
		s.deadline = time.Now().Add(s.attack.Time)
	}
	s.reset(limit)
}

func (s *searcher) reset(limit float64) {
	s.space.ResetWithin(s.victim.X, limit)
	s.builder.Reset()
}

// Search proves the minimal adversarial distance as far as the budgets allow.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.begin(ctx, v, math.Inf(1))
	if s.problem.Target == v.Label {
		return s.result(math.Inf(1))
	}
	if guess := v.Guess(); guess != nil {
		s.guess(guess)
	}
	duels := s.contrasts.duels[v.Label]()
	lower := 0.0
	if s.space.Norm == attack.LInf && !s.attack.Root {
		s.budget = min(s.budget, aloneNodes)
		lower = s.minimize(duels)
		if s.stop != attack.NodeLimit || s.nodes >= s.attack.Nodes {
			return s.result(lower)
		}
		s.budget, s.stop = s.attack.Nodes, attack.Finished
	}
	if !s.attack.Root {
		if r := s.heuristic.Search(ctx, v); r.Example != nil {
			s.guess(r.Example)
		}
	}
	return s.result(max(lower, s.minimize(duels)))
}

// aloneNodes is how many boxes a search in LInf may look at before it asks
// the heuristic: bounds there are so tight that they mostly find the example.
const aloneNodes = 64

// result reports the best example and what is proved: no example costs less
// than lower.
func (s *searcher) result(lower float64) attack.Result {
	v := s.victim
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Class: -1, Stop: s.stop}
	r.Stats.Nodes = s.nodes
	if s.cost == math.Inf(1) {
		r.Status, r.Distance, r.LowerBound = attack.None, math.Inf(1), s.space.Norm.Distance(lower)
		return r
	}
	r.Example = s.space.Example(s.best)
	r.Class = s.class
	r.Distance = s.space.Distance(r.Example)
	if lower >= s.cost {
		r.Status, r.LowerBound = attack.Optimal, r.Distance
	} else {
		r.LowerBound = min(s.space.Norm.Distance(lower), r.Distance)
	}
	return r
}

// guess takes a row that may be adversarial as the first example.
func (s *searcher) guess(x []float64) {
	e := s.problem.Ensemble
	e.Round(s.row, x)
	for f, v := range s.row {
		s.cells[f] = s.space.Home[f]
		if v == v {
			s.cells[f] = s.space.Grid.Cell(f, v)
		}
		if c := s.cells[f]; c < s.space.Lo[f] || c > s.space.Hi[f] {
			return
		}
	}
	s.try(s.cells)
}

// try takes a point as the best example if it is one.
func (s *searcher) try(cells []int32) bool {
	cost := s.space.Total(cells)
	if cost >= s.cost || s.space.Norm.Distance(cost) > s.within {
		return false
	}
	class := s.predict(cells)
	if class == s.victim.Label || s.problem.Target != attack.Untargeted && class != s.problem.Target {
		return false
	}
	s.cost, s.class = cost, class
	copy(s.best, cells)
	return true
}

// predict returns the model's class for a point, and leaves its margins behind.
func (s *searcher) predict(cells []int32) int {
	for f, c := range cells {
		s.row[f] = s.space.Value[s.space.Grid.First[f]+c]
	}
	e := s.problem.Ensemble
	e.Margins(s.row, s.margins)
	return e.ClassOf(s.margins)
}

// leave takes in that a point is no example, nor any other with the same leaves
// of a duel, unless trees outside the duel have a say in it.
func (s *searcher) leave(duel []*ensemble.Contrast, cells []int32) {
	if len(duel) > 1 { // all trees are in it
		return
	}
	if cost := s.space.Total(cells); cost < s.doubt && duel[0].Sum(s.space.Grid, cells) >= duel[0].Need &&
		s.predict(cells) == s.victim.Label && !duel[0].Loses(s.problem.Ensemble, s.margins) {
		s.doubt = cost
	}
}

// done reports whether the best example is near enough.
func (s *searcher) done() bool { return s.space.Norm.Distance(s.cost) <= s.goal }

// spent reports whether a budget is used up, and notes which.
func (s *searcher) spent() bool {
	switch {
	case s.stop != attack.Finished:
	case s.nodes >= s.budget:
		s.stop = attack.NodeLimit
	case s.bytes > s.attack.Memory:
		s.stop = attack.MemoryLimit
	case s.ctx.Err() != nil:
		s.stop = attack.Cancelled
	case !s.deadline.IsZero() && time.Now().After(s.deadline):
		s.stop = attack.TimeLimit
	}
	return s.stop != attack.Finished
}
