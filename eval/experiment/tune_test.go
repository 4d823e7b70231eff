package experiment

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
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
	d.Train = d.Train.Sample(120, 0)
	d.Test = d.Test.Sample(40, 0)
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

// narrow is a space of a few settings.
func narrow(p trainer.Params, s advboost.Strategy) Space {
	return Space{Params: p, Strategy: s, Rounds: 16, Choices: []Choice{
		{"max-depth", []string{"1", "2", "3"}}, {"split", []string{"0.5", "1"}}, {HardenEps, []string{"1", "1.5"}}, {"relabel", []string{"0", "1"}},
	}}
}

// What the record says of a setting is what training anew with it gives on the
// rows held out, and the settings scored in all folds stand first, best first.
func TestTune(t *testing.T) {
	d := few(t)
	for _, booster := range []string{trainer.GBDT, trainer.Forest} {
		p, l := small(booster), advboost.Strategy{Booster: booster, Eps: 0.1, Split: 1}
		p.BatchTrees = 4
		space := narrow(p, l)
		tuned, err := d.Tune(t.Context(), p, l, eval.AimBalanced, Tuning{Spaces: []Space{space}, Candidates: 6})
		if err != nil {
			t.Fatal(err)
		}
		r := tuned.Record
		if len(r.Trials) != 7 || r.Rows != d.Train.Rows || r.Trials[r.Given].Gain != nil || len(r.Trials[r.Given].Settings) != 0 {
			t.Fatalf("%s: %+v", booster, r)
		}
		folds, err := d.tuneFolds(p.Seed)
		if err != nil {
			t.Fatal(err)
		}
		space.like(&p, &l)
		for k, trial := range r.Trials {
			if k > 0 && (trial.Folds > r.Trials[k-1].Folds || trial.Folds == r.Trials[k-1].Folds && trial.Balanced > r.Trials[k-1].Balanced) {
				t.Errorf("%s: trial %d stands behind a worse one", booster, k)
			}
			settings := maps.Clone(trial.Settings)
			if _, wider := settings[HardenEps]; wider {
				settings[HardenEps] = "1.5"
			}
			c, err := space.candidate(settings)
			if err != nil {
				t.Fatal(err)
			}
			c.params.Rounds = trial.Rounds
			rows, hits := make([]float64, 2), make([]float64, 2)
			for i := range folds[:trial.Folds] {
				e, _, err := folds[i].Fit(t.Context(), c.params, c.strategy)
				if err != nil {
					t.Fatal(err)
				}
				held, err := judge(t.Context(), &l, e, folds[i].Test, 1)
				if err != nil {
					t.Fatal(err)
				}
				for j, y := range folds[i].Test.Y {
					if rows[y]++; held.robust[j] {
						hits[y]++
					}
				}
			}
			want := eval.AccuraciesOf(rows, hits)
			got := eval.Accuracies{Robust: trial.Robust, Balanced: trial.Balanced, WorstClass: trial.WorstClass}
			if got != want {
				t.Errorf("%s, %v, %d rounds: %+v, want %+v", booster, &trial, trial.Rounds, got, want)
			}
		}
		taken := r.Trials[r.Taken]
		if tuned.Params.Rounds != taken.Rounds || r.Taken != r.Given && taken.Balanced < r.Trials[r.Given].Balanced {
			t.Errorf("%s: %d rounds of %+v", booster, tuned.Params.Rounds, taken)
		}
	}
}

// The result is the same for any number of threads, and settings that are given
// are left alone.
func TestTuneIsRepeatable(t *testing.T) {
	d := few(t)
	p, l := small(trainer.GBDT), advboost.Strategy{Eps: 0.1, Split: 1}
	var records []*eval.Tuning
	for _, threads := range []int{1, 3} {
		p.Threads = threads
		space := narrow(p, l)
		space.Without("max-depth", "rounds")
		command := func(flags map[string]string) string { return fmt.Sprint(flags) }
		tuned, err := d.Tune(t.Context(), p, l, eval.AimWorstClass, Tuning{Spaces: []Space{space}, Candidates: 4, Command: command})
		if err != nil {
			t.Fatal(err)
		}
		if tuned.Params.Threads != threads {
			t.Errorf("%d threads, want %d", tuned.Params.Threads, threads)
		}
		records = append(records, tuned.Record)
	}
	if diff := gocmp.Diff(records[0], records[1]); diff != "" {
		t.Error(diff)
	}
	for k, trial := range records[0].Trials {
		if _, other := trial.Settings["max-depth"]; other || trial.Rounds != p.Rounds {
			t.Errorf("%v, %d rounds", &trial, trial.Rounds)
		}
		if len(trial.Settings) == 0 && k != records[0].Given { // nothing stops it early
			t.Error("the given setting is tried again")
		}
	}
	if !strings.Contains(records[0].Command, "rounds:8") || !strings.Contains(records[0].Command, "harden-eps:0.1") {
		t.Errorf("command %s", records[0].Command)
	}
}

