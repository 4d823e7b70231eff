package eval

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Word is a verdict in a word.
type Word string

// The verdicts on a second model.
const (
	MoreRobust   Word = "more-robust"    // the only praise
	NoDifference Word = "no-difference"  // that is more than noise
	LessRobust   Word = "less-robust"    // than the first model
	IsConstant   Word = "constant"       // it is one, or is no better than one
	NotWorthIt   Word = "not-worth-it"   // no radius was found that is worth hardening for, nor do the rows show one, or none can be
	GivesUpClass Word = "gives-up-class" // it is never right on a class, or less than half as often
)

// Verdict says whether a second model is more robust than a first one.
type Verdict struct {
	Word     Word    `json:"word"`
	Class    string  `json:"class,omitempty"` // that is given up
	Eps      float64 `json:"eps"`
	Aim      Aim     `json:"aim"`
	Sentence string  `json:"sentence"` // the verdict with its figures, and what to do

	Gain ByAim `json:"gain"` // see [Evidence]
	Lead ByAim `json:"lead"`
	Pays *Fall `json:"pays,omitempty"`
}

// Word returns the verdict for an aim. A model is praised if it is better than
// the first by more than noise, without losing in the mean over the classes,
// better than the constant by more than noise, and right on more than half as
// many rows of each class as the first model.
func (e *Evidence) Word(aim Aim) Word {
	switch {
	case e.OnlyClass != "":
		return IsConstant
	case e.Gain.Of(aim).Hi < 0:
		return LessRobust
	case !(e.Lead.Of(aim).Lo > 0):
		return IsConstant
	case e.GivenUp != nil:
		return GivesUpClass
	case e.Gain.Of(aim).Lo > 0 && apart(e.Second.Balanced, e.Holds.Balanced) >= 0:
		return MoreRobust
	}
	return NoDifference
}

// judge returns the verdict on the second model at the eps of number k. That no
// radius promised anything (hopeless) is what a few training rows said of small models:
// a lead over the constant that these rows show counts for more.
func (r *Report) judge(k int, hopeless bool) *Verdict {
	e := &r.Evidence[k]
	v := &Verdict{Word: e.Word(r.Aim), Eps: e.Eps, Aim: r.Aim, Gain: e.Gain, Lead: e.Lead, Pays: e.Pays}
	if hopeless && !(e.Lead.Of(r.Aim).Lo > 0) || r.hopeless(k) && e.OnlyClass == "" {
		v.Word = NotWorthIt
	}
	if v.Word == GivesUpClass {
		v.Class = e.GivenUp.Class
	}
	v.Sentence = r.sentence(v, k)
	return v
}

// hopeless reports whether no classifier can beat the constant at the eps of
// number k, in the accuracy of the aim.
func (r *Report) hopeless(k int) bool {
	if r.Ceilings == nil {
		return false
	}
	l := &r.Ceilings[k+1]
	const rounding = 1e-9
	c := Accuracies{r.Constant.Accuracy, r.Constant.Balanced, r.Constant.Balanced}
	return Accuracies{l.Robust, l.Balanced, l.WorstClass}.Of(r.Aim) <= c.Of(r.Aim)+rounding
}

// sentence puts a verdict in words: what it is, the figures that it rests on,
// who pays, and what may help.
func (r *Report) sentence(v *Verdict, k int) string {
	all := []string{
		fmt.Sprintf("At eps %s (%s)%s the %s model %s.", digits(v.Eps), NormName(r.Norm), r.within(k), r.Models[1].Name, r.is(v, k)),
		r.figures(&r.Evidence[k]),
	}
	if v.Pays != nil && v.Class != v.Pays.Class && r.Evidence[k].OnlyClass == "" {
		all = append(all, fmt.Sprintf("The class %q pays: %s.", v.Pays.Class, v.Pays.words(r.Models[0].Name)))
	}
	if few := r.Evidence[k].Few; v.Word == MoreRobust && few != nil {
		all = append(all, untold(few))
	}
	if advice := r.advice(v, k); advice != "" {
		all = append(all, advice)
	}
	return strings.Join(all, " ")
}

