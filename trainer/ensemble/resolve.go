package ensemble

// Resolve returns the ensemble for rows that share the values of x, as the model reads it, in the
// features that certain selects: splits on these features are replaced by the branch that x takes.
func (e *Ensemble) Resolve(x []float64, certain func(Feature) bool) *Ensemble {
	r := *e
	if e.SplitsOnSets() { // levels named by splits stay legal even if the splits go
		r = *e.ListLevels(nil)
	}
	r.Trees = make([]Tree, len(e.Trees))
	for i := range e.Trees {
		r.Trees[i] = e.resolveTree(&e.Trees[i], x, certain)
	}
	return &r
}

func (e *Ensemble) resolveTree(t *Tree, x []float64, certain func(Feature) bool) Tree {
	out := Tree{Output: t.Output}
	width := 1
	if t.Output == VectorLeaves {
		width = e.Outputs
	}
	leaves := int32(0)
	var build func(at int32) int32
	build = func(at int32) int32 {
		for at >= 0 && certain(t.Splits[at].Feature) {
			if s := &t.Splits[at]; s.GoesLeft(x[s.Feature]) {
				at = s.Left
			} else {
				at = s.Right
			}
		}
		if at < 0 {
			out.Leaves = append(out.Leaves, t.Leaves[int(^at)*width:(int(^at)+1)*width]...)
			leaves++
			return ^(leaves - 1)
		}
		n := int32(len(out.Splits))
		out.Splits = append(out.Splits, t.Splits[at])
		left := build(t.Splits[at].Left)
		right := build(t.Splits[at].Right)
		out.Splits[n].Left, out.Splits[n].Right = left, right
		return n
	}
	root := int32(0)
	if len(t.Splits) == 0 {
		root = ^root
	}
	build(root)
	return out
}
