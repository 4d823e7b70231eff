package experiment

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
)

// levelled returns rows of ten columns of numbers and two of levels, which say the class, each
// roughly.
func levelled(t *testing.T) *Data {
	r := rand.New(rand.NewPCG(7, 7))
	table := &data.Table{Rows: 120, Cols: 12, Classes: []string{"no", "yes"}, Source: "mixed"}
	for f := range table.Cols {
		table.Features = append(table.Features, string(rune('a'+f)))
		c := column.Column{Kind: column.Numeric}
		if f >= 10 {
			c = column.Named([]string{"red", "blue", "green"})
		}
		table.Columns = append(table.Columns, c)
	}
	for i := range table.Rows {
		for f := range table.Cols {
			v := r.Float64()/2 + float64(i%2)/2
			if f >= 10 {
				v = float64(r.IntN(2) + i%2)
			}
			table.X = append(table.X, v)
		}
		table.Y = append(table.Y, i%2)
	}
	d, err := Split(table, 0.25, Auto, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// exchanged is a run whose defaults were exchanged where no level moves.
func exchanged(t *testing.T, d *Data, o Options) *hardening {
	h := started(t, d, o)
	var err error
	if h.result.Natural, err = h.train(t.Context(), "natural", h.Natural, h.natural()); err != nil {
		t.Fatal(err)
	}
	if err := h.asNumbers(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

// Below the price of a level the defaults are those of numbers, from it on those of levels;
// what is changed, or given, stays.
func TestDefaultsWhereNoLevelMoves(t *testing.T) {
	d := levelled(t)
	cheap := &attack.Constraints{Levels: make([]attack.LevelPrices, 12)}
	frozen := &attack.Constraints{Frozen: make([]bool, 12)}
	for f := 10; f < 12; f++ {
		cheap.Levels[f].Other, frozen.Frozen[f] = 0.1, true
	}
	for name, c := range map[string]struct {
		norm   attack.Norm
		eps    float64
		change func(o *Options)
		levels bool // the defaults are those of levels
	}{
		"below a level":         {attack.L1, 0.3, nil, false},
		"below a level, norm 2": {attack.L2, 0.3, nil, false},
		"a level":               {attack.L1, 1, nil, true},
		"cheap levels":          {attack.L1, 0.3, func(o *Options) { o.Strategy.Constraints = cheap }, true},
		"frozen levels":         {attack.L1, 2, func(o *Options) { o.Strategy.Constraints = frozen }, false},
		"a search":              {attack.L1, 0.3, func(o *Options) { o.Tuning = searching(o) }, false},
		"given":                 {attack.L1, 0.3, func(o *Options) { o.Given = []string{"gradient", "colsample-bytree"} }, true},
	} {
		o := Default(trainer.GBDT, c.norm, d.Train)
		o.Strategy.Eps, o.Evaluate.Eps = c.eps, []float64{c.eps}
		if c.change != nil {
			c.change(&o)
		}
		h := exchanged(t, d, o)
		if levels := h.Strategy.Gradient == advboost.ColumnBound; levels != c.levels || (h.Params.ColsampleByTree < 1) != c.levels {
			t.Errorf("%s: gradient %s, columns of a tree %v", name, h.Strategy.Gradient, h.Params.ColsampleByTree)
		}
	}
	// what is not at its default stays, the rest is exchanged
	o := Default(trainer.GBDT, attack.L1, d.Train)
	o.Strategy.Eps, o.Evaluate.Eps, o.Strategy.Clean, o.Params.ColsampleByTree = 0.3, []float64{0.3}, 0.25, 0.5
	h := exchanged(t, d, o)
	if s := h.Strategy; s.Clean != 0.25 || h.Params.ColsampleByTree != 0.5 || s.Gradient != advboost.TreeBound || s.Loop != advboost.WorstAttack {
		t.Errorf("clean %v, columns %v, gradient %s, loop %s", s.Clean, h.Params.ColsampleByTree, s.Gradient, s.Loop)
	}
}

// A cancellation is noticed while the rows are looked at.
func TestNoLevelsCancelled(t *testing.T) {
	d := levelled(t)
	o := Default(trainer.GBDT, attack.L1, d.Train)
	o.Strategy.Eps, o.Evaluate.Eps = 0.3, []float64{0.3}
	h := hardeningOf(t, d, o)
	h.result.Natural.Ensemble = d.Reader()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.asNumbers(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A command that names the options of a model names none that only an attack in the loop would have,
// and leaves nothing to compare with the defaults of norm inf.
func TestSettledWithoutLoop(t *testing.T) {
	d := levelled(t)
	o := Default(trainer.GBDT, attack.L1, d.Train)
	o.Strategy.Eps, o.Evaluate.Eps, o.Strategy.Loop = 1, []float64{1}, advboost.NoAttack
	flags := map[string]string{"loop": o.Strategy.Loop}
	settle(flags, &o.Params, &o.Strategy, d.Train)
	for _, name := range []string{"growth", "refit-examples"} {
		if v, ok := flags[name]; ok {
			t.Errorf("%s is %s beside loop none", name, v)
		}
	}
	if flags["gradient"] != advboost.ColumnBound {
		t.Errorf("flags %v lack the gradient", flags)
	}
	for name := range flags {
		o.Given = append(o.Given, name)
	}
	h := hardeningOf(t, d, o)
	if err := h.withInf(); err != nil {
		t.Fatal(err)
	}
	if h.other != nil {
		t.Errorf("harden compares with %+v", h.other.strategy)
	}
}

// TestDefaultWithin comes to the same options before a model is there.
func TestDefaultWithin(t *testing.T) {
	d := levelled(t)
	for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1} {
		for _, eps := range []float64{0.3, 1} {
			o := Default(trainer.GBDT, norm, d.Train)
			o.Strategy.Eps, o.Evaluate.Eps = eps, []float64{eps}
			want := exchanged(t, d, o)
			if err := want.lookAtNorms(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, err := d.DefaultWithin(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			for i := range advboost.StrategyOptions {
				option := &advboost.StrategyOptions[i]
				if got, want := option.Text(&got.Strategy), option.Text(&want.Strategy); got != want {
					t.Errorf("norm %v within %v: %s is %s, want %s", norm, eps, option.Name, got, want)
				}
			}
			if got.Params.ColsampleByTree != want.Params.ColsampleByTree || got.Params.MaxDepth != want.Params.MaxDepth {
				t.Errorf("norm %v within %v: %+v, want %+v", norm, eps, got.Params, want.Params)
			}
		}
	}
}
