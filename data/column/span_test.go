package column_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data/column"
)

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0.000763717123, 0.99921456, "0.000763717 to 0.999215"},
		{-2, 1e9, "-2 to 1e+09"},
		{1000000.0381, 1000002.9713, "1000000.04 to 1000002.97"},
		{1.6e9 + 125.5, 1.6e9 + 3600, "1.6000001e+09 to 1.6000036e+09"},
		{0.1, 0.1 + 1e-16, "0.1 to 0.1000000000000001"},
		{0.1, 0.1, "0.1 to 0.1"},
	} {
		if got := column.Span(c.lo, c.hi); got != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}
