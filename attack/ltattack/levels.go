package ltattack

import (
	"math"
	"math/bits"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// variables is what an arena has where the grid has variables, whose cells have no
// order. It keeps all their cells, also those out of reach, so that sets of them are
// the grid's.
type variables struct {
	words []int32  // by own feature, in a set of its cells, 0 where cells are in order; nil without variables
	bits  []uint64 // of nodes on variables, from ^cut on: the cells in reach that go left, then those that go right
	open  []uint64 // by Grid.Word, while a tree is walked: the cells that reach a node
	saved []uint64

	// setNode[setAt[i]:setAt[i+1]] are the nodes on variable i.
	setAt   []int32
	setNode []setNode
}

// setNode is a node on a variable and its tree.
type setNode struct{ node, tree int32 }

// isLoose reports whether cells of a feature have no order.
func (a *arena) isLoose(f ownFeature) bool { return len(a.words) > 0 && a.words[f] > 0 }

// sides returns the cells that go left and right at a node on a variable.
func (a *arena) sides(s *spot) (left, right ensemble.CellSet) {
	w := a.words[s.feature]
	at := int32(^s.cut)
	return a.bits[at : at+w], a.bits[at+w : at+2*w]
}

// reachLevels is reach for a variable.
func (a *arena) reachLevels(f ensemble.Feature) {
	cost := a.space.Cost[a.grid.First[f]:a.grid.First[f+1]]
	open := a.opened(f)
	clear(open)
	open.Add(a.space.Home[f])
	for c, v := range cost {
		if v < a.limit {
			open.Add(ensemble.Cell(c))
		} else if v < inadmissible {
			a.whole = false
		}
	}
	a.box[f] = interval{0, ensemble.Cell(len(cost) - 1)}
}

func (a *arena) opened(f ensemble.Feature) ensemble.CellSet {
	return a.open[a.grid.Word[f]:a.grid.Word[f+1]]
}

// follow returns the child of a node on a variable that all cells in reach lead to,
// if there is one.
func (a *arena) follow(n *ensemble.Node) (to int32, all bool) {
	open, left := a.opened(n.Feature), a.grid.LeftOf(n)
	switch {
	case !open.Meets(left):
		return n.Right, true
	case open.Within(left):
		return n.Left, true
	}
	return 0, false
}

// splitSet is split for a node on a variable.
func (a *arena) splitSet(n *ensemble.Node) int32 {
	i := a.number(n.Feature)
	open := a.opened(n.Feature)
	words, saved := len(open), len(a.saved)
	at := len(a.nodes)
	a.nodes = append(a.nodes, spot{feature: i, cut: ^ownCell(len(a.bits))})
	a.saved = append(a.saved, open...)
	a.bits = append(append(a.bits, open...), open...)
	left, right := ensemble.CellSet(a.bits[len(a.bits)-2*words:][:words]), ensemble.CellSet(a.bits[len(a.bits)-words:])
	left.And(a.grid.LeftOf(n))
	right.AndNot(a.grid.LeftOf(n))
	copy(open, left)
	to := a.copy(n.Left)
	copy(open, a.saved[saved:])
	open.AndNot(a.grid.LeftOf(n))
	a.nodes[at].mid = int32(len(a.leaves))
	other := a.copy(n.Right)
	copy(open, a.saved[saved:])
	a.saved = a.saved[:saved]
	a.nodes[at].left, a.nodes[at].right = to, other
	return int32(at)
}

// indexSets lists the nodes on each variable, by counting, then placing.
func (a *arena) indexSets() {
	if len(a.words) == 0 {
		return
	}
	a.setAt = zeros(a.setAt, len(a.feature)+1)
	each := func(visit func(f ownFeature, n setNode)) {
		t := 0
		for n := range a.nodes {
			for t+1 < len(a.root) && int(a.root[t+1]) <= n {
				t++
			}
			if s := &a.nodes[n]; s.cut < 0 {
				visit(s.feature, setNode{int32(n), int32(t)})
			}
		}
	}
	each(func(f ownFeature, _ setNode) { a.setAt[f]++ })
	total := int32(0)
	for f, n := range a.setAt {
		total += n
		a.setAt[f] = total // the end; placing counts down to the begin
	}
	a.setNode = zeros(a.setNode, int(total))
	each(func(f ownFeature, n setNode) {
		a.setAt[f]--
		a.setNode[a.setAt[f]] = n
	})
}

// effectsOnSets is what a profile has where the arena has variables.
type effectsOnSets struct {
	most   int32   // words of a set of any variable, at most
	marks  []mark  // those of tree t from most*leafAt[t] on
	marked []int32 // how many tree t has
	steps  []step
}

// mark adds gain on cells of a variable: one for each bit, from a cell on.
type mark struct {
	feature ownFeature
	from    ownCell
	bits    uint64
	gain    int64
}

// step is a branch that is reached if a feature moves to lo..hi, or a variable to
// the cells of a word.
type step struct {
	branch
	word int32
	bits uint64 // 0 for a feature with cells in order
}

// resetSets makes room for the marks.
func (p *profile) resetSets() {
	if p.open == nil {
		return
	}
	p.most = 0
	for _, w := range p.words {
		p.most = max(p.most, w)
	}
	p.marks = zeros(p.marks, int(p.most)*len(p.leaves))
	p.marked = zeros(p.marked, len(p.root))
}

// goesLeft reports whether the point goes left at a node.
func (p *profile) goesLeft(s *spot) bool {
	at := p.pos[s.feature]
	if s.cut >= 0 {
		return at <= s.cut
	}
	c := at - p.first[s.feature]
	return p.bits[^s.cut+c>>6]>>(c&63)&1 != 0
}

// moveAmongSets is move in an arena with variables.
func (p *profile) moveAmongSets(f ownFeature, from, to ownCell) {
	p.now++
	p.touched = p.touched[:0]
	touch := func(t int32) {
		if p.stamp[t] != p.now {
			p.stamp[t] = p.now
			p.touched = append(p.touched, t)
		}
	}
	if p.isLoose(f) {
		a, b := ensemble.Cell(from-p.first[f]), ensemble.Cell(to-p.first[f])
		for _, n := range p.setNode[p.setAt[f]:p.setAt[f+1]] {
			if left, _ := p.sides(&p.nodes[n.node]); left.Has(a) != left.Has(b) {
				touch(n.tree)
			}
		}
	} else {
		for _, t := range p.crossTree[p.crossAt[min(from, to)]:p.crossAt[max(from, to)]] {
			touch(t)
		}
	}
	p.pos[f] = to
	p.soil(f)
	for _, t := range p.touched {
		p.takeBack(t)
		at := p.leafAt[t] * p.most
		for i := at; i < at+p.marked[t]; i++ {
			p.add(&p.marks[i], -p.marks[i].gain)
		}
		p.sum -= p.value[t]
		p.exploreSets(t)
		p.sum += p.value[t]
	}
}

// add adds to the gains of the cells of a mark.
func (p *profile) add(m *mark, gain int64) {
	for b := m.bits; b != 0; b &= b - 1 {
		p.diff[m.from+ownCell(bits.TrailingZeros64(b))] += gain
	}
	p.soil(m.feature)
}

// exploreSets is explore in an arena with variables.
func (p *profile) exploreSets(t int32) {
	stack := p.steps[:0]
	n := p.root[t]
	for n >= 0 {
		s := &p.nodes[n]
		here, there := s.right, s.left
		left := p.goesLeft(s)
		if left {
			here, there = there, here
		}
		switch {
		case s.cut < 0:
			there := step{branch: branch{node: there, feature: s.feature}}
			stack = p.pushWords(stack, there, s, !left)
		case left:
			stack = append(stack, step{branch: branch{s.right, s.feature, s.cut + 1, s.hi}})
		default:
			stack = append(stack, step{branch: branch{s.left, s.feature, s.lo, s.cut}})
		}
		n = here
	}
	value := p.leaves[^n]
	p.value[t] = value
	at, marked := p.leafAt[t], p.leafAt[t]*p.most
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for b.node >= 0 {
			s := &p.nodes[b.node]
			switch {
			case s.feature != b.feature:
				b.node = s.right
				if p.goesLeft(s) {
					b.node = s.left
				}
			case s.cut >= 0:
				stack = append(stack, step{branch: branch{s.right, b.feature, s.cut + 1, b.hi}})
				b.node, b.hi = s.left, s.cut
			default:
				left, right := p.sides(s)
				l, r := b.bits&left[b.word], b.bits&right[b.word]
				if l != 0 && r != 0 {
					other := b
					other.node, other.bits = s.right, r
					stack = append(stack, other)
				}
				b.node, b.bits = s.left, l
				if l == 0 {
					b.node, b.bits = s.right, r
				}
			}
		}
		gain := p.leaves[^b.node] - value
		switch {
		case gain == 0:
		case b.bits != 0:
			p.marks[marked] = mark{b.feature, p.first[b.feature] + ownCell(64*b.word), b.bits, gain}
			p.add(&p.marks[marked], gain)
			marked++
		default:
			p.effects[at] = effect{b.feature, b.lo, b.hi, gain}
			at++
			p.diff[b.lo] += gain
			p.diff[b.hi+1] -= gain
			p.soil(b.feature)
		}
	}
	p.count[t], p.marked[t] = at-p.leafAt[t], marked-p.leafAt[t]*p.most
	p.steps = stack
}