// untold says of which classes the rows are too few for any praise.
func untold(classes []string) string {
	const names = 5
	switch n := len(classes); {
	case n == 1:
		return fmt.Sprintf("Whether the class %s is given up cannot be told: fewer than %d of the rows are of it.", list(classes), leastRows)
	case n <= names:
		return fmt.Sprintf("Whether the classes %s are given up cannot be told: fewer than %d of the rows are of each.", list(classes), leastRows)
	default:
		return fmt.Sprintf("Whether %d of the classes are given up cannot be told: fewer than %d of the rows are of each.", n, leastRows)
	}
}

// within says how much of the table the verdict at the eps of number k is about:
// how many of the rows are judged, if some are not, and how many columns the
// attacker has to do without. A small eps changes no category, and a model that
// rests on those alone is robust.
func (r *Report) within(k int) string {
	text := ""
	switch judged, all := r.Evidence[k].Rows, r.Models[1].Metrics.Rows; {
	case judged < all:
		text += fmt.Sprintf(", on the %d of %d rows that are within the attacker's bounds", judged, all)
	case r.Folds > 0:
		text += fmt.Sprintf(", on all %d rows", all)
	}
	if r.Folds > 0 {
		text += fmt.Sprintf(", each judged by models trained without it (%d folds)", r.Folds)
	}
	if k < len(r.Still) && len(r.Still[k]) > 0 {
		text += fmt.Sprintf(", where no attacker can change %d of %d columns", len(r.Still[k]), r.Models[1].Ensemble.Features)
	}
	if text != "" {
		text += ","
	}
	return text
}

// is says what the second model is.
func (r *Report) is(v *Verdict, k int) string {
	e, first := &r.Evidence[k], r.Models[0].Name
	constant := fmt.Sprintf("always saying %q", e.Says)
	switch v.Word {
	case MoreRobust:
		return "is more robust"
	case LessRobust:
		return "is less robust than the " + first + " one"
	case NotWorthIt:
		if r.hopeless(k) {
			return "is no better than " + constant + ", and here no model can be"
		}
		is := "is not worth its price: at no radius that was tried does one clearly beat " + constant
		if m := r.Models[0].Metrics; (Accuracies{m.CleanAccuracy, m.BalancedAccuracy, m.WorstAccuracy}).Of(r.Aim) <= e.Constant.Of(r.Aim) {
			is += ", nor does the " + first + " one without an attacker"
		}
		return is
	case GivesUpClass:
		return fmt.Sprintf("gives up the class %q: %s", v.Class, e.GivenUp.words(first))
	case IsConstant:
		switch {
		case e.OnlyClass != "":
			is := fmt.Sprintf("says %q whatever the row", e.OnlyClass)
			if r.hopeless(k) {
				is += ", and here no model can do better"
			}
			return is
		case e.Second.Of(r.Aim) > e.Constant.Of(r.Aim):
			return "is not clearly better than " + constant
		}
		return "is no better than " + constant
	}
	if e.Gain.Of(r.Aim).Lo > 0 {
		return "is right on more of the rows, but wins that at the expense of a class"
	}
	return "is as robust as the " + first + " one, within noise"
}

// figures says what the models and the constant have, in the accuracy of the
// aim first.
func (r *Report) figures(e *Evidence) string {
	of := func(aim Aim) (second, first, constant string) {
		return percent(e.Second.Of(aim)), percent(e.First.Of(aim)), percent(e.Constant.Of(aim))
	}
	first, second := r.Models[0], r.Models[1]
	where := map[Aim]string{AimRobust: "Of the rows", AimBalanced: "In the mean over the classes", AimWorstClass: "In its worst class"}[r.Aim]
	constant := fmt.Sprintf("always saying %q", e.Says)
	if r.Aim == AimWorstClass {
		constant = "the best blind guess"
	}
	a, b, c := of(r.Aim)
	text := fmt.Sprintf("%s it stays right on %s, the %s one on %s, %s on %s", where, a, first.Name, b, constant, c)
	other := "balanced over the classes"
	if r.Aim == AimRobust {
		a, b, c = of(AimBalanced)
	} else {
		other = "of all rows"
		a, b, c = of(AimRobust)
	}
	text += fmt.Sprintf("; %s on %s, %s and %s", other, a, b, c)
	if open := e.Open; open != [2]float64{} {
		text += fmt.Sprintf(" (proved; %s and %s of the rows are undecided)", percent(open[1]), percent(open[0]))
	}
	return text + "; it " + price(first.Metrics.CleanAccuracy-second.Metrics.CleanAccuracy) + "."
}

