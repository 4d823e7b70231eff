package dive

import (
	"cmp"
	"slices"
)

// scratch is memory for take and trim.
type scratch struct {
	x       []float64
	place   place // of the best example
	changes []change
	away    []uint64 // by tree: the features, modulo 64, of which the victim is outside the example's leaf
	moves   []move
}

// change is a feature that differs from the victim's.
type change struct {
	feature int
	far     float64
}

// move is a tree that is in another leaf once a change is undone.
type move struct {
	tree int
	to   int32
}

// trim undoes changes that the best example does not need, the largest first: dives change
// everything that helps within the ball.
func (s *searcher) trim() {
	b, t := &s.best, &s.scratch
	nodes := b.plan.nodes
	t.changes, t.away = t.changes[:0], t.away[:0]
	b.distance = 0
	copy(t.place, s.place)
	for f, to := range b.x {
		x := s.x[f]
		if to == x || x != x {
			continue
		}
		t.place.set(f, to)
		if far := s.cost(f, to-x); far > 0 {
			t.changes = append(t.changes, change{f, far})
		}
	}
	slices.SortStableFunc(t.changes, func(a, b change) int { return cmp.Compare(b.far, a.far) })
	for _, at := range b.leaves {
		t.away = append(t.away, s.away(&nodes[at]))
	}
	for _, c := range t.changes {
		to := b.x[c.feature]
		b.x[c.feature] = s.x[c.feature]
		t.place.set(c.feature, s.x[c.feature])
		sum := s.moves(c.feature)
		if sum < b.plan.Enough+s.slack {
			b.x[c.feature] = to
			t.place.set(c.feature, to)
			b.distance = max(b.distance, c.far)
			continue
		}
		b.sum = sum
		for _, m := range t.moves {
			b.leaves[m.tree], t.away[m.tree] = m.to, s.away(&nodes[m.to])
		}
	}
}

// moves finds the trees that are in other leaves now that a feature of the best example is the
// victim's again, and returns the sum of leaves.
func (s *searcher) moves(feature int) int64 {
	b, t := &s.best, &s.scratch
	t.moves = t.moves[:0]
	sum, bit := b.sum, uint64(1)<<(feature%64)
	for i, away := range t.away {
		if away&bit != 0 {
			to := b.plan.leaf(i, t.place)
			sum += b.plan.nodes[to].most - b.plan.nodes[b.leaves[i]].most
			t.moves = append(t.moves, move{i, to})
		}
	}
	return sum
}

// away returns the features, modulo 64, of which the victim is outside a leaf of the grid.
func (d *diver) away(leaf *node) uint64 {
	away := uint64(0)
	sides := d.leaf(leaf)
	for i := range sides {
		s := &sides[i]
		away |= uint64(one(d.place[s.on] > s.bound)) << (s.on >> 1 & 63)
	}
	return away
}
