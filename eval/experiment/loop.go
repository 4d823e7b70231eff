package experiment

import (
	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Loop is what hardens a model while it is trained. The zero value is natural
// training.
type Loop struct {
	Norm        attack.Norm
	Eps         float64 // radius to harden against
	Constraints *attack.Constraints

	// Attack is called between the rounds, and the examples it finds are
	// trained on; nil for none.
	Attack   attack.Attack
	Schedule advboost.Schedule
	Rows     int     // most rows to attack each time, 0 for all
	Budget   int     // most examples among the training rows, 0 for as many as rows
	Weight   float64 // of an example relative to its row, 0 for 1
	Far      bool    // train on examples beyond Eps too

	Split float64 // share of Eps that splits are made robust against, 0 for natural splits
	Bound bool    // train the worst case of the tree-wise bound: gradients and leaf values

	Progress func(advboost.Progress) // may be nil
}

// refitSteps are enough for most trees to reach the least worst-case loss.
const refitSteps = 5

// apply returns the hooks of the loop and sets the parameters that go with
// them.
func (l *Loop) apply(p *trainer.Params, t *data.Table) ([]trainer.Hook, error) {
	var hooks []trainer.Hook
	ball := advboost.Ball{Norm: l.Norm, Eps: l.Eps, Constraints: l.Constraints}
	if l.Split > 0 {
		ball.Robust(p, t.Cols, l.Split)
	}
	if l.Norm != attack.LInf {
		ball = ball.Box(l.Split)
	}
	if l.Bound {
		h, err := advboost.NewBound(advboost.BoundOptions{
			Ball: ball, Threads: p.Threads,
			Refit: advboost.Refit{Steps: refitSteps, Lambda: p.Lambda, LearningRate: p.LearningRate, ClassWeight: p.ClassWeights(t)},
		})
		if err != nil {
			return nil, err
		}
		hooks = append(hooks, h)
	}
	if l.Attack == nil {
		return hooks, nil
	}
	o := advboost.Options{
		Attack: l.Attack, Norm: l.Norm, Constraints: l.Constraints, Eps: l.Eps, Schedule: l.Schedule,
		Budget: l.Budget, Weight: l.Weight, Seed: p.Seed, Threads: p.Threads, Progress: l.Progress,
	}
	if l.Rows > 0 {
		o.Share = min(1, float64(l.Rows)/float64(t.Rows))
	}
	if l.Far {
		o.Eps = 0
	}
	h, err := advboost.New(o)
	return append(hooks, h), err
}