// dear is the clean accuracy that a model may cost without a word on how to lose less.
const dear = 0.05

// advice proposes what may earn a better verdict, or cost less. A smaller eps brings
// no class back that the first model never gets right either.
func (r *Report) advice(v *Verdict, k int) string {
	var ways []string
	switch {
	case v.Word == MoreRobust && r.Models[0].Metrics.CleanAccuracy-r.Models[1].Metrics.CleanAccuracy > dear:
		if !r.refined() {
			ways = r.deeper()
		}
		if r.hasSmaller(k) {
			ways = append(ways, "harden against a smaller eps")
		}
		if r.refined() {
			ways = append(ways, "let the rows as they are count more (clean)")
			ways = append(ways, r.heldBack()...)
		} else {
			ways = append(ways, "set a limit to the loss (max-clean-loss)")
		}
		return "To lose less: " + strings.Join(ways, "; ") + "."
	case v.Word != MoreRobust && r.fewGroups() > 0:
		few := "one tells nothing"
		if n := r.fewGroups(); n > 1 {
			few = fmt.Sprintf("%d tell little", n)
		}
		return "To try: rows of more of what they are split by, as " + few + "."
	case v.Word == NoDifference && v.Gain.Of(r.Aim).open():
		return fmt.Sprintf("To try: %s, as %d are few for this difference.", r.judgeMore(), r.Evidence[k].Rows)
	case v.Word == MoreRobust || v.Word == NoDifference:
		return ""
	case 2*r.Evidence[k].Rows < r.Models[1].Metrics.Rows:
		return "To try: bounds and links of the attacker that more rows obey, for most do not."
	}
	if (v.Word == IsConstant || v.Word == NotWorthIt) && v.Lead.Of(r.Aim).open() {
		ways = append(ways, fmt.Sprintf("%s, as %d are few for this lead", r.judgeMore(), r.Evidence[k].Rows))
	}
	if v.Word == NotWorthIt && !r.hopeless(k) { // smaller ones were tried
		ways = append(ways, "more rows to train on, or columns that tell more of the class")
		return "To try: " + strings.Join(ways, "; ") + "."
	}
	lost := v.Word == GivesUpClass && r.Evidence[k].GivenUp.hardlyHad()
	if v.Word == GivesUpClass && !lost && r.Evidence[k].GivenUp.open() {
		ways = append(ways, fmt.Sprintf("%s, as %.0f of the class are few to tell", r.judgeMore(), r.Evidence[k].GivenUp.rows))
	}
	if r.refined() && !r.hopeless(k) {
		ways = append(ways, r.heldBack()...)
	}
	if v.Word != IsConstant {
		ways = append(ways, r.deeper()...)
	}
	if !lost && r.hasSmaller(k) && !(v.Word == LessRobust && r.refined()) { // which fits the rows the more closely the smaller it is
		ways = append(ways, r.smaller(k))
	}
	if r.Models[1].Ensemble.Origin.Trainer["balanced"] != "true" && (v.Word == IsConstant && !r.Evidence[k].even() || v.Word == GivesUpClass) {
		ways = append(ways, "weigh the classes (balanced)")
	}
	if r.Aim == AimRobust && r.Evidence[k].Word(AimBalanced) == MoreRobust {
		ways = append(ways, "count classes, not rows (aim balanced)")
	}
	if lost {
		ways = append(ways, "more rows of the class, or columns that tell it from the others")
	}
	if len(ways) == 0 {
		return ""
	}
	return "To try: " + strings.Join(ways, "; ") + "."
}

// fewGroups returns the number of groups that are judged, if they are so few that
// intervals are much wider for it; 0 otherwise.
func (r *Report) fewGroups() int {
	const enough = 6
	if n := newResampler(0, 0, r.Models[0].Outcomes.groups); n.groups != nil && len(n.times) < enough {
		return len(n.times)
	}
	return 0
}

