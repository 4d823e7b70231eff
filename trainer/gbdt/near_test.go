package gbdt_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// Targets that gradients cannot tell apart are refused, as nothing is learnt of them.
func TestTargetsTooNear(t *testing.T) {
	for unit, want := range map[float64]string{
		1: "", 1e-36: "", 0: "",
		1e-60: "t.csv: targets lie within 9e-60 of each other, too near for gradients in single precision: multiply them by a constant",
	} {
		table := &data.Table{Rows: 10, Cols: 1, Features: []string{"x"}, Source: "t.csv"}
		for i := range table.Rows {
			table.X, table.Target = append(table.X, float64(i)), append(table.Target, float64(i)*unit)
		}
		b := traintest.New(t, trainer.GBDT, trainer.Defaults(trainer.GBDT))
		_, err := b.Train(t.Context(), table)
		if err != nil && err.Error() != want || err == nil && want != "" {
			t.Errorf("unit %v: %v, want %q", unit, err, want)
		}
	}
}
