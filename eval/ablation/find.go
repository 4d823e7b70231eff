package ablation

import (
	"context"
	"iter"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// Findings are the results of the runs of a spec.
type Findings struct {
	Spec         *Spec
	Groups       []Group
	Effects      []Effect      // of each value of an axis, compared with that of the baseline or the first
	Interactions []Interaction // of the values of each two axes, compared with the same
	Answer       string        // in a sentence or two
}

// Find compares runs of a spec, such as those of [store.Store.Runs], in any order. Groups are in the
// order of ids, as [Run] returns them; runs not in ids come before all others. Defaults of the spec
// are filled in. Errors are those of the spec, of the runs or of the context.
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
