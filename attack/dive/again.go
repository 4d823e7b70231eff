package dive

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// By what the changes of a fresh start grow at a time, and at most.
const (
	push     = 0.05
	pushMost = 0.16
)

// again sees whether the changes of a fresh start, or somewhat larger ones, make an
// example. In training on examples mostly the boundary has only moved on a little.
func (s *searcher) again(v attack.Victim) bool {
	if !v.Fresh || len(v.Start) != len(s.x) {
		return false
	}
	s.best.distance = math.Inf(1)
	for grown := 0.0; grown < pushMost; grown += push {
		for f, to := range v.Start {
			s.scratch.place.set(f, to+grown*(to-s.x[f]))
		}
		for _, p := range s.plans[v.Label]() {
			if s.settle(p) && s.take() {
				return true
			}
		}
	}
	return false
}

// settle takes the leaves where a place is, and reports whether these win a plan's
// contest.
func (s *searcher) settle(p *plan) bool {
	s.plan, s.wheels = p, slices.Grow(s.wheels[:0], len(p.trees))[:len(p.trees)]
	sum := p.Base
	for tree := range p.trees {
		leaf := p.leaf(tree, s.scratch.place)
		s.wheels[tree].taken = leaf
		sum += p.nodes[leaf].most
	}
	if sum < p.Need+s.slack {
		return false
	}
	s.enter(math.Inf(1))
	for _, w := range s.wheels {
		s.box.narrow(s.leaf(&p.nodes[w.taken]))
	}
	return true
}
