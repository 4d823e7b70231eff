package ablation

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// TestAim has all differences in the accuracy that the runs of their data were judged by,
// and says so.
func TestAim(t *testing.T) {
	s, err := Parse([]byte("loop = [\"none\", \"lt\"]\nsplit = [0, 1]\n[[data]]\nname = \"even\"\nsource = \"builtin:wdbc\"\neps = 0.1\n" +
		"[[data]]\nname = \"rare\"\nsource = \"builtin:wdbc\"\neps = 0.1\n"))
	if err != nil {
		t.Fatal(err)
	}
	grid, err := s.Grid()
	if err != nil {
		t.Fatal(err)
	}
	// 90 rows of one class and 10 of the other; the loop wins 8 of the rare rows and loses 9 of the others
	var runs []store.Run
	for _, task := range grid.Tasks() {
		common, rare := 63, 1
		if task.Settings["loop"] == "lt" {
			common, rare = 54, 9
		}
		held := func(right, of int) string { return strings.Repeat("r", right) + strings.Repeat("b", of-right) }
		aim := map[string]eval.Aim{"even": eval.AimRobust, "rare": eval.AimBalanced}[task.Data.Name]
		runs = append(runs, store.Run{Data: task.Data.Name, Settings: task.Settings.JSON(), Metrics: fmt.Sprintf(
			`{"schema": 2, "aim": %q, "constant": {"accuracy": 0.9}, "models": {"model": {"rows": 100, "clean_accuracy": 1,
			"robust_accuracy": {"0.1": %v}, "balanced_robust_accuracy": {"0.1": %v}}}, "rows": {"trained": 300, "trees": %q, "held": [%q, %q]}}`,
			aim, float64(common+rare)/100, (float64(common)/90+float64(rare)/10)/2, task.Settings.JSON(), held(common, 90), held(rare, 10))})
	}
	groups, err := Groups(s, nil, each(runs))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"even": -0.01, "rare": (-0.1 + 0.8) / 2}
	for _, g := range groups {
		if g.Settings["loop"] == "lt" && (math.Abs(g.Gain.Mean-want[g.Data]) > 1e-9 || g.Gain.Interval.Lo > want[g.Data] || g.Gain.Interval.Hi < want[g.Data]) {
			t.Errorf("gain on %s: %+v, want %v", g.Data, g.Gain, want[g.Data])
		}
	}
	for _, e := range Effects(s, groups) {
		if e.Axis == "loop" && math.Abs(e.Robust.Mean-want[e.Data]) > 1e-9 {
			t.Errorf("effect on %s: %+v, want %v", e.Data, e.Robust, want[e.Data])
		}
	}
	const says = "; on rare in robust accuracy balanced over the classes"
	for _, caption := range []string{Table(groups).Caption, EffectTable(s, groups).Caption, InteractionTable(s, groups).Caption} {
		if !strings.Contains(caption, says) {
			t.Errorf("caption: %s", caption)
		}
	}
	const note = `On rare a class is rare, or one is not attacked: models are judged by the mean over the classes, and trained for it unless the spec weighs classes. aim = "robust" below [[data]] counts rows.`
	if got := Page(s, groups, "", "").Sections[0].Text; !strings.HasPrefix(got, note) {
		t.Errorf("note: %s", got)
	}
	if got := unit(groups); got != "the robust accuracy that each data set is judged by" {
		t.Errorf("unit: %s", got)
	}
	s.Data[1].Aim = eval.AimBalanced
	if got := aimNote(s, groups); got != "" {
		t.Errorf("as asked: %s", got)
	}
	if got := s.Data[1].said(); got != "builtin:wdbc, eps 0.1, aim balanced" {
		t.Errorf("settings: %s", got)
	}
	groups[1].Verdict, groups[2].Verdict = eval.GivesUpClass, eval.IsConstant
	const verdicts = "The verdict is constant of a setting that is not better than always saying the most frequent class by more than noise, " +
		"and gives-up-class of a setting that is right on a class never, or less than half as often as the baseline."
	if got := Notes(s, groups); len(got) != 1 || got[0] != verdicts {
		t.Errorf("verdicts: %q", got)
	}
	of := groups[len(groups)/2:] // those of the data that is balanced
	if got := ofAims(of) + " " + unit(of); got != "; in robust accuracy balanced over the classes balanced robust accuracy" {
		t.Errorf("balanced alone: %s", got)
	}
}

// The aim of a data set is that of its runs, and in their ids where it is given.
func TestAimGiven(t *testing.T) {
	id := map[string]string{}
	for _, aim := range []string{"", "worst-class"} {
		key := ""
		if aim != "" {
			key = fmt.Sprintf("aim = %q\n", aim)
		}
		s, err := Parse([]byte(wdbc + key))
		if err != nil {
			t.Fatal(err)
		}
		grid, err := s.Grid()
		if err != nil {
			t.Fatal(err)
		}
		task := grid.Task(0)
		o, err := task.options(&s.Evaluate, &experiment.Data{})
		if err != nil || string(o.Evaluate.Aim) != aim {
			t.Errorf("aim %q: %q, %v", aim, o.Evaluate.Aim, err)
		}
		if id[aim], err = NewRunner(s, "", nil).ID(task); err != nil {
			t.Fatal(err)
		}
	}
	if id[""] == id["worst-class"] {
		t.Error("runs with another aim are taken for the same")
	}
	_, err := Parse([]byte(wdbc + "aim = \"ballanced\"\n"))
	if err == nil || !strings.Contains(err.Error(), `unknown aim "ballanced": did you mean "balanced"?`) {
		t.Error(err)
	}
}

