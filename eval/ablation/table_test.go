package ablation

import (
	"strings"
	"testing"
)

// pageSettings returns the settings below the page of a spec, by name.
func pageSettings(t *testing.T, spec string) map[string]string {
	t.Helper()
	s := specOf(t, spec)
	groups := grouped(t, s, fakeRuns(t, s, func(Task) string { return "rrrb" }))
	shown := map[string]string{}
	for _, of := range findingsOf(t.Context(), s, groups).Page("", "").Settings {
		shown[of[0]] = of[1]
	}
	return shown
}

// Settings of the page are those that do not vary, also those that natural models do not have.
func TestPageSettings(t *testing.T) {
	shown := pageSettings(t, "loop = [\"none\", \"lt\"]\nsplit = 0\ngradient = \"natural\"\nrefit = 0\nevery = 3\n"+wdbc)
	if shown["every"] != "3" || shown["split"] != "0" || shown["loop"] != "" {
		t.Errorf("%v", shown)
	}
}

// A parameter that some runs do not list, as they have the value without hardening, is shown with both.
func TestPageSettingsByNorm(t *testing.T) {
	shown := pageSettings(t, "norm = [\"inf\", \"2\"]\nloop = \"none\"\n"+wdbc)
	if shown["learning-rate"] != "0.2 or 0.1" || shown["max-depth"] != "4" {
		t.Errorf("%v", shown)
	}
}

// Further radii that a spec asks for are columns of the table, in order.
func TestFurtherRadii(t *testing.T) {
	s := specOf(t, "seeds = [0, 1]\nloop = [\"none\", \"lt\"]\n"+wdbc+"[evaluate]\neps = [3, 0.5, 1, 3]\n")
	runs := fakeRuns(t, s, func(Task) string { return "rrrb" })
	for i := range runs {
		further := map[uint64]string{0: `{"0.05": 0.9, "0.30000000000000004": 0.2, `, 1: `{"0.05": 0.7, "0.30000000000000004": 0.2, `}[runs[i].Seed]
		runs[i].Metrics = strings.Replace(runs[i].Metrics, `"robust_accuracy": {`, `"robust_accuracy": `+further, 1)
	}
	groups := grouped(t, s, runs)
	var text strings.Builder
	if err := (&Findings{Groups: groups}).Table().CSV(&text); err != nil {
		t.Fatal(err)
	}
	head, rows, _ := strings.Cut(text.String(), "\n")
	if !strings.HasSuffix(head, ",balanced robust,robust at 0.5 eps,robust at 3 eps,mean distance,constant,seeds") || strings.Count(rows, ",0.75,0.8,0.2,") != 2 {
		t.Error(text.String())
	}
	if _, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(Task) string { return "rrrb" }))); err == nil || !strings.Contains(err.Error(), "has no robust accuracy at eps 0.05") {
		t.Error(err)
	}
}
