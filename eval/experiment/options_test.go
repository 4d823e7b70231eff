package experiment

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// What cannot be is reported before anything is trained: models were written first, and
// without an attack the program ended.
func TestCheckBeforeTraining(t *testing.T) {
	for want, spoil := range map[string]func(o *Options){
		"no attack to evaluate with":              func(o *Options) { o.Evaluate.Attack = nil },
		"eps must ascend, got [3 1]":              func(o *Options) { o.Evaluate.Eps = []float64{3, 1} },
		"eps must be at least 0 and finite":       func(o *Options) { o.Evaluate.Eps = []float64{-1} },
		`unknown aim "x"`:                         func(o *Options) { o.Evaluate.Aim = "x" },
		"Options.Resamples is -1":                 func(o *Options) { o.Evaluate.Resamples = -1 },
		"eps -1 is not a distance":                func(o *Options) { o.Strategy.Eps = -1 },
		`unknown option "gradeint": did you mean`: func(o *Options) { o.Given = []string{"gradient", "colsample-bytree", "gradeint"} },
		"Tuning.Candidates is -1":                 func(o *Options) { o.Tuning = &Tuning{Candidates: -1} },
		"Tuning.Candidates is 0 and Budget -1ns":  func(o *Options) { o.Tuning = &Tuning{Budget: -1} },
	} {
		o := Default(trainer.GBDT, attack.LInf, nil)
		o.Evaluate.Attack = exact.Attack{}
		if err := o.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(&o)
		if err := o.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := few(t).Tune(t.Context(), small(trainer.GBDT), advboost.Strategy{Eps: 0.1}, eval.AimRobust, Tuning{Candidates: -1}); err == nil {
		t.Error("a search for -1 candidates")
	}
}

// Rows that a model cannot be right on, or attacked on, ended the program.
func TestRowsWithoutClasses(t *testing.T) {
	table := few(t).Train
	none := table.Subset([]int{0, 1, 2})
	none.Y, none.Classes = nil, nil
	targets := none.Subset([]int{0, 1, 2})
	targets.Target = []float64{1, 2, 3}
	broken := table.Subset([]int{0, 1, 2})
	broken.Y[1] = 9
	classifier := ensembletest.Stumps()
	regressor := &ensemble.Ensemble{Features: table.Cols, Outputs: 1, Base: []float64{0}}
	if err := regressor.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"classes of none":       NewTally(classifier).Add(t.Context(), none),
		"classes of targets":    NewTally(classifier).Add(t.Context(), targets),
		"targets of none":       NewTally(regressor).Add(t.Context(), none),
		"targets of classes":    NewTally(regressor).Add(t.Context(), table),
		"too many features":     NewTally(classifier).Add(t.Context(), table),
		"no class":              NewTally(classifier).Add(t.Context(), broken),
		"no table":              NewTally(classifier).Add(t.Context(), nil),
		"held out of no class":  hold(broken),
		"prepared of no class":  prepare(broken, table),
		"tested on no class":    prepare(table, broken),
		"an attack on none":     probe(t, classifier, none.Select([]int{0, 1})),
		"an attack on targets":  probe(t, classifier, targets.Select([]int{0, 1})),
		"an attack on no class": probe(t, classifier, broken.Select([]int{0, 1})),
		"an attack on no table": probe(t, classifier, nil),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := NewTally(regressor).Add(t.Context(), targets); err != nil {
		t.Error(err)
	}
}

// probe attacks some rows.
func probe(t *testing.T, e *ensemble.Ensemble, table *data.Table) error {
	_, err := Probe(t.Context(), e, table, 2, eval.Options{Attack: exact.Attack{}})
	return err
}

// hold holds test rows out.
func hold(table *data.Table) error {
	_, err := Split(table, 0.5, Never, 0)
	return err
}

// prepare prepares rows.
func prepare(train, test *data.Table) error {
	_, err := Prepare(train, test, Never)
	return err
}
