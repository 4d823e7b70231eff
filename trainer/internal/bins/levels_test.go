package bins

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// A level that only rows of weight 0 have, or that is too rare, has no bin, and its rows count as
// missing, also if they are all zeros.
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

// Each level of at least three rows in a regression, or five in a classification, has a bin in one
// slot, while there are slots; if few bins are asked for, the commonest levels share one slot. Levels
// without a bin are counted.
func TestLevelsAreDealtToSlots(t *testing.T) {
	const levels = 2300
	table := &data.Table{Cols: 2, Features: []string{"f", "g"}, Columns: []column.Column{{Kind: column.Categorical}, {}}}
	count := func(level int) int { return 1 + level%5 }
	for level := range levels {
		table.Columns[0].Codes = append(table.Columns[0].Codes, int32(level))
		for range count(level) {
			table.X, table.Rows = append(table.X, float64(level), float64(table.Rows)), table.Rows+1
		}
	}
	for name, c := range map[string]struct {
		classes []string
		levels  int // the first so many
		maxBin  int
		slots   int
		fewest  int // rows of a level that has a bin
	}{
		"one slot":       {nil, 255, 256, 1, 1},
		"two slots":      {nil, 500, 256, 2, 3}, // 300 of three rows or more
		"six slots":      {nil, 2300, 256, 6, 3},
		"classes":        {[]string{"a", "b"}, 2300, 256, 2, 5},
		"few bins":       {nil, 2300, 100, 1, 5},
		"a slot of many": {nil, 2300, 2000, 6, 3},
	} {
		t.Run(name, func(t *testing.T) {
			rows := *table
			rows.Rows, rows.Classes = 0, c.classes
			for level := range c.levels {
				rows.Rows += count(level)
			}
			rows.X = table.X[:2*rows.Rows]
			b, err := New(&rows, c.maxBin, nil, 0, 1, 2)
			if err != nil {
				t.Fatal(err)
			}
			slots, bins, in := 0, map[int32]int{}, map[int]int{}
			for s := range b.Slots {
				if b.Slots[s].Levels == nil {
					continue
				}
				slots++
				held := 0
				for i := range rows.Rows {
					if bin := b.Bin(i, s); bin != Missing {
						held++
						if got := b.Slots[s].Levels[bin]; got != int32(rows.Row(i)[0]) {
							t.Fatalf("a row of level %v has the bin of %d", rows.Row(i)[0], got)
						}
					}
				}
				if held != b.Slots[s].Rows || len(b.Slots[s].Levels) >= min(c.maxBin, MostBins) {
					t.Errorf("slot %d of %d levels says it has %d rows, and has %d", s, len(b.Slots[s].Levels), b.Slots[s].Rows, held)
				}
				for i, l := range b.Slots[s].Levels {
					if n := b.Slots[s].Each[i]; n != count(int(l)) {
						t.Errorf("level %d has %d rows, not %d", l, count(int(l)), n)
					}
					bins[l]++
					in[count(int(l))]++
				}
			}
			if slots != c.slots {
				t.Errorf("%d slots, want %d", slots, c.slots)
			}
			hidden := Untold{Levels: c.levels, Told: len(bins)}
			for level := range c.levels {
				if bins[int32(level)] == 0 {
					hidden.Rows += count(level)
				}
			}
			if some := hidden.Rows > 0; some != (len(b.Untold) == 1) || some && b.Untold[0] != hidden {
				t.Errorf("%v are said not to be told apart, want %v", b.Untold, hidden)
			}
			for l, n := range bins {
				if n != 1 || count(int(l)) < c.fewest {
					t.Errorf("level %d, of %d rows, has %d bins", l, count(int(l)), n)
				}
			}
			for level := range c.levels {
				if c.slots > 1 && count(level) >= c.fewest && bins[int32(level)] == 0 {
					t.Errorf("level %d, of %d rows, has no bin", level, count(level))
				}
			}
		})
	}
}
