package eval_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// Train on built-in data and ask how robust the model is on held-out rows.
func ExampleEvaluate() {
	all, err := data.Read(context.Background(), "builtin:wdbc", data.Options{})
	if err != nil {
		panic(err)
	}
	train, test, err := all.Split(0.25, 0)
	if err != nil {
		panic(err)
	}
	// one eps is to mean the same in every feature
	if err := data.FitScaling(train).Apply(train, test); err != nil {
		panic(err)
	}

	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 20, 3
	t, err := gbdt.New(p)
	if err != nil {
		panic(err)
	}
	model, err := t.Train(context.Background(), train)
	if err != nil {
		panic(err)
	}
	report, err := eval.Evaluate(context.Background(), []eval.Model{{Name: "natural", Ensemble: model}}, test,
		eval.Options{Attack: ltattack.Attack{}, Norm: attack.LInf, Eps: []float64{0.05}})
	if err != nil {
		panic(err)
	}
	m := report.Models[0].Metrics
	fmt.Println("attacked:", m.Correct > 0, "robust no more than clean:", m.At[0].Robust <= m.CleanAccuracy)
	// Output: attacked: true robust no more than clean: true
}
