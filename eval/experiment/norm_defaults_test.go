package experiment

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Who can change one column of several does the same in every norm, and what holds against
// that is what the other columns say: in no norm is the hardened model a constant.
func TestHardeningWhereOneColumnMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("its goroutines are those of advboost, eval and the trainers, whose own tests have them")
	}
	table := &data.Table{Cols: 8, Features: []string{"a", "b", "c", "d", "e", "f", "g", "h"}, Classes: []string{"no", "yes"}}
	for i := range 800 {
		r, y := seed.At(91, i), i%2
		says := func(wrong float64) float64 {
			if r.Float64() < wrong {
				return float64(1 - y)
			}
			return float64(y)
		}
		table.X = append(table.X, says(0.02)+0.1*r.Float64(), 2*says(0.3)+0.7*r.Float64(), 2*says(0.3)+0.7*r.Float64(), 2*says(0.3)+0.7*r.Float64())
		for range 4 {
			table.X = append(table.X, r.Float64())
		}
		table.Y, table.Rows = append(table.Y, y), table.Rows+1
	}
	d, err := Split(table, 0.25, Auto, 0)
	if err != nil {
		t.Fatal(err)
	}
	frozen := &attack.Constraints{Frozen: make([]bool, table.Cols)}
	for f := 1; f < table.Cols; f++ {
		frozen.Frozen[f] = true
	}
	for _, booster := range []string{trainer.GBDT, trainer.Forest} {
		for _, norm := range attack.AllNorms {
			const eps = 1.2 // from one class to the other; the norm 0 counts one column
			o := Default(booster, norm, d.Train)
			o.Strategy.Eps, o.Strategy.Constraints = eps, frozen
			o, err := d.DefaultWithin(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			o.Params.Rounds = 30
			e, _, err := d.Fit(t.Context(), o.Params, o.Strategy)
			if err != nil {
				t.Fatal(err)
			}
			p := attacktest.NewProblem(t, e, norm)
			p.Constraints = frozen
			holds := attacktest.Certified(t, p, exact.Auto{}, eval.Victims(d.Test, 0, d.Test.Rows), eps)
			t.Logf("%s, norm %v: %d of %d rows hold", booster, norm, holds, d.Test.Rows)
			if holds < d.Test.Rows*7/10 { // two of the other three are right on 78 %
				t.Errorf("%s, norm %v: %d of %d rows hold", booster, norm, holds, d.Test.Rows)
			}
		}
	}
}

// Defaults are those of norm inf where few columns can change; given ones stay, and so they
// do where all columns can change, or many.
func TestDefaultsWhereFewColumnsMove(t *testing.T) {
	d := levelled(t)
	free := func(columns ...int) *attack.Constraints {
		c := &attack.Constraints{Frozen: make([]bool, 12)}
		for f := range c.Frozen {
			c.Frozen[f] = true
		}
		for _, f := range columns {
			c.Frozen[f] = false
		}
		return c
	}
	group := free(0, 1, 2, 3)
	group.Groups = []attack.Group{{Features: []int{0, 1, 2, 3}, Weight: 1}}
	for name, c := range map[string]struct {
		constraints *attack.Constraints
		few         bool
	}{
		"one": {free(4), true}, "one of levels": {free(11), true}, "three": {free(1, 5, 11), true}, "a group": {group, true},
		"four": {free(1, 2, 3, 4), false}, "none": {free(), false}, "all": {&attack.Constraints{}, false},
	} {
		o := Default(trainer.GBDT, attack.L1, d.Train)
		o.Strategy.Eps, o.Strategy.Constraints = 1, c.constraints
		o.Given = []string{"clean"}
		h := started(t, d, o)
		if few := h.Strategy.Split == 1 && h.Params.RobustBoth; few != c.few || h.Strategy.Clean != o.Strategy.Clean {
			t.Errorf("%s: %+v, %+v", name, h.Strategy, h.Params)
		}
	}
}

// started is a run that has chosen the defaults to start from.
func started(t *testing.T, d *Data, o Options) *hardening {
	t.Helper()
	h := hardeningOf(t, d, o)
	if err := h.withInf(); err != nil {
		t.Fatal(err)
	}
	return h
}

// A run of a study is trained as its options say, also where Harden would take other defaults.
func TestTrainChoosesNoDefaults(t *testing.T) {
	d := levelled(t)
	o := Default(trainer.GBDT, attack.L1, d.Train)
	o.Params.Rounds, o.Strategy.Eps, o.Strategy.Loop = 2, 1, advboost.InBallAttack
	o.Strategy.Constraints = &attack.Constraints{Frozen: slices.Repeat([]bool{true}, d.Train.Cols)}
	o.Strategy.Constraints.Frozen[0] = false
	o.Evaluate.Eps, o.Evaluate.Resamples = []float64{1}, 10
	r, err := Train(t.Context(), d, "model", o)
	if err != nil {
		t.Fatal(err)
	}
	if trained := r.Models[0].Ensemble.Origin.Trainer; trained["loop"] != advboost.InBallAttack || trained["clean"] != fmt.Sprint(o.Strategy.Clean) {
		t.Errorf("trained with loop %s, clean %s instead of %s, %v", trained["loop"], trained["clean"], advboost.InBallAttack, o.Strategy.Clean)
	}
}

