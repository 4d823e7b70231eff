package eval

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// In norm 0 nothing changes within an eps below 1.
func TestNoSmallerEpsThanOneColumn(t *testing.T) {
	for name, r := range map[string]*Report{
		"constant": against(some{100, 90, 20, 100, 40}, some{100, 90, 20, 84, 40}),
		"dear":     against(some{100, 90, 20, 84, 80}, some{100, 90, 20, 84, 75}),
	} {
		k := 0
		for eps, want := range map[float64]bool{1: false, 2: true} {
			r.Norm, r.Eps[k] = attack.L0, eps
			if got := r.advice(r.Verdict, k); strings.Contains(got, "smaller eps") != want {
				t.Errorf("%s, %v columns: %q", name, eps, got)
			}
		}
	}
}

// Advice can be followed and can help: with folds no limit to the loss can be found, and to count
// classes is proposed only if a model can keep half of the first one's lead over the constant.
func TestAdviceCanHelp(t *testing.T) {
	dear := against(some{100, 90, 20, 84, 80}, some{100, 90, 20, 84, 75})
	for folds, want := range map[int]string{0: "(max-clean-loss)", 5: "(max-clean-loss, without folds)"} {
		dear.Folds = folds
		if advice := dear.advice(dear.Verdict, 0); !strings.Contains(advice, want) {
			t.Errorf("%d folds: %s, want %s", folds, advice, want)
		}
	}
	constant := against(some{140, 130, 40, 140, 140}, some{60, 50, 30, 0, 0})
	for balanced, want := range map[float64]bool{0.5: false, 0.6: false, 0.8: true} {
		constant.Ceilings = []ceiling.Limit{{}, {Robust: 0.7, Balanced: balanced}}
		if advice := constant.advice(constant.Verdict, 0); strings.Contains(advice, "(aim balanced)") != want {
			t.Errorf("at most %v on average over the classes: %s", balanced, advice)
		}
	}
}

// A smaller eps is proposed only where some change is left at half of it, and the second model loses
// rows at this one, or says one class because of it.
func TestSmallerEpsMeansSomething(t *testing.T) {
	for name, c := range map[string]struct {
		second, other some
		atHalf, want  bool
	}{
		"loses rows":         {some{140, 130, 40, 130, 110}, some{60, 50, 10, 30, 12}, true, true},
		"nothing can change": {some{140, 130, 40, 130, 110}, some{60, 50, 10, 30, 12}, false, false},
		"loses none":         {some{140, 130, 40, 130, 130}, some{60, 50, 10, 12, 12}, true, false},
		"says one class":     {some{140, 130, 40, 140, 140}, some{60, 50, 10, 0, 0}, true, true},
	} {
		r := against(c.second, c.other)
		r.atHalf = []bool{c.atHalf}
		if advice := r.advice(r.Verdict, 0); strings.Contains(advice, "smaller eps") != c.want || r.Verdict.Word != IsConstant {
			t.Errorf("%s: %s: %s", name, r.Verdict.Word, advice)
		}
	}
}

// Where the ceiling takes most of the lead and no smaller eps is left, what can help is an attacker who
// can change less, and not more to learn from.
func TestCeilingIsInTheWay(t *testing.T) {
	for _, c := range []struct {
		ceiling float64
		tried   bool // radii, on training rows, of which none is worth it
		want    string
	}{
		{0.5, false, lessToChange},
		{0.5, true, lessToChange},
		{0.65, false, lessToChange},
		{0.65, true, lessToChange},
		{0.9, true, moreToLearnFrom},
	} {
		r := against(some{100, 95, 20, 95, 20}, some{100, 95, 20, 95, 10})
		r.Ceilings, r.atHalf = []ceiling.Limit{{}, {Robust: c.ceiling}}, []bool{false}
		if says := r.judge(0, c.tried).Sentence; !strings.HasSuffix(says, "To try: "+c.want+".") {
			t.Errorf("%+v: %s", c, says)
		}
	}
}

