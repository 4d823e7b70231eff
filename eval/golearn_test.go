package eval_test

import (
	"math"
	"testing"

	"github.com/sjwhitworth/golearn/evaluation"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/golearn"
)

// TestMetricsAgree: the accuracies of package eval are those of golearn's
// confusion matrix, in all and per class.
func TestMetricsAgree(t *testing.T) {
	all, err := data.Read(t.Context(), "builtin:digits", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	trainTable, testTable, err := all.Sample(600, 1).Split(0.3, 1)
	if err != nil {
		t.Fatal(err)
	}
	train, err := golearn.Grid(trainTable)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.MaxDepth, p.Threads = 20, 4, 1
		b, err := booster.New(name, p)
		if err != nil {
			t.Fatal(err)
		}
		c := golearn.New(b)
		if err := c.Fit(train); err != nil {
			t.Fatal(err)
		}
		theirs, err := golearn.Confusion(c.Model, testTable)
		if err != nil {
			t.Fatal(err)
		}
		report, err := eval.Evaluate(t.Context(), []eval.Model{{Name: name, Ensemble: c.Model}}, testTable,
			eval.Options{Attack: ltattack.Attack{Patience: 1}, Norm: attack.LInf, Resamples: 1})
		if err != nil {
			t.Fatal(err)
		}
		ours := report.Models[0]
		if want := evaluation.GetAccuracy(theirs); ours.Metrics.CleanAccuracy != want || want == 1 {
			t.Errorf("%s: clean accuracy %v, golearn has %v", name, ours.Metrics.CleanAccuracy, want)
		}
		if want := golearn.MeanRecall(theirs); math.Abs(ours.Metrics.BalancedAccuracy-want) > 1e-12 {
			t.Errorf("%s: balanced accuracy %v, golearn's mean recall is %v", name, ours.Metrics.BalancedAccuracy, want)
		}
		for _, class := range ours.Classes {
			if want := evaluation.GetRecall(class.Name, theirs); math.Abs(class.CleanAccuracy-want) > 1e-12 {
				t.Errorf("%s, class %s: %v, golearn's recall is %v", name, class.Name, class.CleanAccuracy, want)
			}
		}
	}
}
