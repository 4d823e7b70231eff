package ablation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLive: few runs have a line each, many a table of the means by axis.
func TestLive(t *testing.T) {
	letters := func(task Task) string {
		if task.Settings["split"] == "1" {
			return "rrrb"
		}
		return "rbbb"
	}
	for seeds, want := range map[string][]string{
		"[0, 1]": {
			"data          split  seed    clean   robust  balanced robust",
			"builtin:wdbc  0         0  100.0 %   25.0 %           25.0 %",
			"builtin:wdbc  1         1  100.0 %   75.0 %           75.0 %",
		},
		manySeeds(151): {
			"axis   value         runs so far    clean  robust  balanced robust",
			"data   builtin:wdbc          151  100.0 %  25.0 %           25.0 %",
			"data   builtin:wdbc          201  100.0 %  37.4 %           37.4 %\n" +
				"split  1                      50  100.0 %  75.0 %           75.0 %\n" +
				"split  0                     151  100.0 %  25.0 %           25.0 %\n",
		},
	} {
		s, g := gridOf(t, "loop = \"none\"\nsplit = [0, 1]\nseeds = "+seeds+"\n"+wdbc)
		live, shown := NewLive(g), []string(nil)
		runs := fakeRuns(t, s, letters)
		shown = append(shown, live.Head())
		for i, task := range g.Tasks() {
			lines, err := live.Add(task, &runs[i])
			if err != nil {
				t.Fatal(err)
			}
			shown = append(shown, lines...)
		}
		text := strings.Join(shown, "\n")
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("%d runs: no %q in\n%s", g.Len(), line, text)
			}
		}
	}
}

// manySeeds writes n seeds.
func manySeeds(n int) string {
	var seeds []string
	for seed := range n {
		seeds = append(seeds, fmt.Sprint(seed))
	}
	return "[" + strings.Join(seeds, ", ") + "]"
}

// TestGridSlice: parts of a grid have the runs of the whole, one after the other, and
// all settings that occur in it.
func TestGridSlice(t *testing.T) {
	s := specOf(t, "seeds = [3, 4]\nloop = [\"none\", \"lt\"]\nevery = [1, 5]\n"+wdbc+"[[data]]\nsource = \"builtin:digits\"\neps = 0.2\n")
	whole, err := s.Grid()
	if err != nil || whole.Len() != 2*3*2 {
		t.Fatal(whole.Len(), err)
	}
	for from := range whole.Len() {
		for to := from; to <= whole.Len(); to++ {
			some, n, settings := whole.Slice(from, to), 0, map[string]bool{}
			for i, task := range some.Tasks() {
				if d := cmp.Diff(whole.Task(from+i), task); d != "" || i != n {
					t.Fatalf("run %d of %d to %d: %s", i, from, to, d)
				}
				n++
				settings[task.Settings.JSON()] = true
			}
			for _, one := range some.Settings() {
				delete(settings, one.JSON())
			}
			if n != to-from || len(settings) > 0 {
				t.Errorf("%d to %d: %d runs, settings left out: %v", from, to, n, settings)
			}
		}
	}
}
