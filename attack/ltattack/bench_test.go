package ltattack_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// train trains a model on a table scaled to [0,1].
func train(b *testing.B, table *data.Table, rounds, depth int) *ensemble.Ensemble {
	b.Helper()
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.Seed = rounds, depth, 1
	t, err := gbdt.New(p)
	if err != nil {
		b.Fatal(err)
	}
	e, err := t.Train(context.Background(), table)
	if err != nil {
		b.Fatal(err)
	}
	return e
}

// read reads and scales a table.
func read(b *testing.B, source string, o data.Options) *data.Table {
	b.Helper()
	t, err := data.Read(b.Context(), source, o)
	if err != nil {
		b.Fatal(err)
	}
	if err := data.FitScaling(t).Apply(t); err != nil {
		b.Fatal(err)
	}
	return t
}

// search benchmarks the attack on rows that the model classifies correctly,
// one per operation, and reports their mean distance.
func search(b *testing.B, e *ensemble.Ensemble, table *data.Table, norm attack.Norm, a ltattack.Attack) {
	p := attacktest.NewProblem(b, e, norm)
	prepared, err := a.Prepare(p)
	if err != nil {
		b.Fatal(err)
	}
	s := prepared.Searcher()
	var victims []attack.Victim
	for i := 0; i < table.Rows && len(victims) < 30; i++ {
		if x := table.Row(i); e.Class(x) == table.Y[i] {
			victims = append(victims, attack.Victim{Row: i, X: x, Label: table.Y[i]})
		}
	}
	sum := 0.0
	for _, v := range victims { // grows the memory, too
		sum += s.Search(b.Context(), v).Distance
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		s.Search(b.Context(), victims[i%len(victims)])
		i++
	}
	b.ReportMetric(sum/float64(len(victims)), "distance")
}

func BenchmarkSearch(b *testing.B) {
	attacks := map[string]ltattack.Attack{
		"climb": {},
		"paper": {Paper: true},
	}
	for _, source := range []string{"builtin:wdbc", "builtin:digits"} {
		table := read(b, source, data.Options{})
		e := train(b, table, 50, 6)
		for _, norm := range attack.Norms {
			for name, a := range attacks {
				b.Run(fmt.Sprintf("%s/%v/%s", source[len("builtin:"):], norm, name), func(b *testing.B) {
					search(b, e, table, norm, a)
				})
			}
		}
	}
}

// BenchmarkThreads attacks the same rows on one and two threads.
func BenchmarkThreads(b *testing.B) {
	table := read(b, "builtin:digits", data.Options{})
	p := attacktest.NewProblem(b, train(b, table, 50, 6), attack.L2)
	victims := make([]attack.Victim, 200)
	for i := range victims {
		victims[i] = attack.Victim{Row: i, X: table.Row(i), Label: table.Y[i]}
	}
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprint(threads), func(b *testing.B) {
			for b.Loop() {
				if _, err := attack.Run(b.Context(), p, ltattack.Attack{}, victims, attack.RunOptions{Threads: threads}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
