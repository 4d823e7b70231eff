package advboost_test

import (
	"context"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// synthetic returns rows of 28 features in [0,1] whose classes hang on a few
// of them, with noise.
func synthetic(rows int) *data.Table {
	const cols = 28
	t := &data.Table{Rows: rows, Cols: cols, X: make([]float64, rows*cols), Y: make([]int, rows), Classes: []string{"0", "1"}, Features: make([]string, cols)}
	r := seed.At(1)
	for i := range rows {
		x := t.Row(i)
		for f := range x {
			x[f] = r.Float64()
		}
		if math.Sin(6*x[0])+x[1]*x[2]*2-x[3]+0.5*r.NormFloat64() > 0.5 {
			t.Y[i] = 1
		}
	}
	return t
}

// Training costs of each piece beside natural training, one thread.
func BenchmarkTrain(b *testing.B) {
	const eps = 0.02
	ball := advboost.Ball{Eps: eps}
	t := synthetic(20_000)
	base := trainer.Defaults(trainer.GBDT)
	base.Rounds, base.MaxDepth, base.Threads = 10, 6, 1
	for _, piece := range []struct {
		name   string
		split  float64
		bound  bool
		worst  advboost.WorstCase
		refit  int
		attack float64
	}{
		{name: "natural"},
		{name: "robust", split: 1},
		{name: "robust+bound", split: 1, bound: true},
		{name: "robust+bound+refit", split: 1, bound: true, refit: 5},
		{name: "robust+message", split: 1, bound: true, worst: advboost.MessageBound},
		{name: "robust+attack+refit", split: 1, bound: true, worst: advboost.AttackPoint, refit: 5},
		{name: "append", attack: 0.1},
	} {
		b.Run(piece.name, func(b *testing.B) {
			p := base
			var hooks []trainer.Hook
			if piece.split > 0 {
				ball.Robust(&p, t.Cols, piece.split)
			}
			if piece.bound {
				h, err := advboost.NewBound(advboost.BoundOptions{Ball: ball, Worst: piece.worst, Threads: 1,
					Refit: advboost.Refit{Steps: piece.refit, Lambda: p.Lambda, LearningRate: p.LearningRate}})
				if err != nil {
					b.Fatal(err)
				}
				hooks = append(hooks, h)
			}
			if piece.attack > 0 {
				h, err := advboost.New(advboost.Options{Attack: ltattack.Attack{Starts: 2}, Share: piece.attack, Threads: 1})
				if err != nil {
					b.Fatal(err)
				}
				hooks = append(hooks, h)
			}
			for b.Loop() {
				g, err := gbdt.New(p)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := g.Train(context.Background(), t, hooks...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
