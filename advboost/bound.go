package advboost

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
)

// The ways to take the margins of a row in the worst case.
const (
	// TreeBound lets each tree do its worst on its own (Andriushchenko and Hein,
	// NeurIPS 2019, arXiv:1906.03526). It costs little: only new trees are looked at. In the
	// norms where costs add up, such as 2 and 1, each tree spends all of eps.
	TreeBound = "tree-bound"

	// MessageBound tightens that bound by passing messages between the trees,
	// see [github.com/hardwood-ml/hardwood/attack/bound]: they have to agree on one row, and share eps.
	MessageBound = "message-bound"

	// AttackPoint takes the worst row that a search in the ball finds: what
	// the present model really suffers, not a bound.
	AttackPoint = "attack"

	// ColumnBound lets each tree do its worst on its own with those columns of the row that
	// gain the attacker most, as many as eps pays for. It is for norms in which costs add up
	// and columns are dear: a change of level may take all of eps.
	ColumnBound = "column-bound"
)

// WorstCases are the words of [Strategy.Gradient] besides [NaturalGradient].
var WorstCases = []string{TreeBound, MessageBound, AttackPoint, ColumnBound}

// BoundOptions are the options of [NewBound].
type BoundOptions struct {
	Ball  Ball
	Worst string // one of WorstCases, "" for TreeBound

	// Schedule says before which rounds balls are searched anew for MessageBound and
	// AttackPoint. In between, new trees are added to what is known, each at its own worst,
	// or at the row found.
	Schedule Schedule

	// Clean is the weight, 0 to 1, of a row's own margins in those at which its gradient is
	// taken: the dial between natural and robust accuracy.
	Clean float64

	Refit Refit // of the leaf values of each new tree

	Threads int // 0 for one per processor
}

// bound returns the hook of the worst case.
func (s *Strategy) bound(p *trainer.Params, rows *data.Table) (trainer.Hook, error) {
	ball, steps := s.ballOf(rows), s.Refit
	if s.Norm != attack.LInf {
		switch s.Gradient {
		case TreeBound:
			ball = ball.Box(s.Split)
		case MessageBound:
			steps = 0 // the new tree would spend eps that the others have spent already
		}
	}
	return NewBound(BoundOptions{
		Ball: ball, Worst: s.Gradient, Schedule: s.Schedule, Clean: s.Clean, Threads: p.Threads,
		Refit: Refit{
			Steps: steps, Lambda: p.Lambda, LearningRate: p.LearningRate, Examples: s.RefitExamples,
			Monotone: p.MonotoneConstraints, ClassWeight: p.ClassWeights(rows),
		},
	})
}

// NewBound returns the hook that makes boosting take the gradient of each row
// of the table at its worst-case margins. With a bound, the loss that is then
// trained bounds the loss under every attack within the ball. It goes with
// robust splits, see [Ball.Robust]. Rows that other hooks add keep their own
// margins; a row that they replace keeps what the trees before made of it where it was. Forests are left
// as they are. Options out of range are an error.
func NewBound(o BoundOptions) (trainer.Hook, error) {
	if err := cmp.Or(o.Ball.check(), parallel.Check(o.Threads)); err != nil {
		return nil, err
	}
	if !(o.Clean >= 0 && o.Clean <= 1) {
		return nil, fmt.Errorf("share %v of clean margins is not between 0 and 1", o.Clean)
	}
	if o.Worst = cmp.Or(o.Worst, TreeBound); !slices.Contains(WorstCases, o.Worst) {
		return nil, nearest.Unknown("worst case", o.Worst, WorstCases)
	}
	if err := cmp.Or(o.Schedule.check(), o.Refit.check()); err != nil {
		return nil, err
	}
	b := &worstCase{
		BoundOptions: o, margins: margins{ball: &o.Ball, threads: o.Threads},
		columns: columnMargins{ball: &o.Ball, threads: o.Threads},
	}
	if o.Refit.Steps > 0 {
		return &refitted{worstCase: b}, nil
	}
	return b, nil
}

// worstCase is the hook of [NewBound].
type worstCase struct {
	BoundOptions
	margins margins
	points  points
	columns columnMargins // of ColumnBound, which needs no others
}

// refitted also refits the leaves of each round's trees.
type refitted struct {
	*worstCase
	fits []*fit // of the round before, whose memory is used again
}

var _ trainer.Grown = (*refitted)(nil)

// Grown refits the leaves of the new trees, or rejects the round.
func (w *refitted) Grown(_ context.Context, r *trainer.Round) error {
	if r.Ensemble.Average {
		return nil
	}
	if w.Worst == ColumnBound {
		if !w.columns.refit(r, &w.Refit, w.Clean) {
			r.Reject = true
		}
		return nil
	}
	if w.Worst == AttackPoint && w.Schedule.Due(r.Number+1) { // with the new trees
		if err := w.points.search(r, &w.margins, sure); err != nil {
			return err
		}
	}
	w.fits = newFits(w.fits, &w.margins, &w.points, r, &w.Refit)
	if !w.Refit.refit(w.fits, &w.margins, &w.points, r) {
		r.Reject = true
	}
	return nil
}

// look brings what is known of the worst case up to date.
func (w *worstCase) look(r *trainer.Round) error {
	due := w.Schedule.Due(r.Number)
	if w.Worst == ColumnBound {
		w.columns.update(r)
		return nil
	}
	w.margins.update(r, false)
	switch w.Worst {
	case MessageBound:
		if due {
			return w.margins.tighten(r)
		}
	case AttackPoint:
		if due && w.Refit.Steps == 0 { // or else it was done with the last trees
			if err := w.points.search(r, &w.margins, sure); err != nil {
				return err
			}
		}
		w.points.update(r)
	}
	return nil
}

// Before sets the margins of the next round's gradients.
func (w *worstCase) Before(_ context.Context, r *trainer.Round) error {
	if r.Ensemble.Average {
		return nil // a forest has no gradients
	}
	e := r.Ensemble
	if err := cmp.Or(w.Ball.fits(e.Features, e.Classes), fitClassWeight(w.Refit.ClassWeight, e.Classes)); err != nil {
		return err
	}
	if err := w.look(r); err != nil {
		return err
	}
	all := w.margins.worst
	if w.Worst == ColumnBound {
		all = w.columns.worst
	}
	k := r.Ensemble.Outputs
	mixed := make([]float64, k)
	for i := range r.Rows.Table() {
		worst := all[i*k : (i+1)*k]
		if w.points.of(i) != nil {
			worst = w.points.margins[i*k : (i+1)*k]
		}
		if w.Clean > 0 {
			for o, own := range r.Rows.Margins(i) {
				mixed[o] = float64(w.Clean*own) + float64((1-w.Clean)*worst[o])
			}
			worst = mixed
		}
		r.Rows.SetGradientMargins(i, worst)
	}
	return nil
}
