package ablation

import (
	"context"
	"iter"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// Findings are what the runs of a spec come to.
type Findings struct {
	Spec         *Spec
	Groups       []Group
	Effects      []Effect      // of each value of an axis, against that of the baseline or the first
	Interactions []Interaction // of the values of each two axes, against the same
	Answer       string        // in a sentence or two
}

// Find compares runs of a spec, such as those of [store.Store.Runs]. Groups are in the
// order of ids, those of [Run], whatever that in which runs come; runs that ids does not
// name are before all others. Defaults of the spec are filled in. An error is that of the
// spec, of the runs or of the context.
func Find(ctx context.Context, s *Spec, ids []string, runs iter.Seq2[*store.Run, error]) (*Findings, error) {
	if err := s.complete(); err != nil { // a literal
		return nil, err
	}
	groups, err := groupsOf(ctx, s, ids, runs)
	if err != nil {
		return nil, err
	}
	return findingsOf(ctx, s, groups), ctx.Err()
}

// findingsOf compares groups with each other.
func findingsOf(ctx context.Context, s *Spec, groups []Group) *Findings {
	return &Findings{
		Spec: s, Groups: groups, Answer: answerOf(ctx, groups),
		Effects: effectsOf(ctx, s, groups), Interactions: interactionsOf(ctx, s, groups),
	}
}
