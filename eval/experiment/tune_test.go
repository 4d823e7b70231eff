package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// few returns some rows of wdbc, to tune on quickly.
func few(t *testing.T) *Data {
	d := wdbc(t, Auto)
	d.Train = d.Train.Subset(d.Train.Sample(120, 0))
	d.Test = d.Test.Subset(d.Test.Sample(40, 0))
	return d
}

func small(booster string) trainer.Params {
	p := trainer.Defaults(booster)
	p.Rounds, p.MaxDepth = 8, 2
	return p
}

// The scores are those that the evaluation finds by the exact search.
func TestCertifyAgreesWithTheEvaluation(t *testing.T) {
	d := few(t)
	for _, norm := range attack.Norms {
		l := advboost.Strategy{Norm: norm, Eps: 0.15}
		e, _, err := d.Fit(t.Context(), small(trainer.GBDT), l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Certify(t.Context(), &l, e, d.Test, 1)
		if err != nil {
			t.Fatal(err)
		}
		r, err := eval.Evaluate(t.Context(), []eval.Model{{Ensemble: e}}, d.Test, eval.Options{Attack: exact.Attack{}, Norm: norm, Eps: []float64{l.Eps}, Resamples: 10})
		if err != nil {
			t.Fatal(err)
		}
		m := r.Models[0].Metrics
		want := Score{Clean: m.CleanAccuracy, Robust: m.At[0].Certified, Balanced: m.At[0].BalancedRobust}
		if math.Abs(got.Clean-want.Clean)+math.Abs(got.Robust-want.Robust)+math.Abs(got.Balanced-want.Balanced) > 1e-9 || want.Robust == want.Clean {
			t.Errorf("norm %v: %+v, want %+v", norm, got, want)
		}
	}
}

// Tune returns its trials best first, each with the score that training anew
// with its settings gives on the same rows.
func TestTune(t *testing.T) {
	d := few(t)
	for _, booster := range []string{trainer.GBDT, trainer.Forest} {
		p, l := small(booster), advboost.Strategy{Booster: booster, Eps: 0.1, Split: 1}
		p.BatchTrees = 4
		trials, err := d.Tune(t.Context(), p, l, Tuning{Depths: []int{1, 3}, Splits: []float64{0, 1}, Eps: []float64{1, 1.5}, Rounds: true, Balance: 0.3})
		if err != nil || len(trials) != 48 {
			t.Fatalf("%d trials, want 2 depths, 2 splits, 2 radii and 6 numbers of rounds: %v", len(trials), err)
		}
		value := func(t Trial) float64 { return 0.7*t.Score.Robust + 0.3*t.Score.Balanced }
		if !slices.IsSortedFunc(trials, func(a, b Trial) int { return cmp.Compare(value(b), value(a)) }) || value(trials[0]) == value(trials[47]) {
			t.Errorf("%s: the best is not first", booster)
		}
		folds, err := d.folds(p.Seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, trial := range []Trial{trials[0], trials[5]} {
			var got Score
			for i := range folds {
				e, _, err := folds[i].Fit(t.Context(), trial.Params, trial.Strategy)
				if err != nil {
					t.Fatal(err)
				}
				s, err := Certify(t.Context(), &l, e, folds[i].Test, 1)
				if err != nil {
					t.Fatal(err)
				}
				got.add(s)
			}
			got.divide(float64(len(folds)))
			if d := gocmp.Diff(trial.Score, got); d != "" {
				t.Errorf("%s, %d rounds: %s", booster, trial.Params.Rounds, d)
			}
		}
	}
}

// Where labels are noise, robust accuracy is lost with every round, and fewer of
// them are chosen.
func TestTuneOnNoise(t *testing.T) {
	table := &data.Table{Rows: 300, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}}
	random := seed.At(1)
	for range table.Rows {
		table.X = append(table.X, random.Float64(), random.Float64())
		table.Y = append(table.Y, int(1.4*random.Float64()))
	}
	p, l := small(trainer.GBDT), advboost.Strategy{Eps: 0.01, Split: 1}
	p.Rounds, p.MaxDepth = 40, 4
	trials, err := (&Data{Train: table}).Tune(t.Context(), p, l, Tuning{Rounds: true})
	if err != nil {
		t.Fatal(err)
	}
	all := trials[slices.IndexFunc(trials, func(t Trial) bool { return t.Params.Rounds == p.Rounds })]
	if best := trials[0]; best.Params.Rounds > 10 || best.Score.Robust < all.Score.Robust+0.05 {
		t.Errorf("%d rounds, robust accuracy %v, after all rounds %v", best.Params.Rounds, best.Score.Robust, all.Score.Robust)
	}
}

// The setting given stays where nothing is better but by chance, first of the
// trials, and the others keep their order.
func TestTuneStaysWithTheGiven(t *testing.T) {
	d := few(t)
	p, l := small(trainer.GBDT), advboost.Strategy{Eps: 0.05, Split: 1}
	p.MaxDepth = 1
	o := Tuning{Depths: []int{1, 2, 3}, Balance: 0.5}
	trials, err := d.Tune(t.Context(), p, l, o)
	if err != nil || len(trials) != 3 {
		t.Fatalf("%d trials, %v", len(trials), err)
	}
	value := func(i int) float64 { return trials[i].Score.value(o.Balance) }
	if trials[0].Params.MaxDepth != p.MaxDepth || value(0) >= value(1) || value(1) < value(2) {
		t.Errorf("depth %d of %d stands first, values %v, %v, %v", trials[0].Params.MaxDepth, p.MaxDepth, value(0), value(1), value(2))
	}
	for i := range trials {
		if mean := stat.Mean(trials[i].values, nil); math.Abs(mean-value(i)) > 0.005 {
			t.Errorf("rows have the mean value %v, want %v", mean, value(i))
		}
	}
	if trials[1].clearly(&trials[0], d.Train.Rows) {
		t.Error("the best is better by more than a standard error")
	}
}

// What folds gain counts for less the fewer rows they were trained on.
func TestClearly(t *testing.T) {
	const rows = 100
	standing, better := Trial{values: make([]float64, rows)}, Trial{values: make([]float64, rows)}
	for i := range 2 { // 2 % of the rows, 1.4 standard errors
		better.values[i] = 1
	}
	for trained, want := range map[int]bool{80: false, 10000: true} {
		if better.clearly(&standing, trained) != want {
			t.Errorf("trained on %d rows: clearly better is %v", trained, !want)
		}
	}
}

// With the metric, early stopping keeps the rounds with the best proved
// robust accuracy.
func TestStopsAtTheBestRobustAccuracy(t *testing.T) {
	d := few(t)
	l := advboost.Strategy{Eps: 0.1}
	p := small(trainer.GBDT)
	var scores []float64
	p.Valid, p.Metrics = []trainer.Validation{{Name: "valid", Table: d.Test}}, []trainer.Metric{Metric(&l, 1)}
	p.Rounds, p.EarlyStoppingRounds = 30, 5
	p.Report = func(e trainer.Evaluation) { scores = append(scores, e.Scores[0].Value) }
	e, _, err := d.Fit(t.Context(), p, l)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Certify(t.Context(), &l, e, d.Test, 1)
	if err != nil || got.Robust != slices.Max(scores) || len(scores) == 30 {
		t.Errorf("kept %v of %v, %v", got.Robust, scores, err)
	}
}

// Every row of a small table is scored once, by models that have not seen it.
func TestFoldsOfATuning(t *testing.T) {
	d := few(t)
	folds, err := d.folds(1)
	if err != nil || len(folds) != tuneFolds {
		t.Fatalf("%d folds, %v", len(folds), err)
	}
	seen := map[string]int{}
	for _, f := range folds {
		if f.Train.Rows+f.Test.Rows != d.Train.Rows {
			t.Errorf("%d and %d rows of %d", f.Train.Rows, f.Test.Rows, d.Train.Rows)
		}
		for i := range f.Test.Rows {
			seen[fmt.Sprint(f.Test.Row(i))]++
		}
	}
	for i := range d.Train.Rows {
		if n := seen[fmt.Sprint(d.Train.Row(i))]; n != 1 {
			t.Errorf("row %d is scored %d times", i, n)
		}
	}
}

// An attack in the loop may fail: training ends with its error, and the last
// checkpoint is left.
func TestFailingAttackLeavesTheCheckpoint(t *testing.T) {
	d := few(t)
	p := small(trainer.GBDT)
	var saved *ensemble.Ensemble
	p.Checkpoint, p.CheckpointRounds = func(e *ensemble.Ensemble) error { saved = e; return nil }, 2
	l := advboost.Strategy{Eps: 0.1, Attack: advboost.InBall{Eps: -1}, Schedule: advboost.Schedule{Every: 5}}
	_, _, err := d.Fit(context.Background(), p, l)
	if err == nil || err.Error() != "advboost: eps -1 is not a distance" || saved == nil || len(saved.Trees) != 4 {
		t.Errorf("%v, checkpoint %v", err, saved)
	}
}
