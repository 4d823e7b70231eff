package eval

import "math"

// Word is a one-word verdict.
type Word string

// The verdicts on a second model.
const (
	MoreRobust   Word = "more-robust"    // the only praise
	NoDifference Word = "no-difference"  // none beyond noise
	LessRobust   Word = "less-robust"    // than the first model
	IsConstant   Word = "constant"       // it predicts one class only, or is not clearly better than that
	NotWorthIt   Word = "not-worth-it"   // no radius worth hardening for was found, nor do the rows show a lead; or none can exist
	GivesUpClass Word = "gives-up-class" // it is never right on a class, or less than half as often as the first model
)

// Verdict says whether a second model is more robust than a first one.
type Verdict struct {
	Word     Word    `json:"word"`
	Class    string  `json:"class,omitempty"` // the class given up
	Eps      float64 `json:"eps"`
	Aim      Aim     `json:"aim"`
	Sentence string  `json:"sentence"` // the verdict with its figures, and what to do

	Gain ByAim `json:"gain"` // see [Evidence]
	Lead ByAim `json:"lead"`
	Pays *Fall `json:"pays,omitempty"`
}

// Word returns the verdict for an aim. A model is praised if it beats both the first model and the
// constant by more than noise, is not worse on average over the classes, and gives up no class, see
// [GivesUp].
func (e *Evidence) Word(aim Aim) Word {
	switch {
	case e.OnlyClass != "":
		return IsConstant
	case e.Gain.Of(aim).Hi < 0:
		return LessRobust
	case e.openLead(aim):
		return NoDifference
	case !(e.Lead.Of(aim).Lo > 0):
		return IsConstant
	case e.GivenUp != nil:
		return GivesUpClass
	case e.Gain.Of(aim).Lo > 0 && apart(e.Second.Balanced, e.Holds[0].Balanced) >= 0:
		return MoreRobust
	}
	return NoDifference
}

// openLead reports whether only undecided rows could put the second model above the constant.
func (e *Evidence) openLead(aim Aim) bool {
	constant := e.Constant.Of(aim)
	return e.Second.Of(aim) <= constant && constant < e.Holds[1].Of(aim)
}

// openGain reports whether undecided rows could make either model the better one.
func (e *Evidence) openGain(aim Aim) bool {
	return e.Second.Of(aim) < e.Holds[0].Of(aim) && e.First.Of(aim) < e.Holds[1].Of(aim)
}

// judge returns the verdict on the second model at the k-th eps. If no radius looked promising
// (hopeless), that was measured with small models on a few training rows: a clear lead over the
// constant on these rows counts for more.
func (r *Report) judge(k int, hopeless bool) *Verdict {
	e := &r.Evidence[k]
	v := &Verdict{Word: e.Word(r.Aim), Eps: e.Eps, Aim: r.Aim, Gain: e.Gain, Lead: e.Lead, Pays: e.Pays}
	if hopeless && !(e.Lead.Of(r.Aim).Lo > 0) || r.hopeless(k) && e.OnlyClass == "" {
		v.Word = NotWorthIt
	}
	if r.fewWithin(k) {
		v.Word = NoDifference
	}
	if v.Word == GivesUpClass {
		v.Class = e.GivenUp.Class
	}
	v.Sentence = r.sentence(v, k)
	return v
}

// fewWithin reports whether too few rows are within the attacker's bounds to judge by at the k-th
// eps.
func (r *Report) fewWithin(k int) bool {
	n := r.Evidence[k].Rows
	return n < enoughRows && n < r.Models[1].Metrics.Rows
}

// hopeless reports whether no classifier can beat the constant at the k-th eps, in the accuracy of
// the aim.
func (r *Report) hopeless(k int) bool { return r.hopelessBy(r.Aim, k) }

// hopelessBy is hopeless for any aim.
func (r *Report) hopelessBy(aim Aim, k int) bool {
	const rounding = 1e-9
	return r.room(aim, k) <= rounding
}

// capped reports whether the ceiling at the k-th eps leaves less than half of the lead over the
// constant that the first model has without an attacker.
func (r *Report) capped(aim Aim, k int) bool {
	e := &r.Evidence[k]
	return e.learns(aim) && r.room(aim, k) < (e.Clean[0].Of(aim)-e.Constant.Of(aim))/2
}

// room is what the ceiling at the k-th eps is above the constant.
func (r *Report) room(aim Aim, k int) float64 {
	if r.Ceilings == nil {
		return math.Inf(1)
	}
	l := &r.Ceilings[k+1]
	c := Accuracies{r.Constant.Accuracy, r.Constant.Balanced, r.Constant.Balanced}
	return Accuracies{l.Robust, l.Balanced, l.WorstClass}.Of(aim) - c.Of(aim)
}
