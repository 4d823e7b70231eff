package ablation

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// What settings drop as meaning nothing beside the rest has no say in any model, nor has
// what is idle among those that they keep.
func TestIdleChangesNoModel(t *testing.T) {
	if testing.Short() {
		t.Skip("its goroutines are those of advboost, eval and the trainers, whose own tests have them")
	}
	table, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := experiment.Split(table.Sample(90, 1), 0.25, experiment.Auto, 1)
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
		"split": {"0", "0", "0.5"}, "gradient": {"natural", "natural", "tree-bound", "attack", "message-bound"}, "refit": {"0", "1", "2"}, "refit-examples": {"false", "true"},
		"clean": {"0", "0.6"}, "relabel": {"0", "0", "1"}, "loop": {"none", "none", "ball"}, "examples": {"append", "replace"}, "every": {"1", "2"},
		"growth": {"1", "2"}, "attack-rows": {"10", "20"}, "budget": {"0"}, "weight": {"1", "3"}, "distance-weight": {"0", "2"},
		"warm-start": {"true", "false"}, "any-distance": {"false", "true"}, "train.rounds": {"3"}, "train.max-depth": {"3"},
		"train.robust-both": {"false", "true"},
	}
	r, dropped, idle := rand.New(rand.NewPCG(1, 2)), 0, 0
	for range 300 {
		s := Settings{}
		for _, name := range slices.Sorted(maps.Keys(values)) {
			s[name] = values[name][r.IntN(len(values[name]))]
		}
		if s.check() != nil {
			continue
		}
		some := maps.Clone(s)
		some.simplify()
		bare, idling := some.bare(), s.idling()
		for axis := range s {
			if some[axis] == "" && idling.beside(axis) == "" {
				t.Errorf("%s is dropped from %v, and has a say", axis, s)
			}
		}
		want := model(s).Trees
		for name, less := range map[string]Settings{"simple": some, "bare": bare} {
			if d := cmp.Diff(want, model(less).Trees, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("%s: %v is not %v: %s", name, s, less, d)
			}
		}
		if len(some) < len(s) {
			dropped++
		}
		if len(bare) < len(some) {
			idle++
		}
	}
	if dropped < 100 || idle < 50 {
		t.Errorf("%d settings drop something, and %d have what is idle", dropped, idle)
	}
}
