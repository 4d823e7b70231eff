package exact

import (
	"math"
	"testing"
)

// TestExpect asks for balls when boxes grow exponentially.
func TestExpect(t *testing.T) {
	boxes := func(limit float64) float64 { return 3 * math.Exp(20*limit) }
	c := contest{proofs: [2]proof{{nodes: 1}, {nodes: 1}}}
	if got := c.expect(100); !math.IsInf(got, 1) {
		t.Errorf("got %v before anything is known", got)
	}
	for _, limit := range []float64{0.2, 0.3} {
		c.prove(limit, int(boxes(limit)))
	}
	for _, nodes := range []int{10, 2000, 50000} {
		if got := boxes(c.expect(nodes)); math.Abs(got/float64(nodes)-1) > 0.05 {
			t.Errorf("a ball for %d boxes takes %v", nodes, got)
		}
	}
	c.prove(0.25, 1)
	if c.lower != 0.3 || c.proofs[1].limit != 0.3 {
		t.Errorf("a smaller ball lowered the bound to %v", c.lower)
	}
}
