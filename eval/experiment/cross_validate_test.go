package experiment

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// unrelated returns rows whose labels follow from nothing: a model is right on those that it
// was trained on, and on half of all others.
func unrelated(rows int, seed uint64) *data.Table {
	r := rand.New(rand.NewPCG(seed, 4))
	t := &data.Table{Rows: rows, Cols: 3, Features: []string{"a", "b", "c"}, Classes: []string{"no", "yes"}, Source: "noise"}
	for i := range rows {
		t.X, t.Y = append(t.X, r.Float64(), r.Float64(), r.Float64()), append(t.Y, i%2)
	}
	return t
}

// No row is judged by a model that saw it, and each by one that saw nearly all others.
func TestFoldsJudgeRowsThatModelsDidNotSee(t *testing.T) {
	all := unrelated(400, 1)
	d, err := Split(all, 0.25, Auto, 0)
	if err != nil {
		t.Fatal(err)
	}
	o := quick(t, d)
	o.Natural.Rounds, o.Natural.MaxDepth = 60, 8
	o.Params.Rounds, o.Params.MaxDepth = 60, 8
	o.Folds, o.Evaluate.Eps = 4, []float64{1e-9}
	r := harden(t, d, o)
	for _, m := range r.Report.Report.CrossValidated.Models {
		if seen := rightOn(m.Ensemble, d.Train, 1).accuracies().Robust; seen < 0.95 {
			t.Fatalf("%s is right on %v of the rows that it saw: the test cannot tell", m.Name, seen)
		}
		if m.Metrics.Rows != all.Rows || m.Metrics.CleanAccuracy > 0.6 {
			t.Errorf("%s is right on %v of %d rows that say nothing of their classes", m.Name, m.Metrics.CleanAccuracy, m.Metrics.Rows)
		}
	}
	// but of what can be learned they learn as much as the models themselves
	for i := range all.Rows {
		all.X[3*i] = (all.X[3*i] + float64(all.Y[i])) / 2
	}
	if d, err = Split(all, 0.25, Auto, 0); err != nil {
		t.Fatal(err)
	}
	o.Dir = t.TempDir()
	if r, err = Harden(t.Context(), d, o); err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Report.Report.CrossValidated.Models {
		if m.Metrics.CleanAccuracy < 0.9 {
			t.Errorf("%s is right on %v of %d rows that are apart", m.Name, m.Metrics.CleanAccuracy, m.Metrics.Rows)
		}
	}
}

// The models are those of a run without folds; so is what is found of the test rows.
func TestFoldsLeaveModels(t *testing.T) {
	var found [2]*Result
	for i, folds := range []int{0, 3} {
		d := few(t)
		o := quick(t, d)
		o.Folds, o.Evaluate.Eps = folds, []float64{0.1}
		o.Params.Threads = 1 + i
		var err error
		if found[i], err = Harden(t.Context(), d, o); err != nil {
			t.Fatal(err)
		}
	}
	a, b := found[0].Report.Report, found[1].Report.Report
	for i, m := range a.Models {
		if n := b.Models[i]; m.Metrics.CleanAccuracy != n.Metrics.CleanAccuracy || m.Metrics.At[0] != n.Metrics.At[0] {
			t.Errorf("%s: %+v, with folds %+v", m.Name, m.Metrics, n.Metrics)
		}
	}
	if a.CrossValidated != nil || b.CrossValidated.Folds != 3 || !strings.Contains(found[1].Answer, "(3 folds)") || strings.Contains(found[0].Answer, "folds)") {
		t.Errorf("without folds %q, with folds %q", found[0].Answer, found[1].Answer)
	}
}

// Whatever the answer counts, it counts in the rows that its verdict is of.
func TestFoldsAreTheRowsOfTheWholeAnswer(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Folds, o.Evaluate.Eps = 3, []float64{0.1}
	o.Evaluate.Gain = func([]float64) float64 { return 0.3 }
	o.Strategy.Constraints = &attack.Constraints{Hi: slices.Repeat([]float64{0.9}, d.Train.Cols)}
	r := harden(t, d, o)
	held := r.Report.Report
	all := held.CrossValidated
	if held.Verdict != all.Verdict || all.GainSentence() == "" || held.GainSentence() == all.GainSentence() {
		t.Fatalf("the test cannot tell: %q", r.Answer)
	}
	if !strings.Contains(r.Answer, all.GainSentence()) {
		t.Errorf("%q is not in %q", all.GainSentence(), r.Answer)
	}
	outside := fmt.Sprintf("%d that natural gets right", all.Models[0].Metrics.OutOfBounds)
	if few := held.Models[0].Metrics.OutOfBounds; few == all.Models[0].Metrics.OutOfBounds || !strings.Contains(r.Answer, outside) {
		t.Errorf("%q is not in %q, of the rows held out %d", outside, r.Answer, few)
	}
}

func TestFoldsInterrupted(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Folds, o.Evaluate.Eps = 4, []float64{0.1}
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress.Start = func(phase string) {
		if strings.HasPrefix(phase, "judge") {
			cancel()
		}
	}
	if r, err := Harden(ctx, d, o); !errors.Is(err, context.Canceled) || len(r.Files) != 2 {
		t.Errorf("%v, finished %v", err, r.Files)
	}
}

func TestFoldsRefused(t *testing.T) {
	for name, change := range map[string]func(d *Data, o *Options){
		"one":       func(_ *Data, o *Options) { o.Folds = 1 },
		"negative":  func(_ *Data, o *Options) { o.Folds = -2 },
		"tuned":     func(_ *Data, o *Options) { o.Tuning = &Tuning{} },
		"curve":     func(_ *Data, o *Options) { o.Curve = &Curve{} },
		"too many":  func(d *Data, o *Options) { o.Folds = d.Train.Rows + 2 },
		"sparse":    func(d *Data, _ *Options) { d.Train.X, d.Train.Sparse = nil, &data.Sparse{} },
		"no labels": func(d *Data, _ *Options) { d.Test.Y = nil },
	} {
		d := few(t)
		o := quick(t, d)
		o.Folds, o.Evaluate.Eps = 3, []float64{0.1}
		change(d, &o)
		if r, err := Harden(t.Context(), d, o); err == nil || errors.Is(err, context.Canceled) || r.Report != nil {
			t.Errorf("%s: %v", name, err)
		} else if name != "too many" && name != "no labels" && !strings.Contains(err.Error(), "Options.Folds is ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What would let more rows judge is said where it can be had.
func TestFoldsAreProposed(t *testing.T) {
	for _, test := range []struct {
		what   string
		change func(d *Data, o *Options)
		want   string
	}{
		{"rows of one table", func(*Data, *Options) {}, "folds 5"},
		{"rows that are judged", func(_ *Data, o *Options) { o.Folds = 5 }, ""},
		{"test rows of another file", func(d *Data, _ *Options) { d.Test.Source = "later.csv" }, ""},
		{"a search", func(_ *Data, o *Options) { o.Tuning = searching(o) }, ""},
		{"sparse rows", func(d *Data, _ *Options) { d.Train.X, d.Train.Sparse = nil, &data.Sparse{} }, ""},
	} {
		d := few(t)
		o := quick(t, d)
		test.change(d, &o)
		h := hardeningOf(t, d, o)
		if h.Evaluate.MoreRows != test.want {
			t.Errorf("%s: %q instead of %q", test.what, h.Evaluate.MoreRows, test.want)
		}
	}
}
