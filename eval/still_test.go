package eval

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
)

// A feature that goes one way only goes as far as that way's weight lets it.
func TestLeastWeightIsThatOfAnAllowedWay(t *testing.T) {
	c := &attack.Constraints{
		Weight: []float64{1, 4, 4, 4}, Fall: []float64{3, 1, 1, 5},
		Increase: []bool{false, true, false, false}, Decrease: []bool{false, false, true, false},
	}
	for f, want := range []float64{1, 4, 1, 4} {
		if got := leastWeight(c, f); got != want {
			t.Errorf("feature %d: %v, want %v", f, got, want)
		}
	}
	if got := leastWeight(nil, 0); got != 1 {
		t.Errorf("without constraints: %v, want 1", got)
	}
}
