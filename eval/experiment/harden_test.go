package experiment

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// quick returns options for few rows and small models.
func quick(t *testing.T, d *Data) Options {
	o := Default(trainer.GBDT, attack.LInf, d.Train)
	o.Params.Rounds, o.Params.MaxDepth = 6, 2
	o.Natural.Rounds, o.Natural.MaxDepth = 6, 2
	o.Evaluate.Resamples, o.Dir = 20, t.TempDir()
	return o
}

// harden is [Harden], and fails the test if that fails.
func harden(t *testing.T, d *Data, o Options) *Result {
	t.Helper()
	r, err := Harden(t.Context(), d, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// hardeningOf returns what Harden starts with.
func hardeningOf(t *testing.T, d *Data, o Options) *hardening {
	t.Helper()
	h, err := newHardening(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Weights that nobody asked for are told of, and of which models.
func TestWeightsAreTold(t *testing.T) {
	const both, leaves = "all models are trained, the natural one too, with weights", "leaf values are fitted with weights"
	for name, c := range map[string]struct {
		change func(o *Options)
		want   string // "" for no note
	}{
		"rows":          {func(*Options) {}, ""},
		"classes":       {func(o *Options) { o.Evaluate.Aim = eval.AimWorstClass }, both},
		"their weights": {func(o *Options) { o.Evaluate.Aim, o.Weighed = eval.AimWorstClass, true }, ""},
		"a given model": {func(o *Options) { o.Evaluate.Aim, o.Refine = eval.AimBalanced, &ensemble.Ensemble{} }, leaves},
	} {
		d := few(t)
		o := quick(t, d)
		var notes []string
		o.Progress.Note = func(note string) { notes = append(notes, note) }
		c.change(&o)
		h := hardeningOf(t, d, o)
		says := strings.Join(notes, "\n")
		if !strings.HasPrefix(says, c.want) || (says == "") != (c.want == "") || h.Params.Balanced != (c.want != "") {
			t.Errorf("%s: %q, balanced %v", name, says, h.Params.Balanced)
		}
	}
}

// The radius that is not given is the middle one of those that are, or of those
// that the distances of training rows suggest.
func TestHardenChoosesEps(t *testing.T) {
	for name, test := range map[string]struct {
		eps       []float64
		against   float64
		want      float64
		suggested bool
	}{
		"given":     {[]float64{0.05, 0.1, 0.3}, 0, 0.1, false},
		"beside":    {[]float64{0.05, 0.1}, 0.2, 0.2, false},
		"suggested": {nil, 0, 0, true},
	} {
		d := few(t)
		o := quick(t, d)
		o.Evaluate.Eps, o.Strategy.Eps = test.eps, test.against
		r := harden(t, d, o)
		report := r.Report.Report
		if test.suggested {
			test.want = middle(report.Eps)
		}
		at := report.Focus(test.want)
		if got := r.Hardened.Ensemble.Origin.Trainer["harden-eps"]; got != eval.EpsName(test.want) || report.Eps[at] != test.want || (report.Suggested != "") != test.suggested {
			t.Errorf("%s: hardened against %s and judged at %v, want %v", name, got, report.Eps, test.want)
		}
		if r.Natural.Ensemble.Origin.Trainer["harden-eps"] != "" {
			t.Errorf("%s: the natural model is hardened", name)
		}
	}
}

// A report knows whether it is about the smallest of the radii that were tried.
func TestHardenAgainstTheLeast(t *testing.T) {
	d := few(t)
	h := hardeningOf(t, d, quick(t, d))
	if err := h.phases(t.Context()); err != nil {
		t.Fatal(err)
	}
	if h.least == 0 || h.least > h.Strategy.Eps || h.Evaluate.EpsLeast != (h.Strategy.Eps == h.least) {
		t.Errorf("the least is %v, %v at %v", h.least, h.Evaluate.EpsLeast, h.Strategy.Eps)
	}
	for eps, least := range map[float64]bool{h.least: true, 2 * h.least: false} {
		if err := h.against(t.Context(), eps); err != nil || h.Evaluate.EpsLeast != least {
			t.Errorf("at %v: %v, %v", eps, h.Evaluate.EpsLeast, err)
		}
	}
}

// The phases are told of in their order, and models are those of Fit.
func TestHardenPhases(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Evaluate.Eps, o.Tuning = []float64{0.1}, &Tuning{Spaces: []Space{{Params: o.Params, Strategy: o.Strategy, Choices: []Choice{{"max-depth", []string{"1", "2", "3"}}}}}, Candidates: 2}
	var mu sync.Mutex
	var phases []string
	o.Progress = Progress{
		Start: func(phase string) { phases = append(phases, strings.Fields(phase)[0]) },
		At:    func(int, int, string) { mu.Lock(); defer mu.Unlock() },
	}
	o.Strategy.Loop, o.KeepLoop = "lt", true
	attacks := 0
	o.Strategy.Progress = func(advboost.Progress) { attacks++ }
	r := harden(t, d, o)
	if want := []string{"train", "tune", "train", "attack"}; !slices.Equal(phases, want) {
		t.Errorf("phases %v, want %v", phases, want)
	}
	tuning := r.Report.Report.Tuning
	if attacks != o.Params.Rounds-1 || len(tuning.Trials) != 3 || r.Answer == "" {
		t.Errorf("%d attacks, %d trials, answer %q", attacks, len(tuning.Trials), r.Answer)
	}
	s := o.Strategy
	s.Eps = 0.1
	if depth, other := tuning.Trials[tuning.Taken].Settings["max-depth"]; other {
		o.Params.MaxDepth, _ = strconv.Atoi(depth)
	}
	e, _, err := d.Fit(t.Context(), o.Params, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Test.Rows {
		if x := d.Test.Row(i); e.Class(x) != r.Hardened.Ensemble.Class(x) {
			t.Fatalf("row %d: another model than that of the same parameters", i)
		}
	}
}

// What is finished when the job is broken off stays: the natural model, and of the hardened one the
// trees so far, if there are any.
func TestHardenInterrupted(t *testing.T) {
	for name, stop := range map[string]func(o *Options, cancel func()){
		"": func(o *Options, cancel func()) {
			o.Natural.Progress = func(done, _ int) {
				if done == 2 {
					cancel()
				}
			}
		},
		"natural.json": func(o *Options, cancel func()) {
			o.Progress.Start = func(phase string) {
				if strings.Contains(phase, "train a hardened") {
					cancel()
				}
			}
		},
		"natural.json hardened.json": func(o *Options, cancel func()) { o.Strategy.Progress = func(advboost.Progress) { cancel() } },
	} {
		d := few(t)
		o := quick(t, d)
		o.Evaluate.Eps = []float64{0.1}
		o.Strategy.Loop, o.KeepLoop = "lt", true
		whole := harden(t, d, o)
		ctx, cancel := context.WithCancel(t.Context())
		o.Evaluate.Rest = t.Context()
		stop(&o, cancel)
		r, err := Harden(ctx, d, o)
		files, err2 := os.ReadDir(o.Dir)
		if !errors.Is(err, context.Canceled) || err2 != nil || name != "" && len(files) != len(r.Files) { // those of the whole job go when a model is written
			t.Fatalf("%v, finished %v, left %v, %v", err, r.Files, files, err2)
		}
		var kept []string
		for _, path := range r.Files {
			kept = append(kept, filepath.Base(path))
		}
		if strings.Join(kept, " ") != name || r.Unfinished != (len(kept) == 2) || r.Report != nil {
			t.Fatalf("kept %v, want %s; unfinished %v", kept, name, r.Unfinished)
		}
		if a, b := r.Natural.Ensemble, r.Hardened.Ensemble; (a != nil) != (len(kept) > 0) || (b != nil) != (len(kept) > 1) {
			t.Fatalf("kept %v, and returned %v and %v", kept, a, b)
		}
		if !r.Unfinished {
			continue
		}
		e, err := format.ReadFile(r.Files[1])
		if err != nil {
			t.Fatal(err)
		}
		n := len(e.Trees)
		if n == 0 || n >= len(whole.Hardened.Ensemble.Trees) || !cmp.Equal(e.Trees, whole.Hardened.Ensemble.Trees[:n]) {
			t.Errorf("%d trees are left, not the first of %d", n, len(whole.Hardened.Ensemble.Trees))
		}
	}
}

// An interruption of the attack leaves models and a report on the rows that are finished.
func TestHardenInterruptedAttack(t *testing.T) {
	for folds, says := range map[int]string{
		0: ", on 15 of 40 rows (interrupted), the ",
		3: ", on 135 of 160 rows (interrupted), each judged by models trained without it (3 folds), the ",
	} {
		d := few(t)
		o := quick(t, d)
		o.Folds, o.Evaluate.Eps, o.Evaluate.Rest, o.Params.Threads = folds, []float64{0.1}, t.Context(), 1
		ctx, cancel := context.WithCancel(t.Context())
		attacks := false
		o.Progress.Start = func(phase string) { attacks = strings.HasPrefix(phase, "attack ") }
		o.Progress.At = func(done, of int, _ string) {
			if attacks && done == 15 {
				cancel()
			}
		}
		r, err := Harden(ctx, d, o)
		if !errors.Is(err, context.Canceled) || len(r.Files) != 2 || r.Unfinished || r.Report == nil {
			t.Fatalf("%v, finished %v, report %v", err, r.Files, r.Report != nil)
		}
		if i := r.Report.Report.Interrupted; i == nil || i.Finished != 15 || i.Of != 40 || r.Report.Table.Rows != 15 {
			t.Errorf("the report says %+v", i)
		}
		for _, name := range []string{"metrics.json", "report.html"} {
			got, err := os.ReadFile(filepath.Join(o.Dir, name))
			if err != nil || !strings.Contains(string(got), says) || strings.Contains(string(got), "All 1") {
				t.Errorf("%s: %v, it does not say %q", name, err, says)
			}
		}
		if !strings.Contains(r.Answer, says) {
			t.Error(r.Answer)
		}
	}
}

// All files of an earlier run in the same directory stay until the first file of a new run appears, and
// then go; files that are not of such a run stay.
func TestHardenReplaces(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Evaluate.Eps, o.Strategy.Loop, o.KeepLoop = []float64{0.1}, "none", true
	there := func() (names []string) {
		t.Helper()
		files, err := os.ReadDir(o.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			names = append(names, f.Name())
		}
		return names
	}
	run := func(until string, refine *ensemble.Ensemble) *Result {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		of := o
		of.Refine = refine
		of.Progress.Start = func(phase string) {
			if until != "" && strings.HasPrefix(phase, until) {
				cancel()
			}
		}
		r, err := Harden(ctx, d, of)
		if until == "" && err != nil || until != "" && !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", until, err)
		}
		return r
	}
	model := run("", nil).Hardened.Ensemble
	all := there()
	for _, mine := range []string{"notes.txt", "trade-off.txt", "distance-time.svg"} { // the last one of another report
		if err := os.WriteFile(filepath.Join(o.Dir, mine), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	complete := append(all, "notes.txt", "trade-off.txt")
	slices.Sort(complete)
	and := func(name string) []string { return append(slices.Clone(complete), name) }
	for _, c := range []struct {
		until  string
		refine *ensemble.Ensemble
		left   []string
	}{
		{"train a natural", nil, and("distance-time.svg")},
		{"train a hardened", nil, []string{"natural.json", "notes.txt", "trade-off.txt"}},
		{"attack", nil, []string{"hardened.json", "natural.json", "notes.txt", "trade-off.txt"}},
		{"", nil, complete},
		{"refine", model, complete},
		{"attack", model, []string{"hardened.json", "natural.json", "notes.txt", "refined.json", "trade-off.txt"}},
		{"", model, and("refined.json")},
	} {
		run(c.until, c.refine)
		slices.Sort(c.left)
		if got := there(); !slices.Equal(got, c.left) {
			t.Errorf("until %q: left are\n%v, want\n%v", c.until, got, c.left)
		}
	}
}

// The models beside a report are those that it is about, whatever another run in the same directory
// has written meanwhile.
func TestHardenInOneDirectory(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Evaluate.Eps, o.Strategy.Loop, o.KeepLoop = []float64{0.1}, "none", true
	other := quick(t, d)
	other.Dir, other.Evaluate.Eps, other.Natural.Rounds = o.Dir, o.Evaluate.Eps, 3
	o.Progress.Start = func(phase string) {
		if strings.HasPrefix(phase, "attack") {
			harden(t, d, other)
		}
	}
	r := harden(t, d, o)
	for _, m := range []eval.Model{r.Natural, r.Hardened} {
		e, err := format.ReadFile(filepath.Join(o.Dir, m.Name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m.Ensemble.Trees, e.Trees); d != "" {
			t.Errorf("%s: %s", m.Name, d)
		}
	}
}

func TestHardenRefuses(t *testing.T) {
	d := few(t)
	for want, change := range map[string]func(*Options, *Data){
		"eps 0 leaves nothing to harden against: add a larger one": func(o *Options, _ *Data) { o.Evaluate.Eps = []float64{0} },
		"no test rows to evaluate on":                              func(_ *Options, d *Data) { d.Test = nil },
		"split is 2, must be 0 to 1":                               func(o *Options, _ *Data) { o.Strategy.Split = 2 },
		"rounds is 0, must be 1 to 2147483647":                     func(o *Options, _ *Data) { o.Params.Rounds = 0 },
	} {
		o, rows := quick(t, d), *d
		change(&o, &rows)
		if r, err := Harden(t.Context(), &rows, o); err == nil || err.Error() != want || r.Files != nil {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A library user's snippet in the README is the function that the Example runs.
func TestReadmeShowsTheExample(t *testing.T) {
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func harden(ctx context.Context, source, dir string) error {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	if lines := strings.Count(body, "\n") + 1; lines > 15 {
		t.Errorf("the main job takes %d lines, promised are at most 15", lines)
	}
	if shown := strings.ReplaceAll(body, "\t", "    "); !strings.Contains(string(readme), shown) {
		t.Errorf("the README does not show:\n%s", shown)
	}
}

// In norm 0 an eps is a number of columns, whatever their ranges.
func TestUnitOfTheNorm(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Strategy = advboost.Default(trainer.GBDT, attack.L0, d.Train)
	o.Strategy.Eps, o.Evaluate.Eps, o.KeepLoop = 1, []float64{1}, true
	harden(t, d, o)
	text, err := os.ReadFile(filepath.Join(o.Dir, "metrics.json"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := eval.ReadDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	if m.Unit.Text != "eps 1 is one column that changes" || m.Unit.Raw != nil {
		t.Errorf("%+v", m.Unit)
	}
}

// A strategy without a booster is one for boosting, as everywhere, and the zero one natural training.
func TestBoosterLeftOut(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Evaluate.Eps = []float64{0.1}
	want := harden(t, d, o)
	o.Strategy.Booster = ""
	if got := harden(t, d, o); !cmp.Equal(got.Hardened.Ensemble, want.Hardened.Ensemble) {
		t.Error("another model")
	}
	o.Strategy = advboost.Strategy{}
	r, err := Train(t.Context(), d, "natural", o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Models[0].Ensemble.Trees == nil {
		t.Error("no trees")
	}
}
