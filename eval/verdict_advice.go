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

// dear is the loss of clean accuracy above which advice says how to lose less.
const dear = 0.05

// advice proposes what may earn a better verdict, or cost less.
func (r *Report) advice(v *Verdict, k int) string {
	e := &r.Evidence[k]
	switch {
	case v.Word == MoreRobust:
		return r.toLoseLess(k)
	case r.fewGroups() > 0:
		few := "one tells nothing"
		if n := r.fewGroups(); n > 1 {
			few = fmt.Sprintf("%d tell little", n)
		}
		return "To try: rows with more values of the column that they are split by, as " + few + "."
	case r.fewWithin(k):
		return "To try: bounds and links of the attacker that more rows obey."
	case v.Word == NoDifference && r.nothingFlips() && !r.allStill(k):
		return "To try: " + lessToChange + "."
	case v.Word == NoDifference && r.unbroken(k):
		return r.propose("To try", r.toBreak(), k)
	case v.Word == NoDifference && (e.openGain(r.Aim) || e.openLead(r.Aim)):
		return r.propose("To try", ways{here: []string{"decide the rows that are undecided (method auto, more nodes)"}}, k)
	case v.Word == NoDifference && v.Gain.Of(r.Aim).open():
		return r.propose("To try", ways{here: []string{fmt.Sprintf("%s, as %s are few for this difference", r.judgeMore(), r.draws(e.Rows))}}, k)
	case v.Word == NoDifference:
		return ""
	case 2*e.Rows < r.Models[1].Metrics.Rows:
		return "To try: bounds and links of the attacker that more rows obey, as most do not."
	}
	return r.propose("To try", r.toWin(v, k), k)
}

// nothingFlips reports whether no row has an example, however far, for either model.
func (r *Report) nothingFlips() bool {
	return !slices.ContainsFunc(r.Models, func(m *Evaluation) bool { return m.Metrics.WithoutExample < m.Metrics.Correct })
}

// unbroken reports whether neither model loses a row at the k-th eps, so that it says nothing of them.
func (r *Report) unbroken(k int) bool {
	return !slices.ContainsFunc(r.Models, func(m *Evaluation) bool { return m.Metrics.At[k].Broken+m.Metrics.At[k].Undecided > 0 })
}

// toBreak proposes what may tell models apart that lose no row.
func (r *Report) toBreak() ways {
	nearest := math.Inf(1)
	for _, m := range r.Models {
		for _, o := range m.Outcomes.All() {
			if o.Correct() {
				nearest = min(nearest, o.Distance)
			}
		}
	}
	larger := "a larger eps, as neither model loses a row at this one"
	if !math.IsInf(nearest, 1) {
		larger += ": the nearest example is at " + EpsText(nearest, r.Eps)
	}
	w := ways{others: []string{larger}}
	if r.Norm == attack.LInf {
		w.others = append(w.others, "norm 1, in which changes add up")
	}
	return w
}

// allStill reports whether no attacker can change any column at the k-th eps.
func (r *Report) allStill(k int) bool {
	return k < len(r.Still) && len(r.Still[k]) == r.Models[1].Ensemble.Features
}

// ways are what may help: here what is meant for the eps of the verdict, and else what changes it,
// the rows or the attacker.
type ways struct{ here, others []string }

// propose lists ways after their purpose, "" if there are none. If eps were chosen from the data, it
// names that of the k-th with those meant for it: with another option, another one may be chosen.
func (r *Report) propose(purpose string, w ways, k int) string {
	if !r.epsChosen || w.here == nil {
		if w.here = append(w.here, w.others...); w.here == nil {
			return ""
		}
		return purpose + ": " + strings.Join(w.here, "; ") + "."
	}
	same := EpsText(r.Eps[k], r.Eps)
	if r.Norm != attack.LInf {
		same += ", norm " + r.Norm.String()
	}
	text := fmt.Sprintf("%s, at the same eps (%s): %s.", purpose, same, strings.Join(w.here, "; "))
	if w.others != nil {
		text += " Or: " + strings.Join(w.others, "; ") + "."
	}
	return text
}

// toLoseLess proposes how a praised model may cost less clean accuracy, if it costs much.
func (r *Report) toLoseLess(k int) string {
	if !(r.Evidence[k].price() > dear) {
		return ""
	}
	var w ways
	switch {
	case r.refined():
		w.here = append([]string{"give the rows as they are more weight (clean)"}, r.heldBack()...)
	case r.Folds > 0: // folds judge by the rows that a limit would be found on
		w.here = append(r.deeper(), "limit the loss (max-clean-loss, without folds)")
	case r.TradeOff == nil || r.TradeOff.MaxCleanLoss == nil:
		w.here = append(r.deeper(), "limit the loss (max-clean-loss)")
	default:
		w.here = r.deeper()
	}
	if r.hasSmaller(k) {
		w.others = append(w.others, r.smaller(k))
	}
	return r.propose("To lose less", w, k)
}

