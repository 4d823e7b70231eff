package eval

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// some are rows of a class and what two models do with them: how many of them
// each gets right, and how many it holds at eps 0.1.
type some struct{ rows, clean, robust, otherClean, otherRobust int }

// against builds a report on two models from what they do to each class.
func against(classes ...some) *Report {
	table := &data.Table{Classes: []string{"no", "yes", "maybe", "never"}[:len(classes)]}
	var first, second []Outcome
	outcome := func(label, i, clean, robust int) Outcome {
		o := Outcome{Label: label, Predicted: label, Status: attack.Optimal, Distance: 0.05}
		switch {
		case i < robust:
			o.Distance = 0.5
		case i >= clean:
			o.Predicted, o.Distance, o.Status = (label+1)%len(classes), 0, attack.Misclassified
		}
		return o
	}
	for c, s := range classes {
		for i := range s.rows {
			first, second = append(first, outcome(c, i, s.clean, s.robust)), append(second, outcome(c, i, s.otherClean, s.otherRobust))
			table.Y, table.Rows = append(table.Y, c), table.Rows+1
		}
	}
	return reportOn(table, outcomesOf(first...), outcomesOf(second...), "")
}

func outcomesOf(rows ...Outcome) *Outcomes {
	s := &Outcomes{}
	for _, o := range rows {
		s.Add(o)
	}
	return s
}

// changed returns outcomes of which some are changed.
func changed(s *Outcomes, change func(row int, o *Outcome)) *Outcomes {
	of := &Outcomes{}
	for row, o := range s.All() {
		change(row, &o)
		of.Add(o)
	}
	return of
}

func reportOn(table *data.Table, first, second *Outcomes, aim Aim) *Report {
	o := Options{Attack: bruteForce{}, Eps: []float64{0.1}, Aim: aim, Resamples: 400}
	r := o.report([]*Evaluation{
		{Model: Model{Name: "natural", Ensemble: &ensemble.Ensemble{}}, Outcomes: first},
		{Model: Model{Name: "hardened", Ensemble: &ensemble.Ensemble{}}, Outcomes: second},
	}, table)
	r.weigh(context.Background(), &o, nil)
	return r
}

func TestVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		report *Report
		word   Word
		says   string
	}{
		"clearly better":                {against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75}), MoreRobust, "is more robust"},
		"better, for a price":           {against(some{100, 90, 20, 84, 80}, some{100, 90, 20, 84, 75}), MoreRobust, "To lose less: limit the loss (max-clean-loss); harden against a smaller eps."},
		"a class of one row":            {against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75}, some{1, 1, 1, 0, 0}), MoreRobust, `Whether the class "maybe" is given up cannot be told: fewer than 4`},
		"two classes of few rows":       {against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75}, some{1, 1, 0, 1, 1}, some{3, 3, 0, 1, 1}), MoreRobust, `Whether the classes "maybe" and "never" are given up`},
		"none right of nine rows":       {against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75}, some{9, 1, 0, 0, 0}), MoreRobust, `The hardened model is right on no row of the class "maybe"; they are too few to tell`},
		"a class of four rows":          {against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75}, some{4, 4, 4, 0, 0}), GivesUpClass, `gives up the class "maybe"`},
		"none right of ten rows":        {against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75}, some{10, 5, 5, 0, 0}), GivesUpClass, "judge more rows, as 10 of the class are too few to tell whether it loses half"},
		"worse":                         {against(some{100, 95, 90, 90, 70}, some{100, 95, 90, 90, 70}), LessRobust, "is less robust than the natural one"},
		"a few rows better":             {against(some{100, 90, 80, 90, 82}, some{100, 90, 80, 90, 81}), NoDifference, "within noise"},
		"better, on ten rows":           {against(some{5, 5, 2, 5, 4}, some{5, 5, 2, 5, 4}), IsConstant, "not clearly better than always saying"},
		"better, on nine rows, all":     {against(some{5, 5, 2, 5, 4}, some{4, 4, 2, 4, 3}), IsConstant, "not clearly better than always saying"},
		"says one class":                {against(some{140, 130, 40, 140, 140}, some{60, 50, 30, 0, 0}), IsConstant, `predicts "no" for every row`},
		"no better than that":           {against(some{140, 130, 40, 135, 130}, some{60, 50, 10, 20, 12}), IsConstant, `not clearly better than always saying "no"`},
		"rare class given up":           {against(some{950, 930, 300, 948, 945}, some{50, 40, 5, 1, 1}), IsConstant, `not clearly better than always saying "no"`},
		"rare class kept":               {against(some{950, 948, 940, 900, 880}, some{50, 40, 10, 42, 38}), MoreRobust, "is more robust"},
		"one of three given up":         {against(some{100, 90, 10, 95, 90}, some{100, 90, 10, 95, 90}, some{100, 80, 30, 30, 25}), GivesUpClass, `gives up the class "maybe": 30.0 % of its rows are right without an attacker, 80.0 % under the natural model.`},
		"given up under attack":         {against(some{100, 90, 10, 95, 90}, some{100, 90, 10, 95, 90}, some{100, 80, 60, 70, 15}), GivesUpClass, `gives up the class "maybe": 15.0 % of its rows are right at eps 0.1, 60.0 % under the natural model.`},
		"never right in either":         {against(some{100, 90, 10, 95, 90}, some{100, 90, 10, 95, 90}, some{100, 2, 0, 2, 0}), GivesUpClass, `gives up the class "maybe", as the natural one does: 2.0 % and 2.0 % of its rows are right without an attacker.`},
		"a rare class, never right":     {against(some{200, 180, 20, 190, 180}, some{200, 180, 20, 190, 180}, some{100, 2, 0, 2, 0}), GivesUpClass, `To try: weigh the classes (balanced); more rows of the class, or columns that tell it from the others.`},
		"two rows are no class to lose": {against(some{100, 90, 10, 95, 90}, some{100, 90, 10, 95, 90}, some{2, 1, 0, 0, 0}), MoreRobust, "is more robust"},
		"a class pays":                  {against(some{100, 98, 10, 98, 95}, some{60, 59, 40, 55, 30}), MoreRobust, `The class "yes" pays: 50.0 % of its rows are right at eps 0.1, 66.7 % under the natural model.`},
		"lost more than is won":         {against(some{900, 890, 700, 890, 800}, some{300, 290, 250, 290, 180}), NoDifference, "at the expense of a class"},
	} {
		v := c.report.Verdict
		if v.Word != c.word || !strings.Contains(v.Sentence, c.says) {
			t.Errorf("%s: %s, want %s with %q: %s", name, v.Word, c.word, c.says, v.Sentence)
		}
		if praise := strings.Contains(v.Sentence, "more robust"); praise != (c.word == MoreRobust) {
			t.Errorf("%s: praise is %v: %s", name, praise, v.Sentence)
		}
		few := name == "none right of ten rows" // which happens up to a recall of 28 %, and half of 50 % has to be left
		if advice := strings.Contains(v.Sentence, "of the class are too few to tell"); advice != few {
			t.Errorf("%s: advises more rows of the class: %v: %s", name, advice, v.Sentence)
		}
		if advice := strings.Contains(v.Sentence, "judge more rows, as 10 are few"); advice != (name == "better, on ten rows") {
			t.Errorf("%s: advises more rows: %v: %s", name, advice, v.Sentence)
		}
		rows := v.Aim == AimRobust // of which weights cost some
		even := name == "one of three given up" || name == "given up under attack" || name == "never right in either"
		if advice := strings.Contains(v.Sentence, "(balanced)"); advice != (c.word == IsConstant && !rows || c.word == GivesUpClass && !even) {
			t.Errorf("%s: advises balanced weights: %v", name, advice)
		}
		if advice := strings.Contains(v.Sentence, "(aim balanced)"); advice != (c.word == IsConstant && rows) {
			t.Errorf("%s: advises to count classes: %v", name, advice)
		}
	}
}

// TestSaysAnotherClass: of a model that predicts one class for every row, "no model can do
// better" is said where that is the class of the constant.
func TestSaysAnotherClass(t *testing.T) {
	for name, r := range map[string]*Report{
		"the constant's": against(some{60, 50, 40, 60, 60}, some{40, 30, 20, 0, 0}),
		"a rarer one":    against(some{60, 50, 40, 0, 0}, some{40, 30, 20, 40, 40}),
	} {
		r.Ceilings = make([]ceiling.Limit, 2) // 0 of the rows: less than the constant is right on
		r.weigh(context.Background(), &Options{Resamples: 400}, nil)
		const better = "no model can do better"
		if says := r.Verdict.Sentence; r.Verdict.Word != IsConstant || strings.Contains(says, better) != (name == "the constant's") {
			t.Errorf("%s: %s: %s", name, r.Verdict.Word, says)
		}
	}
}

