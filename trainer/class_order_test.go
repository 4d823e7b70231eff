package trainer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Labels that are numbers of classes stand for themselves; others are taken in their order, or
// refused if there is not one for each class.
func TestNumberClasses(t *testing.T) {
	for _, c := range []struct {
		classes []string
		y, want []int
		note    string
		fault   string
	}{
		{classes: []string{"0", "1"}, y: []int{0, 1, 1}, want: []int{0, 1, 1}},
		{classes: []string{"1", "0"}, y: []int{0, 1, 1}, want: []int{1, 0, 0}},
		{classes: []string{"1"}, y: []int{0, 0, 0}, want: []int{1, 1, 1}, note: "no row of t.csv has that"},
		{classes: []string{"no", "yes"}, y: []int{0, 1, 0}, want: []int{0, 1, 0}, note: "no, yes are taken for 0, 1; Options.Keep"},
		{classes: []string{"a", "b", "c"}, y: []int{0, 1, 2}, fault: "t.csv: the labels are a, b, c, and the model has 2 classes"},
	} {
		e := ensembletest.Stumps()
		table := &data.Table{Source: "t.csv", Classes: c.classes, Y: c.y, Rows: 3, Cols: 2}
		note, err := trainer.NumberClasses(e, table)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%v: %v", c.classes, err)
			}
			continue
		}
		if err != nil || !slices.Equal(table.Y, c.want) {
			t.Errorf("%v: %v, %v, want %v", c.classes, table.Y, err, c.want)
		}
		if (note == "") != (c.note == "") || !strings.Contains(note, c.note) {
			t.Errorf("%v: note %q, want %q", c.classes, note, c.note)
		}
	}
}

// Rows whose labels are the wrong way round for the model are told of, and right ones are not.
func TestDoubtClasses(t *testing.T) {
	e := ensembletest.Stumps()
	table := &data.Table{Source: "t.csv", Classes: []string{"yes", "no"}, Rows: 100, Cols: 2}
	for i := range table.Rows {
		x := []float64{float64(i % 2), float64(i % 2)}
		table.X, table.Y = append(table.X, x...), append(table.Y, e.Class(x))
	}
	if doubt := trainer.DoubtClasses(e, table); doubt != "" {
		t.Errorf("all rows are right, and: %s", doubt)
	}
	for i := range table.Y {
		table.Y[i] = 1 - table.Y[i]
	}
	want := "right on 0 of 100 rows, and would be on 100 if its classes were no, yes, in this order: Options.Keep no,yes takes them so"
	if doubt := trainer.DoubtClasses(e, table); !strings.Contains(doubt, want) {
		t.Errorf("%q, want %q", doubt, want)
	}
}

// The rows that are looked at are from all over the table, which may be in the order of its classes.
func TestDoubtClassesInOrder(t *testing.T) {
	e := ensembletest.Stumps()
	for _, rows := range []int{1000, 1001, 1500, 1999, 2999} {
		table := &data.Table{Source: "t.csv", Classes: []string{"yes", "no"}, Rows: rows, Cols: 2}
		for i := range table.Rows {
			x := []float64{0, 0}
			if 4*i > 3*rows {
				x = []float64{1, 1}
			}
			table.X, table.Y = append(table.X, x...), append(table.Y, 1-e.Class(x))
		}
		if doubt := trainer.DoubtClasses(e, table); !strings.Contains(doubt, "right on 0 of 1000 rows") {
			t.Errorf("%d rows: %q", rows, doubt)
		}
	}
}
