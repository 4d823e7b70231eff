package bins

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Even with few bins for many values, windows say row by row what the attacker can move across a
// threshold, also if values are so large that thresholds in float32 would be one.
func TestWindowsOfFewBinsAreExact(t *testing.T) {
	for _, from := range []float64{2, 1.5e9} {
		testWindowsOfFewBins(t, from)
	}
}

func testWindowsOfFewBins(t *testing.T, from float64) {
	for number, reach := range []Reach{{Down: 0.3, Up: 0.3}, {Up: 0.3}, {Down: 0.3}, {Down: 0.15, Up: 0.15}} {
		r := seed.At(9, number)
		table := &data.Table{Rows: 2000, Cols: 1}
		for range table.Rows {
			table.X = append(table.X, from+r.Float64())
		}
		const maxBin = 20 // 18 reaches of a third and of a sixth of 0.3
		b, err := New(table, maxBin, []Reach{reach}, 0, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		slot := &b.Slots[0]
		if len(slot.Cuts) < 9 || len(slot.Cuts) > maxBin-2 {
			t.Fatalf("reach %v: %d thresholds", reach, len(slot.Cuts))
		}
		for cut, threshold := range slot.Cuts {
			w := slot.Window(cut)
			for i, v := range table.X {
				bin := int(b.Bin(i, 0))
				// 1e-6 is how far a float32 threshold is from where it should be
				if left := v-reach.Down <= threshold+1e-6; left != (bin < w.To) && left == (v-reach.Down <= threshold-1e-6) {
					t.Fatalf("reach %v: value %v can be left of %v: %v, window %v of bin %d", reach, v, threshold, left, w, bin)
				}
				if right := v+reach.Up > threshold+1e-6; right != (bin >= w.From) && right == (v+reach.Up > threshold-1e-6) {
					t.Fatalf("reach %v: value %v can be right of %v: %v, window %v of bin %d", reach, v, threshold, right, w, bin)
				}
			}
		}
	}
}

func TestThresholdsPassEveryReach(t *testing.T) {
	r := Reach{Down: 0.3, Up: 0.3}
	b, err := New(&data.Table{Rows: 3, Cols: 1, X: []float64{0, 0.5, 1}}, 256, []Reach{r}, 0, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	// The ends of reach inside the data are 0.2, 0.3, 0.7 and 0.8.
	want := []float64{0.1, 0.25, 0.4, 0.6, 0.75, 0.9}
	cuts := b.Slots[0].Cuts
	if len(cuts) != len(want) {
		t.Fatalf("thresholds %v, want %v", cuts, want)
	}
	for i, w := range want {
		if math.Abs(cuts[i]-w) > 1e-6 {
			t.Errorf("thresholds %v, want %v", cuts, want)
		}
	}
}
