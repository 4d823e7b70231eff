package ablation

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/report"
)

// Where training alone varies, its parameters have a baseline, which may be given.
func TestBaselineOfTraining(t *testing.T) {
	for baseline, want := range map[string]string{"": "2", "[baseline]\nmax_depth = 5\n": "5"} {
		s := specOf(t, wdbc+"[train]\nmax-depth = [2, 3, 5]\n"+baseline)
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
		s := specOf(t, "booster = [\"gbdt\", \"forest\"]\nseeds = [0, 1]\n"+text+wdbc)
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

// Any setting can be the baseline: those of which a part means nothing, such as all that is
// about an attack beside no loop, are compared with the setting of the grid that has it.
func TestFullMethodAsBaseline(t *testing.T) {
	for text, want := range map[string]Settings{
		"loop = [\"none\", \"lt\"]\nsplit = [0, 1]\nbaseline = {loop = \"lt\", split = 1}\n":                                          {"every": "1", "attack-rows": "100"},
		"loop = [\"none\", \"lt\"]\nexamples = \"replace\"\nevery = [2, 3]\nbaseline = {loop = \"lt\"}\n":                             {"examples": "replace", "every": "2 3"},
		"loop = [\"none\", \"lt\"]\nevery = [2, 3]\nbaseline = {loop = \"lt\", every = 3}\n":                                          {"every": "3"},
		"gradient = [\"natural\", \"tree-bound\", \"attack\"]\nrefit = [0, 5]\nclean = 0.3\nbaseline = {gradient = \"tree-bound\"}\n": {"refit": "0 5", "clean": "0.3"},
		"gradient = [\"natural\", \"attack\"]\nbaseline = {gradient = \"attack\"}\n":                                                  {"refit": "5", "growth": "1"},
		"gradient = \"natural\"\nsplit = [0, 1]\nradius = [0.5, 1, 2]\nbaseline = {split = 1, radius = 2}\n":                          {"radius": "2"},
		"gradient = \"natural\"\nsplit = [0, 1]\nradius = [0.5, 1, 2]\nbaseline = {split = 1}\n":                                      {"radius": "0.5 1 2"},
		"booster = [\"gbdt\", \"forest\"]\ngradient = \"natural\"\nrefit = [0, 1]\nbaseline = {booster = \"forest\"}\n":               {"refit": "0 1"},
	} {
		s, grid := gridOf(t, text+wdbc)
		there := map[string]bool{}
		for _, task := range grid.Tasks() {
			there[task.Settings.JSON()] = true
		}
		for _, task := range grid.Tasks() {
			base := s.baseline(task.Data.Name, task.Settings)
			if !there[base.JSON()] {
				t.Errorf("%q: the baseline of %v is no setting of the grid: %v", text, task.Settings, base)
			}
			for name, values := range want {
				if !slices.Contains(strings.Fields(values), base[name]) {
					t.Errorf("%q: the baseline of %v has %s %q, want %s", text, task.Settings, name, base[name], values)
				}
			}
		}
	}
}

// A parameter that one of two boosters uses means nothing beside the other one.
func TestBoostersWithTheirOwn(t *testing.T) {
	s := specOf(t, "booster = [\"gbdt\", \"forest\"]\nseeds = [0, 1]\nbaseline = {booster = \"forest\"}\n"+wdbc+"[train]\nlearning-rate = [0.1, 0.3]\ncriterion = \"entropy\"\n")
	if err := s.Settle(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string { return "rrb" })))
	if err != nil || len(groups) != 3 {
		t.Fatalf("%d groups, %v", len(groups), err)
	}
	for _, g := range groups {
		rate, criterion := g.Settings["train.learning-rate"], g.Settings["train.criterion"]
		if forest := g.Settings["booster"] == "forest"; g.IsBaseline != forest || g.IsBaseline == (g.Gain != nil) || (rate == "") != forest || (criterion == "entropy") != forest {
			t.Errorf("%v: baseline %v, gain %v", g.Settings, g.IsBaseline, g.Gain)
		}
	}
}

// An eps means something else in another norm: what values add is told for each norm, and what a
// norm adds is not.
func TestEffectsOfEachNorm(t *testing.T) {
	s := specOf(t, "norm = [\"inf\", 2]\nsplit = [0.5, 1]\nclean = [0, 0.5]\nloop = \"none\"\n"+wdbc+"[train]\nrobust-both = true")
	right := map[string]int{"inf": 100, "2": 140}
	groups := grouped(t, s, fakeRuns(t, s, func(task Task) string {
		n := right[task.Settings["norm"]]
		if task.Settings["split"] == "1" {
			n += n / 5
		}
		return strings.Repeat("r", n) + strings.Repeat("b", 200-n)
	}))
	f := findingsOf(t.Context(), s, groups)
	want := map[string]float64{"inf": 0.1, "2": 0.14}
	for _, e := range f.Effects {
		if e.Axis == "norm" || e.Pairs != 2 || e.Axis == "split" && math.Abs(e.Robust.Mean-want[e.Norm]) > 1e-9 {
			t.Errorf("%+v", e)
		}
	}
	if len(f.Effects) != 4 || len(f.Interactions) != 2 || f.Interactions[0].Norm != "inf" || f.Interactions[1].Norm != "2" {
		t.Errorf("effects %+v, interactions %+v", f.Effects, f.Interactions)
	}
	for _, table := range []*report.Table{f.EffectTable(), f.InteractionTable()} {
		if table.Columns[1].Name != "norm" || table.Rows[0][1].Text != "inf" || len(table.Rows[0]) != len(table.Columns) || strings.Contains(table.Caption, "alone;") || strings.Contains(table.Caption, "none differ") {
			t.Errorf("%s: %+v, %+v", table.Caption, table.Columns, table.Rows)
		}
	}
}

// What a part of the full method adds is seen by leaving it out.
func TestEffectsAgainstFullMethod(t *testing.T) {
	s := specOf(t, "seeds = [0, 1]\nloop = [\"none\", \"lt\"]\ngradient = [\"natural\", \"tree-bound\"]\nbaseline = {loop = \"lt\", gradient = \"tree-bound\"}\n"+wdbc)
	groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
		right := 100
		if task.Settings["loop"] == none {
			right -= 20
		}
		if task.Settings["gradient"] == "natural" {
			right -= 40
		}
		return strings.Repeat("r", right) + strings.Repeat("b", 200-right)
	})))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		if g.IsBaseline == (g.Gain != nil) {
			t.Errorf("%s gains %+v", g.label([]string{"gradient", "loop"}), g.Gain)
		}
	}
	f := findingsOf(t.Context(), s, groups)
	want := map[string]float64{"loop": -0.1, "gradient": -0.2}
	for _, e := range f.Effects {
		if e.Pairs != 2 || math.Abs(e.Robust.Mean-want[e.Axis]) > 1e-9 {
			t.Errorf("%+v, want %v", e, want[e.Axis])
		}
		delete(want, e.Axis)
	}
	if len(want) > 0 || len(f.Interactions) != 1 || math.Abs(f.Interactions[0].Robust.Mean) > 1e-9 {
		t.Errorf("no effect of %v; interactions %+v", want, f.Interactions)
	}
}
