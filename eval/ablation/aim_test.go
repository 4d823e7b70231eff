package ablation

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// TestAim has all differences in the accuracy that the runs of their data were judged by,
// and says so.
func TestAim(t *testing.T) {
	s, grid := gridOf(t, "loop = [\"none\", \"lt\"]\nsplit = [0, 1]\n[[data]]\nname = \"even\"\nsource = \"builtin:wdbc\"\neps = 0.1\n"+
		"[[data]]\nname = \"rare\"\nsource = \"builtin:wdbc\"\neps = 0.1\n")
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
	groups := grouped(t, s, runs)
	want := map[string]float64{"even": -0.01, "rare": (-0.1 + 0.8) / 2}
	for _, g := range groups {
		if g.Settings["loop"] == "lt" && (math.Abs(g.Gain.Mean-want[g.Data]) > 1e-9 || g.Gain.Interval.Lo > want[g.Data] || g.Gain.Interval.Hi < want[g.Data]) {
			t.Errorf("gain on %s: %+v, want %v", g.Data, g.Gain, want[g.Data])
		}
	}
	for _, e := range effectsOf(t.Context(), s, groups) {
		if e.Axis == "loop" && math.Abs(e.Robust.Mean-want[e.Data]) > 1e-9 {
			t.Errorf("effect on %s: %+v, want %v", e.Data, e.Robust, want[e.Data])
		}
	}
	const says = "; on rare in robust accuracy balanced over the classes"
	for _, caption := range []string{(&Findings{Groups: groups}).Table().Caption, findingsOf(t.Context(), s, groups).EffectTable().Caption, findingsOf(t.Context(), s, groups).InteractionTable().Caption} {
		if !strings.Contains(caption, says) {
			t.Errorf("caption: %s", caption)
		}
	}
	plots := (&Findings{Groups: groups}).Plots()
	if p := plots[1]; p.X != "clean accuracy, mean over the classes" || math.Abs(p.Series[0].Y[0]-0.4) > 1e-9 || plots[0].Series[0].Y[0] != 0.64 {
		t.Errorf("plots: %+v and %+v", plots[0], p)
	}
	const note = `On rare a class is rare, or one is not attacked: models are judged by the mean over the classes, and trained for it unless the spec weighs classes. aim = "robust" below [[data]] counts rows.`
	if got := findingsOf(t.Context(), s, groups).Page("", "").Sections[0].Text; !strings.HasPrefix(got, note) {
		t.Errorf("note: %s", got)
	}
	if got := unit([]*Group{&groups[0], &groups[len(groups)-1]}); got != "robust accuracy as each data set counts it" {
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
	const verdicts = "The verdict is constant of a setting that does not beat always saying the most frequent class on average over the seeds by more than the noise of the test rows of one, " +
		"and gives-up-class of a setting that is right on a class never, or less than half as often as the baseline."
	if got := (&Findings{Spec: s, Groups: groups}).Notes(); len(got) != 1 || got[0] != verdicts {
		t.Errorf("verdicts: %q", got)
	}
	groups[2].runs[0].aim = eval.AimWorstClass
	if got, want := verdictNote(groups), "most frequent class, or in the worst class the best blind guess, on average"; !strings.Contains(got, want) {
		t.Errorf("in the worst class: %q", got)
	}
	groups[1].Verdict = eval.LessRobust
	if got, want := verdictNote(groups), "of one, unless it is less robust than the baseline by more than noise."; !strings.HasSuffix(got, want) {
		t.Errorf("beside one that is less robust: %q", got)
	}
	groups[2].runs[0].aim = eval.AimBalanced
	of := groups[len(groups)/2:] // those of the data that is balanced
	if got := ofAims(of) + " " + unit([]*Group{&of[0]}); got != "; in robust accuracy balanced over the classes balanced robust accuracy" {
		t.Errorf("balanced alone: %s", got)
	}
}

// Accuracies without an attacker are those of the classes.
func TestCleanly(t *testing.T) {
	s := &standing{clean: 0.86, classes: []classStanding{{name: "common", rows: 90, clean: 0.9}, {name: "rare", rows: 10, clean: 0.5}}}
	if got := s.cleanly(); got != (eval.Accuracies{Robust: 0.86, Balanced: 0.7, WorstClass: 0.5}) {
		t.Errorf("%+v", got)
	}
}

// The aim of a data set is that of its runs, and part of their ids if it is given.
func TestAimGiven(t *testing.T) {
	id := map[string]string{}
	for _, aim := range []string{"", "worst-class"} {
		key := ""
		if aim != "" {
			key = fmt.Sprintf("aim = %q\n", aim)
		}
		s, grid := gridOf(t, wdbc+key)
		task := grid.Task(0)
		o, err := task.options(&s.Evaluate, &tables{Data: &experiment.Data{Train: &data.Table{}}})
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
