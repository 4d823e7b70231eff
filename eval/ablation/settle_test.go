package ablation

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// tableFile writes rows of five columns, of which some are words, and returns the path.
func tableFile(t *testing.T, words int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(3, uint64(words)))
	text := "a,b,c,d,e,class\n"
	for i := range 160 {
		for f := range 5 {
			v := r.Float64()/2 + float64(i%2)/2
			if f < words {
				text += []string{"red", "blue", "green"}[r.IntN(2)+i%2] + ","
			} else {
				text += fmt.Sprintf("%.4f,", v)
			}
		}
		text += []string{"no", "yes"}[i%2] + "\n"
	}
	path := filepath.ToSlash(filepath.Join(t.TempDir(), fmt.Sprintf("words%d.csv", words)))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLeftOutIsThatOfHarden makes the models of hardwood harden, whatever the table, the
// booster, the norm and the radius.
func TestLeftOutIsThatOfHarden(t *testing.T) {
	numbers, words := tableFile(t, 0), tableFile(t, 5)
	for _, c := range []struct {
		path, booster, norm string
		eps                 float64
		want                string // among the settings
	}{
		{numbers, "gbdt", "inf", 0.1, `"gradient":"tree-bound"`},
		{numbers, "gbdt", "2", 0.01, `"split":"0.7745966692414834"`}, // the root of three fifths
		{words, "gbdt", "1", 1, `"gradient":"column-bound"`},
		{words, "gbdt", "1", 0.3, `"gradient":"tree-bound"`}, // which pays for no level
	} {
		name := fmt.Sprintf("%s of %s in norm %s within %v", c.booster, filepath.Base(c.path), c.norm, c.eps)
		s := specOf(t, fmt.Sprintf("booster = %q\nnorm = %q\nseeds = [5]\n[[data]]\nsource = %q\neps = %v\n[train]\nrounds = 20\n", c.booster, c.norm, c.path, c.eps))
		if err := s.Settle(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		grid, err := s.Grid()
		if err != nil {
			t.Fatal(err)
		}
		task := grid.Task(0)
		if got := task.Settings.JSON(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", name, got)
		}
		run, err := NewRunner(s, "", nil).Do(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(run.Model))
		if err != nil {
			t.Fatal(err)
		}
		got, err := format.Read(unpacked)
		if err != nil {
			t.Fatal(err)
		}

		table, err := data.Read(t.Context(), c.path, data.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := experiment.Split(table, 0.25, experiment.Auto, 5)
		if err != nil {
			t.Fatal(err)
		}
		norm, err := attack.ParseNorm(c.norm)
		if err != nil {
			t.Fatal(err)
		}
		o := experiment.Default(c.booster, norm, rows.Train)
		o.Dir, o.KeepLoop, o.Evaluate.Eps, o.Evaluate.Resamples = t.TempDir(), true, []float64{c.eps}, 2
		o.Params.Rounds, o.Natural.Rounds, o.Params.Seed, o.Params.Threads = 20, 20, 5, 1
		want, err := experiment.Harden(t.Context(), rows, o)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want.Hardened.Ensemble.Trees, got.Trees, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: the model of hardwood harden is another one: %s", name, d)
		}
	}
}

// TestLeftOutByData says on which data what is left out has which value; columns of the
// table and the identity of runs have it too where runs of one data set differ in it.
func TestLeftOutByData(t *testing.T) {
	text := "norm = \"1\"\nsplit = [0, 0.3]\nrefit = 0\n[[data]]\nname = \"numbers\"\nsource = %q\neps = 0.3\n[[data]]\nname = \"words\"\nsource = %q\neps = 1\n[train]\nrounds = 20\n"
	numbers, words := tableFile(t, 0), tableFile(t, 5)
	_, found := runAll(t, fmt.Sprintf(text, numbers, words))
	grid, err := found.Spec.Grid()
	if err != nil {
		t.Fatal(err)
	}
	got := found.Spec.LeftOut(grid)
	for _, want := range []string{
		"Not in the spec, and so as in hardwood harden: gradient (tree-bound on numbers; column-bound on words), ",
		" clean (0 on numbers; 0.7 on words), ", " loop (worst on numbers; ball on words), ", " growth 1.1, ", " colsample-bytree (1 on numbers; 0.6 on words), ",
		". Whether the loop pays, harden looks and ablate does not.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	var table, page strings.Builder
	if err := found.Table().Text(&table); err != nil || strings.Contains(table.String(), "gradient") || strings.Contains(table.String(), "loop") {
		t.Errorf("%v: columns of what only data sets differ in:\n%s", err, &table)
	}
	if err := found.Page("", "").HTML(&page); err != nil || !strings.Contains(page.String(), "(tree-bound on numbers; column-bound on words)") {
		t.Errorf("%v: the page does not say so", err)
	}
	for i := range found.Groups {
		if g := &found.Groups[i]; g.IsBaseline == (g.Gain != nil) || g.IsBaseline != (g.Settings["split"] == "0") {
			t.Errorf("%s, split %s: baseline %v, gain %v", g.Data, g.Settings["split"], g.IsBaseline, g.Gain)
		}
	}
	if n := len(found.Effects); n != 2 {
		t.Errorf("%d effects, want one of split for each data set", n)
	}

	// with what few rows of numbers have it is another run
	id := map[string]bool{}
	for _, settled := range []bool{false, true} {
		s, err := Parse([]byte(fmt.Sprintf(text, numbers, words)))
		if err == nil && settled {
			err = s.Settle(t.Context(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if grid, err = s.Grid(); err != nil {
			t.Fatal(err)
		}
		one, err := NewRunner(s, "", nil).ID(grid.Task(grid.Len() - 1))
		if err != nil {
			t.Fatal(err)
		}
		id[one] = true
	}
	if len(id) != 2 {
		t.Error("runs of other settings are taken for the same")
	}
}

// TestRadiusChangesWhatIsLeftOut compares radii though one pays for a level and one does not.
func TestRadiusChangesWhatIsLeftOut(t *testing.T) {
	_, found := runAll(t, fmt.Sprintf("norm = \"1\"\nradius = [0.3, 1]\n[[data]]\nsource = %q\neps = 1\n[train]\nrounds = 20\n", tableFile(t, 5)))
	small, large := &found.Groups[0], &found.Groups[1]
	if small.Settings["gradient"] != "tree-bound" || large.Settings["gradient"] != "column-bound" || !small.IsBaseline || large.Gain == nil {
		t.Errorf("%v is the baseline %v, %v gains %v", small.Settings, small.IsBaseline, large.Settings, large.Gain)
	}
}
