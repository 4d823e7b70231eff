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
		"Tuning.Spaces are empty":                 func(o *Options) { o.Tuning = &Tuning{Candidates: 2} },
		"Tuning.Spaces[0]: the parameters are":    func(o *Options) { o.Tuning = &Tuning{Spaces: []Space{{}}} },
		"is for -1 Rounds":                        func(o *Options) { o.Tuning = searching(o); o.Tuning.Spaces[0].Rounds = -1 },
		`the choice of "max-depth" has no values`: func(o *Options) { o.Tuning = searching(o, Choice{Name: "max-depth"}) },
		`did you mean "max-depth"`:                func(o *Options) { o.Tuning = searching(o, Choice{"max-dept", []string{"2"}}) },
		`did you mean "harden-eps"`:               func(o *Options) { o.Tuning = searching(o, Choice{"harden-esp", []string{"2"}}) },
		`max-depth is "two", not a whole number`:  func(o *Options) { o.Tuning = searching(o, Choice{"max-depth", []string{"3", "two"}}) },
		"max-depth is -7, must be":                func(o *Options) { o.Tuning = searching(o, Choice{"max-depth", []string{"-7"}}) },
		"clean is 2, must be":                     func(o *Options) { o.Tuning = searching(o, Choice{"clean", []string{"2"}}) },
		"batch-trees is for booster forest":       func(o *Options) { o.Tuning = searching(o, Choice{"batch-trees", []string{"2"}}) },
		`"-1" is not a positive number`:           func(o *Options) { o.Tuning = searching(o, Choice{HardenEps, []string{"-1"}}) },
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
	if _, err := few(t).Tune(t.Context(), small(trainer.GBDT), advboost.Strategy{Eps: 0.1}, eval.AimRobust, Tuning{Candidates: 2}); err == nil {
		t.Error("a search in no space")
	}
}

// searching returns a search of some choices.
func searching(o *Options, choices ...Choice) *Tuning {
	return &Tuning{Spaces: []Space{{Params: o.Params, Strategy: o.Strategy, Choices: choices}}}
}

// What is worth trying around any defaults can be.
func TestSpacesAroundDefaultsCanBe(t *testing.T) {
	for _, booster := range []string{trainer.GBDT, trainer.Forest} {
		for _, norm := range attack.AllNorms {
			for _, rows := range []*data.Table{nil, few(t).Train} {
				o := Default(booster, norm, rows)
				o.Evaluate.Attack = exact.Attack{}
				o.Tuning = &Tuning{Spaces: []Space{SpaceAround(o.Params, o.Strategy, rows)}}
				if err := o.Check(); err != nil {
					t.Errorf("%s, norm %v: %v", booster, norm, err)
				}
				for _, c := range o.Tuning.Spaces[0].Choices {
					if !IsOption(c.Name) && c.Name != HardenEps {
						t.Errorf("%s is no option", c.Name)
					}
				}
			}
		}
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
