package advboost_test

import (
	"context"
	"os"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/bench/synthetic"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// piece is a part of hardening.
type piece struct {
	name   string
	split  float64
	bound  bool
	worst  string
	refit  int
	share  float64 // of the rows to attack each round
	attack attack.Attack
}

// Training costs of each piece beside natural training.
func BenchmarkTrain(b *testing.B) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 10, 6
	benchmark(b, synthetic.Uniform(20_000, 28), p,
		piece{name: "natural"},
		piece{name: "robust", split: 1},
		piece{name: "robust+bound", split: 1, bound: true},
		piece{name: "robust+bound+refit", split: 1, bound: true, refit: 5},
		piece{name: "robust+message", split: 1, bound: true, worst: advboost.MessageBound},
		piece{name: "robust+attack+refit", split: 1, bound: true, worst: advboost.AttackPoint, refit: 5},
		piece{name: "append", share: 0.1, attack: ltattack.Attack{Starts: 2}},
	)
}

// What hardening costs beside natural training on a million rows: like HIGGS, made
// of HIGGS, and uniform. It takes all threads or as many as GOMAXPROCS says. One
// run of each, two to three minutes, is enough: -benchtime 1x.
func BenchmarkMillion(b *testing.B) {
	const rows = 1_000_000
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 20, 8
	for _, set := range []struct {
		name string
		make func(b *testing.B) *data.Table
	}{
		{"HIGGS", func(*testing.B) *data.Table { return synthetic.HIGGS(rows, 28, false) }},
		{"drawn", func(b *testing.B) *data.Table {
			return drawn(b, "../../shared/datasets/HIGGS-46k.train.libsvm.gz", rows)
		}},
		{"uniform", func(*testing.B) *data.Table { return synthetic.Uniform(rows, 28) }},
	} {
		b.Run(set.name, func(b *testing.B) {
			t := set.make(b)
			if err := data.FitScaling(t).Apply(t); err != nil {
				b.Fatal(err)
			}
			benchmark(b, t, p,
				piece{name: "natural"},
				piece{name: "robust+bound", split: 1, bound: true},
				piece{name: "robust+bound+refit", split: 1, bound: true, refit: 5},
				piece{name: "append", share: 0.1, attack: dive.Attack{}},
			)
		})
	}
}

// drawn returns rows drawn from a file, each a little off, so that thresholds lie as
// densely as among different rows.
func drawn(b *testing.B, file string, rows int) *data.Table {
	if _, err := os.Stat(file); err != nil {
		b.Skip("needs ", file)
	}
	from, err := data.Read(b.Context(), file, data.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if err := data.FitScaling(from).Apply(from); err != nil {
		b.Fatal(err)
	}
	from.Scaling = nil // what is drawn are rows of their own
	r := seed.At(1, 2)
	t := *from
	t.Rows, t.X, t.Y = rows, make([]float64, 0, rows*from.Cols), make([]int, rows)
	for i := range rows {
		j := r.IntN(from.Rows)
		t.Y[i] = from.Y[j]
		for _, v := range from.Row(j) {
			t.X = append(t.X, v+0.02*r.NormFloat64())
		}
	}
	return &t
}

// benchmark trains with each of the pieces.
func benchmark(b *testing.B, t *data.Table, base trainer.Params, pieces ...piece) {
	ball := advboost.Ball{Eps: 0.02}
	for _, piece := range pieces {
		b.Run(piece.name, func(b *testing.B) {
			p := base
			var hooks []trainer.Hook
			if piece.split > 0 {
				p.Attacker = ball.Robust(t.Cols, piece.split)
			}
			if piece.bound {
				h, err := advboost.NewBound(advboost.BoundOptions{Ball: ball, Worst: piece.worst,
					Refit: advboost.Refit{Steps: piece.refit, Lambda: p.Lambda, LearningRate: p.LearningRate}})
				if err != nil {
					b.Fatal(err)
				}
				hooks = append(hooks, h)
			}
			if piece.attack != nil {
				h, err := advboost.NewExamples(advboost.ExamplesOptions{Attack: piece.attack, Share: piece.share})
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
