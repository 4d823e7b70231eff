package eval

import "testing"

// An eps is written in full if six digits do that, and so that no two look alike.
func TestEpsText(t *testing.T) {
	third, close := 1/3.0, 0.33333334
	for _, c := range []struct {
		eps  float64
		all  []float64
		want string
	}{
		{0, nil, "0"}, {0.05, nil, "0.05"}, {0.1, []float64{0.1, 0.11}, "0.1"}, {0.00001, nil, "0.00001"}, {1e-7, nil, "1e-07"},
		{8 / 255.0, nil, "0.0313725"}, {6 / 68.0, nil, "0.0882353"}, {0.088235, nil, "0.088235"},
		{0.1234, []float64{0.1234, 0.1231}, "0.1234"}, {0.1231, []float64{0.1234, 0.1231}, "0.1231"},
		{third, []float64{third, close}, "0.33333333"}, {close, []float64{third, close}, "0.33333334"},
		{250_000, nil, "250000"}, {1_234_567, nil, "1234567"}, {1_234_567.25, nil, "1234567"}, {1e12, nil, "1e+12"},
	} {
		if got := EpsText(c.eps, c.all); got != c.want {
			t.Errorf("%v among %v is %s, want %s", c.eps, c.all, got, c.want)
		}
	}
}
