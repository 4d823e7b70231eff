package attack

import "math"

// share cuts the intervals of derived columns down to what is within reach if the columns of their
// sums, and the derived column's own change, share the cost, in norms in which costs add up. It is
// for sums of columns that no link derives.
func (r *reach) share() {
	if r.norm == LInf || r.limit == math.Inf(1) {
		return
	}
	for i := range r.links {
		l := &r.links[i]
		if l.Missing(r.x) {
			continue
		}
		if to, ok := r.together(l); ok {
			if l.AtMost {
				to.lo = math.Inf(-1)
			}
			r.cutData(l.Feature, to)
		}
	}
}

// together returns the range that a link leaves its column if all of the cost is spent on it.
func (r *reach) together(l *Link) (to span, ok bool) {
	home, size := l.sum(func(f int) float64 { return r.constraints.raw(f, r.x[f]) })
	slack := float64(2*linkRounding*max(1, size)) + r.linkSlack(l.Feature, r.x[l.Feature]) + float64(l.Step/2)
	own := r.constraints.Weigh(l.Feature, 1) != 0
	if r.norm == L0 {
		return span{home, home}.wider(slack), own && r.limit < 2 // at most one column moves, and it is not this one
	}
	factors := make([]float64, len(r.columns))
	for _, t := range l.Terms {
		switch {
		case len(t.Times) == 0 && t.Over == nil:
		case len(t.Times) != 1 || t.Over != nil || r.derives(t.Times[0]):
			return span{}, false
		default:
			factors[r.place[t.Times[0]]] += t.Factor
		}
	}
	var fall, rise []float64 // of the sum, by each column alone
	for i, k := range factors {
		if k == 0 {
			continue
		}
		f := r.columns[i]
		width := r.constraints.width(f)
		down, up := width*k*r.change(f, -1, r.limit), width*k*r.change(f, 1, r.limit)
		if k < 0 {
			down, up = -up, -down
		}
		fall, rise = append(fall, down), append(rise, up)
	}
	weight := func(way float64) float64 {
		if !own {
			return 0
		}
		return r.constraints.Weigh(l.Feature, way) / r.constraints.width(l.Feature)
	}
	to = span{home - r.shared(fall, weight(-1)), home + r.shared(rise, weight(1))}
	return to.wider(slack + float64(2*linkRounding*to.size())), true
}

// shared returns how far a sum gets for all of the cost, given how far each column alone would take
// it and the weight of the sum's own change.
func (r *reach) shared(alone []float64, weight float64) float64 {
	radius := r.norm.Distance(r.limit)
	if radius == 0 {
		return 0
	}
	most, squares := 0.0, 0.0
	for _, d := range alone {
		most, squares = max(most, d), squares+float64(d*d)
	}
	if r.norm == L2 {
		return radius / math.Hypot(weight, radius/math.Sqrt(squares))
	}
	return radius / (weight + radius/most)
}
