package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// If each stand-in is the model itself, cross-validation gives the metrics, intervals, ceilings and verdict
// of an evaluation on one table with the rows of all folds.
func TestFoldsArePooled(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		r := rand.New(rand.NewPCG(8, 2))
		models := []Model{{Name: "natural", Ensemble: ensembletest.Random(r, shape)}, {Name: "hardened", Ensemble: ensembletest.Random(r, shape)}}
		all := randomTable(r, models[0].Ensemble, 30)
		test, train := all.Subset([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), all.Subset([]int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29})
		o := Options{Attack: bruteForce{}, Eps: []float64{0.1, 0.5}, Resamples: 50, Gain: func(x []float64) float64 { return 0.1 + x[0]/2 }}
		whole, err := Evaluate(t.Context(), models, all, o)
		if err != nil {
			t.Fatal(err)
		}
		others, err := Evaluate(t.Context(), models, train, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Folds = &Folds{Count: 3, Rows: train, Outcomes: []*Outcomes{others.Models[0].Outcomes, others.Models[1].Outcomes}}
		got, err := Evaluate(t.Context(), models, test, o)
		if err != nil {
			t.Fatal(err)
		}
		pooled := got.CrossValidated
		if pooled.Folds != 3 || pooled.Models[1].Metrics.Rows != 30 || got.Models[1].Metrics.Rows != 10 {
			t.Fatalf("%s: %d folds of %d rows, tested on %d", name, pooled.Folds, pooled.Models[1].Metrics.Rows, got.Models[1].Metrics.Rows)
		}
		for i, m := range whole.Models {
			if d := cmp.Diff(m.Metrics, pooled.Models[i].Metrics, cmpopts.IgnoreFields(Metrics{}, "Seconds"), cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)); d != "" {
				t.Errorf("%s: %s: %s", name, m.Name, d)
			}
			if d := cmp.Diff(m.Gain, pooled.Models[i].Gain, cmpopts.EquateApprox(1e-12, 0)); d != "" {
				t.Errorf("%s: %s: %s", name, m.Name, d)
			}
			if d := cmp.Diff(m.Intervals, pooled.Models[i].Intervals, cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)); d != "" {
				t.Errorf("%s: %s: %s", name, m.Name, d)
			}
		}
		if d := cmp.Diff(whole.Ceilings, pooled.Ceilings); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		a, b := whole.Verdict, pooled.Verdict
		if a.Word != b.Word || a.Class != b.Class || a.Gain != b.Gain || a.Lead != b.Lead {
			t.Errorf("%s: verdicts %+v and %+v", name, a, b)
		}
		if one := whole.Evidence[1].OnlyClass != ""; (got.Verdict == pooled.Verdict) == one {
			t.Errorf("%s: the verdict %+v is not that of all rows", name, got.Verdict)
		}
	}
}

// A model that says one class stays a constant, whatever its stand-ins say.
func TestFoldsOfAConstant(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	shape := ensembletest.Shapes["plain"]
	natural, hardened := ensembletest.Random(r, shape), ensembletest.Random(r, shape)
	hardened.Trees = nil
	table := randomTable(r, natural, 40)
	var stand [2]Outcomes
	for _, y := range table.Y {
		stand[0].Add(Outcome{Label: y, Predicted: y, Distance: 0.01})
		stand[1].Add(Outcome{Label: y, Predicted: y, Status: attack.Optimal, Distance: 1})
	}
	got, err := Evaluate(t.Context(), []Model{{Name: "natural", Ensemble: natural}, {Name: "hardened", Ensemble: hardened}}, table,
		Options{Attack: bruteForce{}, Eps: []float64{0.1}, Resamples: 50, Folds: &Folds{Count: 2, Rows: table, Outcomes: []*Outcomes{&stand[0], &stand[1]}}})
	if err != nil {
		t.Fatal(err)
	}
	if got.CrossValidated.Verdict.Word != MoreRobust || got.Verdict.Word != IsConstant {
		t.Errorf("all rows say %v, the verdict is %v", got.CrossValidated.Verdict.Word, got.Verdict.Word)
	}
}
