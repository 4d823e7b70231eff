package ablation

import (
	"math"
	"strings"
	"testing"
)

// Where training alone varies, its parameters have a baseline, which may be given.
func TestBaselineOfTraining(t *testing.T) {
	for baseline, want := range map[string]string{"": "2", "[baseline]\nmax_depth = 5\n": "5"} {
		s, err := Parse([]byte(wdbc + "[train]\nmax-depth = [2, 3, 5]\n" + baseline))
		if err != nil {
			t.Fatal(err)
		}
		groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
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
		for _, e := range effectsOf(t.Context(), s, groups) {
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
		groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
			right := 100
			if task.Settings["booster"] == "forest" {
				right += 30
			}
			return strings.Repeat("r", right) + strings.Repeat("b", 200-right)
		})))
		if err != nil {
			t.Fatal(err)
		}
		effects, found := effectsOf(t.Context(), s, groups), false
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
		if table := findingsOf(t.Context(), s, groups).EffectTable(); table == nil || !strings.Contains(table.Caption, says) {
			t.Errorf("%q: %+v", text, table)
		}
	}
}
