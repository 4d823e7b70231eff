package traintest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// New returns the booster called name, and fails the test if it refuses the parameters.
func New(t testing.TB, name string, p trainer.Params) trainer.Trainer {
	t.Helper()
	b, err := booster.New(name, p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Train trains the booster called name, and fails the test if that fails.
func Train(t testing.TB, name string, p trainer.Params, table *data.Table, hooks ...trainer.Hook) *ensemble.Ensemble {
	t.Helper()
	e, err := New(t, name, p).Train(context.Background(), table, hooks...)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Validate(); err != nil {
		t.Fatal(err)
	}
	return e
}

// SameTrees reports how the trees of two models differ.
func SameTrees(t *testing.T, want, got *ensemble.Ensemble) {
	t.Helper()
	if d := cmp.Diff(want.Trees, got.Trees); d != "" {
		t.Error(d)
	}
}
