package ablation

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
)

// TestOpenRows counts rows that a search leaves open as not robust, like the verdict of
// hardwood harden, says how many they are, and rests no gain on them.
func TestOpenRows(t *testing.T) {
	if testing.Short() {
		t.Skip("its goroutines are those of advboost, eval and the trainers, whose own tests have them")
	}
	const spec = "norm = \"1\"\nsplit = [0, 1]\n[[data]]\nsource = \"builtin:wdbc\"\neps = 0.2\ntest-rows = 70\n[train]\nrounds = 30\nmax-depth = 6\n"
	short, found := runAll(t, spec+"[evaluate]\nnodes = 1\n")
	whole, all := runAll(t, spec+"[evaluate]\nmethod = \"exact\"\n")
	for i := range short {
		model, key := short[i].Model, eval.EpsName(0.2)
		robust, _ := short[i].Robust(key)
		if open := model.Undecided[key]; i == 0 && open == 0 || robust != float64(model.Certified[key]) {
			t.Errorf("run %d: %v open, %v robust of %v proved", i, open, robust, model.Certified[key])
		}
		held := strings.Join(short[i].Held, "")
		if got := float64(strings.Count(held, "r")) / float64(len(held)); math.Abs(got-robust) > 1e-12 {
			t.Errorf("run %d: row by row %v, in all %v", i, got, robust)
		}
		g, truth := &found.Groups[i], &all.Groups[i]
		if g.Robust[0] != robust || g.Robust[0] > truth.Robust[0] || g.Robust[0]+g.Open[0] < truth.Robust[0] {
			t.Errorf("group %d: %v robust and %v open, in truth %v", i, g.Robust, g.Open, truth.Robust)
		}
		if at, _ := whole[i].Robust(key); truth.Open[0] != 0 || at != truth.Robust[0] {
			t.Errorf("exactly: %v open", truth.Open)
		}
		if right := g.Clean[0]; right != truth.Clean[0] {
			t.Errorf("clean accuracy %v, in truth %v", right, truth.Clean[0])
		}
	}
	gain, truth := found.Groups[1].Gain, all.Groups[1].Gain
	if gain.Interval.Lo > truth.Interval.Lo || gain.Interval.Hi < truth.Interval.Hi || gain.Mean == truth.Mean {
		t.Errorf("gain %+v, in truth %+v", gain, truth)
	}
	if notes := strings.Join(found.Notes(), "\n"); !strings.Contains(notes, "Rows that auto left open within its budget (column open: up to ") || strings.Contains(notes, "proves nothing") {
		t.Errorf("notes: %s", notes)
	}
	for f, want := range map[*Findings]bool{found: true, all: false} {
		var text strings.Builder
		if err := f.Table().Text(&text); err != nil || strings.Contains(text.String(), " open ") != want {
			t.Errorf("%v\n%s", err, &text)
		}
	}
}

// With a method that proves nothing, the rows that it does not break count as robust, and a note says
// so.
func TestRobustWithoutProofs(t *testing.T) {
	results, found := runAll(t, "loop = \"none\"\n"+wdbc+"[train]\nrounds = 3\n[evaluate]\nmethod = \"lt\"\n")
	r := &results[0]
	if got, _ := r.Robust("0.1"); got == 0 || got != float64(r.Model.Robust["0.1"]) || found.Groups[0].Robust[0] != got {
		t.Errorf("%v robust, %v not broken", got, r.Model.Robust["0.1"])
	}
	if notes := strings.Join(found.Notes(), "\n"); !strings.Contains(notes, "Method lt proves nothing: rows that it does not break count as robust") {
		t.Errorf("notes: %s", notes)
	}
}