const (
	moreToLearnFrom = "more rows to train on, or columns that tell more about the class"
	lessToChange    = "say what an attacker can really change (threat)"
)

// toWin proposes what may earn praise. A smaller eps does not help if the first model never gets the
// given-up class right either.
func (r *Report) toWin(v *Verdict, k int) (w ways) {
	e := &r.Evidence[k]
	if (v.Word == IsConstant || v.Word == NotWorthIt) && v.Lead.Of(r.Aim).open() {
		w.here = append(w.here, fmt.Sprintf("%s, as %s are few for this lead", r.judgeMore(), r.draws(e.Rows)))
	}
	if v.Word == NotWorthIt && !r.hopeless(k) { // smaller ones were tried
		w.here = append(w.here, r.countClasses(v, k)...)
		w.others = []string{moreToLearnFrom}
		if r.capped(r.Aim, k) {
			w.others[0] = lessToChange
		}
		return w
	}
	lost := v.Word == GivesUpClass && e.GivenUp.hardlyHad()
	if v.Word == GivesUpClass && !lost && e.GivenUp.open() {
		w.here = append(w.here, fmt.Sprintf("%s, as %.0f of the class are too few to tell whether it loses half", r.judgeMore(), e.GivenUp.rows))
	}
	if r.refined() && !r.hopeless(k) {
		w.here = append(w.here, r.heldBack()...)
	}
	if v.Word != IsConstant {
		w.here = append(w.here, r.deeper()...)
	}
	if !lost && e.learns(r.Aim) && r.hasSmaller(k) && !(v.Word == LessRobust && r.refined()) { // a refit fits more closely the smaller eps is
		w.others = append(w.others, r.smaller(k))
	}
	if r.weightsMayHelp(v, k) {
		w.here = append(w.here, "weigh the classes (balanced)")
	}
	w.here = append(w.here, r.countClasses(v, k)...)
	switch {
	case lost:
		w.others = append(w.others, "more rows of the class, or columns that tell it from the others")
	case e.Constant.Robust == 1:
		w.others = append(w.others, "rows of more than one class to judge by")
	case w.others == nil && r.capped(r.Aim, k):
		w.others = append(w.others, lessToChange)
	case w.here == nil && w.others == nil && r.hopeless(k):
		w.others = append(w.others, "columns that tell more about the class")
	case w.here == nil && w.others == nil && (v.Word == IsConstant || r.epsLeast):
		w.others = append(w.others, moreToLearnFrom)
	}
	return w
}

// weightsMayHelp reports whether the second model was trained without weights that let the classes
// count the same, and may win with them.
func (r *Report) weightsMayHelp(v *Verdict, k int) bool {
	e := &r.Evidence[k]
	if r.Models[1].Ensemble.Origin.Trainer["balanced"] == "true" || r.hopelessBy(AimBalanced, k) {
		return false
	}
	isConstant := v.Word == IsConstant && r.Aim != AimRobust && !e.even() // weights cost rows
	return isConstant || v.Word == GivesUpClass && e.rare(e.GivenUp)
}

// countClasses proposes the balanced aim if the aim of the report is the share of rows and the second
// model would be praised by the other, or is no worse than the constant by it: models for it are
// trained with weights.
func (r *Report) countClasses(v *Verdict, k int) []string {
	e := &r.Evidence[k]
	mayWin := v.Word == IsConstant && !e.even() && e.learns(AimBalanced) && !r.capped(AimBalanced, k) &&
		apart(e.Second.Balanced, e.Constant.Balanced) >= 0
	if r.Aim != AimRobust || !mayWin && e.Word(AimBalanced) != MoreRobust {
		return nil
	}
	return []string{"count classes, not rows (aim balanced)"}
}

// learns reports whether the first model beats the constant without an attacker: otherwise no eps is
// small enough.
func (e *Evidence) learns(aim Aim) bool { return e.Clean[0].Of(aim) > e.Constant.Of(aim) }

// fewGroups returns the number of groups of the rows if they are so few that intervals are much
// wider; 0 otherwise.
func (r *Report) fewGroups() int {
	const enough = 6
	if n := r.groups(); n < enough {
		return n
	}
	return 0
}

// groups returns the number of groups of the rows, 0 if each is for itself.
func (r *Report) groups() int {
	return len(newResampler(Resampling{}, 0, r.Models[0].Outcomes.groups).times)
}

// draws names what intervals are over: so many rows, or the groups of them all.
func (r *Report) draws(rows int) string {
	if n := r.groups(); n > 0 {
		return fmt.Sprintf("%d values of the column that they are split by", n)
	}
	return strconv.Itoa(rows)
}

// judgeMore proposes to judge by more rows, first of all by those that an interruption left out.
func (r *Report) judgeMore() string {
	switch {
	case r.Interrupted != nil:
		return "judge all rows"
	case r.moreRows == "":
		return "judge more rows"
	}
	return "judge more rows (" + r.moreRows + ")"
}

