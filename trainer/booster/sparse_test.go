package booster_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// Sparse rows give the trees that the same rows give with all of their cells.
func TestSparseRowsTrainAsOthers(t *testing.T) {
	options := map[string]func(p *trainer.Params){
		"as they are":  func(*trainer.Params) {},
		"rows":         func(p *trainer.Params) { p.MinSamplesLeaf, p.Subsample = 5, 0.6 },
		"columns":      func(p *trainer.Params) { p.ColsampleByNode, p.ColsampleByTree = 0.2, 0.7 },
		"few bins":     func(p *trainer.Params) { p.MaxBin = 8 },
		"light leaves": func(p *trainer.Params) { p.MinChildWeight = 0 },
		"best first":   func(p *trainer.Params) { p.GrowPolicy, p.MaxLeaves = trainer.LossGuide, 9 },
		"constraints":  func(p *trainer.Params) { p.InteractionConstraints = [][]int{{0, 1, 2, 3}, {4, 5, 6, 7, 8}} },
		"robust":       func(p *trainer.Params) { p.Attacker.Up = []float64{0.1} },
		"to both":      func(p *trainer.Params) { p.Attacker.Up, p.RobustBoth = []float64{0.1}, true },
		"early stop": func(p *trainer.Params) {
			p.EarlyStoppingRounds, p.Rounds = 2, 12
			p.Valid = []trainer.Validation{{Name: "test", Table: traintest.Table(traintest.Shape{Rows: 300, Cols: 60, Classes: 2, Zeros: 0.9}, 2)}}
		},
	}
	splits := 0
	for _, name := range booster.Names {
		for what, set := range options {
			for _, shape := range []traintest.Shape{
				{Rows: 700, Cols: 60, Classes: 2, Zeros: 0.9, Missing: 0.02},
				{Rows: 700, Cols: 60, Classes: 3, Zeros: 0.8, Values: 4},
				{Rows: 700, Cols: 60, Classes: 2, Missing: 0.9},
				{Rows: 700, Cols: 60, Zeros: 0.9},
			} {
				p := trainer.Defaults(name)
				p.Rounds, p.Threads, p.MaxDepth, p.BatchTrees = 4, 1, 5, 2
				set(&p)
				if p.EarlyStoppingRounds > 0 && name == trainer.Forest || p.Robust() && shape.Classes == 0 || p.Valid != nil && shape.Classes != 2 {
					continue
				}
				table, absent := traintest.Table(shape, 1), 0.0
				if shape.Zeros == 0 {
					absent = math.NaN()
				}
				want := traintest.Train(t, name, p, table)
				sparse := traintest.Sparse(table, absent)
				p.Threads = 2
				for k := range p.Valid {
					p.Valid[k].Table = traintest.Sparse(p.Valid[k].Table, 0)
				}
				got := traintest.Train(t, name, p, sparse)
				if d := cmp.Diff(want.Trees, got.Trees); d != "" {
					t.Fatalf("%s, %s, %+v: %s", name, what, shape, d)
				}
				for i := range want.Trees {
					splits += len(want.Trees[i].Splits)
				}
			}
		}
	}
	if splits < 4000 {
		t.Errorf("only %d splits", splits)
	}
}

// Weights, hooks that change rows, and continued models work the same with sparse rows as with others.
func TestSparseRowsChangeAsOthers(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 500, Cols: 40, Classes: 2, Zeros: 0.9}, 3)
	for i := range table.Rows {
		table.Weights = append(table.Weights, float64(i%4))
	}
	sparse := traintest.Sparse(table, 0)
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.MaxDepth, p.BatchTrees = 6, 4, 2
		change := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
			random := seed.At(5, r.Number)
			if r.Number > 2 {
				r.Rows.Truncate(r.Rows.Table())
			}
			if r.Number > 1 {
				x := append([]float64(nil), r.Rows.X(random.IntN(table.Rows))...)
				x[random.IntN(len(x))]++
				r.Rows.Append(x, 1, 2)
				r.Rows.Replace(7, x)
			}
			return nil
		})
		first := traintest.Train(t, name, p, table, change)
		traintest.SameTrees(t, first, traintest.Train(t, name, p, sparse, change))
		p.Init = first
		traintest.SameTrees(t, traintest.Train(t, name, p, table), traintest.Train(t, name, p, sparse))
	}
}
