package advboost

import (
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// No more rows are attacked than are asked for, even where rounding makes their share larger.
func TestNoMoreRowsAreAttackedThanAskedFor(t *testing.T) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 3
	most := 0
	s := Strategy{Loop: "lt", Eps: 2, Rows: 49, NoWarmStart: true, Progress: func(a Progress) { most = max(most, a.Attacked) }}
	if _, err := Harden(t.Context(), wholes(seed.At(44, 2), 700, 3, 2, 6), p, s); err != nil {
		t.Fatal(err)
	}
	if most != s.Rows {
		t.Errorf("%d rows were attacked, want %d", most, s.Rows)
	}
}