// pushWords pushes the words of a side of a node on a variable that hold cells.
func (p *profile) pushWords(stack []step, to step, s *spot, left bool) []step {
	side, right := p.sides(s)
	if !left {
		side = right
	}
	for w, bits := range side {
		if bits != 0 {
			to.word, to.bits = int32(w), bits
			stack = append(stack, to)
		}
	}
	return stack
}

// rateLevels is rate for a variable, whose gains are no differences.
func (c *climber) rateLevels(f ownFeature) {
	best, at, most := math.Inf(-1), c.pos[f], int64(0)
	for i := c.first[f]; i < c.first[f+1]-1; i++ {
		most = max(most, c.diff[i])
		if g := float64(c.diff[i]) - float64(c.price*c.cost[i]); i != c.pos[f] && c.cost[i] < c.limit && g > best {
			best, at = g, i
		}
	}
	c.gain[f], c.cell[f] = best+float64(c.price*c.cost[c.pos[f]]), at
	c.live[f] = most > 0 || c.pos[f] != c.home[f]
}

// crossSet is cross for a node on a variable: any of the cells there will do.
func (c *climber) crossSet(s *spot, left bool) {
	side, right := c.sides(s)
	if !left {
		side = right
	}
	n, to := int32(0), ownCell(-1)
	for cell := side.Next(0); cell >= 0; cell = side.Next(cell + 1) {
		if p := c.first[s.feature] + ownCell(cell); c.cost[p] < c.limit {
			if n++; c.rand.Int32N(n) == 0 {
				to = p
			}
		}
	}
	if to >= 0 {
		c.forbid(s.feature)
		c.put(s.feature, to)
	}
}

