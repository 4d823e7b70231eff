package attack

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// reach says where linked columns can be in a row that obeys the links and costs no more than a
// limit: each in an interval, which the links, and the least costs of the other columns' changes,
// make smaller (constraint propagation: Benhamou et al., "Revising hull and box consistency", ICLP
// 1999).
type reach struct {
	*bounding
	model       *ensemble.Ensemble
	norm        Norm
	constraints *Constraints
	x           []float64 // the victim as the model reads it
	limit       float64

	Part
	total float64 // least cost of all changes
	moved bool    // some interval has clearly shrunk
	terms []span  // of the link at hand
}

// reach returns the reach of columns to start with: all that each may do on its own.
func (b *bounding) reach(model *ensemble.Ensemble, norm Norm, c *Constraints, x []float64, limit float64) *reach {
	r := &reach{bounding: b, model: model, norm: norm, constraints: c, x: x, limit: limit}
	r.costs = make([]float64, len(b.columns))
	for _, f := range b.columns {
		at := span{math.Inf(-1), math.Inf(1)}
		if x[f] == x[f] {
			at.lo, at.hi = c.Room(f, x[f])
		}
		r.at = append(r.at, at)
	}
	return r
}

// data returns the range of a column in the data's units, wider by what scaling, and a model of
// float32, may have rounded.
func (r *reach) data(f int) span {
	at, c := r.at[r.place[f]], r.constraints
	return span{c.raw(f, at.lo) - r.linkSlack(f, at.lo), c.raw(f, at.hi) + r.linkSlack(f, at.hi)}.known()
}

// linkSlack is what a value of a link may be rounded by, in the data's units.
func (r *reach) linkSlack(f int, v float64) float64 {
	return float64(linkRounding * (math.Abs(r.constraints.low(f)) + math.Abs(v*r.constraints.width(f))))
}

// narrow makes the intervals smaller, and reports whether they can still hold a row.
func (r *reach) narrow() bool {
	const rounds = 20
	for range rounds {
		r.moved = false
		if !r.pay() {
			return false
		}
		for i := range r.links {
			if l := &r.links[i]; !l.Missing(r.x) && !r.obey(l) {
				return false
			}
		}
		if !r.moved {
			break
		}
	}
	return r.pay()
}

// cutData cuts the interval of a column down to one in the data's units, and reports whether
// anything is left.
func (r *reach) cutData(f int, to span) bool {
	const rounding = 1e-12
	c := r.constraints
	to = span{c.scaledTo(f, to.lo), c.scaledTo(f, to.hi)}
	size := to.size() + math.Abs(c.low(f)/c.width(f))
	return r.cut(f, to.wider(float64(rounding*size)))
}

// cut cuts the interval of a column down to another, and reports whether anything is left.
func (r *reach) cut(f int, to span) bool {
	const clearly = 0.99
	at := &r.at[r.place[f]]
	next := r.land(f, span{max(at.lo, to.lo), min(at.hi, to.hi)})
	if !(next.lo <= next.hi) {
		return false
	}
	if next.hi-next.lo < float64(clearly*(at.hi-at.lo)) || math.IsInf(at.lo, 0) != math.IsInf(next.lo, 0) {
		r.moved = true
	}
	*at = next
	return true
}

// lands reports whether the ends of a column's intervals are values that it can have: those of a
// discrete column, unless it is derived and rounded to steps that are no whole numbers.
func (r *reach) lands(f int) bool {
	return r.constraints.Discrete(f) && (!r.derives(f) || is(r.constraints.Integer, f))
}

// land moves the ends of an interval of a discrete column to values that it can have.
func (r *reach) land(f int, in span) span {
	c, x := r.constraints, r.x[f]
	if !r.lands(f) || c.Freezes(f) || !(in.lo <= in.hi) {
		return in
	}
	out := span{c.admissible(r.model, f, x, in.lo, in.lo, in.hi), c.admissible(r.model, f, x, in.hi, in.lo, in.hi)}
	switch unchanged := in.lo <= x && x <= in.hi; {
	case unchanged && out.lo != out.lo:
		return span{x, x}
	case unchanged:
		return span{min(out.lo, x), max(out.hi, x)}
	}
	return out // NaN where there is no value
}

