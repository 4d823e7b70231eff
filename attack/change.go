package attack

// Change is one change that an example makes: of a feature, or of which column of a
// group is 1.
type Change struct {
	Feature int    // of a group its first column
	Group   *Group // nil for a feature alone

	// From and To are values as the model reads them; of a group they are which of its
	// features was 1 and is, counted from 0, their number for none.
	From, To float64

	Cost float64 // the distance that the change would be alone, 0 for what a link derives for nothing
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
			d := c.weighed(p.Ensemble, f, a, b)
			all = append(all, Change{f, nil, from[f], to[f], p.Norm.Distance(p.Norm.Cost(d))})
		}
	}
	return all
}