// Where training alone varies, its parameters have a baseline, which may be given.
func TestBaselineOfTraining(t *testing.T) {
	for baseline, want := range map[string]string{"": "2", "[baseline]\nmax_depth = 5\n": "5"} {
		s, err := Parse([]byte(wdbc + "[train]\nmax-depth = [2, 3, 5]\n" + baseline))
		if err != nil {
			t.Fatal(err)
		}
		groups, err := Groups(s, nil, each(fakeRuns(t, s, func(task Task) string {
			return strings.Repeat("r", 10*len(task.Settings["train.max-depth"])+60) + strings.Repeat("b", 30)
		})))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			if g.IsBaseline != (g.Settings["train.max-depth"] == want) || g.IsBaseline == (g.Gain != nil) {
				t.Errorf("baseline %q: depth %s is %v", baseline, g.Settings["train.max-depth"], g.IsBaseline)
			}
		}
		for _, e := range Effects(s, groups) {
			if e.Against != want {
				t.Errorf("effects are against %s, want %s", e.Against, want)
			}
		}
	}
	_, err := Parse([]byte(wdbc + "[train]\nmax-depth = [2, 3]\n[baseline]\nmax-depth = 4\n"))
	if err == nil || !strings.HasSuffix(err.Error(), "baseline: max-depth is 4, which is none of its values: 2, 3") || !strings.HasPrefix(err.Error(), "line ") {
		t.Error(err)
	}
}

// Settings of the page are those that do not vary, also those that natural models do not have.
func TestPageSettings(t *testing.T) {
	s, err := Parse([]byte("loop = [\"none\", \"lt\"]\nsplit = 0\ngradient = \"natural\"\nrefit = 0\nevery = 3\n" + wdbc))
	if err != nil {
		t.Fatal(err)
	}
	groups, err := Groups(s, nil, each(fakeRuns(t, s, func(Task) string { return "rrrb" })))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, of := range Page(s, groups, "", "").Settings {
		shown[of[0]] = of[1]
	}
	if shown["every"] != "3" || shown["split"] != "0" || shown["loop"] != "" {
		t.Errorf("%v", shown)
	}
}

// Boosters are compared as hardwood harden has each, whatever goes with them by default.
func TestBoostersCompared(t *testing.T) {
	for text, base := range map[string]string{
		"split = [0, 1]\n": "", // of split alone
		"split = [0, 1]\nbaseline = {booster = \"gbdt\", split = 0}\n": "gbdt",
		"": "gbdt",
	} {
		s, err := Parse([]byte("booster = [\"gbdt\", \"forest\"]\nseeds = [0, 1]\n" + text + wdbc))
		if err != nil {
			t.Fatal(err)
		}
		groups, err := Groups(s, nil, each(fakeRuns(t, s, func(task Task) string {
			right := 100
			if task.Settings["booster"] == "forest" {
				right += 30
			}
			return strings.Repeat("r", right) + strings.Repeat("b", 200-right)
		})))
		if err != nil {
			t.Fatal(err)
		}
		effects, found := Effects(s, groups), false
		for _, e := range effects {
			if found = found || e.Axis == "booster"; e.Axis == "booster" && (e.Value != "forest" || e.Pairs != len(groups)/2 || math.Abs(e.Robust.Mean-0.15) > 1e-9) {
				t.Errorf("%q: %+v", text, e)
			}
		}
		if !found {
			t.Errorf("%q: no effect of the booster among %+v", text, effects)
		}
		for _, g := range groups {
			if base != "" && !g.IsBaseline && (g.Gain == nil || math.Abs(g.Gain.Mean-0.15) > 1e-9 != (g.Settings["booster"] == "gbdt")) {
				t.Errorf("%q: %s gains %+v", text, g.label([]string{"booster", "split"}), g.Gain)
			}
		}
		const says = "; a booster has what the spec leaves out as hardwood harden has it"
		if table := EffectTable(s, groups); table == nil || !strings.Contains(table.Caption, says) {
			t.Errorf("%q: %+v", text, table)
		}
	}
}

// Further radii that a spec asks for are columns of the table, in order.
func TestFurtherRadii(t *testing.T) {
	s, err := Parse([]byte("seeds = [0, 1]\nloop = [\"none\", \"lt\"]\n" + wdbc + "[evaluate]\neps = [3, 0.5, 1, 3]\n"))
	if err != nil {
		t.Fatal(err)
	}
	runs := fakeRuns(t, s, func(Task) string { return "rrrb" })
	for i := range runs {
		further := map[uint64]string{0: `{"0.05": 0.9, "0.30000000000000004": 0.2, `, 1: `{"0.05": 0.7, "0.30000000000000004": 0.2, `}[runs[i].Seed]
		runs[i].Metrics = strings.Replace(runs[i].Metrics, `"robust_accuracy": {`, `"robust_accuracy": `+further, 1)
	}
	groups, err := Groups(s, nil, each(runs))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := Table(groups).CSV(&text); err != nil {
		t.Fatal(err)
	}
	head, rows, _ := strings.Cut(text.String(), "\n")
	if !strings.HasSuffix(head, ",balanced robust,robust at 0.5 eps,robust at 3 eps,mean distance,constant,seeds") || strings.Count(rows, ",0.75,0.8,0.2,") != 2 {
		t.Error(text.String())
	}
	if _, err := Groups(s, nil, each(fakeRuns(t, s, func(Task) string { return "rrrb" }))); err == nil || !strings.Contains(err.Error(), "has no robust accuracy at eps 0.05") {
		t.Error(err)
	}
}
