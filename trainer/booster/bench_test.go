package booster_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// Training on generated data: the shapes of the comparison with other
// libraries, smaller.
func BenchmarkTrain(b *testing.B) {
	for _, c := range []struct {
		name, booster string
		shape         traintest.Shape
		params        func(*trainer.Params)
	}{
		{"higgs", trainer.GBDT, traintest.Shape{Rows: 100_000, Cols: 28, Classes: 2}, func(p *trainer.Params) { p.Rounds, p.MaxDepth = 5, 8 }},
		{"digits", trainer.GBDT, traintest.Shape{Rows: 5_000, Cols: 784, Classes: 10, Zeros: 0.8, Values: 256}, func(p *trainer.Params) { p.Rounds, p.MaxDepth = 1, 8 }},
		{"forest", trainer.Forest, traintest.Shape{Rows: 50_000, Cols: 22, Classes: 2}, func(p *trainer.Params) { p.Rounds = 20 }},
		{"forest of 7 classes", trainer.Forest, traintest.Shape{Rows: 50_000, Cols: 54, Classes: 7}, func(p *trainer.Params) { p.Rounds = 20 }},
		{"small", trainer.GBDT, traintest.Shape{Rows: 614, Cols: 8, Classes: 2}, func(p *trainer.Params) { p.Rounds, p.MaxDepth = 20, 5 }},
	} {
		table := traintest.Table(c.shape, 1)
		for _, threads := range []int{1, 2} {
			p := trainer.Defaults(c.booster)
			p.Threads = threads
			c.params(&p)
			t := traintest.New(b, c.booster, p)
			b.Run(fmt.Sprintf("%s/threads=%d", c.name, threads), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := t.Train(context.Background(), table); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// How time grows with rows and with features.
func BenchmarkGrowth(b *testing.B) {
	for _, shape := range []traintest.Shape{
		{Rows: 62_500, Cols: 28}, {Rows: 125_000, Cols: 28}, {Rows: 250_000, Cols: 28}, {Rows: 125_000, Cols: 56}, {Rows: 125_000, Cols: 112},
	} {
		shape.Classes = 2
		table := traintest.Table(shape, 1)
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth, p.Threads = 5, 8, 1
		t := traintest.New(b, trainer.GBDT, p)
		b.Run(fmt.Sprintf("rows=%d/features=%d", shape.Rows, shape.Cols), func(b *testing.B) {
			for b.Loop() {
				if _, err := t.Train(context.Background(), table); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*shape.Rows*shape.Cols*p.Rounds), "ns/cell-round")
		})
	}
}
