package ablation

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// What a spec leaves out is what hardwood harden does, for each booster and norm.
func TestLeftOut(t *testing.T) {
	s := specOf(t, "booster = [\"gbdt\", \"forest\"]\nnorm = [\"inf\", 2, 1]\n"+wdbc+"[train]\nmax_bin = 99\n")
	tasks, err := s.Grid()
	if err != nil || tasks.Len() != 6 {
		t.Fatalf("%d runs, %v", tasks.Len(), err)
	}
	for _, task := range tasks.Tasks() {
		how, err := task.Settings.strategy(task.Data)
		if err != nil {
			t.Fatal(err)
		}
		want := experiment.Default(how.Booster, how.Norm, nil)
		if how.Eps != 0.1 {
			t.Errorf("eps %v, want 0.1", how.Eps)
		}
		for i := range advboost.StrategyOptions {
			o := &advboost.StrategyOptions[i]
			if got, want := o.Text(&how), o.Text(&want.Strategy); how.Uses(o) && got != want {
				t.Errorf("%v: %s is %s, want %s", task.Settings, o.Name, got, want)
			}
		}
		params, err := task.Settings.params(7)
		if err != nil {
			t.Fatal(err)
		}
		want.Params.Seed, want.Params.Threads, want.Params.MaxBin = 7, 1, 99
		if d := cmp.Diff(want.Params, params); d != "" {
			t.Errorf("%v: %s", task.Settings, d)
		}
	}
	const says = "Not in the spec, and so as in hardwood harden: split 1 or 0.5 or 0.3, gradient tree-bound or natural, refit 5 or 1, refit-examples false or true, clean 0 or 0.7, relabel 0, loop none or worst or ball, examples append, every 1, growth 1.1, attack-rows 100, budget 0, weight 1, distance-weight 0, warm-start true, any-distance false, colsample-bynode 0.8 or 1, learning-rate 0.2 or 0.1, max-depth 4 or 6, min-samples-leaf 5, robust-both true or false, rounds 30 or 60. Whether the loop pays, harden looks and ablate does not."
	if got := s.LeftOut(tasks); got != says {
		t.Errorf("left out: %s", got)
	}
}

// A baseline that hardens by what the spec leaves out is said to be no natural training.
func TestLeftOutOfBaseline(t *testing.T) {
	for spec, hardens := range map[string]bool{
		"split = [0, 1]\n":                                                  true,
		"split = [0, 1]\ngradient = \"natural\"\n":                          false,
		"split = [0, 1]\ngradient = \"tree-bound\"\nrefit = 0\n":            false, // as the spec says
		"split = [0, 1]\ngradient = [\"natural\", \"attack\"]\nrefit = 0\n": false,
		"max-depth = [2, 3]\n":                                              false, // which nobody takes for natural
	} {
		text := spec + wdbc
		if strings.HasPrefix(spec, "max-depth") {
			text = wdbc + "[train]\n" + spec
		}
		s, g := gridOf(t, text)
		if said := strings.Contains(s.LeftOut(g), " The baseline has that too, and is no natural training."); said != hardens {
			t.Errorf("%s: %s", spec, s.LeftOut(g))
		}
	}
}

// A run that takes longer than it may is left out, and the others are there.
func TestRunTime(t *testing.T) {
	s := specOf(t, "loop = \"none\"\nsplit = [0, 1]\n"+wdbc+"[train]\nrounds = 5\n")
	keep, err := store.Open(filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	late := 0
	o := Options{RunTime: time.Nanosecond, Threads: 1, Done: func(d Done) {
		if d.Run == nil && !d.Kept {
			late++
		}
	}}
	if runs, err := Run(context.Background(), s, keep, o); err != nil || len(runs) != 0 || late != 2 {
		t.Fatalf("%d runs, %d late, %v", len(runs), late, err)
	}
	o.RunTime = time.Hour
	runs, err := Run(context.Background(), s, keep, o)
	if err != nil || len(runs) != 2 || late != 2 {
		t.Fatalf("%d runs, %d late, %v", len(runs), late, err)
	}
	o.RunTime = time.Nanosecond // what is kept takes no time
	if runs, err = Run(context.Background(), s, keep, o); err != nil || len(runs) != 2 || late != 2 {
		t.Fatalf("%d runs, %d late, %v", len(runs), late, err)
	}
}
