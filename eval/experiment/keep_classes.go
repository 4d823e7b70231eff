package experiment

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// mostSteps limits the number of smaller radii that a model is trained for.
const mostSteps = 3

// keepClasses trains for smaller radii that are as worthwhile, while the model gives up a class of
// its own training rows: a few different rows can tip a model into giving up a class, so the small
// models of [Data.Radius] do not predict whether this one does. If no smaller radius helps, the
// first model stays.
func (h *hardening) keepClasses(ctx context.Context, m eval.Model) (eval.Model, error) {
	natural := rightOn(h.result.Natural.Ensemble, h.rows.Train, h.Params.Threads)
	givesUp := func(m eval.Model) bool {
		class := rightOn(m.Ensemble, h.rows.Train, h.Params.Threads).givenUp(natural)
		if class >= 0 {
			h.Progress.Note(fmt.Sprintf("the hardened model gives up the class %q of the training rows", phrase.Clip(h.rows.Train.Classes[class])))
		}
		return class >= 0
	}
	if !givesUp(m) {
		return m, nil
	}
	eps := h.Strategy.Eps
	for _, smaller := range h.smaller[:min(len(h.smaller), mostSteps)] {
		if err := h.against(ctx, smaller); err != nil {
			return m, err
		}
		less, err := h.trainHardened(ctx)
		if err != nil {
			return m, err
		}
		if !givesUp(less) {
			h.suggested = suggestion(smaller) + fmt.Sprintf(" At larger ones, such as %g, the model gives up a class of its training rows.", eps) + h.around()
			return less, nil
		}
	}
	h.Progress.Start(fmt.Sprintf("go back to eps %g, as smaller ones do no better", eps))
	err := h.against(ctx, eps)
	h.Evaluate.EpsLeast = len(h.smaller) <= mostSteps
	return m, cmp.Or(err, h.save(ctx, m))
}
