package harden

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// A setting changes what it names, of training and of hardening, and nothing else.
func TestSettings(t *testing.T) {
	all, err := parseSettings("refit=0, loop=lt; max-depth=7,eps=1.25")
	if err != nil || len(all) != 3 || all[0].values != nil || all[2].name != "max-depth=7,eps=1.25" {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, change := range []func(o *experiment.Options){
		func(*experiment.Options) {},
		func(o *experiment.Options) { o.Strategy.Refit, o.Strategy.Loop = 0, "lt" },
		func(o *experiment.Options) { o.Params.MaxDepth, o.Strategy.Eps = 7, 0.125 },
	} {
		got, want := experiment.Default(trainer.GBDT, attack.LInf, nil), experiment.Default(trainer.GBDT, attack.LInf, nil)
		got.Strategy.Eps, want.Strategy.Eps = 0.1, 0.1
		change(&want)
		if err := all[i].apply(&got); err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(want.Params, got.Params) + cmp.Diff(want.Strategy, got.Strategy); d != "" {
			t.Errorf("%s: %s", all[i].name, d)
		}
	}
	for _, text := range []string{"refit", "refit=x", "depth=3"} {
		all, err := parseSettings(text)
		if err == nil {
			o := experiment.Default(trainer.GBDT, attack.LInf, nil)
			err = all[1].apply(&o)
		}
		if err == nil {
			t.Errorf("takes %q", text)
		}
	}
}

// Each set is in one half, and the sets of the published table are in neither.
func TestHalves(t *testing.T) {
	published := map[string]bool{"breast-cancer": true, "diabetes": true, "ijcnn1": true}
	count := map[half]int{}
	for i := range halved {
		k := &halved[i]
		if count[k.half]++; published[k.name] || !k.wanted(string(k.half)) || k.wanted("") != (k.half == choosing) {
			t.Errorf("%+v", k)
		}
		published[k.name] = true // once is enough
	}
	if _, err := those(halved, "diabetes"); err == nil {
		t.Error("takes a set of neither half")
	}
	if sets, err := those(halved, "sonar,sick"); err != nil || len(sets) != 2 {
		t.Errorf("%v, %v", sets, err)
	}
	if len(count) != 2 || min(count[choosing], count[reporting]) < 10 {
		t.Errorf("sets by half: %v", count)
	}
}
