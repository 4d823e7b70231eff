package criterion

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// No threshold scores more than the one found, however rare class 1 is and however heavy the rows are.
func TestBinaryImpurityFindsTheBestThreshold(t *testing.T) {
	r := seed.At(1, 9)
	for try := range 2000 {
		weight, rare := int64(1)<<r.IntN(20), r.IntN(200)+1
		column := make([]int64, 256)
		n := &Node{Rows: 100, Total: make([]int64, 1)}
		for range 100 { // less than 2^31 in all
			class := uint8(0)
			if r.IntN(rare) == 0 {
				class = 1
			}
			bin := r.IntN(60)
			if bin == 59 {
				bin = bins.Missing
			}
			v := PackClass(class, 1+r.Int64N(weight))
			column[bin] += v
			n.Total[0] += v
		}
		c := BinaryImpurity{}
		most := c.Score(n)
		if math.IsInf(most, -1) {
			continue
		}
		c.Begin(n)
		best := Split{Score: most}
		for _, left := range []int64{0, column[bins.Missing]} {
			for _, v := range column[:bins.Missing] {
				if left += v; left != 0 && left != n.Total[0] {
					zeros, ones := floats(UnpackClasses(left))
					right0, right1 := floats(UnpackClasses(n.Total[0] - left))
					most = max(most, gini(zeros, ones, right0, right1))
				}
			}
		}
		sums := NewSums(1)
		h := &sums
		h.Dense(0, column, 60)
		c.Best(n, nil, h, &best)
		if best.Score != most {
			t.Fatalf("%d: scores %v, want %v", try, best.Score, most)
		}
	}
}
