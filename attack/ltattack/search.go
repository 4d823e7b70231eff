package ltattack

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// searcher attacks one victim after another.
type searcher struct {
	*prepared
	space   *attack.Space
	near    *neighborhood
	climber *climber
	pcg     rand.PCG
	rand    *rand.Rand

	ctx    context.Context
	victim attack.Victim
	duels  []duel  // an example has to win one of them
	rivals []rival // those of the victim

	trial   *tuple          // of the naive neighbourhoods
	nearer  []ensemble.Cell // and the best of them
	cells   []ensemble.Cell // of a start
	row     []float64
	far     []float64
	margins []float64

	best  []ensemble.Cell // the best example
	cost  float64         // its cost, +Inf if there is none
	duel  *duel           // the duel that it wins
	slack int64           // by how much examples have to exceed Enough, see verify
	stats attack.Stats
}

func newSearcher(p *prepared) *searcher {
	space := attack.NewSpace(p.problem)
	n := p.problem.Ensemble.Features
	s := &searcher{
		prepared: p, space: space, near: newNeighborhood(newTuple(space)),
		cells: make([]ensemble.Cell, n), nearer: make([]ensemble.Cell, n), best: make([]ensemble.Cell, n),
		row: make([]float64, n), far: make([]float64, n),
		margins: make([]float64, p.problem.Ensemble.Outputs),
	}
	s.climber = newClimber(space, &s.stats)
	s.rand = rand.New(&s.pcg)
	s.climber.rand = s.rand
	return s
}

// Search looks for the nearest adversarial example of a victim.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.ctx, s.victim, s.stats, s.slack = ctx, v, attack.Stats{}, 0
	s.space.Reset(v.X)
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Status: attack.None, Class: -1, Distance: math.Inf(1)}
	if s.problem.Target == v.Label {
		return r
	}
	s.meet(v.Label)
	for {
		s.cost = math.Inf(1)
		s.run()
		if s.cost == math.Inf(1) || s.verify() {
			break
		}
	}
	if ctx.Err() != nil {
		r.Stop = attack.Cancelled
	}
	r.Stats = s.stats
	r.LowerBound = s.problem.Norm.Distance(s.floor())
	if s.cost == math.Inf(1) {
		return r
	}
	r.Example = s.space.Example(s.best)
	r.Class = s.problem.Ensemble.Class(r.Example)
	r.Distance = s.problem.Distance(v.X, r.Example)
	r.Status = attack.Found
	if r.LowerBound >= r.Distance*(1-tolerance) {
		r.Status, r.LowerBound = attack.Optimal, r.Distance
	}
	return r
}

// run is one search with the current slack.
func (s *searcher) run() {
	s.findRivals()
	if guess := s.victim.Guess(); guess != nil {
		s.fromGuess(guess)
	}
	if !s.attack.Paper {
		s.climbAll()
	}
	starts := s.attack.Starts
	if starts == 0 && s.cost == math.Inf(1) && s.floor() < math.Inf(1) {
		starts = fallbackStarts
	}
	for i := range starts {
		if s.ctx.Err() != nil {
			return
		}
		s.fromRandom(i)
	}
}

// fallbackStarts is the number of random starts to try if nothing else finds an example.
const fallbackStarts = 5

// verify asks the plain predictor about the best example. If it disagrees, because the model rounds
// its sums, examples have to win by more.
func (s *searcher) verify() bool {
	s.space.Put(s.best, s.row)
	e := s.problem.Ensemble
	e.Margins(s.row, s.margins)
	class := e.ClassOf(s.margins)
	if class != s.victim.Label && (s.problem.Target == attack.Untargeted || class == s.problem.Target) {
		return true
	}
	lead := int64(math.MaxInt64)
	for _, c := range s.duel.contrasts {
		lead = min(lead, c.Sum(s.space.Grid, s.best)-c.Enough)
	}
	s.slack = max(2*s.slack, lead+1, 1)
	return false
}

// offer takes an example if it is the best so far.
func (s *searcher) offer(d *duel, cells []ensemble.Cell, cost float64) {
	if cost < s.cost {
		s.cost, s.duel = cost, d
		copy(s.best, cells)
	}
}

// fromRandom descends from the random point with the given number.
func (s *searcher) fromRandom(start int) {
	seed.Reset(&s.pcg, s.problem.Seed, s.victim.Row, start)
	if d := s.randomPoint(); d != nil {
		s.descend(d)
	}
}

// fromGuess descends from a point that may be adversarial.
func (s *searcher) fromGuess(x []float64) {
	if len(x) != len(s.far) {
		return
	}
	seed.Reset(&s.pcg, s.problem.Seed, s.victim.Row, -3) // for the paper's escapes
	s.problem.Ensemble.Round(s.far, x)
	s.admit(s.far)
	if d := s.winner(s.cells); d != nil {
		s.bisect(d, s.far)
		s.descend(d)
	}
}

// descend is the outer loop of Algorithm 1 from the point in s.cells, with
// the paper's escapes from local optima.
func (s *searcher) descend(d *duel) {
	s.near.set(d, s.cells)
	s.near.slack = s.slack
	for escapes := 0; ; escapes++ {
		for s.improve() {
			s.stats.Iterations++
			s.stats.Neighbors += s.near.count.Neighbors
		}
		s.stats.Neighbors += s.near.count.Neighbors
		s.offer(s.near.duel, s.near.cells, s.near.score.cost)
		if escapes == maxEscapes || s.ctx.Err() != nil || !s.escape() {
			return
		}
	}
}

// improve moves to a nearer neighbour.
func (s *searcher) improve() bool {
	if s.attack.Neighborhood != Bound {
		return s.naive()
	}
	return s.near.improve(!s.attack.Exhaustive)
}
