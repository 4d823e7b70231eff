package booster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// The hessian of LightGBM makes the leaves of K classes 2(K-1)/K times as large,
// and changes nothing else of a first tree that is not regularised.
func TestSoftmaxHessian(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 600, Cols: 4, Classes: 3}, 1)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.Lambda, p.MinChildWeight = 1, 3, 0, 0
	usual := traintest.Train(t, trainer.GBDT, p, table)
	p.SoftmaxHessian = trainer.HessianLightGBM
	long := traintest.Train(t, trainer.GBDT, p, table)
	for i := range usual.Trees {
		want, got := usual.Trees[i], long.Trees[i]
		for n, split := range want.Splits {
			if split.Feature != got.Splits[n].Feature || split.Threshold != got.Splits[n].Threshold {
				t.Errorf("tree %d splits on feature %d, not %d", i, got.Splits[n].Feature, split.Feature)
			}
		}
		for l := range want.Leaves {
			if d := cmp.Diff(want.Leaves[l]*4/3, got.Leaves[l], cmpopts.EquateApprox(1e-5, 0)); d != "" {
				t.Errorf("tree %d, leaf %d: %s", i, l, d)
			}
		}
	}
	if _, recorded := usual.Origin.Trainer["softmax-hessian"]; recorded || long.Origin.Trainer["softmax-hessian"] == "" {
		t.Error("the factor is recorded where it is the usual one, or not where it is another")
	}
}
