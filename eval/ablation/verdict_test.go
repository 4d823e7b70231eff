package ablation

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// result is a run on 100 rows of the class yes and 300 of the class no: the
// shares that are right, and those that are right at eps 0.1.
type result struct{ yes, no, yesRobust, noRobust float64 }

func (r result) metrics(t *testing.T, hash string) string {
	d := eval.Document{
		Schema: 2, Data: eval.DocumentData{Hash: hash}, Constant: eval.Constant{Accuracy: 0.75},
		Models: map[string]*eval.DocumentModel{ModelName: {DocumentJudged: eval.DocumentJudged{
			DocumentMetrics: eval.DocumentMetrics{Rows: 400, Clean: (r.yes + 3*r.no) / 4, Robust: eval.ByNumber[eval.Number]{"0.1": eval.Number(r.yesRobust+3*r.noRobust) / 4}},
			BalancedRobust:  eval.ByNumber[eval.Number]{"0.1": eval.Number(r.yesRobust+r.noRobust) / 2},
			Classes: map[string]eval.DocumentMetrics{
				"yes": {Rows: 100, Clean: r.yes, Robust: eval.ByNumber[eval.Number]{"0.1": eval.Number(r.yesRobust)}},
				"no":  {Rows: 300, Clean: r.no, Robust: eval.ByNumber[eval.Number]{"0.1": eval.Number(r.noRobust)}},
			},
		}}},
	}
	b, err := json.Marshal(document{&d, Rows{Trained: 1200}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestVerdicts(t *testing.T) {
	s, tasks := gridOf(t, "seeds = [0, 1]\nloop = [\"none\", \"lt\"]\n"+wdbc)
	natural := result{0.9, 0.95, 0.3, 0.5}
	for name, c := range map[string]struct {
		natural, lt []result // per seed
		word        eval.Word
	}{
		"better":                      {[]result{natural, natural}, []result{{0.85, 0.93, 0.7, 0.9}, {0.85, 0.93, 0.7, 0.9}}, eval.MoreRobust},
		"equal seeds, a few rows":     {[]result{{0.9, 0.95, 0.7, 0.9}, {0.9, 0.95, 0.7, 0.9}}, []result{{0.9, 0.95, 0.72, 0.91}, {0.9, 0.95, 0.72, 0.91}}, eval.NoDifference},
		"worse":                       {[]result{{0.9, 0.95, 0.7, 0.9}, {0.9, 0.95, 0.7, 0.9}}, []result{natural, natural}, eval.LessRobust},
		"constant":                    {[]result{natural, natural}, []result{{0, 1, 0, 1}, {0, 1, 0, 1}}, eval.IsConstant},
		"no better than the constant": {[]result{natural, natural}, []result{{0.6, 0.9, 0.5, 0.85}, {0.6, 0.9, 0.5, 0.85}}, eval.IsConstant},
		"gives up a class":            {[]result{natural, natural}, []result{{0.4, 1, 0.3, 0.99}, {0.4, 1, 0.3, 0.99}}, eval.GivesUpClass},
	} {
		runs := func(hash func(seed int) string) (all []store.Run) {
			for _, task := range tasks.Tasks() {
				of := c.natural
				if task.Settings["loop"] == "lt" {
					of = c.lt
				}
				all = append(all, store.Run{Data: "builtin:wdbc", Settings: task.Settings.JSON(), Seed: task.Seed,
					Metrics: of[task.Seed].metrics(t, hash(int(task.Seed)))})
			}
			return all
		}
		groups, err := groupsOf(t.Context(), s, nil, each(runs(func(int) string { return "same" })))
		if err != nil || len(groups) != 2 {
			t.Fatalf("%d groups, %v", len(groups), err)
		}
		var base eval.Word
		if c.natural[0] == natural { // robust on less than the constant's three quarters
			base = eval.IsConstant
		}
		if groups[0].Verdict != base || groups[1].Verdict != c.word {
			t.Errorf("%s: the baseline is %q, the other %q, want %q and %q", name, groups[0].Verdict, groups[1].Verdict, base, c.word)
		}
		want := "None is more robust than the baseline by more than noise."
		switch c.word {
		case eval.NoDifference:
			want += " Two seeds tell little of what is noise: 5 make the intervals several times narrower."
		case eval.IsConstant, eval.GivesUpClass: // right on more rows than the baseline all the same
			want = "None is more robust than the baseline and better than the constant, both by more than noise and at the expense of no class."
		case eval.MoreRobust:
			want = "More robust than the baseline, on average over the data: loop lt, by +40.0 points of robust accuracy."
		}
		if got := answerOf(t.Context(), groups); got != want {
			t.Errorf("%s: %s", name, got)
		}
		var table strings.Builder
		if err := (&Findings{Groups: groups}).Table().Text(&table); err != nil || !strings.Contains(table.String(), string(c.word)) {
			t.Errorf("%s: %v\n%s", name, err, &table)
		}

		// seeds that say the same on rows of their own leave open what the rows do
		groups, err = groupsOf(t.Context(), s, nil, each(runs(func(seed int) string { return fmt.Sprint(seed) })))
		if err != nil || groups[1].Verdict != c.word || groups[1].Gain.Over != OverSplits {
			t.Errorf("%s on rows of their own: %q, %+v, %v", name, groups[1].Verdict, groups[1].Gain, err)
		}
	}
}

// A baseline that only undecided rows can put above the constant is not called it.
func TestBaselineWithOpenRows(t *testing.T) {
	for open, want := range map[float64]bool{0: true, 0.1: false} {
		g := &Group{IsBaseline: true}
		g.add(&standing{
			rows: 400, hash: "t", Rows: Rows{Trained: 1200}, constant: eval.Accuracies{Robust: 0.75}, accuracies: eval.Accuracies{Robust: 0.7}, open: eval.Accuracies{Robust: open},
		})
		if g.constant() != want {
			t.Errorf("with %v open: constant %v", open, !want)
		}
	}
}

// The models of the baseline give up nothing that it has, however little that is.
func TestVerdictOnSameModels(t *testing.T) {
	for trees, want := range map[string]eval.Word{"x": eval.NoDifference, "y": eval.GivesUpClass} {
		run := func(trees string) *standing {
			return &standing{rows: 100, clean: 0.6, constant: eval.Accuracies{Robust: 0.2, Balanced: 0.25}, accuracies: eval.Accuracies{Robust: 0.6, Balanced: 0.4},
				hash: "t", Rows: Rows{Trained: 300, Trees: trees}, classes: []classStanding{{"a", 20, 0, 0, 0}, {"b", 80, 0.75, 0.75, 0.75}}}
		}
		g := &Group{Eps: 0.1, runs: []*standing{run(trees)}}
		g.judge(t.Context(), contrast{{{run(trees), run("x")}}})
		if g.Verdict != want {
			t.Errorf("trees %s beside x: %s, want %s", trees, g.Verdict, want)
		}
	}
}
