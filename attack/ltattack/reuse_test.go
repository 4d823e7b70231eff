package ltattack

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// What a searcher finds does not depend on what it searched before: the
// number of workers must not show.
func TestReusedSearcherIsLikeAFreshOne(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		for _, norm := range attack.Norms {
			for _, target := range []int{attack.Untargeted, 0} {
				t.Run(name+" "+norm.String(), func(t *testing.T) {
					for i := range 5 {
						r := seed.At(7, i)
						p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
						p.Target = target
						prepared, err := Attack{Patience: 5}.Prepare(p)
						if err != nil {
							t.Fatal(err)
						}
						reused := prepared.Searcher()
						for row := range 12 {
							x := ensembletest.Row(r, p.Ensemble)
							v := attack.Victim{Row: row, X: x, Label: p.Ensemble.Class(x)}
							if v.Label == target {
								continue
							}
							want := prepared.Searcher().Search(context.Background(), v)
							got := reused.Search(context.Background(), v)
							if d := cmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
								t.Fatalf("ensemble %d, row %d, target %d:\n%s", i, row, target, d)
							}
						}
					}
				})
			}
		}
	}
}