// Where the ceiling takes the lead at the least eps that allows a change too, no smaller one is proposed.
func TestCeilingIsInTheWayOfSmallerEps(t *testing.T) {
	for least, want := range map[float64]string{0.5: lessToChange, 0.9: "harden against a smaller eps"} {
		r := against(some{100, 95, 20, 60, 40}, some{100, 95, 20, 0, 0})
		r.Eps, r.Evidence = []float64{1, 2}, []Evidence{r.Evidence[0], r.Evidence[0]}
		r.Ceilings, r.atHalf = []ceiling.Limit{{}, {Robust: least}, {Robust: 0.5}}, []bool{false, true}
		if says := r.advice(r.Verdict, 1); !strings.Contains(says, want) || r.Verdict.Word != IsConstant {
			t.Errorf("at most %v at the least eps: %s: %s", least, r.Verdict.Word, says)
		}
	}
}

// Where no change of any row flips either model, more rows tell nothing of robustness: what can is an attacker who
// can change more, unless somebody said that it can change nothing.
func TestNothingFlips(t *testing.T) {
	gains, loses := some{40, 38, 38, 38, 32}, some{40, 38, 31, 38, 38}
	r := against(gains, gains, loses)
	table := &data.Table{Classes: []string{"no", "yes", "maybe"}, Rows: 120}
	for i := range table.Rows {
		table.Y = append(table.Y, i/40)
	}
	still := func(first int) *Outcomes {
		return changed(r.Models[0].Outcomes, func(row int, o *Outcome) {
			*o = Outcome{Label: o.Label, Predicted: o.Label, Status: attack.Optimal, Distance: math.Inf(1)}
			if row%40 < first {
				o.Predicted, o.Distance, o.Status = (o.Label+1)%3, 0, attack.Misclassified
			}
		})
	}
	r = reportOn(table, still(4), still(3), "")
	r.Models[1].Ensemble.Features = 2
	for columns, says := range map[int]bool{0: true, 1: true, 2: false} {
		r.Still = [][]int{[]int{0, 1}[:columns]}
		if got := r.advice(r.Verdict, 0); r.Verdict.Word != NoDifference || (got == "To try: "+lessToChange+".") != says {
			t.Errorf("%d columns that nobody can change: %s: %q", columns, r.Verdict.Word, got)
		}
	}
}

// Where neither model loses a row, the eps tells nothing of them.
func TestNoRowBreaks(t *testing.T) {
	for second, want := range map[int]string{
		38: "To try: a larger eps, as neither model loses a row at this one: the nearest example is at 0.5; norm 1, in which changes add up.",
		37: "",
	} {
		r := against(some{40, 38, 38, 38, second}, some{40, 38, 38, 38, 38})
		if got := r.advice(r.Verdict, 0); r.Verdict.Word != NoDifference || got != want {
			t.Errorf("%d rows hold: %s: %q, want %q", second, r.Verdict.Word, got, want)
		}
	}
}

