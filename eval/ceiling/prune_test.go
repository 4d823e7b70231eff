package ceiling

import (
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
)

// No two rows that are left meet, each that is gone meets one of them, and of two
// classes none too many are gone.
func TestPrune(t *testing.T) {
	if testing.Short() {
		t.Skip("TestPairs has the goroutines")
	}
	r := rand.New(rand.NewPCG(3, 3))
	gone := 0
	for name, c := range eachFence {
		for _, norm := range attack.Norms {
			for classes := 2; classes <= 3; classes++ {
				table := lattice(r, 11, classes)
				for _, eps := range []float64{0, 0.5, 1.01, 1.52} {
					kept, err := Prune(t.Context(), table, eps, Options{Norm: norm, Constraints: c, Threads: 2})
					if err != nil {
						t.Fatal(err)
					}
					b := newBall(table, norm, c, eps*(1-slack))
					left := make([]bool, table.Rows)
					for _, row := range kept {
						left[row] = true
					}
					meets := func(row int) bool {
						for other := range table.Rows {
							if left[other] && table.Y[row] != table.Y[other] && b.meet(table.Row(row), table.Row(other)) {
								return true
							}
						}
						return false
					}
					for row := range table.Rows {
						if meets(row) == left[row] {
							t.Errorf("%s, norm %s, eps %v: row %d of %v", name, norm, eps, row, kept)
						}
					}
					robust, _, _ := best(table, b)
					most := int(robust*float64(table.Rows) + 0.5)
					if n := len(kept); n > most || classes == 2 && n < most || table.Rows-n > 2*(table.Rows-most) {
						t.Errorf("%s, norm %s, %d classes, eps %v: %d rows are left, %d can be", name, norm, classes, eps, n, most)
					}
					gone += table.Rows - len(kept)
				}
			}
		}
	}
	if gone < 100 {
		t.Errorf("%d rows are gone in all", gone)
	}
}
