package ltattack

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// arena is a duel as seen near the victim: cells that cost less than a limit, and the parts of the
// trees that tell these cells apart. Near a victim most of a deep tree is out of reach, so an arena
// is small, and the smaller the nearer the best known example is.
//
// Features and cells have numbers of their own here. The cells of feature i are first[i] to
// first[i+1]-2; the number after them marks the end of a feature.
type arena struct {
	*scoring
	space *attack.Space
	grid  *ensemble.Grid
	built float64 // the limit that it was built for
	limit float64 // the current limit, at most built
	whole bool    // all admissible cells are in reach

	feature []ensemble.Feature // by own number, the model's number
	own     []ownFeature       // by number in the model, the own one, or -1
	low     []ensemble.Cell    // by own number, the model's first cell in reach
	first   []ownCell          // by own number, the own first cell
	cost    []float64          // by own cell
	home    []ownCell          // by own number, the victim's own cell

	nodes  []spot
	root   []int32
	leaves []int64
	leafAt []int32 // the first leaf of each tree, and the number of leaves

	base  int64 // the sum of the trees that are constant here
	bound int64 // no point in reach has a larger sum

	// crossTree[crossAt[c]:crossAt[c+1]] are the trees with a node on the cut
	// above cell c.
	crossAt, crossTree []int32

	variables // what arenas with sets of cells have besides

	worth ensemble.Values // of the leaves of a tree while it is walked
	box   []interval      // by number in the model, while a tree is walked
	last  []int32         // by own cell, the last tree seen, plus 1
}

// ownFeature numbers the features that an arena's trees split on.
type ownFeature int32

// ownCell numbers the cells of all features of an arena.
type ownCell int32

// spot is an inner node. lo and hi are the cells of its feature that reach it. A point goes left if
// its cell <= cut; children are nodes if >= 0, else ^leaf. For a variable cut is below 0: see
// sides.
type spot struct {
	feature          ownFeature
	cut, lo, hi      ownCell
	left, right, mid int32 // mid is the first leaf on the right
}

func newArena(s *attack.Space) *arena {
	n := len(s.Home)
	a := &arena{space: s, grid: s.Grid, own: make([]ownFeature, n), box: make([]interval, n)}
	if s.Grid.Loose != nil {
		a.open = make([]uint64, s.Grid.Word[n])
	}
	return a
}

// scoring is what an arena adds up: leaf values in integer units, and the sum that makes a point
// adversarial.
type scoring struct {
	trees    []int32
	contrast *ensemble.Contrast // whose values count; nil if leaf holds them
	leaf     []int64            // by leaf of the grid
	start    int64              // the sum before the first tree
	need     int64
	least    int64 // below it there is no example, however the predictor rounds
}

// values returns the values of the leaves of a tree.
func (s *scoring) values(t int32) ensemble.Values {
	if s.contrast == nil {
		return ensemble.Values{Plus: s.leaf}
	}
	return s.contrast.Values(t)
}

// build makes a the arena of cells that cost less than limit.
func (a *arena) build(s *scoring, limit float64) {
	a.scoring, a.built, a.limit = s, limit, limit
	a.reach()
	a.feature, a.low, a.home, a.cost = a.feature[:0], a.low[:0], a.home[:0], a.cost[:0]
	a.first = append(a.first[:0], 0)
	a.nodes, a.root, a.leaves = a.nodes[:0], a.root[:0], a.leaves[:0]
	a.leafAt = append(a.leafAt[:0], 0)
	a.words, a.bits = a.words[:0], a.bits[:0]
	a.base, a.bound = s.start, s.start
	for _, t := range s.trees {
		nodes, leaves := len(a.nodes), len(a.leaves)
		a.worth = s.values(t)
		root := a.copy(a.grid.Root[t])
		if root < 0 || a.flat(leaves) {
			a.base += a.leaves[leaves]
			a.bound += a.leaves[leaves]
			a.nodes, a.leaves = a.nodes[:nodes], a.leaves[:leaves] // sets stay, which does no harm
			continue
		}
		most := a.leaves[leaves]
		for _, v := range a.leaves[leaves:] {
			most = max(most, v)
		}
		a.bound += most
		a.root = append(a.root, root)
		a.leafAt = append(a.leafAt, int32(len(a.leaves)))
	}
	a.index()
}

