package booster_test

import (
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
		"rounds is 0, must be 1 to":                                            func(p *trainer.Params) { p.Rounds = 0 },
		"learning-rate is 1.5, must be above 0, up to 1":                       func(p *trainer.Params) { p.LearningRate = 1.5 },
		"learning-rate is NaN":                                                 func(p *trainer.Params) { p.LearningRate = math.NaN() },
		"lambda is -1, must be at least 0":                                     func(p *trainer.Params) { p.Lambda = -1 },
		"lambda is +Inf":                                                       func(p *trainer.Params) { p.Lambda = math.Inf(1) },
		"max-bin is 4097, must be 2 to 4096":                                   func(p *trainer.Params) { p.MaxBin = 4097 },
		"subsample is 0, must be above 0, up to 1":                             func(p *trainer.Params) { p.Subsample = 0 },
		`unknown grow-policy "leafwise": use one of depthwise, lossguide`:      func(p *trainer.Params) { p.GrowPolicy = "leafwise" },
		"grow-policy is lossguide with max-depth 0 and max-leaves 0":           func(p *trainer.Params) { p.GrowPolicy, p.MaxDepth = trainer.LossGuide, 0 },
		"early-stopping-rounds is 5 without validation rows":                   func(p *trainer.Params) { p.EarlyStoppingRounds = 5 },
		"monotone-constraints is [2], must be -1 to 1":                         func(p *trainer.Params) { p.MonotoneConstraints = []int{2} },
		"balanced and class-weight":                                            func(p *trainer.Params) { p.Balanced, p.ClassWeight = true, []float64{1, 1} },
		"oob-score with copies of images":                                      func(p *trainer.Params) { p.OOBScore, p.ImageShift = true, 1 },
		`unknown eval-metric "accuracy": use one of logloss, error, auc, rmse`: func(p *trainer.Params) { p.EvalMetric = "accuracy" },
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
			d.X[0], d.X[3], d.X[6] = math.MaxFloat64/4, -math.MaxFloat64/4, math.SmallestNonzeroFloat64 // larger ones no table has
		},
	} {
		for _, name := range booster.Names {
			table, p := traintest.Small(), trainer.Defaults(name)
			change(table)
			e := traintest.Train(t, name, p, table)
			if what == "a label for all rows" && traintest.Accuracy(table, e.Class) != 1 {
				t.Errorf("%s with %s: accuracy below 1", name, what)
			}
		}
	}
}

// What readers refuse is refused in tables that are made by hand too.
func TestInfiniteValues(t *testing.T) {
	for value, message := range map[float64]string{math.Inf(1): "row 2: column 1: infinite value", -math.MaxFloat64: "is too large"} {
		for _, name := range booster.Names {
			table := traintest.Small()
			table.Row(2)[1] = value
			b := traintest.New(t, name, trainer.Defaults(name))
			if _, err := b.Train(t.Context(), table); err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("%s, %v: error %v, want one with %q", name, value, err, message)
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
