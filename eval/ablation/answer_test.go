package ablation

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// TestUnpraised contradicts no gain of the table, and says where seeds are too few.
func TestUnpraised(t *testing.T) {
	for name, c := range map[string]struct {
		lo            float64
		over          string
		seeds         []uint64
		clear, seeds2 bool
	}{
		"noise":                  {-0.1, OverSplits, []uint64{0, 1, 2, 3, 4}, false, false},
		"noise of two seeds":     {-0.1, OverSplits, []uint64{0, 1}, false, true},
		"two seeds of the rows":  {-0.1, OverRows, []uint64{0, 1}, false, false},
		"gain without a verdict": {0.2, OverSplits, []uint64{0, 1}, true, true},
	} {
		gain := &Difference{Mean: 0.3, Interval: eval.Interval{Lo: c.lo, Hi: 0.4}, Over: c.over}
		got := answerOf(t.Context(), []Group{{Data: "a", Seeds: c.seeds, Gain: gain, Verdict: eval.NoDifference}})
		if strings.Contains(got, "and better than the constant") != c.clear || strings.Contains(got, "Two seeds tell little") != c.seeds2 {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestTelling leaves out of labels what goes with a booster, as its depth does.
func TestTelling(t *testing.T) {
	var groups []Group
	for booster, depth := range map[string]string{"gbdt": "4", "forest": "6"} {
		for _, share := range []string{"0.5", "1"} {
			s := Settings{"booster": booster, "norm": "inf", "train.subsample": share, "train.max-depth": depth}
			usual(nil).complete(s, "a")
			s.simplify()
			groups = append(groups, Group{Data: "a", Settings: s})
		}
	}
	if got := strings.Join(telling(groups), ", "); got != "booster, train.subsample" {
		t.Errorf("booster and share: %s", got)
	}
	for i := range groups { // runs that the effects are taken from
		groups[i].Seeds, groups[i].runs = []uint64{0}, []*standing{{}}
	}
	if table := findingsOf(t.Context(), &Spec{}, groups).EffectTable(); !strings.HasSuffix(table.Caption, "; none differ in booster alone") {
		t.Errorf("effects: %s", table.Caption)
	}
	deeper := maps.Clone(groups[slices.IndexFunc(groups, func(g Group) bool { return g.Settings["booster"] == "gbdt" })].Settings)
	deeper["train.max-depth"] = "8"
	groups = append(groups, Group{Data: "a", Settings: deeper})
	if got := strings.Join(telling(groups), ", "); got != "booster, train.max-depth, train.subsample" {
		t.Errorf("and depth: %s", got)
	}
}

// Settings that were run with no seed in common, as some took too long, are not told apart.
func TestAnswerWithoutCommonSeeds(t *testing.T) {
	s := specOf(t, "seeds = [0, 1, 2, 3]\nloop = \"none\"\nsplit = [0, 0.5, 1]\n"+wdbc)
	runs := fakeRuns(t, s, func(task Task) string {
		right := map[string]int{"0": 20, "0.5": 60, "1": 80}[task.Settings["split"]]
		return strings.Repeat("r", right) + strings.Repeat("c", 100-right)
	})
	runs = slices.DeleteFunc(runs, func(r store.Run) bool {
		return strings.Contains(r.Settings, `"split":"0.5"`) && r.Seed < 2 || strings.Contains(r.Settings, `"split":"1"`) && r.Seed > 1
	})
	groups := grouped(t, s, runs)
	if clear, seeds := beats(t.Context(), []*Group{&groups[2]}, []*Group{&groups[1]}); clear || seeds {
		t.Error("a setting beats another one that no seed was run with too")
	}
	want := "More robust than the baseline, on average over the data: split 1, by +60.0 points of robust accuracy; within noise of that: split 0.5, by +40.0 points (no seed in common)."
	if got := answerOf(t.Context(), groups); got != want {
		t.Error(got)
	}
}

// A mean over some data sets is not compared with one over all of them.
func TestAnswerOnSomeData(t *testing.T) {
	s := specOf(t, "seeds = [0, 1]\nloop = \"none\"\nsplit = [0, 0.8, 1]\n"+wdbc+"\n[[data]]\nname = \"digits\"\nsource = \"builtin:digits\"\neps = 0.1\n")
	right := map[string]int{"builtin:wdbc 0": 20, "builtin:wdbc 0.8": 60, "builtin:wdbc 1": 59, "digits 0": 20, "digits 0.8": 40, "digits 1": 40}
	all := fakeRuns(t, s, func(task Task) string {
		n := right[task.Data.Name+" "+task.Settings["split"]]
		return strings.Repeat("r", n) + strings.Repeat("c", 100-n)
	})
	for name, c := range map[string]struct{ without, want string }{
		"all":        {"", "on average over the data: split 0.8, by +30.0 points of robust accuracy; within noise of that: split 1, by +29.5 points."},
		"one less":   {"digits 1", "on average over the data: split 0.8, by +30.0 points of robust accuracy; not on the same data: split 1, by +39.0 points on builtin:wdbc, where split 0.8 has +40.0."},
		"each other": {"digits 1, builtin:wdbc 0.8", "on builtin:wdbc alone: split 1, by +39.0 points of robust accuracy; not on the same data: split 0.8, by +20.0 points on digits."},
	} {
		groups, err := groupsOf(t.Context(), s, nil, each(slices.DeleteFunc(slices.Clone(all), func(r store.Run) bool {
			var of Settings
			if err := json.Unmarshal([]byte(r.Settings), &of); err != nil {
				t.Fatal(err)
			}
			return slices.Contains(strings.Split(c.without, ", "), r.Data+" "+of["split"])
		})))
		if err != nil {
			t.Fatal(err)
		}
		if got := answerOf(t.Context(), groups); got != "More robust than the baseline, "+c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
