package booster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// A model knows how its training rows were scaled, also if they are only some of the rows that the
// scaling was fitted to.
func TestScalingTravels(t *testing.T) {
	table, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := data.FitScaling(table)
	if err := s.Apply(table); err != nil {
		t.Fatal(err)
	}
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds = 1
		e := mustTrain(name, p, table.Sample(100, 1))
		if d := cmp.Diff(s, data.Scaling{Min: e.Schema.Min, Max: e.Schema.Max}); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		table.Unscale()
		if raw := mustTrain(name, p, table); raw.Schema.Min != nil || raw.Schema.Max != nil {
			t.Errorf("%s: a model of raw rows scales them", name)
		}
		p.Init = e
		b := traintest.New(t, name, p)
		if _, err := b.Train(t.Context(), table); err == nil || !strings.Contains(err.Error(), "scales features in another way") {
			t.Errorf("%s: goes on from a model of scaled rows on raw ones: %v", name, err)
		}
		if err := s.Apply(table); err != nil {
			t.Fatal(err)
		}
	}
}
