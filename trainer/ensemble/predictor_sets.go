package ensemble

import "slices"

// places numbers the levels of a categorical column that its splits name, from
// 1 on. Place 0 is for all other levels, the last place for missing values. A
// value's place is its key.
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

// placesOf returns the places of each feature, empty for those that no split asks
// for the members of a set; nil if there is no such split at all.
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
			if len(p) == cap(p) { // most are there already: grow by those that are new
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
	right []uint64 // a bit for each place, 1 where it goes right

	// Where a column has more places than maxBits, so that bits for each split
	// would fill the memory from a small file, there are the places of the
	// members instead, ascending.
	members                    []uint64
	missing                    uint64
	membersRight, missingRight bool
}

const maxBits = 1024

func (p places) test(s *Split) *setTest {
	t := &setTest{missing: p.missing(), membersRight: s.Set.Right, missingRight: !s.DefaultLeft}
	for _, level := range s.Set.Levels {
		t.members = append(t.members, p.of(level))
	}
	if len(p) >= maxBits {
		return t
	}
	bits := make([]uint64, t.missing/64+1)
	for place := range t.missing + 1 {
		if t.goesRight(place) {
			bits[place/64] |= 1 << (place % 64)
		}
	}
	t.right, t.members = bits, nil
	return t
}

func (t *setTest) goesRight(place uint64) bool {
	if t.right != nil {
		return t.right[place/64]>>(place%64)&1 != 0
	}
	if place == t.missing {
		return t.missingRight
	}
	_, member := slices.BinarySearch(t.members, place)
	return member == t.membersRight
}

// addTests compiles the sets of the last tree, whose nodes are splits of t, or
// ^leaf.
func (p *Predictor) addTests(t *Tree, nodes []int32) {
	last := &p.trees[len(p.trees)-1]
	for _, n := range nodes {
		var test *setTest
		if n >= 0 && t.Splits[n].Set != nil {
			test, last.sets = p.places[t.Splits[n].Feature].test(&t.Splits[n]), true
		}
		p.tests = append(p.tests, test)
	}
}

// walkSets takes rows to the leaves of a tree with sets.
func (w *walker) walkSets(t compiledTree, rows int) {
	nodes, tests, width := w.p.nodes, w.p.tests, uint32(w.p.ensemble.Features)
	for i := range rows {
		keys := w.keys[uint32(i)*width:][:width]
		at := uint32(t.root)
		for range t.depth {
			n := &nodes[at]
			key := keys[n.feature>>1]
			switch test := tests[at]; {
			case test == nil:
				at = n.next(key)
			case test.goesRight(key):
				at = n.left + 1
			default:
				at = n.left
			}
		}
		w.at[i] = at
	}
}

// placeLevels turns the keys of categorical columns into places.
func (w *walker) placeLevels(x []float64) {
	e := w.p.ensemble
	for f, p := range w.p.places {
		if !e.Categorical(f) {
			continue
		}
		for i := f; i < len(x); i += e.Features {
			v := x[i]
			if e.Input == Float32 {
				v = float64(float32(v))
			}
			w.keys[i] = p.of(e.Level(f, v))
		}
	}
}
