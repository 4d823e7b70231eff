package ltattack_test

import (
	"context"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// asked is a context that ends when it has been asked some times.
type asked struct {
	context.Context
	left int
}

func (a *asked) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// A cancelled search ends within a naive neighbourhood, which has as many tuples as the model has
// leaves.
func TestNaiveSearchesEnd(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Random(seed.At(3), ensembletest.Shape{Features: 5, Trees: 40, Depth: 6, Classes: 2}), attack.L1)
	v := attacktest.Victim(seed.At(4), p.Ensemble)
	v.Label = p.Ensemble.Class(v.X)
	const enough = 20
	for _, n := range []ltattack.Neighborhood{ltattack.NaiveLeaf, ltattack.NaiveFeature} {
		a := ltattack.Attack{Neighborhood: n, Starts: 3}
		whole := attacktest.Run(t, p, a, []attack.Victim{v}, attack.RunOptions{})[0]
		part, err := attack.Run(&asked{t.Context(), enough}, p, a, []attack.Victim{v}, attack.RunOptions{})
		if err == nil || part[0].Stop != attack.Cancelled || part[0].Stats.Neighbors > enough || whole.Stats.Neighbors <= 2*enough {
			t.Errorf("%v: %v, %d of %d neighbours, stop %v", n, err, part[0].Stats.Neighbors, whole.Stats.Neighbors, part[0].Stop)
		}
	}
}
