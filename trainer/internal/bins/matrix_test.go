package bins

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
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
