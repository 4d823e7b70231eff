package attack

import (
	"context"

	"github.com/hardwood-ml/hardwood/data/moved"
)

// groupPrepared is a method prepared for a model of groups.
type groupPrepared struct {
	*Regrouped
	prepared Prepared
}

// Searcher returns a searcher for the rows of the model without groups.
func (m *groupPrepared) Searcher() Searcher {
	inner := m.prepared.Searcher()
	s := &groupSearcher{m.Regrouped, inner, make([]float64, m.outer.Ensemble.Features)}
	switch d := inner.(type) {
	case PartDecider:
		return &groupPartDecider{groupDecider{s, d}, d}
	case Decider:
		return &groupDecider{s, d}
	}
	return s
}

// groupSearcher passes victims to a searcher for the model of groups.
type groupSearcher struct {
	*Regrouped
	inner Searcher
	x     []float64 // the victim as the model reads it
}

// Search looks for the nearest example that obeys the groups.
func (s *groupSearcher) Search(ctx context.Context, v Victim) Result {
	return s.outside(s.inner.Search(ctx, s.inside(v)))
}

// inside returns a victim as the model of groups reads it.
func (s *groupSearcher) inside(v Victim) Victim {
	s.outer.Ensemble.Round(s.x, v.X)
	guess := v.Guess()
	v.X = s.Encode(s.x)
	if v.Start = nil; guess != nil {
		v.Start = moved.Cells{}.Diff(s.Encode(guess), v.X)
	}
	return v
}

// outside returns a result with its example as the model without groups reads it.
func (s *groupSearcher) outside(r Result) Result {
	if s.shaped(&r) {
		r.Example = s.Decode(s.x, r.Example)
	}
	return r
}

// groupDecider is a groupSearcher that decides.
type groupDecider struct {
	*groupSearcher
	decider Decider
}

// Decide decides for the model of groups.
func (d *groupDecider) Decide(ctx context.Context, v Victim, eps float64) (Verdict, Result) {
	verdict, r := d.decider.Decide(ctx, d.inside(v), eps)
	return verdict, d.outside(r)
}

// groupPartDecider is a groupDecider that decides about parts. No column of a link is in a group,
// so parts are the same for the model of groups.
type groupPartDecider struct {
	groupDecider
	parts PartDecider
}

// DecideIn decides for the model of groups.
func (d *groupPartDecider) DecideIn(ctx context.Context, v Victim, part *Part, eps float64) (Verdict, Result) {
	verdict, r := d.parts.DecideIn(ctx, d.inside(v), part, eps)
	return verdict, d.outside(r)
}
