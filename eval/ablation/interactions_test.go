package ablation

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// An interaction is what two values add together beyond what they add alone, in
// the mean over the settings that differ in nothing else; axes of which one means
// nothing without the other have none.
func TestInteractions(t *testing.T) {
	s := specOf(t, "seeds = [0, 1]\nloop = [\"none\", \"lt\"]\nsplit = [0, 1]\nclean = [0, 0.5]\nevery = [1, 2]\n"+wdbc)
	groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
		right := 40
		split, loop := task.Settings["split"] == "1", task.Settings["loop"] == "lt"
		if split {
			right += 60
		}
		if loop {
			right += 20
		}
		if split && loop {
			right -= 16
		}
		if task.Settings["clean"] == "0.5" {
			right++
		}
		return strings.Repeat("r", right) + strings.Repeat("c", 200-right)
	})))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Interaction{}
	for _, in := range interactionsOf(t.Context(), s, groups) {
		got[in.Axes[0]+" "+in.Axes[1]] = in
	}
	in, ok := got["split loop"]
	if !ok || in.Squares != 4 || math.Abs(in.Robust.Mean+0.08) > 1e-9 || !in.Robust.Clear() || in.Robust.word("more", "less") != "less" {
		t.Errorf("split and loop: %+v of %v", in, got)
	}
	in, ok = got["split clean"]
	if !ok || math.Abs(in.Robust.Mean) > 1e-9 || in.Robust.Clear() {
		t.Errorf("split and clean: %+v", in)
	}
	if _, nested := got["loop every"]; nested {
		t.Error("an axis interacts with one that it hangs on")
	}
	if table := findingsOf(t.Context(), s, groups).InteractionTable(); len(table.Rows) != len(got) || !strings.Contains(table.Caption, "Interactions") {
		t.Errorf("%d rows of %d interactions: %s", len(table.Rows), len(got), table.Caption)
	}
}

// A booster is compared with all settings of the other one, whatever the order in which a spec lists
// values that apply to only one of them.
func TestEffectsOfBoostersAreOfAllSettings(t *testing.T) {
	for _, rates := range []string{"0.1, 0.3", "0.3, 0.1"} {
		for _, first := range []string{"forest", "gbdt"} {
			s := specOf(t, "seeds = [0, 1]\nbooster = [\"gbdt\", \"forest\"]\nsplit = [0, 1]\nloop = \"none\"\n"+wdbc+
				"[train]\nlearning-rate = ["+rates+"]\n[baseline]\nbooster = \""+first+"\"\n")
			groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
				right := 100 // a forest's
				switch task.Settings[trainPrefix+"learning-rate"] {
				case "0.1":
					right = 110
				case "0.3":
					right = 140
				}
				if task.Settings["split"] == "1" {
					right += 20
				}
				return strings.Repeat("r", right) + strings.Repeat("c", 200-right)
			})))
			if err != nil {
				t.Fatal(err)
			}
			want := 0.125 // the mean of 5 and 20 points
			if first == "gbdt" {
				want = -want
			}
			effects := effectsOf(t.Context(), s, groups)
			at := slices.IndexFunc(effects, func(e Effect) bool { return e.Axis == "booster" })
			if at < 0 || effects[at].Pairs != 4 || math.Abs(effects[at].Robust.Mean-want) > 1e-9 {
				t.Errorf("rates %s against %s: %+v", rates, first, effects)
			}
			for _, in := range interactionsOf(t.Context(), s, groups) {
				if in.Axes[0] == "booster" && in.Axes[1] == "split" && (in.Squares != 2 || math.Abs(in.Robust.Mean) > 1e-9) {
					t.Errorf("rates %s against %s: %+v", rates, first, in)
				}
			}
		}
	}
}
