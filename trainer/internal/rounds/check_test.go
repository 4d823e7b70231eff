package rounds_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

func TestBadData(t *testing.T) {
	for message, change := range map[string]func(*data.Table, *trainer.Params){
		"class 7 is not one of 2": func(d *data.Table, _ *trainer.Params) { d.Y[3] = 7 },
		"257 classes, at most 256 can be trained: Options.Label names another column, Options.Regression predicts numbers": func(d *data.Table, _ *trainer.Params) {
			d.Classes = nil
			for class := range 257 {
				d.Classes = append(d.Classes, strconv.Itoa(class))
			}
		},
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
		"class-weight is [0 0], and leaves no row": func(_ *data.Table, p *trainer.Params) { p.ClassWeight = []float64{0, 0} },
		"class-weight is [0 1], and leaves no row": func(d *data.Table, p *trainer.Params) {
			p.ClassWeight, d.Weights = []float64{0, 1}, make([]float64, d.Rows)
			for i, y := range d.Y {
				d.Weights[i] = float64(1 - y)
			}
		},
		"row 0: weight 1e+308 times that of its class, 100, is not finite": func(d *data.Table, p *trainer.Params) {
			p.ClassWeight, d.Weights = []float64{100, 100}, slices.Repeat([]float64{1e308}, d.Rows)
		},
		"weight 1e+308 times that of its class, NaN, is not finite": func(d *data.Table, p *trainer.Params) {
			p.Balanced, d.Weights = true, slices.Repeat([]float64{1e308}, d.Rows)
		},
		"validation table test is scaled, and the training table is not": func(_ *data.Table, p *trainer.Params) {
			p.Valid = valid(3)
			p.Valid[0].Table.Scaling = &data.Scaling{Min: []float64{0, 0, 0}, Max: []float64{1, 1, 1}}
		},
		"cannot continue from a model that is broken: tree 0: ": func(d *data.Table, p *trainer.Params) {
			p.Init = broken(p, d)
		},
		"class-weight has 3 values for 2":         func(_ *data.Table, p *trainer.Params) { p.ClassWeight = []float64{1, 1, 1} },
		"monotone-constraints has 4 values":       func(_ *data.Table, p *trainer.Params) { p.MonotoneConstraints = make([]int, 4) },
		"interaction-constraints names feature 3": func(_ *data.Table, p *trainer.Params) { p.InteractionConstraints = [][]int{{0, 3}} },
		"validation table test has 5 features":    func(_ *data.Table, p *trainer.Params) { p.Valid = valid(5) },
		"validation table test has no labels, which metric ": func(_ *data.Table, p *trainer.Params) {
			p.Valid = valid(3)
			p.Valid[0].Table.Y = nil
		},
		"cannot continue from a model that computes in another precision": func(d *data.Table, p *trainer.Params) {
			p.Init = broken(p, d)
			p.Init.Sum, p.Init.Origin.Source = ensemble.Float32, ""
		},
		"validation table test has no rows": func(_ *data.Table, p *trainer.Params) {
			p.Valid = valid(3)
			p.Valid[0].Table = p.Valid[0].Table.Subset(nil)
		},
	} {
		for _, name := range booster.Names {
			table, p := traintest.Small(), trainer.Defaults(name)
			change(table, &p)
			if name == trainer.Forest && p.MonotoneConstraints != nil {
				continue // a parameter of gbdt
			}
			b := traintest.New(t, name, p)
			if _, err := b.Train(context.Background(), table); err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("%s: error %v, want one with %q", name, err, message)
			}
		}
	}
}

// TestTooManyWords: classes of words are no numbers that a regression predicts.
func TestTooManyWords(t *testing.T) {
	table := traintest.Small()
	table.Classes = nil
	for class := range 257 {
		table.Classes = append(table.Classes, "model "+strconv.Itoa(class))
	}
	_, err := traintest.New(t, trainer.GBDT, trainer.Defaults(trainer.GBDT)).Train(t.Context(), table)
	if err == nil || !strings.HasSuffix(err.Error(), "257 classes, at most 256 can be trained: Options.Label names another column") {
		t.Error(err)
	}
}

// broken returns a model of a table with a split on a feature that does not exist.
func broken(p *trainer.Params, table *data.Table) *ensemble.Ensemble {
	name := trainer.GBDT
	if p.Bootstrap {
		name = trainer.Forest
	}
	b, err := booster.New(name, *p)
	if err != nil {
		panic(err)
	}
	e, err := b.Train(context.Background(), table)
	if err != nil {
		panic(err)
	}
	e.Trees[0].Splits[0].Feature = 9
	return e
}

func valid(cols int) []trainer.Validation {
	return []trainer.Validation{{Name: "test", Table: traintest.Table(traintest.Shape{Rows: 50, Cols: cols, Classes: 2}, 2)}}
}