// If four times as many rows of the same kind would settle a verdict, it says that there are few, and how
// to judge by more.
func TestFewRows(t *testing.T) {
	gains, loses := some{40, 38, 30, 38, 32}, some{40, 38, 31, 38, 30}
	for name, c := range map[string]struct {
		report   *Report
		hopeless bool
		says     string // "" for no word on the number of rows
	}{
		"a difference": {against(gains, gains, loses), false, "To try: judge more rows, as 120 are few for this difference."},
		"none at all":  {against(some{40, 38, 30, 38, 30}, some{40, 38, 30, 38, 30}), false, ""},
		"a lead":       {against(some{20, 15, 9, 14, 12}, some{20, 15, 9, 14, 12}), false, "judge more rows, as 40 are few for this lead; harden"},
		"a lead where none was promised": {against(some{20, 15, 9, 14, 12}, some{20, 15, 9, 14, 12}), true,
			"To try: judge more rows, as 40 are few for this lead; more rows to train on"},
		"no lead": {against(some{20, 15, 9, 10, 8}, some{20, 15, 9, 10, 8}), true, ""},
	} {
		for more, want := range map[string]string{"": "judge more rows,", "folds 5": "judge more rows (folds 5),"} {
			c.report.moreRows = more
			says := strings.ReplaceAll(c.says, "judge more rows,", want)
			sentence := c.report.judge(0, c.hopeless).Sentence
			if !strings.Contains(sentence, says) || strings.Contains(sentence, "judge more rows") != (says != "") {
				t.Errorf("%s: not %q: %s", name, says, sentence)
			}
		}
		c.report.Interrupted = &Interruption{Finished: 120, Of: 1000}
		if says := strings.ReplaceAll(c.says, "judge more rows,", "judge all rows,"); !strings.Contains(c.report.judge(0, c.hopeless).Sentence, says) {
			t.Errorf("%s, interrupted: %s", name, c.report.judge(0, c.hopeless).Sentence)
		}
	}
}

// Rows that are drawn in groups are as few as these: 120 rows of 24 patients tell little.
func TestFewDraws(t *testing.T) {
	gains, loses := some{40, 38, 30, 38, 32}, some{40, 38, 31, 38, 30}
	r := against(gains, gains, loses)
	for i := range 120 {
		r.Models[0].Outcomes.groups = append(r.Models[0].Outcomes.groups, 7*(i/5))
	}
	const want = "judge more rows, as 24 values of the column that they are split by are few for this difference"
	if v := r.judge(0, false); !strings.Contains(v.Sentence, want) {
		t.Errorf("not %q: %s", want, v.Sentence)
	}
}

// That training rows promised nothing is the verdict where the rows show no lead over
// the constant either.
func TestNoPromise(t *testing.T) {
	for name, c := range map[string]struct {
		report *Report
		word   Word
	}{
		"a clear lead, and more than the first": {against(some{900, 890, 400, 700, 690}, some{100, 20, 5, 50, 45}), MoreRobust},
		"a clear lead":                          {against(some{100, 90, 80, 90, 82}, some{100, 90, 80, 90, 81}), NoDifference},
		"no lead":                               {against(some{100, 60, 20, 60, 52}, some{100, 60, 20, 60, 50}), NotWorthIt},
		"one class":                             {against(some{140, 130, 40, 140, 140}, some{60, 50, 30, 0, 0}), NotWorthIt},
	} {
		v := c.report.judge(0, true)
		if says := strings.Contains(v.Sentence, "at no radius that was tried"); v.Word != c.word || says != (c.word == NotWorthIt) {
			t.Errorf("%s: %s, want %s: %s", name, v.Word, c.word, v.Sentence)
		}
		if says := strings.Contains(v.Sentence, `it predicts "no" for every row`); says != (name == "one class") {
			t.Errorf("%s: %s", name, v.Sentence)
		}
	}
}