// reach finds the cells of every feature that cost less than the limit.
func (a *arena) reach() {
	a.whole = true
	for f := range a.box {
		a.own[f] = -1
		if a.grid.IsLoose(ensemble.Feature(f)) {
			a.reachLevels(ensemble.Feature(f))
			continue
		}
		cost := a.space.Cost[a.grid.First[f]:a.grid.First[f+1]]
		home := a.space.Home[f]
		lo, hi := home, home
		for c := home - 1; c >= a.space.Lo[f] && (cost[c] < a.limit || cost[c] == inadmissible); c-- {
			if cost[c] < a.limit {
				lo = c
			}
		}
		for c := home + 1; c <= a.space.Hi[f] && (cost[c] < a.limit || cost[c] == inadmissible); c++ {
			if cost[c] < a.limit {
				hi = c
			}
		}
		a.box[f] = interval{lo, hi}
		a.whole = a.whole && lo == a.space.Lo[f] && hi == a.space.Hi[f]
	}
}

// flat reports whether all leaves from a number on are equal.
func (a *arena) flat(from int) bool {
	for _, v := range a.leaves[from:] {
		if v != a.leaves[from] {
			return false
		}
	}
	return true
}

// copy copies the part of a subtree that the box reaches.
func (a *arena) copy(at int32) int32 {
	for {
		if at < 0 {
			a.leaves = append(a.leaves, a.worth.At(ensemble.Leaf(^at)))
			return ^int32(len(a.leaves) - 1)
		}
		n := &a.grid.Nodes[at]
		box := a.box[n.Feature]
		switch {
		case box.hi <= n.Cut:
			at = n.Left
		case box.lo > n.Cut:
			if n.Cut < 0 {
				if to, all := a.follow(n); all {
					at = to
					continue
				}
				return a.splitSet(n)
			}
			at = n.Right
		default:
			return a.split(n)
		}
	}
}

func (a *arena) split(n *ensemble.Node) int32 {
	i := a.number(n.Feature)
	box := a.box[n.Feature]
	at := len(a.nodes)
	a.nodes = append(a.nodes, spot{feature: i, cut: a.cell(i, n.Cut), lo: a.cell(i, box.lo), hi: a.cell(i, box.hi)})
	a.box[n.Feature].hi = n.Cut
	left := a.copy(n.Left)
	a.box[n.Feature] = interval{n.Cut + 1, box.hi}
	a.nodes[at].mid = int32(len(a.leaves))
	right := a.copy(n.Right)
	a.box[n.Feature] = box
	a.nodes[at].left, a.nodes[at].right = left, right
	return int32(at)
}

// number returns the own number of a feature.
func (a *arena) number(f ensemble.Feature) ownFeature {
	if a.own[f] >= 0 {
		return a.own[f]
	}
	i := ownFeature(len(a.feature))
	a.own[f] = i
	box := a.box[f]
	a.feature = append(a.feature, f)
	a.low = append(a.low, box.lo)
	if a.open != nil {
		a.words = append(a.words, a.grid.Word[f+1]-a.grid.Word[f])
	}
	a.home = append(a.home, a.cell(i, a.space.Home[f]))
	cost := a.space.Cost[a.grid.First[f]:a.grid.First[f+1]]
	a.cost = append(a.cost, cost[box.lo:box.hi+1]...)
	a.cost = append(a.cost, inadmissible)
	a.first = append(a.first, ownCell(len(a.cost)))
	return i
}

// cell returns the own number of a cell of the model, which need not be in reach.
func (a *arena) cell(i ownFeature, c ensemble.Cell) ownCell { return a.first[i] + ownCell(c-a.low[i]) }

// zeros returns s with n zeros, reusing its memory if that suffices.
func zeros[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// cells writes the point pos, in own cells, to cells in the model's numbers. Features outside the
// arena keep the victim's cells.
func (a *arena) cells(pos []ownCell, cells []ensemble.Cell) {
	copy(cells, a.space.Home)
	for i, p := range pos {
		cells[a.feature[i]] = a.low[i] + ensemble.Cell(p-a.first[i])
	}
}