// Advice for an eps that was chosen names it, and the norm that it is measured in.
func TestAdviceNamesChosenEps(t *testing.T) {
	for norm, want := range map[attack.Norm]string{
		attack.LInf: "To lose less, at the same eps (0.1): limit the loss (max-clean-loss). Or: harden against a smaller eps.",
		attack.L1:   "To lose less, at the same eps (0.1, norm 1): limit the loss (max-clean-loss). Or: harden against a smaller eps in norm 1.",
	} {
		r := against(some{100, 90, 20, 84, 80}, some{100, 90, 20, 84, 75})
		r.Norm, r.epsChosen = norm, true
		if got := r.advice(r.Verdict, 0); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Advice names a smaller eps at which the model is more robust too, and proposes none if none is worth trying.
func TestAdviceOfSmallerEps(t *testing.T) {
	for least, want := range map[bool]string{
		false: "To lose less: limit the loss (max-clean-loss); harden against a smaller eps, such as 0.1.", true: "To lose less: limit the loss (max-clean-loss).",
	} {
		r := against(some{100, 90, 20, 84, 80}, some{100, 90, 20, 84, 75})
		r.Eps, r.Evidence, r.atHalf, r.epsLeast = []float64{0.1, 0.2}, []Evidence{r.Evidence[0], r.Evidence[0]}, []bool{true, true}, least
		if got := r.advice(r.Verdict, 1); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	gone := against(some{100, 60, 20, 5, 5}, some{100, 90, 60, 100, 100})
	gone.epsLeast = true
	if says := gone.judge(0, false).Sentence; strings.Contains(says, "smaller eps") || !strings.Contains(says, "To try: ") {
		t.Error(says)
	}
}

// A limit to the loss that the judged rows do not keep to is named, and not proposed again.
func TestMissedLimitOfLoss(t *testing.T) {
	const missed = "it costs 6.0 points of clean accuracy, more than the 2 points that max-clean-loss allows"
	for name, c := range map[string]struct {
		limit, held float64 // held is what was lost on training rows
		want        string
	}{
		"held there":     {0.02, 0.01, missed + ": on training rows held out it kept within that."},
		"not held there": {0.02, 0.04, missed + "."},
		"kept to":        {0.06, 0.01, "it costs 6.0 points of clean accuracy."},
	} {
		r := against(some{100, 90, 20, 84, 80}, some{100, 90, 20, 84, 75})
		r.TradeOff = &TradeOff{MaxCleanLoss: &c.limit, Points: []TradeOffPoint{{Clean: 1}, {Clean: 1 - c.held}}, Taken: 1}
		says := r.judge(0, false).Sentence
		if !strings.Contains(says, c.want) || !strings.HasSuffix(says, "To lose less: harden against a smaller eps.") {
			t.Errorf("%s: %s", name, says)
		}
	}
}

// TestRefined proposes no limit to the loss where only leaf values differ, as none can
// be set there.
func TestRefined(t *testing.T) {
	for second, want := range map[float64]string{0.5: "(clean)", 0.6: "(max-clean-loss)"} {
		r := against(some{100, 90, 20, 84, 80}, some{100, 90, 20, 84, 75})
		for i, threshold := range []float64{0.5, second} {
			split := ensemble.Split{Threshold: threshold, Left: -1, Right: -2}
			r.Models[i].Ensemble = &ensemble.Ensemble{Trees: []ensemble.Tree{{Splits: []ensemble.Split{split}}}}
		}
		if advice := r.advice(r.Verdict, 0); !strings.Contains(advice, want) {
			t.Errorf("threshold %v: %s, want %s", second, advice, want)
		}
	}
}

// TestDeeper proposes deeper trees to a shallow forest of many classes alone, and to no
// model that keeps its trees.
func TestDeeper(t *testing.T) {
	for name, c := range map[string]struct {
		booster, depth string
		classes        int
		kept           bool
		want           bool
	}{
		"shallow":      {trainer.Forest, "6", 11, false, true},
		"deep":         {trainer.Forest, "10", 11, false, false},
		"no limit":     {trainer.Forest, "0", 11, false, false},
		"two classes":  {trainer.Forest, "6", 2, false, false},
		"boosted":      {trainer.GBDT, "6", 11, false, false},
		"leaves alone": {trainer.Forest, "6", 11, true, false},
	} {
		r := against(some{100, 95, 90, 90, 70}, some{100, 95, 90, 90, 70})
		trees := []ensemble.Tree{{Leaves: []float64{1}}}
		e := &ensemble.Ensemble{Classes: c.classes, Trees: trees, Origin: ensemble.Origin{Trainer: map[string]string{"booster": c.booster, "max-depth": c.depth}}}
		if r.Models[1].Ensemble = e; c.kept {
			r.Models[0].Ensemble = e
		}
		advice := r.advice(r.Verdict, 0)
		if got := strings.Contains(advice, "(max-depth 10)"); got != c.want {
			t.Errorf("%s: %s", name, advice)
		}
		if c.kept != (advice == "To try: shrink the leaf values (lambda 20).") {
			t.Errorf("%s: less robust: %s", name, advice)
		}
		if e.Origin.Trainer["lambda"] = "20"; c.kept && r.advice(r.Verdict, 0) != "" {
			t.Errorf("%s: values that are held back already: %s", name, r.advice(r.Verdict, 0))
		}
	}
}

// withOutside returns a report on the rows of another one, and as often on rows that are outside
// the attacker's bounds.
func withOutside(r *Report, outside int) *Report {
	table := &data.Table{Classes: []string{"no", "yes"}, Cols: 1}
	var outcomes [2]Outcomes
	for i := range r.Models[0].Outcomes.Len() {
		for k := range 1 + outside {
			table.X, table.Y, table.Rows = append(table.X, float64(2*min(k, 1))), append(table.Y, r.Models[0].Outcomes.At(i).Label), table.Rows+1
			for m := range outcomes {
				o := r.Models[m].Outcomes.At(i)
				if k > 0 && o.Correct() {
					o.Status, o.Distance = attack.OutOfBounds, math.Inf(1)
				}
				outcomes[m].Add(o)
			}
		}
	}
	with := reportOn(table, &outcomes[0], &outcomes[1], "")
	o := Options{Resamples: 400, Constraints: &attack.Constraints{Hi: []float64{1}}}
	with.weigh(context.Background(), &o, o.within(table))
	return with
}

// Where most rows are outside the bounds, the advice is about these: the verdict is not about
// the table.
func TestAdviceWhereMostRowsAreOutside(t *testing.T) {
	r := against(some{100, 90, 80, 70, 40}, some{100, 90, 80, 70, 40})
	for outside, want := range map[int]bool{0: false, 1: false, 2: true} {
		v := withOutside(r, outside).Verdict
		const advice = "To try: bounds and links of the attacker that more rows obey, as most do not."
		if v.Word != LessRobust || strings.HasSuffix(v.Sentence, advice) != want {
			t.Errorf("%d outside for each within: %s, %q", outside, v.Word, v.Sentence)
		}
	}
}

// No eps is small enough where the first model does not beat the constant without an attacker
// either, and one class to judge by tells of none.
func TestNoSmallerEpsWhereNothingIsLearnt(t *testing.T) {
	for name, c := range map[string]struct {
		report   *Report
		advised  bool
		proposed string
	}{
		"learnt":     {against(some{100, 90, 20, 100, 40}, some{100, 90, 20, 84, 40}), true, "smaller eps"},
		"not learnt": {against(some{100, 60, 20, 60, 40}, some{100, 40, 20, 40, 40}), false, moreToLearnFrom},
		"one class":  {against(some{100, 90, 20, 100, 40}, some{}), false, "rows of more than one class"},
	} {
		advice := c.report.advice(c.report.Verdict, 0)
		if strings.Contains(advice, "smaller eps") != c.advised || !strings.Contains(advice, c.proposed) {
			t.Errorf("%s: %s", name, advice)
		}
	}
}

// Where the mean over the classes earns the praise that the share of rows does not, that is
// advised, whatever the verdict by the share of rows is called.
func TestClassesAreCountedWhereThatPraises(t *testing.T) {
	for _, word := range []Word{IsConstant, NotWorthIt} {
		for robust, want := range map[int]bool{28: true, 2: false} {
			r := against(some{160, 130, 20, 120, 110}, some{40, 30, 2, 30, robust})
			r.Verdict.Word = word
			if advice := r.advice(r.Verdict, 0); strings.Contains(advice, "(aim balanced)") != want {
				t.Errorf("%s, %d of the rare class: %s", word, robust, advice)
			}
		}
	}
}

// Who hears that a class is given up hears of another that the first model gave up.
func TestClassesThatAreBroughtAreTold(t *testing.T) {
	for right, want := range map[int]bool{0: true, 60: false} {
		r := against(some{100, 90, 50, 30, 30}, some{100, right, 0, 80, 70}, some{300, 280, 50, 280, 260})
		if v := r.Verdict; v.Word != GivesUpClass || v.Class != "no" || strings.Contains(v.Sentence, `The natural model gives up the class "yes": 0.0 % of its rows are right without an attacker, 80.0 % under the hardened model.`) != want {
			t.Errorf("%d of the class right: %s: %s", right, v.Word, v.Sentence)
		}
	}
}
