package dive

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// A stale change is enlarged until it flips the row (which works for up to half of the rows), then
// shrunk while it still does.
const (
	larger = 1.2
	back   = 0.05
)

// again looks for an example at a fresh start or somewhat beyond it: in adversarial training the
// boundary has usually moved on only a little.
func (s *searcher) again(v *attack.Victim) bool {
	if !v.Fresh || v.Start == nil {
		return false
	}
	s.best.distance = math.Inf(1)
	if s.along(v, 1) {
		return true
	}
	share := larger
	for share > 1+back/2 && s.along(v, share) {
		share -= back
	}
	return share < larger
}

// along reports whether there is an example a share of the way to the start, or one with the same
// leaves.
func (s *searcher) along(v *attack.Victim, share float64) bool {
	place := s.scratch.place
	copy(place, s.place)
	for _, to := range v.Start {
		x := s.x[to.Feature]
		place.set(to.Feature, x+float64(share*(to.Value-x)))
	}
	for _, p := range s.plans.of(v.Label) {
		if s.settle(p) && s.take() {
			return true
		}
	}
	return false
}

// settle takes the leaves that a place is in, and reports whether these win a plan's contest.
func (s *searcher) settle(p *plan) bool {
	s.plan, s.wheels = p, slices.Grow(s.wheels[:0], len(p.trees))[:len(p.trees)]
	sum := p.Base
	for tree := range p.trees {
		leaf := p.leaf(tree, s.scratch.place)
		s.wheels[tree].taken = leaf
		sum += p.nodes[leaf].most
	}
	if sum < p.Enough+s.slack {
		return false
	}
	s.enter(math.Inf(1))
	for _, w := range s.wheels {
		s.box.narrow(s.leaf(&p.nodes[w.taken]))
	}
	return true
}
