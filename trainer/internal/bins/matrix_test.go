package bins

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/moved"
)

func TestPutExtendTruncate(t *testing.T) {
	table := &data.Table{Rows: 3, Cols: 2, X: []float64{1, 5, 2, 6, 3, 7}, Features: []string{"a", "b"}}
	b, err := New(table, 256, nil, 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	row := func(i int) [2]uint8 { return [2]uint8{b.Bin(i, 0), b.Bin(i, 1)} }
	b.Extend(2)
	b.Put(3, 2, func(i int, p *Putter) {
		switch i {
		case 0:
			p.Row(3, []float64{2.4, math.NaN()})
		case 1:
			p.Row(0, []float64{9, 5.6})
		case 2:
			p.Moved(4, 1, moved.Cells{{Feature: 1, Value: 5}})
		}
	})
	got := [][2]uint8{row(0), row(1), row(2), row(3), row(4)}
	if d := cmp.Diff([][2]uint8{{2, 1}, {1, 1}, {2, 2}, {1, Missing}, {1, 0}}, got); d != "" {
		t.Error(d)
	}
	if !b.Slots[1].Missing {
		t.Error("the missing value was not noted")
	}
	b.Truncate(3)
	if b.Len() != 3 {
		t.Errorf("%d rows", b.Len())
	}
}

// A feature with more bins than a byte can number has several slots that share out its thresholds. Rows
// that are put are binned in each of them, and categories whose levels have few rows still have one
// slot.
func TestManyBins(t *testing.T) {
	table := &data.Table{Rows: 600, Cols: 3, Features: []string{"a", "b", "c"}}
	table.Columns = []column.Column{{}, {}, {Kind: column.Categorical}}
	for i := range table.Rows {
		table.X = append(table.X, float64(i), float64(i%7), float64(i%400))
	}
	reach := []Reach{{Down: 0.25, Up: 0.25}, {}, {}}
	b, err := New(table, 2000, reach, 1, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	var features []int
	var cuts []float64
	for _, s := range b.Slots {
		features = append(features, s.Feature)
		if len(s.Windows) != 0 && len(s.Windows) != len(s.Cuts) || s.Bins() > MostBins-1 || !slices.IsSorted(s.Cuts) {
			t.Errorf("%d windows, %d bins, thresholds %v", len(s.Windows), s.Bins(), s.Cuts)
		}
		if s.Feature == 0 {
			cuts = append(cuts, s.Cuts...)
		}
	}
	if d := cmp.Diff([]int{0, 0, 0, 0, 0, 0, 0, 0, 1, 2}, features); d != "" {
		t.Error(d)
	}
	slices.Sort(cuts) // between neighbours of i-0.25, i and i+0.25
	if want := 3*600 - 2 - 1; len(slices.Compact(cuts)) != want || cuts[0] != 0.125 {
		t.Errorf("%d thresholds from %v on, want %d", len(cuts), cuts[0], want)
	}
	b.Extend(1)
	b.Put(1, 1, func(_ int, p *Putter) { p.Moved(600, 5, moved.Cells{{Feature: 0, Value: 417}}) })
	for s := range 8 {
		if b.Bin(600, s) != b.Bin(417, s) || b.Bin(5, s) == b.Bin(417, s) {
			t.Errorf("slot %d: bin %d, want %d", s, b.Bin(600, s), b.Bin(417, s))
		}
	}
}
