package advboost

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

func TestStrategyCheck(t *testing.T) {
	for want, s := range map[string]Strategy{
		"split is -1, must be 0 to 1":                                             {Split: -1},
		`unknown gradient "tree-bond": did you mean "tree-bound"?`:                {Gradient: "tree-bond"},
		"gradient is attack: a forest has no gradients, it takes natural only":    {Gradient: "attack"},
		"clean is 2, must be 0 to 1":                                              {Clean: 2},
		"refit is -1, must be 0 to 2147483647":                                    {Refit: -1},
		"growth is 0.5, must be at least 1":                                       {Schedule: Schedule{Growth: 0.5}},
		"weight is -1, must be above 0":                                           {Weight: -1},
		`unknown loop "tl": did you mean "lt"?`:                                   {Loop: "tl"},
		"method dive is for norm inf, not for 1":                                  {Loop: "dive", Norm: attack.L1},
		"budget limits examples that are appended, not those of examples replace": {Budget: 5, Use: Replace},
		"eps -1 is not a distance":                                                {Eps: -1},
		"eps NaN is not a distance":                                               {Eps: math.NaN()},
		"examples cannot be used in way 9":                                        {Use: 9, Budget: 5},
		"nodes is -1, must be at least 0":                                         {Eps: 0.1, Loop: "exact", Search: method.Settings{Nodes: -1}},
		"norm number 9 is none of attack.AllNorms":                                {Norm: 9},
	} {
		s.Booster = trainer.Forest
		err := s.Check()
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if option := (*trainer.OptionError)(nil); !errors.As(err, &option) {
			t.Errorf("%v is no OptionError", err)
		}
	}
}

// The defaults can be trained with, and each of their options says its value in
// words that set it again.
func TestDefaults(t *testing.T) {
	for _, booster := range []string{trainer.GBDT, trainer.Forest} {
		for _, norm := range attack.Norms {
			s := Default(booster, norm, nil)
			if err := s.Check(); err != nil {
				t.Errorf("%s, norm %v: %v", booster, norm, err)
			}
			again := Strategy{Booster: booster, Norm: norm}
			for i := range StrategyOptions {
				o := &StrategyOptions[i]
				if err := o.Set(&again, o.Text(&s)); err != nil {
					t.Error(err)
				}
			}
			if got, want := fmt.Sprintf("%+v", again), fmt.Sprintf("%+v", s); got != want {
				t.Errorf("%s, norm %v: %s\nis set again as %s", booster, norm, want, got)
			}
		}
	}
}

// No booster is gradient boosting, on tables of levels as on others.
func TestNoBooster(t *testing.T) {
	levels := &data.Table{Columns: []column.Column{{Kind: column.Categorical}}}
	for _, rows := range []*data.Table{nil, levels} {
		for _, norm := range attack.Norms {
			unsaid, said := Default("", norm, rows), Default(trainer.GBDT, norm, rows)
			if said.Booster = unsaid.Booster; !reflect.DeepEqual(unsaid, said) {
				t.Errorf("norm %s: %+v, want %+v", norm, unsaid, said)
			}
		}
	}
}

func TestUsage(t *testing.T) {
	for name, want := range map[string]string{
		"split":       " (default 1; 0.5 for norm 2; 0.3 for norm 1, cost; 0 for norm 0)",
		"clean":       " (default 0; 0.7 for norm 0; 0.7 for norm 2, 1, cost with categories; 0.7 for a forest, 0 with categories)",
		"loop":        " (default none; worst for norm 2, 1; ball for norm 0, cost; ball for norm 2, 1 with categories; ball for a forest in norm 2, 1)",
		"growth":      " (default 1; 1.1 for norm 2, 1, 0, cost)",
		"gradient":    "; natural for a forest)",
		"every":       " (default 1)",
		"warm-start":  " (default true)",
		"attack-rows": " (default 100)",
	} {
		for i := range StrategyOptions {
			if o := &StrategyOptions[i]; o.Name == name && Usage(o)[len(Usage(o))-len(want):] != want {
				t.Errorf("%s: %s, want%s", name, Usage(o), want)
			}
		}
	}
}

// What a model records of its hardening: all that had a say in it, under the
// names that files have had so far.
func TestRecord(t *testing.T) {
	rows := &data.Table{Rows: 4, Cols: 1, X: []float64{0, 0.2, 0.8, 1}, Y: []int{0, 0, 1, 1}, Features: []string{"x"}, Classes: []string{"no", "yes"}}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MinChildWeight = 2, 0
	for name, test := range map[string]struct {
		s    Strategy
		want map[string]string // "" for what is not there
	}{
		"natural": {Strategy{}, map[string]string{"split": "", "loop": "", "norm": ""}},
		"splits": {Strategy{Eps: 0.1, Split: 1, NoWarmStart: true}, map[string]string{
			"norm": "inf", "harden-eps": "0.1", "split": "1", "gradient": "natural", "loop": "none", "warm": "", "weight": "", "every": "",
			"relabel": "", "refit-examples": ""}},
		"relabelled": {Strategy{Eps: 0.1, Relabel: 2}, map[string]string{"relabel": "2"}},
		"attack": {Strategy{Eps: 0.1, Norm: attack.L2, Loop: "lt-paper", AnyDistance: true, Use: Reweigh}, map[string]string{
			"norm": "2", "loop": "lt", "far": "true", "warm": "true", "weight": "1", "power": "0", "every": "1", "growth": "1",
			"examples": "reweigh", "any-distance": "", "attack-rows": "0", "budget": "0", "refit-examples": ""}},
		"refit": {Strategy{Eps: 0.1, Loop: "lt", RefitExamples: true}, map[string]string{"refit-examples": "true"}},
	} {
		e, err := Harden(t.Context(), rows, p, test.s)
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range test.want {
			if got := e.Origin.Trainer[key]; got != want {
				t.Errorf("%s: %s is %q, want %q", name, key, got, want)
			}
		}
	}
}