// Where some columns cannot change, radii end with the first at which the others may take any
// value: all beyond it are alike.
func TestRadiiEndWhereAllThatMovesMayBeAnything(t *testing.T) {
	d := levelled(t) // numbers between 0 and 1
	c := &attack.Constraints{Frozen: make([]bool, 12)}
	for f := 1; f < 12; f++ {
		c.Frozen[f] = true
	}
	for name, of := range map[string]struct {
		constraints *attack.Constraints
		ends        bool
	}{"one column": {c, true}, "all": {nil, false}} {
		s := advboost.Default(trainer.GBDT, attack.LInf, d.Train)
		s.Constraints = of.constraints
		grid, err := toTry(t.Context(), d.Reader(), d.Train, s, []float64{0.5, 4})
		if err != nil {
			t.Fatal(err)
		}
		last := grid[len(grid)-1]
		if of.ends != (last < 2) || last < 1 {
			t.Errorf("%s: %v", name, grid)
		}
	}
}

// Where the attacker changes one of three columns that all tell the class, the defaults of the
// norm are better, and where he changes the only one that does, those of norm inf: a look at
// training rows finds so.
func TestLookAtNorms(t *testing.T) {
	for name, c := range map[string]struct {
		tell, others int // columns of which he changes one
		start, asInf bool
	}{
		"one tells": {1, 0, true, true}, "three tell": {3, 0, true, false},
		"one of four tells": {1, 3, false, true}, "four tell": {4, 0, false, false},
	} {
		d := tells(t, c.tell, c.others)
		o := Default(trainer.GBDT, attack.L0, d.Train)
		o.Params.Rounds, o.Strategy.Eps = 20, 1
		o.Strategy.Constraints = &attack.Constraints{Frozen: slices.Repeat([]bool{true}, d.Train.Cols), Attackers: []bool{false, true}}
		clear(o.Strategy.Constraints.Frozen[:c.tell+c.others])
		h := started(t, d, o)
		if h.other == nil || h.asInf != c.start {
			t.Fatalf("%s: %+v", name, h)
		}
		if err := h.lookAtNorms(t.Context()); err != nil {
			t.Fatal(err)
		}
		if as := h.Strategy.Split == 1; h.asInf != c.asInf || as != c.asInf {
			t.Errorf("%s: as in norm inf %v, split %v", name, h.asInf, h.Strategy.Split)
		}
	}
}

// tells is a table of which some columns tell the class, below 0.9 and above 1.5, and the one
// behind them and others in three rows of four.
func tells(t *testing.T, columns, others int) *Data {
	t.Helper()
	table := &data.Table{Cols: columns + others + 3, Classes: []string{"no", "yes"}}
	for f := range table.Cols {
		table.Features = append(table.Features, string(rune('a'+f)))
	}
	for i := range 400 {
		r, y := seed.At(93, i), i%2
		b := y
		if r.IntN(4) == 0 {
			b = 1 - y
		}
		for range columns {
			table.X = append(table.X, 0.5+float64(y)+float64(0.4*r.Float64()))
		}
		for range others {
			table.X = append(table.X, r.Float64())
		}
		table.X = append(table.X, float64(b)+float64(0.5*r.Float64()), r.Float64(), r.Float64())
		table.Y, table.Rows = append(table.Y, y), table.Rows+1
	}
	d, err := Split(table, 0.25, Auto, 0)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Where the one setting holds at no radius, one is suggested by the other.
func TestRadiusByOtherDefaults(t *testing.T) {
	d := tells(t, 2, 2) // two tell, of which the first changes
	o := Default(trainer.GBDT, attack.L1, d.Train)
	o.Params.Rounds, o.Natural.Rounds = 20, 20
	o.Strategy.Constraints = &attack.Constraints{Frozen: slices.Repeat([]bool{true}, d.Train.Cols)}
	for _, f := range []int{0, 2, 3, 5} {
		o.Strategy.Constraints.Frozen[f] = false
	}
	h := started(t, d, o)
	var err error
	if h.result.Natural, err = h.train(t.Context(), "natural", h.Natural, h.natural()); err != nil {
		t.Fatal(err)
	}
	h.Strategy = advboost.Strategy{Booster: trainer.GBDT, Norm: attack.L1, Constraints: h.Strategy.Constraints} // natural training
	h.Evaluate.Eps = []float64{9, 10, 11}                                                                       // of which an eighth is beyond what tells
	for _, other := range []*setting{nil, h.other} {
		h.other = other
		r, err := h.radius(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.NotWorthIt != (other == nil) {
			t.Errorf("%+v", r)
		}
	}
}
