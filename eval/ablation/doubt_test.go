package ablation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// TestDoubt says why a setting is not praised whose gain is more than noise, beside the
// verdict and in a note, and counts the gain among those that are.
func TestDoubt(t *testing.T) {
	s, tasks := gridOf(t, "seeds = [0, 1]\nloop = [\"none\", \"lt\"]\n"+wdbc)
	even := result{0.9, 0.95, 0.7, 0.9}
	for name, c := range map[string]struct {
		natural, lt  [2]result // by seed
		beside, note string
	}{
		// the lead over the constant, of three quarters of the rows, is 24 and 8 points
		"lead": {[2]result{{1, 1, 0.36, 0.36}, {1, 1, 0.2, 0.2}}, [2]result{{1, 1, 0.99, 0.99}, {1, 1, 0.83, 0.83}}, "lead over the constant unsure",
			"Settings that gain more than noise have the verdict no-difference if their lead over the constant differs so much from seed to seed that it may be noise, " +
				"and more seeds would tell (builtin:wdbc, loop lt)."},
		"classes": {[2]result{{1, 1, 0.9, 0.5}, {1, 1, 0.9, 0.5}}, [2]result{{1, 1, 0.46, 0.93}, {1, 1, 0.46, 0.93}}, "less over the classes",
			"Settings that gain more than noise have the verdict no-difference if on average over the classes they are right on less than the baseline, or may be by rows left open (builtin:wdbc, loop lt)."},
		"no gain": {[2]result{even, even}, [2]result{{0.9, 0.95, 0.72, 0.91}, {0.9, 0.95, 0.72, 0.91}}, "", ""},
		"praise":  {[2]result{{0.9, 0.95, 0.3, 0.5}, {0.9, 0.95, 0.3, 0.5}}, [2]result{even, even}, "", ""},
	} {
		var runs []store.Run
		for _, task := range tasks.Tasks() {
			of := c.natural
			if task.Settings["loop"] == "lt" {
				of = c.lt
			}
			runs = append(runs, store.Run{Data: "builtin:wdbc", Settings: task.Settings.JSON(), Seed: task.Seed, Metrics: of[task.Seed].metrics(t, fmt.Sprint(task.Seed))})
		}
		groups := grouped(t, s, runs)
		g := &groups[1]
		if doubted := g.Verdict == eval.NoDifference && g.Gain.Interval.Lo > 0; g.verdict().Beside != c.beside || doubted != (c.beside != "") {
			t.Errorf("%s: %s (%s), gain %+v", name, g.Verdict, g.verdict().Beside, g.Gain)
		}
		f := &Findings{Spec: s, Groups: groups}
		var table, page strings.Builder
		if err := f.Table().Text(&table); err != nil || c.beside != "" && !strings.Contains(table.String(), "no-difference ("+c.beside+")") {
			t.Errorf("%s: %v\n%s", name, err, &table)
		}
		if got := doubtNote(groups); got != c.note {
			t.Errorf("%s: %s", name, got)
		}
		if err := f.Page("", "").HTML(&page); err != nil || !strings.Contains(page.String(), c.note) {
			t.Errorf("%s: %v, the report has no note", name, err)
		}
	}
	praised, doubted := &Group{Verdict: eval.MoreRobust}, &Group{Verdict: eval.NoDifference, doubt: ofLead}
	if got := onSome([]*Group{praised, doubted}); got != " (by more than noise on 2 of 2 data sets, and more-robust on 1)" {
		t.Errorf("in the answer:%s", got)
	}
}

// TestOpenRowsDecideTheVerdict blames no setting for rows that nobody decided: neither for
// being no better than the constant nor for giving up a class.
func TestOpenRowsDecideTheVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		robust, open, rare float64 // of the rows, and of those of a rare class
		rareOpen           float64
		want               eval.Word
		doubt              doubt
	}{
		"open to the constant":  {0.7, 0.1, 0.6, 0, eval.NoDifference, ofOpen},
		"below the constant":    {0.7, 0, 0.6, 0, eval.IsConstant, ""},
		"a class that is open":  {0.9, 0, 0.1, 0.5, eval.MoreRobust, ""},
		"a class that is given": {0.9, 0, 0.1, 0, eval.GivesUpClass, ""},
	} {
		run := func(trees string, robust, open, rare, rareOpen float64) *standing {
			return &standing{
				rows: 400, clean: 1, hash: "t", Rows: Rows{Trained: 1200, Trees: trees}, constant: eval.Accuracies{Robust: 0.75, Balanced: 0.5},
				accuracies: eval.Accuracies{Robust: robust, Balanced: robust}, open: eval.Accuracies{Robust: open, Balanced: open},
				classes: []classStanding{{"common", 300, 1, robust, robust + open}, {"rare", 100, 1, rare, rare + rareOpen}},
			}
		}
		mine := run("x", c.robust, c.open, c.rare, c.rareOpen)
		g := &Group{Eps: 0.1, runs: []*standing{mine}}
		g.judge(t.Context(), contrast{{{mine, run("y", 0.2, 0, 0.6, 0)}}})
		if g.Verdict != c.want || g.doubt != c.doubt {
			t.Errorf("%s: %s, %q", name, g.Verdict, g.doubt)
		}
	}
}
