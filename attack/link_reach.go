package attack

import (
	"math"
	"slices"
)

// Narrow takes the cells of derived columns away that no row has which obeys the links
// and costs no more than limit: it moves Lo and Hi. Without it, who need not obey moves a
// derived column alone, for nothing where that weighs nothing. It is for bounds about an
// attacker who must obey; spaces of others stay as they are.
func (s *Space) Narrow(limit float64) {
	if s.bounding == nil {
		return
	}
	r := reach{s, limit, s.Norm.Distance(limit), map[int]span{}}
	for i := range s.bounding {
		l := &s.bounding[i]
		if l.some(func(f int) bool { return s.X[f] != s.X[f] }) {
			continue
		}
		to := r.of(l)
		r.derived[l.Feature] = r.column(l.Feature).and(to)
		s.cut(l.Feature, s.constraints.scaledTo(l.Feature, to.lo), s.constraints.scaledTo(l.Feature, to.hi))
	}
}

// cut takes the cells of a feature away that end below lo or begin above hi, but for the
// victim's own.
func (s *Space) cut(f int, lo, hi float64) {
	cuts, above := s.Grid.Cuts[f], s.Grid.Above[f]
	for ; s.Lo[f] < s.Home[f] && cuts[s.Lo[f]] < lo; s.Lo[f]++ {
		s.Cost[s.Grid.ID(f, s.Lo[f])] = math.Inf(1)
	}
	for ; s.Hi[f] > s.Home[f] && above[s.Hi[f]-1] > hi; s.Hi[f]-- {
		s.Cost[s.Grid.ID(f, s.Hi[f])] = math.Inf(1)
	}
}

// reach is how far the columns of links get from a victim, each by itself.
type reach struct {
	*Space
	limit   float64 // cost of all changes together
	radius  float64 // its distance
	derived map[int]span
}

// of returns between what values a link leaves its column.
func (r *reach) of(l *Link) span {
	to, size := span{}, 1.0
	for i := range l.Terms {
		term := r.term(&l.Terms[i])
		to, size = to.plus(term), max(size, term.size())
	}
	if together, ok := r.together(l); ok {
		to = to.and(together)
	}
	slack := float64(2*linkRounding*max(size, to.size())) + r.rounding(l.Feature, r.X[l.Feature]) + float64(l.Step/2)
	to = span{to.lo - slack, to.hi + slack}.known()
	if l.AtMost {
		to.lo = math.Inf(-1)
	}
	return to
}

// term returns between what values a term can be.
func (r *reach) term(t *Term) span {
	to := span{t.Factor, t.Factor}
	for _, f := range t.Times {
		to = to.times(r.column(f))
	}
	for _, f := range t.Over {
		to = to.times(r.column(f).inverse())
	}
	return to
}

// column returns between what values a column can be, in the data's units.
func (r *reach) column(f int) span {
	if to, ok := r.derived[f]; ok {
		return to
	}
	x := r.X[f]
	lo, hi := r.constraints.Room(f, x)
	lo, hi = max(lo, x-r.change(f, -1)), min(hi, x+r.change(f, 1))
	return span{r.constraints.raw(f, lo) - r.rounding(f, lo), r.constraints.raw(f, hi) + r.rounding(f, hi)}.known()
}

// change returns by how much a column can fall (-1) or rise (1), as the model reads it,
// where no other changes and no bounds stop it.
func (r *reach) change(f int, way float64) float64 {
	weight := r.constraints.Weigh(f, way)
	switch {
	case r.limit == 0 || r.Norm == L0 && r.limit < 1:
		return 0
	case r.Norm == L0 || weight == 0:
		return math.Inf(1)
	}
	return r.radius / weight
}

// rounding is what scaling, and a model of float32, may move a value by.
func (r *reach) rounding(f int, v float64) float64 {
	if r.constraints.Range == nil {
		return linkRounding * math.Abs(v)
	}
	return linkRounding * (math.Abs(r.constraints.Min[f]) + math.Abs(v*r.constraints.Range[f]))
}

// together returns between what values a link leaves its column as its columns share
// the cost, in norms in which changes add up: the column's own counts among them. It is
// for sums of columns that no link derives.
func (r *reach) together(l *Link) (to span, ok bool) {
	if r.Norm == LInf || r.limit == math.Inf(1) {
		return span{}, false
	}
	still := reach{Space: r.Space}
	home := span{}
	for i := range l.Terms {
		home = home.plus(still.term(&l.Terms[i]))
	}
	own := r.constraints.Weigh(l.Feature, 1) != 0
	if r.Norm == L0 {
		return home, own && r.limit < 2 // one column moves at most, and it is not this
	}
	factors := map[int]float64{}
	for _, t := range l.Terms {
		if len(t.Times) != 1 || t.Over != nil {
			return span{}, false
		}
		if _, derived := r.derived[t.Times[0]]; derived {
			return span{}, false
		}
		factors[t.Times[0]] += t.Factor
	}
	var fall, rise []float64 // of the sum, by each column alone
	for f, k := range factors {
		down, up := r.spread(f)*k*r.change(f, -1), r.spread(f)*k*r.change(f, 1)
		if k < 0 {
			down, up = -up, -down
		}
		if k != 0 {
			fall, rise = append(fall, down), append(rise, up)
		}
	}
	weight := func(way float64) float64 {
		if !own {
			return 0
		}
		return r.constraints.Weigh(l.Feature, way) / r.spread(l.Feature)
	}
	return span{home.lo - r.shared(fall, weight(-1)), home.hi + r.shared(rise, weight(1))}, true
}

// spread is how many units of the data one of the model's is.
func (r *reach) spread(f int) float64 {
	if r.constraints.Range == nil {
		return 1
	}
	return r.constraints.Range[f]
}

// shared returns how far a sum gets for all of the cost where it gets so far by each
// column alone, and its own change weighs something.
func (r *reach) shared(alone []float64, weight float64) float64 {
	if r.radius == 0 {
		return 0
	}
	most, squares := 0.0, 0.0
	for _, d := range alone {
		most, squares = max(most, d), squares+float64(d*d)
	}
	if r.Norm == L2 {
		return r.radius / math.Hypot(weight, r.radius/math.Sqrt(squares))
	}
	return r.radius / (weight + r.radius/most)
}

// span is the least and the largest that something can be.
type span struct{ lo, hi float64 }

// known returns s, or everything where rounding or infinities leave no numbers.
func (s span) known() span {
	if s.lo <= s.hi {
		return s
	}
	return span{math.Inf(-1), math.Inf(1)}
}

func (s span) and(t span) span { return span{max(s.lo, t.lo), min(s.hi, t.hi)}.known() }

func (s span) plus(t span) span { return span{s.lo + t.lo, s.hi + t.hi}.known() }

func (s span) times(t span) span {
	ends := []float64{s.lo * t.lo, s.lo * t.hi, s.hi * t.lo, s.hi * t.hi}
	if slices.ContainsFunc(ends, math.IsNaN) {
		return span{math.NaN(), 0}.known()
	}
	return span{slices.Min(ends), slices.Max(ends)}
}

func (s span) inverse() span {
	if s.lo <= 0 && s.hi >= 0 {
		return span{math.NaN(), 0}.known()
	}
	return span{1 / s.hi, 1 / s.lo}
}

// size returns the absolute value of the larger end, of those that are finite.
func (s span) size() (size float64) {
	for _, v := range []float64{math.Abs(s.lo), math.Abs(s.hi)} {
		if v < math.Inf(1) {
			size = max(size, v)
		}
	}
	return size
}
