package ensemble

import (
	"math/bits"
	"slices"
)

// places numbers the levels of a categorical column that its splits name, from 1 on. Place 0 is for all
// other levels, the last place for missing values. A value's place is its key.
type places []int32

func (p places) missing() uint64 { return uint64(len(p)) + 1 }

func (p places) of(level int32) uint64 {
	if level == Missing {
		return p.missing()
	}
	if at, named := slices.BinarySearch(p, level); named {
		return uint64(at) + 1
	}
	return 0
}

// placesOf returns the places of each feature, empty for features without splits on sets; nil if no
// split is on a set.
func placesOf(e *Ensemble) []places {
	var all []places
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Set == nil {
				continue
			}
			if all == nil {
				all = make([]places, e.Features)
			}
			p := append(all[s.Feature], s.Set.Levels...)
			if len(p) == cap(p) { // mostly duplicates: compact before the slice grows
				p = p.compact()
			}
			all[s.Feature] = p
		}
	}
	for f := range all {
		all[f] = all[f].compact()
	}
	return all
}

func (p places) compact() places {
	slices.Sort(p)
	return slices.Compact(p)
}

// setTest is the test of a split on a set, by places.
type setTest struct {
	members                    []uint64 // their places, ascending
	missing                    uint64
	membersRight, missingRight bool
}

func (p places) test(s *Split) *setTest {
	t := &setTest{missing: p.missing(), membersRight: s.Set.Right, missingRight: !s.DefaultLeft}
	for _, level := range s.Set.Levels {
		t.members = append(t.members, p.of(level))
	}
	return t
}

func (t *setTest) goesRight(place uint64) bool {
	if place == t.missing {
		return t.missingRight
	}
	_, member := slices.BinarySearch(t.members, place)
	return member == t.membersRight
}

// maxBits is the most places of a column for which each split on it has a bit per place. With more, a
// small file could make the bits fill the memory.
const maxBits = 1024

// addSets compiles the sets of the last tree, whose nodes are splits of t, or
// ^leaf.
func (p *Predictor) addSets(t *Tree, nodes []int32) {
	last := &p.trees[len(p.trees)-1]
	if p.right == nil {
		p.right = make([]uint64, 1) // placeholder that nodes of thresholds read
	}
	for k, n := range nodes {
		if n < 0 || t.Splits[n].Set == nil {
			continue
		}
		last.sets = true
		at, test := last.root+k, p.places[t.Splits[n].Feature].test(&t.Splits[n])
		if test.missing > maxBits {
			p.tests = append(p.tests, make([]*setTest, len(p.nodes)-len(p.tests))...)
			p.tests[at], last.tests = test, true
			continue
		}
		first := len(p.right)
		p.nodes[at].cut, p.nodes[at].feature = uint64(first)*64, p.nodes[at].feature|onSet
		p.right = append(p.right, make([]uint64, test.missing/64+1)...)
		for place := range test.missing + 1 {
			if test.goesRight(place) {
				p.right[first+int(place/64)] |= 1 << (place % 64)
			}
		}
	}
}

// walkSets is walk with nextOf. With one loop for both, trees without sets would take half as long again.
func (w *walker) walkSets(t compiledTree, at []uint32) {
	nodes, keys, width, sets := w.p.nodes, w.keys, uint32(len(w.p.used)), w.p.right
	i := 0
	for ; i+4 <= len(at); i += 4 {
		row := uint32(i) * width
		a := uint32(t.root)
		b, c, d := a, a, a
		for range t.depth {
			m, n, o, p := &nodes[a], &nodes[b], &nodes[c], &nodes[d]
			a = m.nextOf(keys[row+m.feature>>2], sets)
			b = n.nextOf(keys[row+width+n.feature>>2], sets)
			c = o.nextOf(keys[row+2*width+o.feature>>2], sets)
			d = p.nextOf(keys[row+3*width+p.feature>>2], sets)
		}
		at[i], at[i+1], at[i+2], at[i+3] = a, b, c, d
	}
	for ; i < len(at); i++ {
		row, a := keys[uint32(i)*width:], uint32(t.root)
		for range t.depth {
			n := &nodes[a]
			a = n.nextOf(row[n.feature>>2], sets)
		}
		at[i] = a
	}
}

// nextOf is next for trees in which some nodes are splits on sets. It does not branch, because the kind
// of the next node is hard to predict.
func (n *node) nextOf(key uint64, sets []uint64) uint32 {
	_, right := bits.Sub64(n.cut, key+uint64(n.feature&1), 0)
	set := uint64(n.feature / onSet & 1)
	bit := (n.cut + key) & -set
	right ^= (right ^ sets[bit/64]>>(bit%64)) & set
	return n.left + uint32(right)
}

// walkTests takes rows to the leaves of a tree in which some splits have tests.
func (w *walker) walkTests(t compiledTree, at []uint32) {
	nodes, tests, width := w.p.nodes, w.p.tests, uint32(len(w.p.used))
	for i := range at {
		keys := w.keys[uint32(i)*width:][:width]
		a := uint32(t.root)
		for range t.depth {
			n := &nodes[a]
			key := keys[n.feature>>2]
			switch test := tests[a]; {
			case test == nil:
				a = n.nextOf(key, w.p.right)
			case test.goesRight(key):
				a = n.left + 1
			default:
				a = n.left
			}
		}
		at[i] = a
	}
}

// placeLevels turns the keys of categorical columns into places.
func (w *walker) placeLevels(x []float64) {
	e := w.p.ensemble
	for k, f := range w.p.used {
		if !e.Categorical(f) {
			continue
		}
		for i := range len(x) / e.Features {
			w.keys[i*len(w.p.used)+k] = w.p.places[f].of(e.Level(f, x[i*e.Features+f]))
		}
	}
}