// The command of a search names no rounds that are the default of the hardened model: the natural
// one, which has a default of its own, would be trained for as many.
func TestTunedCommandWithoutDefaults(t *testing.T) {
	d := few(t)
	o := Default(trainer.GBDT, attack.LInf, d.Train)
	o.Strategy.Eps = 0.1
	for _, c := range []struct {
		rounds int
		named  bool
	}{{o.Params.Rounds, false}, {o.Natural.Rounds, true}} {
		p := o.Params
		p.Rounds = c.rounds
		command := func(flags map[string]string) string { return fmt.Sprint(flags) }
		tuned, err := d.Tune(t.Context(), p, o.Strategy, eval.AimRobust, Tuning{Spaces: []Space{narrow(p, o.Strategy)}, Budget: 1, Command: command})
		if err != nil || strings.Contains(tuned.Record.Command, "rounds:") != c.named {
			t.Errorf("%d rounds: %+v, %v", c.rounds, tuned, err)
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
	space := Space{Params: p, Strategy: l, Rounds: 40}
	tuned, err := (&Data{Train: table}).Tune(t.Context(), p, l, eval.AimRobust, Tuning{Spaces: []Space{space}, Candidates: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := tuned.Record
	if best, given := r.Trials[0], r.Trials[r.Given]; best.Rounds > 10 || best.Robust < given.Robust+0.05 {
		t.Errorf("%d rounds, robust accuracy %v, after all rounds %v", best.Rounds, best.Robust, given.Robust)
	}
}

// Without time for anything the given setting stays; a class that is missing from
// a fold is named.
func TestTuneWithout(t *testing.T) {
	d := few(t)
	p, l := small(trainer.GBDT), advboost.Strategy{Eps: 0.1, Split: 1}
	spaces := []Space{narrow(p, l)}
	tuned, err := d.Tune(t.Context(), p, l, eval.AimRobust, Tuning{Spaces: spaces, Budget: 1})
	if err != nil || tuned.Params.Rounds != p.Rounds || tuned.Record.Taken != tuned.Record.Given {
		t.Errorf("without time: %+v, %v", tuned, err)
	}
	one := &Data{Train: d.Train.Subset(append(rowsOf(d.Train, 1)[:20], rowsOf(d.Train, 0)[0]))}
	_, err = one.Tune(t.Context(), p, l, eval.AimRobust, Tuning{Spaces: spaces})
	if want := `class "benign" has too few training rows for each of 5 folds to be trained on one`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// rowsOf returns the rows of a class.
func rowsOf(t *data.Table, class int) (rows []int) {
	for i, y := range t.Y {
		if y == class {
			rows = append(rows, i)
		}
	}
	return rows
}

// The mean of the values of rows is the accuracy of the aim, and rows of classes
// that do not count have none of their own.
func TestValuesOfRows(t *testing.T) {
	held := &judged{
		y:      []int{0, 0, 0, 0, 0, 0, 2, 2, 2, 2},
		robust: []bool{true, true, true, true, true, false, true, false, false, false},
	}
	for aim, want := range map[eval.Aim]float64{eval.AimRobust: 0.6, eval.AimBalanced: (5./6 + 1./4) / 2, eval.AimWorstClass: 0.25} {
		values := held.values(aim)
		if got := stat.Mean(values, nil); math.Abs(got-want) > 1e-12 || math.Abs(held.safe().of(aim)-want) > 1e-12 {
			t.Errorf("%s: mean %v, want %v", aim, got, want)
		}
		if aim == eval.AimWorstClass && (values[0] != values[5] || values[6] == values[7]) {
			t.Errorf("worst class: %v", values)
		}
	}
}

// What folds gain counts for less the fewer rows they were trained on.
func TestGain(t *testing.T) {
	const rows = 100
	standing, better := foldScore{values: make([]float64, rows)}, foldScore{values: make([]float64, rows)}
	for i := range 2 { // 2 % of the rows, 1.4 standard errors
		better.values[i] = 1
	}
	for trained, want := range map[int]bool{80: false, 10000: true} {
		if gain, err := better.gain(&standing, trained); math.Abs(gain-0.02) > 1e-12 || (gain > err) != want {
			t.Errorf("trained on %d rows: gain %v ± %v", trained, gain, err)
		}
	}
}

// What rows gain counts for less if all of them are of one group.
func TestGainOfGroups(t *testing.T) {
	const rows, groups = 100, 5
	standing, better := foldScore{values: make([]float64, rows)}, foldScore{values: make([]float64, rows)}
	for i := range rows {
		better.groups = append(better.groups, i%groups)
		if i%groups == 0 {
			better.values[i] = 1
		}
	}
	gain, err := better.gain(&standing, 10000)
	better.groups = nil
	if same, ofRows := better.gain(&standing, 10000); math.Abs(gain-0.2) > 1e-12 || same != gain || gain < 1.96*ofRows || gain > err {
		t.Errorf("gain %v ± %v, of rows alone %v ± %v", gain, err, same, ofRows)
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
	folds, err := d.tuneFolds(1)
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
	if err == nil || err.Error() != "eps -1 is not a distance" || saved == nil || len(saved.Trees) != 4 {
		t.Errorf("%v, checkpoint %v", err, saved)
	}
}

// A constant is not taken, whatever it gains, and a setting that tells the classes apart is
// ahead of it.
func TestNoConstantIsTaken(t *testing.T) {
	const rows, first = 100, 66 // of each fold, and of its first class
	table := &data.Table{Classes: []string{"a", "b"}, Rows: rows}
	for i := range rows {
		table.Y = append(table.Y, min(i/first, 1))
	}
	// scored is a candidate that holds so many rows of each class, and is right on some more.
	scored := func(a, b, more int) *candidate {
		c := &candidate{}
		for range tuneFolds {
			held := &judged{y: table.Y}
			for i, y := range table.Y {
				of, n := i, a
				if y == 1 {
					of, n = i-first, b
				}
				held.robust, held.clean = append(held.robust, of < n), append(held.clean, of < n+more)
			}
			c.folds = append(c.folds, &foldScores{rounds: []int{1}, held: []*judged{held}})
		}
		c.pool(eval.AimRobust)
		return c
	}
	folds := slices.Repeat([]Data{{Train: table, Test: table}}, tuneFolds)
	constant, apart := scored(first, 0, 0), scored(46, 18, 8)
	for name, given := range map[string]*candidate{"much": scored(54, 4, 7), "nearly nothing": scored(10, 8, 20)} {
		s := &tuning{folds: folds, aim: eval.AimRobust, given: given, others: []*candidate{constant}}
		if s.take() != given {
			t.Errorf("where the given one holds %s, a constant is taken", name)
		}
		s.others = append(s.others, apart)
		if s.take() != apart || s.ahead(1)[0] != apart {
			t.Errorf("where the given one holds %s, a constant is ahead of one that tells the classes apart", name)
		}
	}
	noise := scored(48, 8, 0) // whatever is tried on it
	if s := (&tuning{folds: folds, aim: eval.AimRobust, given: noise, others: []*candidate{constant}}); s.take() != constant {
		t.Error("a model of noise is kept where a constant holds more")
	}
}

// A setting that gains less robust accuracy than it loses of clean accuracy is not
// taken, however sure the gain is.
func TestNoMoreCleanAccuracyIsLostThanGained(t *testing.T) {
	const rows = 100 // of each fold
	scores := func(clean, robust int) (all []*foldScores) {
		for range tuneFolds {
			held := &judged{}
			for i := range rows {
				held.y = append(held.y, i/50)
				held.clean, held.robust = append(held.clean, i%50 < clean/2), append(held.robust, i%50 < robust/2)
			}
			all = append(all, &foldScores{rounds: []int{1}, held: []*judged{held}})
		}
		return all
	}
	table := &data.Table{Classes: []string{"a", "b"}, Rows: rows, Y: scores(0, 0)[0].held[0].y}
	folds := slices.Repeat([]Data{{Train: table, Test: table}}, tuneFolds)
	for _, c := range []struct {
		clean int
		taken bool
	}{{80, true}, {76, true}, {72, false}} {
		s := &tuning{folds: folds, aim: eval.AimRobust, given: &candidate{folds: scores(80, 60)}}
		other := &candidate{folds: scores(c.clean, 66)}
		s.others = []*candidate{other}
		for _, of := range []*candidate{s.given, other} {
			of.pool(s.aim)
		}
		if got := s.take() == other; got != c.taken {
			t.Errorf("6 points more robust, %d points less accurate: taken is %v", 80-c.clean, got)
		}
	}
}