// pay adds up the least costs of changes, and cuts the interval of each column down to what the
// others leave of the limit. It reports whether anything is left.
func (r *reach) pay() bool {
	r.total = 0
	for i, f := range r.columns { // missing columns do not change
		least := r.least(f)
		r.costs[i] = r.norm.Cost(Weighted(r.constraints.Weigh(f, least), r.constraints.inDecimals(f, r.obeyed.stepSlack(f, r.x), least)))
		r.total = r.norm.Join(r.total, r.costs[i])
	}
	limit := r.limit
	if r.norm != LInf {
		limit += float64(costRounding * limit)
	}
	if r.total > limit {
		return false
	}
	for i, f := range r.columns {
		x, left := r.x[f], limit
		if x != x {
			continue
		}
		if r.norm != LInf {
			left -= r.total - r.costs[i]
		}
		most := span{x - r.change(f, -1, left), x + r.change(f, 1, left)}
		if !r.cut(f, most.wider(float64(1e-15*most.size())+r.obeyed.stepSlack(f, r.x))) {
			return false
		}
	}
	return true
}

// least returns the smallest change that takes a column into its interval.
func (r *reach) least(f int) float64 {
	at, x := r.at[r.place[f]], r.x[f]
	switch {
	case at.lo > x:
		return at.lo - x
	case at.hi < x:
		return at.hi - x
	}
	return 0
}

// costRounding is the relative difference between sums of costs that are added in different orders.
const costRounding = 1e-13

// change returns by how much a column can fall (-1) or rise (1) for a cost, as the model reads it.
func (r *reach) change(f int, way, cost float64) float64 {
	weight := r.constraints.Weigh(f, way)
	switch {
	case weight == 0 || r.norm == L0 && cost >= 1:
		return math.Inf(1)
	case cost == 0 || r.norm == L0:
		return 0
	}
	return r.norm.Distance(cost) / weight
}

// obey removes from the intervals of the columns of a link what breaks it.
func (r *reach) obey(l *Link) bool {
	r.terms = r.terms[:0]
	sum, size := span{}, 1.0
	for i := range l.Terms {
		term := r.term(&l.Terms[i])
		r.terms = append(r.terms, term)
		sum, size = sum.plus(term), max(size, term.size())
	}
	slack := float64(2*linkRounding*max(size, sum.size())) + r.linkSlack(l.Feature, r.x[l.Feature]) + float64(l.Step/2)
	to := sum.wider(slack)
	if l.AtMost {
		to.lo = math.Inf(-1)
	}
	if !r.cutData(l.Feature, to) {
		return false
	}
	own := r.data(l.Feature).wider(slack)
	if l.AtMost {
		own.hi = math.Inf(1)
	}
	for i := range l.Terms {
		rest := span{}
		for k, term := range r.terms {
			if k != i {
				rest = rest.plus(term)
			}
		}
		if !r.be(&l.Terms[i], own.minus(rest)) {
			return false
		}
	}
	return true
}

// term returns the range of a term.
func (r *reach) term(t *Term) span {
	to := span{t.Factor, t.Factor}
	for _, f := range t.Times {
		to = to.times(r.data(f))
	}
	for _, f := range t.Over {
		to = to.times(r.data(f).inverse())
	}
	return to
}

// be removes from the intervals of the columns of a term what takes the term out of a range.
func (r *reach) be(t *Term, value span) bool {
	const rounding = 1e-12
	but := func(times, over int) span { // the term without one column
		to := span{t.Factor, t.Factor}
		for i, f := range t.Times {
			if i != times {
				to = to.times(r.data(f))
			}
		}
		for i, f := range t.Over {
			if i != over {
				to = to.times(r.data(f).inverse())
			}
		}
		return to
	}
	for i, f := range t.Times {
		to := value.times(but(i, -1).inverse())
		if !r.cutData(f, to.wider(float64(rounding*to.size()))) {
			return false
		}
	}
	for i, f := range t.Over {
		to := but(-1, i).times(value.inverse())
		if !r.cutData(f, to.wider(float64(rounding*to.size()))) {
			return false
		}
	}
	return true
}
