package ltattack

// profile is a point in an arena with the effect of every change of a single feature: what the sum
// of leaves would gain if the feature moved to another cell. It updates after a move in time
// proportional to the number of trees that the move touches.
//
// For each tree, one walk finds the leaves that a change of a single feature leads to. Each is an
// effect: a gain or loss on an interval of the feature's cells. The effects of all trees are kept
// as differences, so that a running sum over a feature's cells gives its gains.
type profile struct {
	*arena
	pos   []ownCell // own cell of each feature
	sum   int64
	value []int64 // leaf value by tree

	effects []effect // those of tree t from leafAt[t] on
	count   []int32  // how many tree t has
	diff    []int64  // by own cell

	stale []bool       // features whose gains have changed
	dirty []ownFeature // the same as a list

	effectsOnSets

	touched []int32 // trees, in a move
	stamp   []uint32
	now     uint32
	stack   []branch
}

// effect adds gain on the cells lo to hi of a feature.
type effect struct {
	feature ownFeature
	lo, hi  ownCell
	gain    int64
}

// branch is a subtree that is reached if one feature moves to lo..hi.
type branch struct {
	node    int32
	feature ownFeature
	lo, hi  ownCell
}

// reset computes everything for the point pos.
func (p *profile) reset() {
	a := p.arena
	p.value = zeros(p.value, len(a.root))
	p.count = zeros(p.count, len(a.root))
	if cap(p.effects) < len(a.leaves) {
		p.effects = make([]effect, 2*len(a.leaves))
	}
	p.effects = p.effects[:len(a.leaves)]
	p.diff = zeros(p.diff, len(a.cost)+1)
	p.stale = zeros(p.stale, len(a.feature))
	p.dirty = p.dirty[:0]
	p.stamp = zeros(p.stamp, len(a.root))
	p.now = 0
	p.resetSets()
	p.sum = a.base
	for t := range a.root {
		p.explore(int32(t))
		p.sum += p.value[t]
	}
	for i := range a.feature {
		p.soil(ownFeature(i))
	}
}

// soil records that the gains of a feature have changed.
func (p *profile) soil(f ownFeature) {
	if !p.stale[f] {
		p.stale[f] = true
		p.dirty = append(p.dirty, f)
	}
}

// move puts a feature into another cell.
func (p *profile) move(f ownFeature, to ownCell) {
	from := p.pos[f]
	if p.open != nil {
		p.moveAmongSets(f, from, to)
		return
	}
	a, b := min(from, to), max(from, to)
	p.now++
	p.touched = p.touched[:0]
	for _, t := range p.crossTree[p.crossAt[a]:p.crossAt[b]] {
		if p.stamp[t] != p.now {
			p.stamp[t] = p.now
			p.touched = append(p.touched, t)
		}
	}
	p.pos[f] = to
	p.soil(f)
	for _, t := range p.touched {
		p.takeBack(t)
		p.sum -= p.value[t]
		p.explore(t)
		p.sum += p.value[t]
	}
}

// takeBack takes the effects of a tree out of the differences.
func (p *profile) takeBack(t int32) {
	at := p.leafAt[t]
	for i := at; i < at+p.count[t]; i++ {
		e := &p.effects[i]
		p.diff[e.lo] -= e.gain
		p.diff[e.hi+1] += e.gain
		p.soil(e.feature)
	}
}

// explore finds the leaf of a tree and the leaves that a change of one feature leads to.
func (p *profile) explore(t int32) {
	if p.open != nil {
		p.exploreSets(t)
		return
	}
	stack := p.stack[:0]
	n := p.root[t]
	for n >= 0 {
		s := &p.nodes[n]
		if p.pos[s.feature] <= s.cut {
			stack = append(stack, branch{s.right, s.feature, s.cut + 1, s.hi})
			n = s.left
		} else {
			stack = append(stack, branch{s.left, s.feature, s.lo, s.cut})
			n = s.right
		}
	}
	value := p.leaves[^n]
	p.value[t] = value
	at := p.leafAt[t]
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for b.node >= 0 {
			s := &p.nodes[b.node]
			switch {
			case s.feature == b.feature:
				stack = append(stack, branch{s.right, b.feature, s.cut + 1, b.hi})
				b.node, b.hi = s.left, s.cut
			case p.pos[s.feature] <= s.cut:
				b.node = s.left
			default:
				b.node = s.right
			}
		}
		gain := p.leaves[^b.node] - value
		if gain == 0 {
			continue
		}
		p.effects[at] = effect{b.feature, b.lo, b.hi, gain}
		at++
		p.diff[b.lo] += gain
		p.diff[b.hi+1] -= gain
		p.soil(b.feature)
	}
	p.count[t] = at - p.leafAt[t]
	p.stack = stack
}
