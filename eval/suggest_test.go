package eval

import (
	"math"
	"testing"
)

// Radii are rounded up, whatever their size: the smallest became 0, and infinite ones NaN.
func TestTwoDigits(t *testing.T) {
	for v, want := range map[float64]float64{
		0: 0, -1.5: 0, 0.03: 0.03, 0.0301: 0.031, 9.99: 10, 123.4: 130,
		5e-324: 5e-324, 1e-300: 1e-300, 1.23e-299: 1.3e-299, 1.23e299: 1.3e299, math.MaxFloat64: math.MaxFloat64, math.Inf(1): math.Inf(1),
	} {
		if got := TwoDigits(v); math.Abs(got-want) > 1e-12*want && got != want {
			t.Errorf("%v becomes %v, want %v", v, got, want)
		}
	}
	if got := TwoDigits(math.NaN()); got == got {
		t.Errorf("NaN becomes %v", got)
	}
}
