package attack

import (
	"context"
	"math"
)

// A PartDecider is a [Decider] that can decide about a part of what a victim can be turned
// into, see [Space.ResetIn].
type PartDecider interface {
	Decider

	// DecideIn says whether an adversarial example is in a part at a distance of at most eps from
	// the nearest point of the part.
	DecideIn(ctx context.Context, v Victim, part *Part, eps float64) (Verdict, Result)
}

// linkDecider is a linkSearcher that decides.
type linkDecider struct {
	*linkSearcher
	decider  Decider
	bounding *bounding
	nodes    int // search nodes that parts took for the current victim
}

// A search asks for at most linkDecisions decisions, and stops once bound and example differ by a
// relative linkGap.
const (
	linkDecisions = 12
	linkGap       = 0.005
)

// linkTolerance is the relative difference up to which sums of costs count as equal.
const linkTolerance = 1e-12

// Search looks for an example that obeys the links, then narrows down how near the nearest can be:
// is there a nearer one, is there one a little nearer, and if that stays open, one half as near?
func (d *linkDecider) Search(ctx context.Context, v Victim) Result {
	d.nodes = 0
	r := d.linkSearcher.Search(ctx, v)
	discrete := d.bounding.discrete(d.problem.Constraints) // so that splitting into parts ends
	switch {
	case !discrete, r.Example != nil:
		d.close(ctx, v, &r)
	case r.LowerBound < math.Inf(1):
		if verdict, some := d.decide(ctx, v, math.Inf(1)); verdict == Certified {
			r.LowerBound = math.Inf(1)
		} else if verdict == Broken {
			d.take(&r, &some)
		}
	}
	open := r.Distance // the least radius that is not certified
	eps := open * (1 - 4*linkGap)
	if r.Example == nil {
		eps = 2 * r.LowerBound
	}
	for range linkDecisions {
		if d.problem.Norm == L0 {
			eps = math.Floor(min(eps, open-1))
		}
		if eps = max(eps, r.LowerBound); r.LowerBound >= open*(1-linkGap) || eps >= open || ctx.Err() != nil {
			break
		}
		verdict, nearer := d.decide(ctx, v, eps)
		switch {
		case verdict == Certified:
			if r.LowerBound = nearer.LowerBound; d.problem.Norm == L0 {
				r.LowerBound = eps + 1
			}
		case verdict == Broken:
			d.take(&r, &nearer)
			open = r.Distance
		default:
			open = eps
		}
		switch {
		case math.IsInf(open, 1):
			eps = 2 * r.LowerBound
		case verdict == Broken:
			eps = open * (1 - 4*linkGap)
		default:
			eps = r.LowerBound + float64((open-r.LowerBound)/2)
		}
	}
	if discrete {
		d.close(ctx, v, &r)
	}
	if r.Example != nil && r.Distance <= r.LowerBound*(1+linkTolerance) {
		r.Status, r.LowerBound = Optimal, min(r.LowerBound, r.Distance)
	}
	return r
}

// close asks for examples nearer than the known one, until there is certainly none.
func (d *linkDecider) close(ctx context.Context, v Victim, r *Result) {
	for range linkDecisions {
		if r.Example == nil || r.LowerBound >= r.Distance*(1-linkTolerance) {
			return
		}
		eps := math.Nextafter(r.Distance, 0)
		if d.problem.Norm != LInf {
			eps = r.Distance * (1 - linkTolerance)
		}
		switch verdict, found := d.decide(ctx, v, eps); verdict {
		case Certified:
			r.LowerBound = r.Distance
		case Broken:
			d.take(r, &found)
		default:
			return
		}
	}
}

// take adopts a nearer example.
func (d *linkDecider) take(r, nearer *Result) {
	r.Status, r.Example, r.Class, r.Distance = Found, nearer.Example, nearer.Class, nearer.Distance
}

// Decide certifies only what holds against an attacker who need not obey links, and calls a row
// broken only for an example that obeys them.
func (d *linkDecider) Decide(ctx context.Context, v Victim, eps float64) (Verdict, Result) {
	d.nodes = 0
	verdict, r := d.decide(ctx, v, eps)
	if verdict != Undecided {
		return verdict, r
	}
	if r = d.linkSearcher.Search(ctx, v); r.Example != nil && r.Distance <= eps {
		return Broken, r
	}
	r.Example, r.Status, r.Class, r.Distance = nil, None, -1, math.Inf(1)
	r.LowerBound = min(r.LowerBound, eps)
	return Undecided, r
}

// ask asks about an attacker who need not obey links, and turns what that finds into an example
// that obeys; if it cannot, it returns Undecided with the example that does not.
func (d *linkDecider) ask(ctx context.Context, v Victim, eps float64) (Verdict, Result) {
	verdict, r := d.decider.Decide(ctx, v, eps)
	if verdict != Broken {
		return verdict, r
	}
	free := r.Example
	if r = d.obey(ctx, v, r, eps); r.Example != nil {
		return Broken, r
	}
	r.Example = free
	return Undecided, r
}

// decide asks about smaller and smaller parts, until an example found can be turned into one that
// obeys, or no part is left.
func (d *linkDecider) decide(ctx context.Context, v Victim, eps float64) (Verdict, Result) {
	verdict, r := d.ask(ctx, v, eps)
	free := r.Example
	if verdict != Undecided || free == nil {
		return verdict, r
	}
	r.Example = nil
	if parts, ok := d.decider.(PartDecider); ok {
		s := &linkParts{linkDecider: d, decider: parts, victim: v, x: d.problem.Ensemble.Rounded(v.X), eps: eps}
		verdict, example := s.decide(ctx, free)
		switch verdict {
		case Certified:
			r.LowerBound = math.Nextafter(eps, math.Inf(1))
		case Broken:
			r.Status, r.Example, r.Class, r.Distance = Found, example, d.problem.Ensemble.Class(example), d.problem.Distance(s.x, example)
		}
		return verdict, r
	}
	return Undecided, r
}