// savingOfLevels is saving for a variable.
func (c *climber) savingOfLevels(f ownFeature, least float64) (best float64, to ownCell) {
	best = least
	for i := c.first[f]; i < c.first[f+1]-1; i++ {
		if saved := c.cost[c.pos[f]] - c.cost[i]; saved > best && c.sum+c.diff[i] >= c.need {
			best, to = saved, i
		}
	}
	return best, to
}

// ratioOfLevels is ratio for a variable.
func (c *climber) ratioOfLevels(f ownFeature) (best float64, to ownCell) {
	here := c.cost[c.pos[f]]
	for i := c.first[f]; i < c.first[f+1]-1; i++ {
		if c.diff[i] <= 0 || c.cost[i] >= c.limit {
			continue
		}
		ratio := float64(min(c.diff[i], c.need-c.sum))
		if c.space.Norm != attack.LInf {
			ratio /= max(c.cost[i]-here, tiny)
		}
		if ratio > best {
			best, to = ratio, i
		}
	}
	return best, to
}

// nearestLevel returns the least cost above 0 of a cell of a variable.
func (s *searcher) nearestLevel(f ensemble.Feature) float64 {
	least := inadmissible
	for _, cost := range s.space.Cost[s.space.Grid.First[f]:s.space.Grid.First[f+1]] {
		if cost > 0 {
			least = min(least, cost)
		}
	}
	return least
}
