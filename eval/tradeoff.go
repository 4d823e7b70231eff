package eval

import (
	"fmt"
	"math"
)

// TradeOff is how ever more strongly hardened models do, starting with a natural one, on rows that
// were held out of their training.
type TradeOff struct {
	Eps  float64 `json:"eps"`  // all points are decided at
	Aim  Aim     `json:"aim"`  // of Points.Robust
	Rows int     `json:"rows"` // number of rows held out

	Points   []TradeOffPoint `json:"points"` // the first is the natural model
	Constant float64         `json:"constant"`
	Ceiling  float64         `json:"ceiling"` // of Points.Robust

	// Taken is the index of the point whose settings the hardened model is trained with, and
	// MaxCleanLoss the limit on its loss of clean accuracy, nil for none.
	Taken        int      `json:"taken"`
	MaxCleanLoss *float64 `json:"max_clean_loss,omitempty"`

	Command string `json:"command,omitempty"` // trains the same hardened model without a curve
}

// TradeOffPoint is one way to harden.
type TradeOffPoint struct {
	Share float64 `json:"share"` // of Eps that is hardened against, 0 for the natural model
	Mix   float64 `json:"clean"` // mixing weight of the natural margins, or votes

	Clean  float64  `json:"clean_accuracy"`
	Loss   Interval `json:"clean_loss"`      // clean accuracy lost against the natural model, on the same rows
	Robust float64  `json:"robust_accuracy"` // certified; balanced over the classes if the aim is not the share of rows
}

// Loss is the clean accuracy that a point loses, free of rounding errors in means over folds.
func (t *TradeOff) Loss(k int) float64 {
	const digits = 1e12
	return math.Round((t.Points[0].Clean-t.Points[k].Clean)*digits) / digits
}

// Take chooses the most robust hardened point among those that lose no more clean accuracy than the
// limit, or the one that loses least if none keeps within it. Ties go to the smaller loss.
func (t *TradeOff) Take(limit float64) {
	t.MaxCleanLoss, t.Taken = &limit, 0
	better := func(k, than int) bool {
		more, kept := apart(t.Points[k].Robust, t.Points[than].Robust), t.Loss(k) <= limit
		if kept != (t.Loss(than) <= limit) {
			return kept
		} else if !kept || more == 0 {
			return apart(t.Points[k].Clean, t.Points[than].Clean) > 0
		}
		return more > 0
	}
	for k := 1; k < len(t.Points); k++ {
		if t.Taken == 0 || better(k, t.Taken) {
			t.Taken = k
		}
	}
}

// Front returns the Pareto front of the two accuracies, from the natural end on; of equal points it
// keeps the first.
func (t *TradeOff) Front() []int {
	var front []int
	for k, p := range t.Points {
		beaten := false
		for j, q := range t.Points {
			equal := apart(q.Clean, p.Clean) == 0 && apart(q.Robust, p.Robust) == 0
			beaten = beaten || t.beats(j, k) || equal && j < k
		}
		if !beaten {
			front = append(front, k)
		}
	}
	return front
}

// beats reports whether a point has more of one accuracy than another one, and no less of the other.
func (t *TradeOff) beats(j, k int) bool {
	clean, robust := apart(t.Points[j].Clean, t.Points[k].Clean), apart(t.Points[j].Robust, t.Points[k].Robust)
	return min(clean, robust) >= 0 && max(clean, robust) > 0
}

// better returns the most robust of the hardened models that beat the one taken, of equal ones that with
// more clean accuracy; 0 if none does.
func (t *TradeOff) better() (best int) {
	for k := 1; k < len(t.Points); k++ {
		if t.beats(k, t.Taken) && (best == 0 || t.beats(k, best) || apart(t.Points[k].Robust, t.Points[best].Robust) > 0) {
			best = k
		}
	}
	return best
}

// Sentence says what was taken, and why.
func (t *TradeOff) Sentence() string {
	text := "Trained against " + t.Points[t.Taken].setting()
	switch {
	case t.MaxCleanLoss == nil:
		text += ", as without a curve; max-clean-loss chooses among its points"
		if k := t.better(); k > 0 {
			text += ". Better on training rows held out, in both accuracies or one of them: " + t.Points[k].setting()
		}
	case t.Loss(t.Taken) > *t.MaxCleanLoss:
		text += fmt.Sprintf(": none of those tried loses at most %s of clean accuracy, and this one loses least, %.1f",
			points(*t.MaxCleanLoss), 100*t.Loss(t.Taken))
	default:
		text += fmt.Sprintf(": the most robust of those that lose at most %s of clean accuracy on training rows held out", points(*t.MaxCleanLoss))
	}
	if t.beats(0, t.Taken) { // the natural model is not among those to choose from
		text += ". On training rows held out the natural model is better than it, in both accuracies or one of them"
	}
	if len(t.Front()) == 1 {
		text += ". One of them is best in both accuracies: the curve has one point"
	}
	return text + "."
}

// setting names how a point was hardened.
func (p *TradeOffPoint) setting() string {
	of := "the whole radius"
	if p.Share != 1 {
		of = digits(p.Share) + " of the radius"
	}
	return fmt.Sprintf("%s, mixing weight %s", of, digits(p.Mix))
}

// missed says that a model loses more clean accuracy than the limit allows, "" if it does not.
func (t *TradeOff) missed(loss float64) string {
	const shown = 0.0005 // of a difference, in percent with one digit
	if t == nil || t.MaxCleanLoss == nil || loss-*t.MaxCleanLoss < shown {
		return ""
	}
	text := fmt.Sprintf(", more than the %s that max-clean-loss allows", points(*t.MaxCleanLoss))
	if t.Loss(t.Taken) <= *t.MaxCleanLoss {
		text += ": on training rows held out it kept within that"
	}
	return text
}

// points writes a share in percentage points.
func points(share float64) string {
	if text := fmt.Sprintf("%.3g points", 100*share); text != "1 points" {
		return text
	}
	return "1 point"
}
