package sets

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Turned models predict the same for levels, unknown levels and missing values, and all members are on
// the side asked for.
func TestOriented(t *testing.T) {
	turned := 0
	for name, shape := range ensembletest.SetShapes {
		for trial := range 60 {
			r := seed.At(41, trial)
			e := ensembletest.Random(r, shape)
			right := trial%2 == 0
			got, err := Oriented(e, right)
			if errors.Is(err, ErrEmpty) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := got.Validate(); err != nil {
				t.Fatal(err)
			}
			turned++
			for i := range got.Trees {
				for _, s := range got.Trees[i].Splits {
					if s.Set != nil && (s.Set.Right != right || len(s.Set.Levels) == 0) {
						t.Fatalf("%s: a set %v", name, s.Set)
					}
				}
			}
			// as the other library reads it: what is not known is in no set
			got.LevelRule = ensemble.Positive
			want, is := make([]float64, e.Outputs), make([]float64, e.Outputs)
			for range 50 {
				x := ensembletest.Row(r, e)
				switch r.IntN(4) {
				case 0:
					x[0] = math.NaN()
				case 1:
					x[0] = float64(shape.Levels + r.IntN(3)) // not known
				}
				if e.LevelRule == ensemble.Byte && x[0] >= 256 {
					continue
				}
				e.Margins(e.Rounded(x), want)
				got.Margins(got.Rounded(x), is)
				if d := cmp.Diff(want, is); d != "" {
					t.Fatalf("%s: row %v: %s", name, x, d)
				}
			}
		}
	}
	if turned < 100 {
		t.Errorf("%d models were turned", turned)
	}
}
