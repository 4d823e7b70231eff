package eval

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// TestSchema: metrics.json is what its schema says, no key more or less, for
// one model and for two, of any shape.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("metrics.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(doc []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}
	for name, shape := range ensembletest.Shapes {
		r := rand.New(rand.NewPCG(3, 1))
		models := []Model{{Name: "natural", Ensemble: ensembletest.Random(r, shape)}, {Name: "hardened", Ensemble: ensembletest.Random(r, shape)}}
		table := randomTable(r, models[0].Ensemble, 20)
		for n, a := range []attack.Attack{bruteForce{}, blackbox.New(cube.Method{Starts: 1})} {
			report, err := Evaluate(context.Background(), models[:n+1], table, Options{Attack: a, Resamples: 20, Gain: func([]float64) float64 { return 0.5 }})
			if err != nil {
				t.Fatal(err)
			}
			report.StartsCurves = []StartsCurve{{Method: "lt", Points: []StartsPoint{{1, 0.5, 2}, {4, math.NaN(), 8}}}}
			limit := 0.02
			report.Chosen = []string{"The attack in the loop was left out."}
			report.TradeOff = &TradeOff{Eps: 0.1, Aim: AimBalanced, Rows: 9, Points: []TradeOffPoint{{Clean: 1}, {Share: 1, Mix: 0.5, Clean: 0.9, Robust: 0.8}}, Taken: 1, MaxCleanLoss: &limit}
			report.Tuning = &Tuning{Eps: 0.1, Aim: AimRobust, Rows: 9, Folds: 5, Budget: 2, Taken: 1, Command: "hardwood harden", Trials: []TuningTrial{
				{Folds: 5, Rounds: 60, Settings: map[string]string{}},
				{Folds: 1, Rounds: 8, Settings: map[string]string{"max-depth": "6"}, Clean: 1, Gain: &Interval{-0.1, 0.1}},
			}}
			report.Interrupted = &Interruption{Finished: 20, Of: 30, Absent: []string{"blue"}}
			all := *report
			all.Folds = 5
			report.CrossValidated = &all
			doc, err := report.MetricsJSON(Provenance{Units: "scaled"})
			if err != nil {
				t.Fatal(err)
			}
			if err := validate(doc); err != nil {
				t.Errorf("%s, %d models: %v", name, n+1, err)
			}
			for _, key := range []string{`"rising"`, `"broken"`, `"starts"`, `"mean_distance"`, `"clean_loss"`, `"settings"`, `"gain"`, `"folds"`, `"constant"`, `"absent_classes"`} {
				if other := bytes.ReplaceAll(doc, []byte(key), []byte(strings.ToUpper(key))); !bytes.Equal(other, doc) && validate(other) == nil {
					t.Errorf("%s: the schema takes anything for %s", name, key)
				}
			}
		}
	}
}