// In the worst class no constant is ever right, and what is said of the models is said
// against the best blind guess. There is something to try where neither a smaller eps nor
// weights are left, as in norm 0 at one column.
func TestWorstClassHasNoConstant(t *testing.T) {
	low := []some{{100, 60, 20, 60, 30}, {100, 60, 20, 60, 25}}
	for name, c := range map[string]struct {
		classes            []some
		notWorth, hopeless bool
		says, advice       string
	}{
		"worse":      {low, false, false, "is no better than the best blind guess.", moreToLearnFrom},
		"not better": {[]some{{100, 60, 20, 60, 55}, {100, 60, 20, 60, 53}}, false, false, "is not clearly better than the best blind guess.", moreToLearnFrom},
		"promised":   {low, true, false, "does a hardened model clearly beat the best blind guess.", moreToLearnFrom},
		"hopeless":   {low, false, true, "is no better than the best blind guess, and here no model can be.", lessToChange},
	} {
		r := against(c.classes...)
		r.Aim, r.Norm, r.Eps[0] = AimWorstClass, attack.L0, 1
		r.Models[1].Ensemble.Origin.Trainer = map[string]string{"balanced": "true"}
		if c.hopeless {
			r.Ceilings = make([]ceiling.Limit, 2)
		}
		says := r.judge(0, c.notWorth).Sentence
		if !strings.Contains(says, c.says) || strings.Contains(says, "always saying") || !strings.Contains(says, "To try: "+c.advice) {
			t.Errorf("%s: %s", name, says)
		}
	}
}

// A model that says one class is praised by no aim, whatever it is compared
// with, nor is one that says the same as the first.
func TestConstantsAreNeverPraised(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	r := rand.New(rand.NewPCG(4, 2))
	for range 40 {
		table := &data.Table{Rows: 20 + r.IntN(200), Classes: []string{"a", "b", "c"}[:2+r.IntN(2)]}
		k, said := len(table.Classes), r.IntN(2)
		var first, second Outcomes
		for range table.Rows {
			y := min(k-1, r.IntN(k+r.IntN(4)))
			table.Y = append(table.Y, y)
			first.Add(Outcome{Label: y, Predicted: r.IntN(k), Status: attack.Optimal, Distance: 0.2 * r.Float64()})
			second.Add(Outcome{Label: y, Predicted: said, Status: attack.Optimal, Distance: 9})
		}
		for _, aim := range Aims {
			if v := reportOn(table, &first, &second, aim).Verdict; v.Word != IsConstant && v.Word != LessRobust {
				t.Errorf("%s: a constant is %s: %s", aim, v.Word, v.Sentence)
			}
			if v := reportOn(table, &first, &first, aim).Verdict; v.Word == MoreRobust || v.Word == LessRobust {
				t.Errorf("%s: the same model is %s: %s", aim, v.Word, v.Sentence)
			}
		}
	}
}

// Neither praise nor blame rests on rows that nothing decided, least of all where nothing
// was proved.
func TestOpenRowsAreNoPraise(t *testing.T) {
	r := against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75})
	open := changed(r.Models[1].Outcomes, func(i int, o *Outcome) {
		if o.Correct() && o.Distance > 0.1 && i%2 == 0 {
			o.Status = attack.None
		}
	})
	evidence, err := Weigh(t.Context(), r.Models[0].Outcomes, open, Weighing{Eps: r.Eps, Classes: []string{"no", "yes"}, Resampling: Resampling{Count: 400}})
	if err != nil {
		t.Fatal(err)
	}
	again := evidence[0]
	if e := r.Evidence[0]; again.Word(AimRobust) == MoreRobust || !(again.Gain.Robust.Lo < e.Gain.Robust.Lo) || again.Gain.Robust.Hi != e.Gain.Robust.Hi {
		t.Errorf("half of the rows are open: %s, %v, all decided %v", again.Word(AimRobust), again.Gain, e.Gain)
	}
	unproved := func(_ int, o *Outcome) {
		if o.Correct() {
			o.Status = attack.None
		}
	}
	table := &data.Table{Classes: []string{"no", "yes"}}
	for _, o := range open.All() {
		table.Y = append(table.Y, o.Label)
	}
	table.Rows = len(table.Y)
	for name, c := range map[string]struct {
		first, second *Outcomes
		word          Word
		is            string
	}{
		"nothing is proved": {
			changed(r.Models[0].Outcomes, unproved), changed(r.Models[1].Outcomes, unproved),
			NoDifference, "cannot be told from the natural one: too many rows are undecided",
		},
		"nothing of the first, of which few rows hold": {changed(r.Models[0].Outcomes, unproved), r.Models[1].Outcomes, MoreRobust, "is more robust"},
		"nothing of the second, above the constant":    {r.Models[0].Outcomes, changed(r.Models[1].Outcomes, unproved), NoDifference, "cannot be told"},
		"nothing of the second, few rows of which hold": {
			r.Models[1].Outcomes, changed(r.Models[0].Outcomes, unproved), LessRobust, "is less robust",
		},
	} {
		v := reportOn(table, c.first, c.second, AimRobust).Verdict
		if v.Word != c.word || !strings.Contains(v.Sentence, c.is) || (v.Word == NoDifference) != strings.Contains(v.Sentence, "To try: decide the rows that are undecided") {
			t.Errorf("%s: %s: %s", name, v.Word, v.Sentence)
		}
	}
}

