package booster_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// sizes is a table of one feature.
func sizes(x []float64, y []int) *data.Table {
	return &data.Table{
		Rows: len(x), Cols: 1, Source: "example", X: x, Y: y,
		Features: []string{"size"}, Classes: []string{"small", "large"},
	}
}

func mustTrain(name string, p trainer.Params, table *data.Table) *ensemble.Ensemble {
	t, err := booster.New(name, p)
	if err != nil {
		log.Fatal(err)
	}
	e, err := t.Train(context.Background(), table)
	if err != nil {
		log.Fatal(err)
	}
	return e
}

// A custom loss: the focal loss (Lin et al., ICCV 2017) with exponent 1, -(1-p) log p for the
// probability p of the label, which gives less weight to rows that are already right.
func Example_objective() {
	focal := func(y, margins, grad, hess []float64) {
		for i, m := range margins {
			sign := 2*y[i] - 1
			p := 1 / (1 + math.Exp(-sign*m))
			grad[i] = sign * p * (1 - p) * (math.Log(p) - (1-p)/p)
			hess[i] = p * (1 - p) // any positive curvature gives a descent
		}
	}
	table := sizes([]float64{1, 2, 3, 10, 11, 12}, []int{0, 0, 0, 1, 1, 1})
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MinChildWeight, p.Objective = 10, 0, focal
	model := mustTrain(trainer.GBDT, p, table)
	fmt.Println(table.Classes[model.Class([]float64{4})], table.Classes[model.Class([]float64{9})])
	// Output: small large
}

// A custom metric decides when to stop: the share of rows without a clear margin. A metric that attacks
// rows would use the ensemble that it is given.
func Example_metric() {
	unclear := trainer.Metric{
		Name: "unclear",
		Score: func(_ context.Context, _ *ensemble.Ensemble, t *data.Table, margins []float64) (float64, error) {
			n := 0
			for _, m := range margins {
				if math.Abs(m) < 0.5 {
					n++
				}
			}
			return float64(n) / float64(t.Rows), nil
		},
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.LearningRate, p.MinChildWeight = 100, 0.3, 0
	p.Metrics, p.EarlyStoppingRounds = []trainer.Metric{unclear}, 3
	p.Valid = []trainer.Validation{{Name: "held out", Table: sizes([]float64{0, 2, 9, 13}, []int{0, 0, 1, 1})}}
	p.Report = func(e trainer.Evaluation) {
		fmt.Printf("round %d: %s %s %v\n", e.Round, e.Scores[0].Table, e.Scores[0].Metric, e.Scores[0].Value)
	}
	model := mustTrain(trainer.GBDT, p, sizes([]float64{1, 2, 3, 10, 11, 12}, []int{0, 0, 0, 1, 1, 1}))
	fmt.Println(len(model.Trees), "trees, best iteration", model.Origin.Trainer["best-iteration"])
	// Output:
	// round 1: held out unclear 1
	// round 2: held out unclear 1
	// round 3: held out unclear 0
	// round 4: held out unclear 0
	// round 5: held out unclear 0
	// round 6: held out unclear 0
	// 3 trees, best iteration 3
}

// A checkpoint gives the model of a run without interruption.
func Example_checkpoint() {
	table := sizes([]float64{1, 2, 3, 10, 11, 12}, []int{0, 0, 0, 1, 1, 1})
	p := trainer.Defaults(trainer.Forest)
	p.Rounds, p.BatchTrees, p.CheckpointRounds = 40, 10, 2
	var saved *ensemble.Ensemble
	p.Checkpoint = func(e *ensemble.Ensemble) error {
		if saved == nil { // the first one, as if the run had ended after it
			saved = e
		}
		return nil
	}
	whole := mustTrain(trainer.Forest, p, table)
	p.Resume = saved
	resumed := mustTrain(trainer.Forest, p, table)
	fmt.Println(len(saved.Trees), len(whole.Trees), len(resumed.Trees))
	// Output: 20 40 40
}
