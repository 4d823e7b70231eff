package ablation

import (
	"math"
	"strings"
	"testing"
)

// An interaction is what two values add together beyond what they add alone, in
// the mean over the settings that differ in nothing else; axes of which one means
// nothing without the other have none.
func TestInteractions(t *testing.T) {
	s, err := Parse([]byte("seeds = [0, 1]\nloop = [\"none\", \"lt\"]\nsplit = [0, 1]\nclean = [0, 0.5]\nevery = [1, 2]\n" + wdbc))
	if err != nil {
		t.Fatal(err)
	}
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
