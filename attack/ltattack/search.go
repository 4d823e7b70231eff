package ltattack

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/seed"
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
	rivals []rival // those of the victim

	cells   []int32 // of a start
	row     []float64
	far     []float64
	margins []float64

	best  []int32 // cells of the best example
	cost  float64 // its cost, +Inf if there is none
	duel  *duel   // the duel that it wins
	slack int64   // what examples have to exceed Need by, see verify
	stats attack.Stats
}

func newSearcher(p *prepared) *searcher {
	space := attack.NewSpace(p.problem)
	n := p.problem.Ensemble.Features
	s := &searcher{
		prepared: p, space: space, near: newNeighborhood(newTuple(space)), climber: newClimber(space),
		cells: make([]int32, n), row: make([]float64, n), far: make([]float64, n), best: make([]int32, n),
		margins: make([]float64, p.problem.Ensemble.Outputs),
	}
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

// run is one search with the present slack.
func (s *searcher) run() {
	s.findRivals()
	if s.victim.Start != nil {
		s.fromGuess(s.victim.Start)
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

// fallbackStarts is how many random starts are tried where nothing else
// finds an example.
const fallbackStarts = 5

// verify asks the plain predictor about the best example. Where it disagrees,
// because the model rounds its sums, examples have to win by more.
func (s *searcher) verify() bool {
	for f, c := range s.best {
		s.row[f] = s.space.Value[s.space.Grid.First[f]+c]
	}
	e := s.problem.Ensemble
	e.Margins(s.row, s.margins)
	class := e.ClassOf(s.margins)
	if class != s.victim.Label && (s.problem.Target == attack.Untargeted || class == s.problem.Target) {
		return true
	}
	lead := int64(math.MaxInt64)
	for _, c := range s.duel.contrasts {
		lead = min(lead, c.Sum(s.space.Grid, s.best)-c.Need)
	}
	s.slack = max(2*s.slack, lead+1, 1)
	return false
}

// offer takes an example if it is the best so far.
func (s *searcher) offer(d *duel, cells []int32, cost float64) {
	if cost < s.cost {
		s.cost, s.duel = cost, d
		copy(s.best, cells)
	}
}

// fromRandom descends from the random point with a number.
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
	s.problem.Ensemble.Round(s.far, x)
	s.admit(s.far)
	if d := s.winner(s.cells); d != nil {
		s.search(d, s.far)
		s.descend(d)
	}
}

// descend is the outer loop of Algorithm 1 from the point in s.cells, with
// the paper's escapes from local optima.
func (s *searcher) descend(d *duel) {
	s.near.set(d, s.cells)
	s.near.slack = s.slack
	for escapes := 0; ; escapes++ {
		for s.near.improve(!s.attack.Exhaustive) {
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

// rival is a way to win: a duel and what is known about it for the victim.
type rival struct {
	duel  *duel
	score scoring
	lead  int64   // at the victim, below 0
	floor float64 // no example costs less
	cost  float64 // of the first example found
	price float64
	point []int32

	weights []int64 // of the contrasts, nil if there is one
	changes int     // of the weights
}

// findRivals lists the duels that make a victim's example, the closest first.
func (s *searcher) findRivals() {
	s.rivals = s.rivals[:0]
	label := s.victim.Label
	if s.problem.Target != attack.Untargeted {
		s.addRival(s.duels.against(label, s.problem.Target))
		return
	}
	for class := range s.problem.Ensemble.Classes {
		if class != label {
			s.addRival(s.duels.against(label, class))
		}
	}
	slices.SortStableFunc(s.rivals, func(a, b rival) int {
		switch {
		case a.lead > b.lead:
			return -1
		case a.lead < b.lead:
			return 1
		}
		return 0
	})
}

func (s *searcher) addRival(d *duel) {
	if len(s.rivals) < cap(s.rivals) {
		s.rivals = s.rivals[:len(s.rivals)+1] // with the memory of its point
	} else {
		s.rivals = append(s.rivals, rival{})
	}
	r := &s.rivals[len(s.rivals)-1]
	r.point = zeros(r.point, len(s.best))
	r.duel, r.floor, r.cost, r.price = d, 0, math.Inf(1), 0
	r.weights = nil
	if len(d.contrasts) > 1 {
		s.evenWeights(r)
		return
	}
	c := d.contrasts[0]
	r.score = scoring{trees: d.trees, leaf: c.Leaf, start: c.Base, need: c.Need + s.slack}
	home := c.Sum(d.grid, s.space.Home)
	r.score.need = max(r.score.need, home+1)
	r.lead = home - r.score.need
}

// floor returns a cost that no example is below.
func (s *searcher) floor() float64 {
	floor := math.Inf(1)
	for i := range s.rivals {
		floor = min(floor, s.rivals[i].floor)
	}
	return floor
}
