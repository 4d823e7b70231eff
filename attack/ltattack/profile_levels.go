package ltattack

import (
	"math/bits"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// effectsOnSets is what a profile needs if the arena has variables.
type effectsOnSets struct {
	most   int32   // the largest number of words in a set of a variable
	marks  []mark  // those of tree t from most*leafAt[t] on
	marked []int32 // how many tree t has
	steps  []step
}

// mark adds gain on cells of a variable: one per bit, starting at a cell.
type mark struct {
	feature ownFeature
	from    ownCell
	bits    uint64
	gain    int64
}

// step is a branch that is reached if a feature moves to lo..hi, or a variable to the cells of a
// word.
type step struct {
	branch
	word int32
	bits uint64 // 0 for a feature whose cells are in order
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

// pushWords pushes those words of a side of a node on a variable that contain cells.
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