// judgeMore proposes to judge more rows.
func (r *Report) judgeMore() string {
	if r.moreRows == "" {
		return "judge more rows"
	}
	return "judge more rows (" + r.moreRows + ")"
}

// open reports whether a lead is not clear, but would be on four times as many rows of
// the same kind, on which an interval is half as wide.
func (i Interval) open() bool { return i.Lo <= 0 && float64(3*i.Lo)+i.Hi > 0 }

// open reports whether the rows of a class that seems to be given up may do so by chance:
// they do not rule out that the second model is right on as many as it has to be. The
// bound is that of Wilson (1927), as no resample of rows that are all wrong has one right.
func (f *Fall) open() bool {
	if f.rows == 0 {
		return false
	}
	const z = 1.96
	wide := z * z / f.rows
	spread := z * math.Sqrt((float64(f.To*(1-f.To))+float64(wide/4))/f.rows)
	return (f.To+float64(wide/2)+float64(spread))/(1+wide) > max(nearZero, f.From/2)
}

// heldBack proposes leaf values that do not fit the training rows too closely, where the
// second model's may.
func (r *Report) heldBack() []string {
	const enough = 20
	if lambda, _ := strconv.ParseFloat(r.Models[1].Ensemble.Origin.Trainer["lambda"], 64); lambda >= enough {
		return nil
	}
	return []string{fmt.Sprintf("hold the leaf values back (lambda %d)", enough)}
}

// deeper proposes deeper trees where the second model is a shallow forest of many
// classes: trees of so few leaves cannot tell them apart.
func (r *Report) deeper() []string {
	const many, deep = 5, 10
	e := r.Models[1].Ensemble
	depth, _ := strconv.Atoi(e.Origin.Trainer["max-depth"]) // 0 for no limit
	if e.Origin.Trainer["booster"] != trainer.Forest || e.Classes < many || depth == 0 || depth >= deep || r.refined() {
		return nil
	}
	return []string{fmt.Sprintf("grow deeper trees (max-depth %d)", deep)}
}

// even reports whether weights that make up for the sizes of the classes would change
// next to nothing: the most frequent class has about as many rows as each of the others.
func (e *Evidence) even() bool {
	const about = 1.1
	return e.Constant.Robust < about*e.Constant.Balanced
}

// refined reports whether the second model has the trees of the first, but for the
// values of their leaves. No limit chooses among such models.
func (r *Report) refined() bool {
	first, second := r.Models[0].Ensemble.Trees, r.Models[1].Ensemble.Trees
	return len(first) > 0 && slices.EqualFunc(first, second, func(a, b ensemble.Tree) bool {
		return slices.EqualFunc(a.Splits, b.Splits, func(s, t ensemble.Split) bool {
			return s.Feature == t.Feature && s.Threshold == t.Threshold && s.Left == t.Left && s.Right == t.Right
		})
	})
}

// hasSmaller reports whether any change is within an eps below that of number k: norm 0
// counts columns.
func (r *Report) hasSmaller(k int) bool { return r.Norm != attack.L0 || r.Eps[k] >= 2 }

// smaller proposes an eps below that of number k: one that earned praise, if any did.
func (r *Report) smaller(k int) string {
	for i := k - 1; i >= 0; i-- {
		if r.Eps[i] > 0 && r.Evidence[i].Word(r.Aim) == MoreRobust {
			return "harden against a smaller eps, such as " + digits(r.Eps[i])
		}
	}
	return "harden against a smaller eps"
}

// hardlyHad reports whether the first model had next to nothing of the class without
// an attacker either.
func (f *Fall) hardlyHad() bool { return f.Eps == 0 && f.From < nearZero }

// words says what a class falls to, and from under the first model.
func (f *Fall) words(first string) string {
	where := "without an attacker"
	if f.Eps > 0 {
		where = "at eps " + digits(f.Eps)
	}
	return fmt.Sprintf("%s of its rows are right %s, %s under the %s model", percent(f.To), where, percent(f.From), first)
}

// price says what a model costs in clean accuracy.
func price(share float64) string {
	switch {
	case share < 0:
		return fmt.Sprintf("gains %.1f points of clean accuracy", -100*share)
	case share == 0:
		return "costs no clean accuracy"
	}
	return fmt.Sprintf("costs %.1f points of clean accuracy", 100*share)
}
