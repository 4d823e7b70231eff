package eval

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// sentence puts a verdict in words: what it is, the figures that it rests on,
// who pays, and what may help.
func (r *Report) sentence(v *Verdict, k int) string {
	all := []string{
		fmt.Sprintf("At eps %s (%s)%s the %s model %s.", EpsText(v.Eps, r.Eps), NormName(r.Norm), r.within(k), r.Models[1].Name, r.is(v, k)),
		r.figures(&r.Evidence[k]),
	}
	if v.Pays != nil && v.Class != v.Pays.Class && r.Evidence[k].OnlyClass == "" {
		all = append(all, fmt.Sprintf("The class %q pays: %s.", phrase.Clip(v.Pays.Class), v.Pays.words(r.Models[0].Name)))
	}
	if f := r.Evidence[k].Brought; v.Word == GivesUpClass && f != nil {
		back := Fall{Class: f.Class, Eps: f.Eps, From: f.To, To: f.From}
		all = append(all, fmt.Sprintf("The %s model gives up the class %q: %s.", r.Models[0].Name, phrase.Clip(f.Class), back.words(r.Models[1].Name)))
	}
	if few := r.Evidence[k].Few; v.Word == MoreRobust && few != nil {
		all = append(all, untold(few))
	}
	if never := r.Evidence[k].Never; v.Word == MoreRobust && never != nil {
		all = append(all, fmt.Sprintf("The %s model is right on no row of %s; they are too few to tell whether that is giving up.", r.Models[1].Name, classesOf(never)))
	}
	if advice := r.advice(v, k); advice != "" {
		all = append(all, advice)
	}
	return strings.Join(all, " ")
}

// untold names the classes with too few rows to tell whether they are given up.
func untold(classes []string) string {
	are, each := "are", "each"
	if len(classes) == 1 {
		are, each = "is", "that class"
	}
	return fmt.Sprintf("Whether %s %s given up cannot be told: fewer than %d rows are of %s.", classesOf(classes), are, leastRows, each)
}

// classesOf names some classes, or says how many they are.
func classesOf(names []string) string {
	const most = 5
	switch n := len(names); {
	case n == 1:
		return "the class " + list(names)
	case n <= most:
		return "the classes " + list(names)
	default:
		return fmt.Sprintf("%d of the classes", n)
	}
}

// onRows says that only some rows are judged.
func (m *Metrics) onRows(judged int) string {
	text := fmt.Sprintf(", on the %d of %d rows that are within the attacker's bounds", judged, m.Rows)
	if m.NoAttacker > 0 {
		text += " or that nobody attacks"
	}
	return text
}

// WithinSentence says which rows [Report.Within] is about, as a part of a sentence that starts with a
// comma, "" for nil.
func (r *Report) WithinSentence() string {
	if r.Within == nil {
		return ""
	}
	return r.Models[0].Metrics.onRows(r.Within.Rows)
}

// within says how much of the table the verdict at the k-th eps is about: how many rows are judged,
// if not all, and how many columns the attacker cannot change. The latter matters because a small
// eps changes no category, so a model that uses categories alone is robust.
func (r *Report) within(k int) string {
	text := ""
	judged, all := r.Evidence[k].Rows, r.Models[1].Metrics.Rows
	if i := r.Interrupted; i != nil {
		text = strings.TrimSuffix(i.Within(), ",")
	}
	switch {
	case judged < all:
		text += r.Models[1].Metrics.onRows(judged)
	case r.Folds > 0 && r.Interrupted == nil:
		text += fmt.Sprintf(", on all %d rows", all)
	}
	if r.Folds > 0 {
		text += fmt.Sprintf(", each judged by models trained without it (%d folds)", r.Folds)
	}
	if k < len(r.Still) && len(r.Still[k]) > 0 {
		columns := r.Models[1].Ensemble.Features
		of := fmt.Sprintf("%d of %d columns", len(r.Still[k]), columns) + allBut(r.Still[k], r.Models[1].Ensemble.Schema.Features)
		if r.allStill(k) {
			of = "any column"
		}
		text += ", where no attacker can change " + of
	}
	if text != "" {
		text += ","
	}
	return text
}

