package experiment

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/eval"
)

// mostSteps is for how many smaller radii a model is trained at most.
const mostSteps = 3

// keepClasses trains for smaller radii, as much worth it, while the model gives a
// class up on the rows that it is trained on: a few other rows tip a model over to
// doing without a class, so that models of the look for a radius do not tell what
// this one does. If none of them helps, the first stays.
func (h *hardening) keepClasses(ctx context.Context, m eval.Model) (eval.Model, error) {
	natural := rightOn(h.result.Natural.Ensemble, h.rows.Train)
	givesUp := func(m eval.Model) bool {
		class := rightOn(m.Ensemble, h.rows.Train).givenUp(natural)
		if class >= 0 {
			h.Progress.Note(fmt.Sprintf("the hardened model gives up the class %q of the training rows", h.rows.Train.Classes[class]))
		}
		return class >= 0
	}
	if !givesUp(m) {
		return m, nil
	}
	eps := h.Strategy.Eps
	for _, smaller := range h.smaller[:min(len(h.smaller), mostSteps)] {
		if err := h.against(smaller); err != nil {
			return m, err
		}
		less, err := h.trainHardened(ctx)
		if err != nil {
			return m, err
		}
		if !givesUp(less) {
			h.suggested = suggestion(smaller) + fmt.Sprintf(" At larger ones, such as %g, the model gives up a class of its training rows.", eps) + h.below(smaller)
			return less, nil
		}
	}
	h.Progress.Start(fmt.Sprintf("go back to eps %g, as smaller ones do no better", eps))
	return m, cmp.Or(h.against(eps), h.save(ctx, m))
}
