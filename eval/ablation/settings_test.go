package ablation

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// What settings drop as meaning nothing beside the rest has no say in any model.
func TestSimplifyChangesNoModel(t *testing.T) {
	table, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := experiment.Split(table.Subset(table.Sample(90, 1)), 0.25, experiment.Auto, 1)
	if err != nil {
		t.Fatal(err)
	}
	rows, d := split.Train, &DataSet{Eps: 0.1}
	model := func(s Settings) *ensemble.Ensemble {
		how, err := s.strategy(d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.params(0)
		if err != nil {
			t.Fatal(err)
		}
		e, err := advboost.Harden(t.Context(), rows, p, how)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	values := map[string][]string{
		"booster": {"gbdt", "forest"}, "norm": {"inf", "2"}, "radius": {"0.5", "1"},
		"split": {"0", "0", "0.5"}, "gradient": {"natural", "natural", "tree-bound", "attack"}, "refit": {"0", "2"}, "refit-examples": {"false", "true"},
		"clean": {"0", "0.6"}, "relabel": {"0", "0", "1"}, "loop": {"none", "none", "ball"}, "examples": {"append", "replace"}, "every": {"1", "2"},
		"growth": {"1", "2"}, "attack-rows": {"10", "20"}, "budget": {"0"}, "weight": {"1", "3"}, "distance-weight": {"0", "2"},
		"warm-start": {"true", "false"}, "any-distance": {"false", "true"}, "train.rounds": {"3"}, "train.max-depth": {"3"},
	}
	r, dropped := rand.New(rand.NewPCG(1, 2)), 0
	for range 300 {
		s := Settings{}
		for _, name := range append([]string{"train.rounds", "train.max-depth"}, axisNames...) {
			s[name] = values[name][r.IntN(len(values[name]))]
		}
		if s.check() != nil {
			continue
		}
		some := maps.Clone(s)
		some.simplify()
		if len(some) == len(s) {
			continue
		}
		dropped++
		if d := cmp.Diff(model(s).Trees, model(some).Trees, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%v is not %v: %s", s, some, d)
		}
	}
	if dropped < 100 {
		t.Errorf("only %d settings drop something", dropped)
	}
}
