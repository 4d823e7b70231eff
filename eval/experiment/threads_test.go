package experiment_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// scores is a model that only answers.
type scores struct{}

func (scores) Features() int           { return 2 }
func (scores) Classes() int            { return 2 }
func (scores) Scores(x, out []float64) { copy(out, x) }

// A number of threads below 0, which other libraries take for one per processor, is an error everywhere.
func TestNegativeThreads(t *testing.T) {
	ctx, stumps, method := t.Context(), ensembletest.Stumps(), exact.Attack{}
	table := &data.Table{
		Source: "four", Rows: 4, Cols: 2, X: []float64{0, 0, 0, 1, 1, 0, 1, 1}, Y: []int{0, 0, 1, 1},
		Features: []string{"x", "y"}, Classes: []string{"a", "b"},
	}
	problem := attacktest.NewProblem(t, stumps, attack.LInf)
	ball := advboost.Ball{Norm: attack.LInf, Eps: 0.1}
	p := trainer.Defaults(trainer.GBDT)
	p.Threads = -1
	tally := experiment.NewTally(stumps)
	tally.Threads = -1
	second := func(_ any, err error) error { return err }
	for name, err := range map[string]error{
		"attack.Run":           second(attack.Run(ctx, problem, method, nil, attack.RunOptions{Threads: -1})),
		"Adversary.Decide":     second(attacktest.Prepare(t, problem, method).Decide(ctx, nil, 1, attack.RunOptions{Threads: -1})),
		"blackbox.Run":         second(blackbox.Run(ctx, scores{}, cube.Method{}, nil, blackbox.Options{Threads: -1})),
		"advboost.NewBound":    second(advboost.NewBound(advboost.BoundOptions{Ball: ball, Threads: -1})),
		"advboost.NewRelabel":  second(advboost.NewRelabel(advboost.RelabelOptions{Ball: ball, Threads: -1})),
		"advboost.NewExamples": second(advboost.NewExamples(advboost.ExamplesOptions{Attack: method, Threads: -1})),
		"advboost.Refine":      second(advboost.Refine(ctx, stumps, table, advboost.RefineOptions{Ball: ball, Threads: -1})),
		"advboost.Harden":      second(advboost.Harden(ctx, table, p, advboost.Strategy{})),
		"ceiling.Of":           second(ceiling.Of(ctx, table, []float64{0.1}, ceiling.Options{Norm: attack.LInf, Threads: -1})),
		"ceiling.Prune":        second(ceiling.Prune(ctx, table, 0.1, ceiling.Options{Norm: attack.LInf, Threads: -1})),
		"experiment.Tally":     tally.Add(ctx, table),
		"eval.Evaluate":        second(eval.Evaluate(ctx, []eval.Model{{Name: "a", Ensemble: stumps}}, table, eval.Options{Attack: method, Threads: -1})),
	} {
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), "threads is -1, must be") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
