package gbdt_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// If leaves share rows, the margins of a row are still those of the leaves that it falls into, and the
// trees differ from those with each row in one leaf.
func TestRobustBoth(t *testing.T) {
	several := traintest.Table(traintest.Shape{Rows: 600, Cols: 4, Classes: 4}, 1)
	for _, table := range []*data.Table{binary(), several} { // of several classes, trees grow side by side
		t.Run(fmt.Sprint(len(table.Classes), " classes"), func(t *testing.T) { testRobustBoth(t, table) })
	}
}

func testRobustBoth(t *testing.T, table *data.Table) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.Attacker.Up, p.Subsample, p.Threads = 4, []float64{0.05}, 0.8, 1
	one := train(t, p, table)
	p.RobustBoth = true
	compared := 0
	check := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		for i := range table.Rows {
			if got, want := r.Rows.Margins(i)[0], margin(r.Ensemble, table.Row(i)); got-want > 1e-9 || want-got > 1e-9 {
				t.Fatalf("round %d: row %d has margin %v, the ensemble says %v", r.Number, i, got, want)
			}
			compared++
		}
		return nil
	})
	g := traintest.New(t, trainer.GBDT, p)
	both, err := g.Train(context.Background(), table, check)
	if err != nil {
		t.Fatal(err)
	}
	if compared != 4*table.Rows {
		t.Errorf("%d margins compared", compared)
	}
	if cmp.Equal(one.Trees, both.Trees) {
		t.Error("the trees are the same as without")
	}
	p.Threads = 3
	if diff := cmp.Diff(both.Trees, train(t, p, table).Trees); diff != "" {
		t.Errorf("trees depend on threads: %s", diff)
	}
}
