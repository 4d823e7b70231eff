package booster_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

func TestBadParameters(t *testing.T) {
	for message, change := range map[string]func(*trainer.Params){
		"rounds is 0, must be 1 to":                                    func(p *trainer.Params) { p.Rounds = 0 },
		"learning-rate is 1.5, must be above 0, up to 1":               func(p *trainer.Params) { p.LearningRate = 1.5 },
		"learning-rate is NaN":                                         func(p *trainer.Params) { p.LearningRate = math.NaN() },
		"lambda is -1, must be at least 0":                             func(p *trainer.Params) { p.Lambda = -1 },
		"lambda is +Inf":                                               func(p *trainer.Params) { p.Lambda = math.Inf(1) },
		"max-bin is 257, must be 2 to 256":                             func(p *trainer.Params) { p.MaxBin = 257 },
		"subsample is 0, must be above 0, up to 1":                     func(p *trainer.Params) { p.Subsample = 0 },
		`grow-policy is "leafwise", must be depthwise, lossguide`:      func(p *trainer.Params) { p.GrowPolicy = "leafwise" },
		"grow-policy is lossguide with max-depth 0 and max-leaves 0":   func(p *trainer.Params) { p.GrowPolicy, p.MaxDepth = trainer.LossGuide, 0 },
		"early-stopping-rounds is 5 without validation rows":           func(p *trainer.Params) { p.EarlyStoppingRounds = 5 },
		"monotone-constraints is [2], must be -1 to 1":                 func(p *trainer.Params) { p.MonotoneConstraints = []int{2} },
		"balanced and class-weight":                                    func(p *trainer.Params) { p.Balanced, p.ClassWeight = true, []float64{1, 1} },
		"oob-score with copies of images":                              func(p *trainer.Params) { p.OOBScore, p.ImageShift = true, 1 },
		`eval-metric is "accuracy", must be logloss, error, auc, rmse`: func(p *trainer.Params) { p.EvalMetric = "accuracy" },
	} {
		p := trainer.Defaults(trainer.GBDT)
		change(&p)
		if _, err := booster.New(trainer.GBDT, p); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("error %v, want one with %q", err, message)
		}
	}
	if _, err := booster.New("xgboost", trainer.Defaults(trainer.GBDT)); err == nil {
		t.Error("no error for an unknown booster")
	}
}

func TestBadData(t *testing.T) {
	for message, change := range map[string]func(*data.Table, *trainer.Params){
		"class 7 is not one of 2":                                     func(d *data.Table, _ *trainer.Params) { d.Y[3] = 7 },
		"257 classes, at most 256 can be trained (Label, or --label,": func(d *data.Table, _ *trainer.Params) { d.Classes = make([]string, 257) },
		"no labels":              func(d *data.Table, _ *trainer.Params) { d.Y = nil },
		"only one class":         func(d *data.Table, _ *trainer.Params) { d.Classes = d.Classes[:1]; clear(d.Y) },
		"nothing to train on":    func(d *data.Table, _ *trainer.Params) { d.Rows, d.X, d.Y = 0, nil, []int{} },
		"weight is -1":           func(d *data.Table, _ *trainer.Params) { d.Weights = make([]float64, d.Rows); d.Weights[4] = -1 },
		"weight is NaN":          func(d *data.Table, _ *trainer.Params) { d.Weights = make([]float64, d.Rows); d.Weights[4] = math.NaN() },
		"all weights are 0":      func(d *data.Table, _ *trainer.Params) { d.Weights = make([]float64, d.Rows) },
		"3 weights for 100 rows": func(d *data.Table, _ *trainer.Params) { d.Weights = []float64{1, 1, 1} },
		"target is +Inf": func(d *data.Table, _ *trainer.Params) {
			d.Y, d.Target = nil, make([]float64, d.Rows)
			d.Target[9] = math.Inf(1)
		},
		"balanced weighs classes": func(d *data.Table, p *trainer.Params) {
			d.Y, d.Classes, d.Target = nil, nil, make([]float64, d.Rows)
			p.Balanced = true
		},
		"scale-pos-weight weighs class 1 of two, and a regression has none": func(d *data.Table, p *trainer.Params) {
			d.Y, d.Classes, d.Target = nil, nil, make([]float64, d.Rows)
			p.ScalePosWeight = 0.5
		},
		"scale-pos-weight weighs class 1 of two, and there are 3": func(d *data.Table, p *trainer.Params) {
			d.Classes, p.ScalePosWeight = []string{"a", "b", "c"}, 2
		},
		"target is -1e+39": func(d *data.Table, _ *trainer.Params) {
			d.Y, d.Target = nil, make([]float64, d.Rows)
			d.Target[9] = -1e39
		},
		"class-weight has 3 values for 2":         func(_ *data.Table, p *trainer.Params) { p.ClassWeight = []float64{1, 1, 1} },
		"monotone-constraints has 4 values":       func(_ *data.Table, p *trainer.Params) { p.MonotoneConstraints = make([]int, 4) },
		"interaction-constraints names feature 3": func(_ *data.Table, p *trainer.Params) { p.InteractionConstraints = [][]int{{0, 3}} },
		"validation table test has 5 features":    func(_ *data.Table, p *trainer.Params) { p.Valid = valid(5) },
	} {
		for _, name := range booster.Names {
			table, p := smallTable(), trainer.Defaults(name)
			change(table, &p)
			if name == trainer.Forest && p.MonotoneConstraints != nil {
				continue // a parameter of gbdt
			}
			b, err := booster.New(name, p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = b.Train(context.Background(), table); err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("%s: error %v, want one with %q", name, err, message)
			}
		}
	}
}

func valid(cols int) []trainer.Validation {
	return []trainer.Validation{{Name: "test", Table: traintest.Table(traintest.Shape{Rows: 50, Cols: cols, Classes: 2}, 2)}}
}

// What is odd but can be trained on gives a model all the same.
func TestOddData(t *testing.T) {
	for what, change := range map[string]func(*data.Table){
		"a label for all rows": func(d *data.Table) { fillInts(d.Y, 1) },
		"a class without rows": func(d *data.Table) { d.Classes = append(d.Classes, "none") },
		"an empty column":      func(d *data.Table) { fillColumn(d, 1, math.NaN()) },
		"all columns empty": func(d *data.Table) {
			fillColumn(d, 0, math.NaN())
			fillColumn(d, 1, math.NaN())
			fillColumn(d, 2, math.NaN())
		},
		"a constant column": func(d *data.Table) { fillColumn(d, 2, 3) },
		"huge values": func(d *data.Table) {
			d.X[0], d.X[3], d.X[6] = math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64
		},
		"infinities": func(d *data.Table) { d.X[0], d.X[3] = math.Inf(1), math.Inf(-1) },
	} {
		for _, name := range booster.Names {
			table, p := smallTable(), trainer.Defaults(name)
			change(table)
			e := train(t, name, p, table)
			if what == "a label for all rows" && traintest.Accuracy(table, e.Class) != 1 {
				t.Errorf("%s with %s: accuracy below 1", name, what)
			}
		}
	}
}

func fillInts(v []int, with int) {
	for i := range v {
		v[i] = with
	}
}

func fillColumn(d *data.Table, f int, v float64) {
	for i := range d.Rows {
		d.Row(i)[f] = v
	}
}
