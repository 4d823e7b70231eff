package advboost

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Leads from remembered exponentials have the bits of those computed anew, whichever margins change.
func TestRememberedLeads(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 31))
	for _, outputs := range []int{1, 2, 3, 7} {
		const rows = 3
		var s softs
		s.room(rows, outputs)
		margins := make([]float64, rows*outputs)
		for step := range 2000 {
			row, output := r.IntN(rows), r.IntN(outputs)
			of := margins[row*outputs : (row+1)*outputs]
			if step%500 == 499 { // the largest has no number
				of[r.IntN(outputs)] = math.NaN()
			} else if r.IntN(3) > 0 { // equal ones among them
				of[r.IntN(outputs)] = float64(r.IntN(9)-4) * 1.7
			}
			if got, want := s.lead(row, of, output), lead(of, output); math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Fatalf("output %d of %v: %v, want %v", output, of, got, want)
			}
		}
	}
}
