package eval

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
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

// The largest change of a column goes from the farthest row to a bound or the last of its
// values, the ways that it can go.
func TestFarthest(t *testing.T) {
	inf := math.Inf(1)
	e := &ensemble.Ensemble{Features: 5, Schema: ensemble.Schema{Min: []float64{0, 10, 0, 0, 0}, Max: []float64{1, 30, 1, 1, 1}}}
	table := &data.Table{Rows: 2, Cols: 5, X: []float64{0, 0.5, 0.25, 0, 0.5, 1, 0.75, 0.5, 0.25, math.NaN()}}
	c := &attack.Constraints{
		Lo: []float64{0, 0, -inf, 0, 0}, Hi: []float64{1, 2, inf, 1, 1},
		Values:   [][]float64{nil, nil, nil, {0, 0.5}, nil},
		Increase: []bool{true, true, false, false, true},
	}
	least, most := ranges(table)
	for f, want := range []float64{1, 30, inf, 0.5, 0.5} { // 20 to 50, in units of the data
		if got := farthest(e, c, f, least[f], most[f]); got != want {
			t.Errorf("column %d changes by %v, want %v", f, got, want)
		}
	}
}