// The attack in the loop is against the radius of the strategy, whichever is
// set later, and one of training rows gets these.
func TestStrategyAttack(t *testing.T) {
	s := Strategy{Loop: InBallAttack}
	s.Eps = 0.2
	if a, err := s.attack(nil); err != nil || a != (InBall{Eps: 0.2}) {
		t.Errorf("%v, %v", a, err)
	}
	s.Loop, s.Eps = "rba", 1
	rows := &data.Table{Rows: 4, Cols: 1, X: []float64{0, 0.2, 0.8, 1}, Y: []int{0, 0, 1, 1}, Features: []string{"x"}, Classes: []string{"no", "yes"}}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MinChildWeight = 3, 0
	found := 0
	s.Progress = func(p Progress) { found += p.Found }
	if _, err := Harden(t.Context(), rows, p, s); err != nil || found != 2*4 {
		t.Errorf("%d examples of 4 rows in 2 rounds, %v", found, err)
	}
}

func TestCoversRange(t *testing.T) {
	table := &data.Table{Rows: 3, Cols: 2, X: []float64{0, 7, 0.4, 7, 0.5, 7}}
	for eps, want := range map[float64]bool{0.4: false, 0.5: true} {
		if b := (Ball{Eps: eps}); b.CoversRange(table) != want {
			t.Errorf("eps %v covers the range from 0 to 0.5: %v", eps, !want)
		}
	}
	table.X = []float64{0, 7, 0.4, 7.5, 0.5, 7}
	for norm, eps := range map[attack.Norm]float64{attack.LInf: 0.5, attack.L2: math.Sqrt(0.5), attack.L1: 1} {
		for share, want := range map[float64]bool{0.99: false, 1.01: true} {
			if b := (Ball{Norm: norm, Eps: share * eps}); b.CoversRange(table) != want {
				t.Errorf("norm %s, eps %v covers two ranges of 0.5: %v", norm, b.Eps, !want)
			}
		}
	}
	for eps, want := range map[float64]bool{0.9: false, 1.1: false, 2: true} {
		if b := (Ball{Norm: attack.L0, Eps: eps}); b.CoversRange(table) != want {
			t.Errorf("norm 0, eps %v changes two columns at once: %v", eps, !want)
		}
	}
	if b := (Ball{Norm: attack.L0, Eps: 2, Constraints: &attack.Constraints{Frozen: []bool{true, false}}}); b.CoversRange(table) {
		t.Error("a frozen column takes any value")
	}
	up := Ball{Eps: 1, Constraints: &attack.Constraints{Increase: []bool{true, true}}}
	if up.CoversRange(table) {
		t.Error("a feature that only rises reaches every value from any")
	}
}

// In norm 0 nothing bounds a number that changes: what is wrong then is the option, and not
// the parameter that it sets.
func TestSplitsOfNumbersInNorm0(t *testing.T) {
	table := &data.Table{
		Rows: 4, Cols: 1, X: []float64{0, 1, 2, 3}, Y: []int{0, 0, 1, 1}, Features: []string{"x"}, Classes: []string{"a", "b"},
	}
	s := Default(trainer.GBDT, attack.L0, table)
	s.Eps, s.Split = 1, 0.5
	_, err := Harden(t.Context(), table, trainer.Defaults(trainer.GBDT), s)
	if of := (*trainer.OptionError)(nil); !errors.As(err, &of) || !strings.Contains(err.Error(), "split is 0.5, must be 0") {
		t.Errorf("got %v", err)
	}
	s.Constraints = &attack.Constraints{Lo: []float64{0}, Hi: []float64{3}}
	if _, err := Harden(t.Context(), table, trainer.Defaults(trainer.GBDT), s); err != nil {
		t.Errorf("a number with bounds: %v", err)
	}
}

// A forest that may split on no column would be constant, though in norm 1 only some can go missing at once.
func TestForestsSplitOnWhatGoesMissing(t *testing.T) {
	rows := wholes(seed.At(45, 0), 200, 3, 2, 6)
	for i := range rows.Y {
		rows.Y[i] = int(rows.Row(i)[0]+rows.Row(i)[1]) / 6
	}
	rows.Y[0], rows.Y[1] = 0, 1
	for _, c := range []struct {
		norm   attack.Norm
		blank  []float64 // prices
		splits bool
	}{
		{attack.L1, []float64{0.1, 0.1, 0.1}, true},
		{attack.L1, []float64{0.1, 0.1, 0}, true},
		{attack.LInf, []float64{0.1, 0.1, 0.1}, false},
	} {
		p := trainer.Defaults(trainer.Forest)
		p.Rounds, p.Threads = 5, 1
		s := Strategy{Booster: trainer.Forest, Norm: c.norm, Eps: 0.4, Split: 0.3, Constraints: &attack.Constraints{Blank: c.blank}}
		if c.norm == attack.LInf {
			s.Split = 1
		}
		e, err := Harden(t.Context(), rows, p, s)
		if err != nil {
			t.Fatal(err)
		}
		if splits := len(e.Used()) > 0; splits != c.splits {
			t.Errorf("norm %v, prices %v: splits %v, want %v", c.norm, c.blank, splits, c.splits)
		}
	}
}
