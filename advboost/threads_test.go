package advboost_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func TestSameModelForAnyNumberOfThreads(t *testing.T) {
	train, _ := wdbc()
	harden := func(worst string, threads int) *ensemble.Ensemble {
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth, p.Seed, p.Threads = 6, 3, 3, threads
		ball := advboost.Ball{Norm: attack.LInf, Eps: 0.05}
		p.Attacker = ball.Robust(train.Cols, 0.5)
		bound, err := advboost.NewBound(advboost.BoundOptions{Ball: ball, Worst: worst, Schedule: advboost.Schedule{Every: 2}, Threads: threads, Refit: advboost.Refit{Steps: 3, LearningRate: 0.1}})
		if err != nil {
			t.Fatal(err)
		}
		examples, err := advboost.NewExamples(advboost.ExamplesOptions{
			Attack: ltattack.Attack{}, Share: 0.2, Budget: 100, Seed: 3, Threads: threads,
		})
		if err != nil {
			t.Fatal(err)
		}
		return fit(p, train, bound, examples)
	}
	for _, worst := range advboost.WorstCases {
		t.Run(worst, func(t *testing.T) {
			one := harden(worst, 1)
			if len(one.Trees) == 0 {
				t.Fatal("every round was rejected")
			}
			for threads := 2; threads <= 3; threads++ {
				if d := cmp.Diff(one, harden(worst, threads)); d != "" {
					t.Errorf("%d threads: %s", threads, d)
				}
			}
		})
	}
}

func TestSameModelForAnyNumberOfThreadsByWorstRows(t *testing.T) {
	train, _ := wdbc()
	how := advboost.Default(trainer.GBDT, attack.L1, train)
	if how.Eps = 0.2; how.Loop != advboost.WorstAttack {
		t.Fatalf("the loop is %s", how.Loop)
	}
	harden := func(threads int) *ensemble.Ensemble {
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth, p.Threads = 8, 3, threads
		e, err := advboost.Harden(t.Context(), train, p, how)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	one := harden(1)
	if loop := one.Origin.Trainer["loop"]; loop != advboost.WorstAttack {
		t.Errorf("the model records the loop %s", loop)
	}
	if d := cmp.Diff(one, harden(3)); d != "" {
		t.Error(d)
	}
}

// Dives look at the examples of the rounds before, whatever these are used for.
func TestSameModelForAnyNumberOfThreadsByDives(t *testing.T) {
	train, _ := wdbc()
	for use, name := range advboost.Uses {
		harden := func(threads int) *ensemble.Ensemble {
			p := trainer.Defaults(trainer.GBDT)
			p.Rounds, p.MaxDepth, p.Threads = 8, 3, threads
			examples, err := advboost.NewExamples(advboost.ExamplesOptions{
				Attack: dive.Attack{}, Use: advboost.Use(use), DistanceWeight: 1, Threads: threads,
			})
			if err != nil {
				t.Fatal(err)
			}
			return fit(p, train, examples)
		}
		if d := cmp.Diff(harden(1), harden(3)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