// For both models only proved rows count, and the number of undecided rows is given.
func TestModelsHaveTheSameMeasure(t *testing.T) {
	r := against(some{100, 90, 60, 90, 80}, some{100, 90, 60, 90, 80})
	table := &data.Table{Classes: []string{"no", "yes"}, Rows: 200}
	first := changed(r.Models[0].Outcomes, func(i int, o *Outcome) {
		table.Y = append(table.Y, o.Label)
		if o.Correct() && i%100 < 30 {
			o.Status = attack.None // 60 of the 120 that are certified otherwise
		}
	})
	v := reportOn(table, first, r.Models[1].Outcomes, "").Verdict
	if want := "it stays right on 80.0 %, the natural one on 30.0 %"; !strings.Contains(v.Sentence, want) {
		t.Errorf("%q is not in %q", want, v.Sentence)
	}
	if want := "(proved; 0.0 % and 30.0 % of the rows are undecided)"; !strings.Contains(v.Sentence, want) {
		t.Errorf("%q is not in %q", want, v.Sentence)
	}
}

// Rows outside the bounds of the constraints are no evidence for either model.
func TestRowsOutsideBoundsAreNoEvidence(t *testing.T) {
	r := against(some{100, 90, 20, 88, 80}, some{100, 90, 20, 86, 75})
	with := withOutside(r, 1)
	without, got := &r.Evidence[0], &with.Evidence[0]
	if got.Rows != 200 || got.Gain != without.Gain || got.Lead != without.Lead || got.First != without.First || got.Open != without.Open {
		t.Errorf("%+v, want %+v", got, without)
	}
	if want := "At eps 0.1 (Linf), on the 200 of 400 rows that are within the attacker's bounds, the hardened model is more robust."; !strings.HasPrefix(with.Verdict.Sentence, strings.Replace(want, "Linf", NormName(with.Norm), 1)) {
		t.Errorf("%q does not begin with %q", with.Verdict.Sentence, want)
	}
}

// Where next to no row is within the bounds nothing can be told, and that a model says the
// same of those few is no word on the others.
func TestFewRowsWithinBoundsTellNothing(t *testing.T) {
	r := withOutside(against(some{100, 90, 20, 90, 80}, some{100, 90, 20, 90, 75}), 1)
	for _, few := range []int{1, 9, 10} {
		within := make([]bool, 400)
		for i := range few {
			within[2*i] = true // of one class
		}
		r.weigh(t.Context(), &Options{Resamples: 100}, within)
		v := r.Verdict
		if tells := !strings.Contains(v.Sentence, "the rows are too few. "); tells != (few == 10) || tells == (v.Word == NoDifference) {
			t.Errorf("%d rows: %s, %q", few, v.Word, v.Sentence)
		}
		if strings.Contains(v.Sentence, "whatever") {
			t.Errorf("%d rows: %q", few, v.Sentence)
		}
	}
}

