package ltattack

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/seed"
)

// searcher runs the starts of one victim after another.
type searcher struct {
	*prepared
	space *attack.Space
	near  *neighborhood
	pcg   rand.PCG
	rand  *rand.Rand

	victim  attack.Victim
	cells   []int32 // of a start
	row     []float64
	far     []float64
	margins []float64

	best  []int32 // cells of the best verified example
	cost  float64
	stats attack.Stats
}

func newSearcher(p *prepared) *searcher {
	space := attack.NewSpace(p.problem)
	n := p.problem.Ensemble.Features
	s := &searcher{
		prepared: p, space: space, near: newNeighborhood(newTuple(space)),
		cells: make([]int32, n), row: make([]float64, n), far: make([]float64, n), best: make([]int32, n),
		margins: make([]float64, p.problem.Ensemble.Outputs),
	}
	s.rand = rand.New(&s.pcg)
	return s
}

// Search runs every start and returns the nearest example of all.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.victim, s.cost, s.stats = v, math.Inf(1), attack.Stats{}
	s.space.Reset(v.X)
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Class: -1}
	if s.problem.Target != v.Label {
		if v.Start != nil {
			s.fromGuess(v.Start)
		}
		for i := range s.attack.Starts {
			if ctx.Err() != nil {
				r.Stop = attack.Cancelled
				break
			}
			s.fromRandom(i)
		}
	}
	r.Stats = s.stats
	if s.cost == math.Inf(1) {
		r.Status, r.Distance = attack.None, math.Inf(1)
		return r
	}
	r.Example = s.space.Example(s.best)
	r.Class = s.problem.Ensemble.Class(r.Example)
	r.Distance = s.problem.Distance(v.X, r.Example)
	return r
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
	s.problem.Ensemble.Round(s.far, x)
	s.admit(s.far)
	if d := s.winner(s.cells); d != nil {
		s.search(d, s.far)
		s.descend(d)
	}
}

// descend is the outer loop of Algorithm 1 from the point in s.cells.
func (s *searcher) descend(d *duel) {
	s.near.set(d, s.cells)
	for s.near.improve(!s.attack.Exhaustive) {
		s.stats.Iterations++
		s.stats.Neighbors += s.near.count.Neighbors
	}
	s.stats.Neighbors += s.near.count.Neighbors
	s.report()
}

// report notes the tuple as the best if it is, and if the plain predictor
// agrees.
func (s *searcher) report() {
	if s.near.score.cost >= s.cost {
		return
	}
	for f, c := range s.near.cells {
		s.row[f] = s.space.Value[s.space.Grid.First[f]+c]
	}
	e := s.problem.Ensemble
	e.Margins(s.row, s.margins)
	class := e.ClassOf(s.margins)
	if class == s.victim.Label || s.problem.Target != attack.Untargeted && class != s.problem.Target {
		return
	}
	s.cost = s.near.score.cost
	copy(s.best, s.near.cells)
}
