package attack

// Change is one difference between a row and its example: the value of a feature, or which column
// of a group is 1.
type Change struct {
	Feature int    // the first one of a group
	Group   *Group // nil for a single feature

	// From and To are values as the model reads them. For a group they are the index of the feature
	// that was 1 and of the one that is 1, or the number of its features if none is.
	From, To float64

	// Cost is the distance of this change alone, that of steps without rounding; 0 if a link derives it
	// at no cost.
	Cost float64
}

// Changes lists what changes from one row to another, in the order of the features.
func (p *Problem) Changes(from, to []float64) []Change {
	from, to = p.Ensemble.Rounded(from), p.Ensemble.Rounded(to)
	c := p.Constraints
	groups := make([]*Group, len(from))
	if c != nil {
		groups = c.groupOf(len(from))
	}
	var all []Change
	for f := range from {
		if g := groups[f]; g != nil {
			if a, b := c.Level(g, from), c.Level(g, to); f == g.Features[0] && a != b {
				all = append(all, Change{f, g, float64(a), float64(b), p.Norm.Distance(p.Norm.Cost(g.Price(a, b)))})
			}
			continue
		}
		if a, b := from[f], to[f]; a != b && (a == a || b == b) {
			d := c.weighed(p.Ensemble, f, from, b)
			change := Change{f, nil, from[f], to[f], p.Norm.Distance(p.Norm.Cost(d))}
			if c != nil && c.bySteps(f, from) {
				change.Cost = p.fraction(change.Cost)
			}
			all = append(all, change)
		}
	}
	return all
}