// is says what the second model is.
func (r *Report) is(v *Verdict, k int) string {
	e, first := &r.Evidence[k], r.Models[0].Name
	constant := r.toBeat(e)
	switch v.Word {
	case MoreRobust:
		return "is more robust"
	case LessRobust:
		return "is less robust than the " + first + " one"
	case NotWorthIt:
		if r.hopeless(k) {
			return "is no better than " + constant + ", and here no model can be"
		}
		is := "is not worth its price: at no radius that was tried does a hardened model clearly beat " + constant
		if e.Clean[0].Of(r.Aim) <= e.Constant.Of(r.Aim) {
			is += ", nor does the " + first + " one without an attacker"
		}
		if e.OnlyClass != "" {
			is += fmt.Sprintf(", and it predicts %q for every row", phrase.Clip(e.OnlyClass))
		}
		return is
	case GivesUpClass:
		if f := e.GivenUp; f.hardlyHad() {
			return fmt.Sprintf("gives up the class %q, as the %s one does: %s and %s of its rows are right without an attacker", phrase.Clip(v.Class), first, percent(f.To), percent(f.From))
		}
		return fmt.Sprintf("gives up the class %q: %s", phrase.Clip(v.Class), e.GivenUp.words(first))
	case IsConstant:
		switch {
		case e.OnlyClass != "":
			is := fmt.Sprintf("predicts %q for every row", phrase.Clip(e.OnlyClass))
			if r.hopeless(k) && e.Second.Of(r.Aim) >= e.Constant.Of(r.Aim) {
				is += ", and here no model can do better"
			}
			return is
		case e.Second.Of(r.Aim) > e.Constant.Of(r.Aim):
			return "is not clearly better than " + constant
		}
		return "is no better than " + constant
	}
	switch {
	case r.fewWithin(k):
		return "cannot be told from the " + first + " one: the rows are too few"
	case e.openGain(r.Aim):
		return "cannot be told from the " + first + " one: too many rows are undecided"
	case e.openLead(r.Aim):
		return "cannot be told from " + constant + ": too many rows are undecided"
	case e.Gain.Of(r.Aim).Lo > 0:
		return "is right on more of the rows, but at the expense of a class"
	}
	return "is as robust as the " + first + " one, within noise"
}

// toBeat names what the models have to beat.
func (r *Report) toBeat(e *Evidence) string {
	return r.Aim.ToBeat(fmt.Sprintf("always saying %q", phrase.Clip(e.Says)))
}

// figures gives the accuracies of the models and the constant, that of the aim first.
func (r *Report) figures(e *Evidence) string {
	of := func(aim Aim) (second, first, constant string) {
		return percent(e.Second.Of(aim)), percent(e.First.Of(aim)), percent(e.Constant.Of(aim))
	}
	where := byAim(r.Aim, "Of the rows", "On average over the classes", "In its worst class")
	constant := r.toBeat(e)
	a, b, c := of(r.Aim)
	text := fmt.Sprintf("%s it stays right on %s, the %s one on %s, %s on %s", where, a, r.Models[0].Name, b, constant, c)
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
	return text + "; it " + price(e.price()) + r.TradeOff.missed(e.price()) + "."
}

// words says what share of a class the second model gets right, and what share the first.
func (f *Fall) words(first string) string {
	where := "without an attacker"
	if f.Eps > 0 {
		where = "at eps " + EpsText(f.Eps, nil)
	}
	return fmt.Sprintf("%s of its rows are right %s, %s under the %s model", percent(f.To), where, percent(f.From), first)
}

// price is the clean accuracy that the second model costs on the judged rows.
func (e *Evidence) price() float64 { return e.Clean[0].Robust - e.Clean[1].Robust }

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