// open reports whether a lead is not clear, but would be on four times as many rows of the same
// kind, which halve the width of the interval.
func (i Interval) open() bool { return i.Lo <= 0 && float64(3*i.Lo)+i.Hi > 0 }

// open reports whether a class may seem given up by chance: its rows do not rule out that the second
// model is right on as many as it has to be. The bound is Wilson's (1927), because if all rows are
// wrong, so are all rows of every resample.
func (f *Fall) open() bool {
	if f.rows == 0 {
		return false
	}
	const z = 1.96
	wide := z * z / f.rows
	spread := z * math.Sqrt((float64(f.To*(1-f.To))+float64(wide/4))/f.rows)
	return (f.To+float64(wide/2)+float64(spread))/(1+wide) > max(nearZero, f.From/2)
}

// heldBack proposes leaf values that fit the training rows less closely, if those of the second
// model may fit them too closely.
func (r *Report) heldBack() []string {
	const enough = 20
	if lambda, _ := strconv.ParseFloat(r.Models[1].Ensemble.Origin.Trainer["lambda"], 64); lambda >= enough {
		return nil
	}
	return []string{fmt.Sprintf("shrink the leaf values (lambda %d)", enough)}
}

// deeper proposes deeper trees if the second model is a shallow forest with many classes, which so
// few leaves per tree cannot tell apart.
func (r *Report) deeper() []string {
	const many, deep = 5, 10
	e := r.Models[1].Ensemble
	depth, _ := strconv.Atoi(e.Origin.Trainer["max-depth"]) // 0 for no limit
	if e.Origin.Trainer["booster"] != trainer.Forest || e.Classes < many || depth == 0 || depth >= deep || r.refined() {
		return nil
	}
	return []string{fmt.Sprintf("grow deeper trees (max-depth %d)", deep)}
}

// about is the factor by which balancing weights raise those of a class without much effect.
const about = 1.1

// even reports whether balancing weights would change almost nothing: the most frequent class has
// about as many rows as each of the others.
func (e *Evidence) even() bool { return e.Constant.Robust < about*e.Constant.Balanced }

// rare reports whether balancing weights would raise those of a class: it has less than an even share
// of the rows.
func (e *Evidence) rare(f *Fall) bool { return about*f.rows < e.Constant.Balanced*float64(e.Rows) }

// refined reports whether the second model has the trees of the first, except for leaf values. A
// limit to the loss cannot choose among such models.
func (r *Report) refined() bool {
	first, second := r.Models[0].Ensemble.Trees, r.Models[1].Ensemble.Trees
	return len(first) > 0 && slices.EqualFunc(first, second, func(a, b ensemble.Tree) bool {
		return slices.EqualFunc(a.Splits, b.Splits, func(s, t ensemble.Split) bool {
			return s.Feature == t.Feature && s.Threshold == t.Threshold && s.Left == t.Left && s.Right == t.Right
		})
	})
}

// hasSmaller reports whether a smaller eps than the k-th may help: half of it still allows a change,
// in norm 0 of a column, and the second model loses rows at this one, or is the same for all. Where
// eps was looked for among smaller ones too, these are no better.
func (r *Report) hasSmaller(k int) bool {
	e := &r.Evidence[k]
	switch {
	case r.epsLeast:
		return false
	case r.Norm == attack.L0 && r.Eps[k] < 2:
		return false
	case k < len(r.atHalf) && !r.atHalf[k], r.cappedBelow(k):
		return false
	}
	return e.OnlyClass != "" || e.Second.Robust != e.Clean[1].Robust
}

// cappedBelow reports whether the least eps that allows a change is below the k-th, and capped as well.
func (r *Report) cappedBelow(k int) bool {
	for i := range min(k, len(r.atHalf)) {
		if r.Eps[i] > 0 && !r.atHalf[i] && r.capped(r.Aim, i) {
			return true
		}
	}
	return false
}

// smaller proposes an eps below the k-th: one that earned praise, if any did.
func (r *Report) smaller(k int) string {
	const smaller = "harden against a smaller eps"
	for i := k - 1; i >= 0; i-- {
		if r.Eps[i] > 0 && r.Evidence[i].Word(r.Aim) == MoreRobust {
			return smaller + r.inNorm() + ", such as " + EpsText(r.Eps[i], r.Eps)
		}
	}
	return smaller + r.inNorm()
}

// inNorm names the norm of a smaller eps if it may not be that of a command that is given the eps
// alone.
func (r *Report) inNorm() string {
	if !r.epsChosen || r.Norm == attack.LInf {
		return ""
	}
	return " in norm " + r.Norm.String()
}

// hardlyHad reports whether the first model also got almost no row of the class right, without an
// attacker.
func (f *Fall) hardlyHad() bool { return f.Eps == 0 && f.From < nearZero }
