package dive

import (
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// searcher attacks one victim after another.
type searcher struct {
	*diver
	slack   int64 // by how much sums have to exceed Enough, see retreat
	best    example
	scratch scratch
	room    [][]float64 // memory for copies of examples

	none    bool            // it is proved that no contest of the victim can be won
	climber attack.Searcher // nil until it is needed
}

// example is a point that wins a plan's contest.
type example struct {
	plan     *plan
	x        []float64
	distance float64 // +Inf if there is none
	leaves   []int32 // the leaves that x is in, by tree of the plan
	sum      int64   // of these leaves
}

// Search looks for a near adversarial example of a victim, near its Start first if that is fresh:
// what it finds there is 2 to 4 % farther, but costs little.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Status: attack.None, Class: -1, Distance: math.Inf(1)}
	if s.problem.Target == v.Label {
		return r
	}
	s.reset(&v)
	for s.slack = 0; s.again(&v) || s.find(ctx, s.plans.of(v.Label)); s.retreat() {
		s.trim()
		if class := s.class(); class != v.Label {
			r.Status, r.Class, r.Example = attack.Found, class, s.copied(s.best.x)
			r.Distance = s.problem.Norm.Cost(s.best.distance)
			return r
		}
	}
	switch {
	case ctx.Err() != nil:
		r.Stop = attack.Cancelled
	case s.none:
		r.LowerBound = math.Inf(1)
	default:
		return s.climb(ctx, v)
	}
	return r
}

// climb hands a victim for which dives find nothing to LT-Attack.
func (s *searcher) climb(ctx context.Context, v attack.Victim) attack.Result {
	if s.climber == nil {
		prepared, err := s.climbs()
		if err != nil { // it accepts all problems that dives accept
			panic(err)
		}
		s.climber = prepared.Searcher()
	}
	return s.climber.Search(ctx, v)
}

// Recycle takes memory for an example.
func (s *searcher) Recycle(example []float64) { s.room = append(s.room, example) }

// copied returns a copy of x.
func (s *searcher) copied(x []float64) []float64 {
	last := len(s.room) - 1
	if last < 0 {
		return slices.Clone(x)
	}
	to := s.room[last]
	s.room = s.room[:last]
	copy(to, x)
	return to
}

// class returns the class of the best example. It only asks the predictor if the class is not
// certain.
func (s *searcher) class() int {
	if e, p := s.problem.Ensemble, s.best.plan; !p.Wins(e, s.best.sum) {
		return e.Class(s.best.x)
	}
	return s.best.plan.Rival
}

// find looks for the nearest example that wins one of the contests.
func (s *searcher) find(ctx context.Context, plans []*plan) bool {
	s.best.distance, s.none = math.Inf(1), true
	for _, p := range plans {
		s.approach(ctx, p)
		s.none = s.none && s.most+s.slack+p.Enough < p.Need // the best leaves of all trees, wherever they are
	}
	return s.best.distance < math.Inf(1)
}

// growth is the least factor by which the ball grows from dive to dive. lastDives is how often to
// try once the ball is the whole space: there is no larger ball to try later.
const (
	growth    = 1.05
	lastDives = 50
)

// approach looks for an example that wins a plan's contest and is nearer than
// the best so far.
func (s *searcher) approach(ctx context.Context, p *plan) {
	s.begin(p, s.slack)
	left := lastDives
	for radius := s.widen(0, 0); s.most >= 0 && radius <= s.best.distance && ctx.Err() == nil; {
		if s.dive(radius) && s.take() {
			return
		}
		if radius < math.Inf(1) { // a larger ball has to lose less: half of what is short
			radius = s.widen(growth*radius, s.most+(s.short+1)/2)
		} else if left--; left == 0 {
			return
		}
	}
}

// take makes the point of the last dive the best example if it is better, and reports whether there
// is any such point.
func (s *searcher) take() bool {
	distance := s.point(s.scratch.x)
	if distance < s.best.distance {
		b := &s.best
		b.plan, b.distance = s.plan, distance
		b.x, s.scratch.x = s.scratch.x, b.x
		b.leaves, b.sum = b.leaves[:0], s.plan.Base
		for i := range s.wheels {
			at := s.wheels[i].taken
			b.leaves = append(b.leaves, at)
			b.sum += s.plan.nodes[at].most
		}
	}
	return distance < math.Inf(1)
}

// retreat asks for a larger sum than the current example has, because the library that made the
// model rounds its sums and does not misclassify it.
func (s *searcher) retreat() {
	s.slack = max(2*s.slack, s.best.sum-s.best.plan.Enough+1)
}