// Nor do they count in the price, or in what the first model is without an attacker.
func TestRowsOutsideBoundsHaveNoPrice(t *testing.T) {
	r := withOutside(against(some{100, 90, 20, 90, 80}, some{100, 90, 20, 90, 75}), 1)
	within := make([]bool, 400)
	for i := range within {
		within[i] = i%2 == 0
	}
	for m, wrong := range []func(row int) bool{
		func(row int) bool { return row%2 == 1 },
		func(row int) bool { return row%4 == 3 },
	} {
		e := r.Models[m]
		e.Outcomes = changed(e.Outcomes, func(row int, o *Outcome) {
			if wrong(row) {
				o.Predicted = 1 - o.Label
			}
		})
		e.Metrics = Measure(e.Outcomes, r.Eps)
	}
	r.weigh(t.Context(), &Options{Resamples: 400}, within)
	if want := "; it costs no clean accuracy."; !strings.HasSuffix(r.Verdict.Sentence, want) {
		t.Errorf("%q is not at the end of %q", want, r.Verdict.Sentence)
	}
	// the first model, which beats the constant by far on the rows that are judged, does not on all
	r.Evidence[0].Lead = ByAim{}
	if says := r.judge(0, true).Sentence; strings.Contains(says, "nor does the natural one") {
		t.Error(says)
	}
}

// The intervals of the evidence are those of the bootstrap elsewhere.
func TestEvidenceIsTheBootstraps(t *testing.T) {
	r := against(some{60, 50, 20, 55, 30}, some{40, 30, 10, 28, 20})
	want := intervals(t, newSample(r.Models[0].Outcomes), newSample(r.Models[1].Outcomes), r.Eps, Resampling{Count: 400}).Robust[0]
	if got := r.Evidence[0].Gain.Robust; abs(got.Lo-want.Lo) > 1e-9 || abs(got.Hi-want.Hi) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
}

func abs(v float64) float64 { return max(v, -v) }

// A model with the same mean over the classes loses nothing, although the mean of 0.3 and 0.6 is below
// that of 0.4 and 0.5 in float64; nor is such a difference a lead.
func TestRoundingIsNoLoss(t *testing.T) {
	tenths := []float64{10, 10}
	less, more := AccuraciesOf(tenths, []float64{3, 6}), AccuraciesOf(tenths, []float64{4, 5})
	if !(less.Balanced < more.Balanced) {
		t.Fatal("rounding parts nothing")
	}
	above := Interval{0.01, 0.2}
	e := Evidence{Second: less, Holds: [2]Accuracies{more, less}, Gain: ByAim{Robust: above}, Lead: ByAim{Robust: above}}
	if word := e.Word(AimRobust); word != MoreRobust {
		t.Errorf("the verdict is %s", word)
	}
	if d := more.minus(less).Balanced; d != 0 {
		t.Errorf("a lead of %v", d)
	}
	e.Second.Balanced -= 1e-9
	if word := e.Word(AimRobust); word != NoDifference {
		t.Errorf("the verdict on a loss is %s", word)
	}
}

func TestDefaultAim(t *testing.T) {
	for _, c := range []struct {
		counts  []int
		attacks []bool
		want    Aim
		why     string
	}{
		{[]int{80, 20}, nil, AimRobust, ""},
		{[]int{81, 19}, nil, AimBalanced, `"b" has 19 % of the rows`},
		{[]int{19, 0, 81}, nil, AimBalanced, `"a" has 19 % of the rows`},
		{[]int{40, 40, 14}, nil, AimRobust, ""},
		{[]int{40, 40, 11}, nil, AimBalanced, `"c" has 12 % of the rows`},
		{[]int{2, 8, 5, 5, 5, 5, 5}, nil, AimRobust, ""}, // just the share, which is above it in float64
		{[]int{0, 9}, nil, AimRobust, ""},
		{nil, nil, AimRobust, ""},
		{[]int{50, 50}, []bool{true, true}, AimRobust, ""},
		{[]int{50, 50}, []bool{false, true}, AimBalanced, `rows of "a" are not attacked`},
		{[]int{81, 19}, []bool{false, true}, AimBalanced, `"b" has 19 % of the rows`},
	} {
		table := &data.Table{}
		for y, n := range c.counts {
			table.Classes = append(table.Classes, string(rune('a'+y)))
			for range n {
				table.Y, table.Rows = append(table.Y, y), table.Rows+1
			}
		}
		if aim, why := DefaultAim(table, &attack.Constraints{Attackers: c.attacks}); aim != c.want || why != c.why {
			t.Errorf("%v: %s, %s, want %s, %s", c.counts, aim, why, c.want, c.why)
		}
	}
}
