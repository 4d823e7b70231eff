package bins

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// A level that only rows of weight 0 have, or that is too rare, has no bin, and
// its rows miss the feature, rows of zeros too.
func TestLevelsWithoutBinsAreMissing(t *testing.T) {
	table := &data.Table{
		Rows: 6, Cols: 1, X: []float64{0, 1, 2, 1, 2, 2}, Y: []int{0, 1, 0, 1, 0, 1}, Classes: []string{"a", "b"},
		Features: []string{"f"}, Columns: []column.Column{column.Named([]string{"x", "y", "z"})},
		Weights: []float64{0, 1, 1, 1, 1, 1},
	}
	for name, c := range map[string]struct {
		weights []float64
		maxBin  int
		want    [3]uint8 // bins of the levels
	}{
		"all have bins":   {nil, 256, [3]uint8{0, 1, 2}},
		"weight 0":        {table.Weights, 256, [3]uint8{Missing, 0, 1}},
		"too many to bin": {nil, 3, [3]uint8{Missing, 0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			rows := *table
			rows.Weights = c.weights
			b, err := New(&rows, c.maxBin, nil, 0, 1, 1)
			if err != nil {
				t.Fatal(err)
			}
			some := false
			for i, code := range rows.X {
				want := c.want[int(code)]
				some = some || want == Missing
				if got := b.Bin(i, 0); got != want {
					t.Errorf("level %v has bin %d, want %d", code, got, want)
				}
			}
			if b.Slots[0].Missing != some {
				t.Errorf("some row misses the feature: %v, want %v", b.Slots[0].Missing, some)
			}
		})
	}
}
