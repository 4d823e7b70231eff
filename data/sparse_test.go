package data_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
)

const wideRows, wideCols = 120, 50_000

// wideText is a LIBSVM file of few cells in many columns, and the value of a cell,
// NaN where it is absent.
func wideText() (text string, cell func(i, f int) float64) {
	cells := make([]map[int]float64, wideRows)
	var b strings.Builder
	for i := range wideRows {
		cells[i] = map[int]float64{}
		fmt.Fprint(&b, i%2)
		for k := range 7 {
			f, v := k*7000+(i*i+k)%900, float64((i*37+k)%11)-3
			if k == 6 {
				f = wideCols - 1 // in every row
			}
			cells[i][f] = v
			fmt.Fprintf(&b, " %d:%v", f+1, v)
		}
		b.WriteByte('\n')
	}
	return b.String(), func(i, f int) float64 {
		if v, there := cells[i][f]; there {
			return v
		}
		return math.NaN()
	}
}

// dense returns the table with all of its cells.
func dense(t *data.Table) *data.Table {
	all := t.Sample(t.Rows, 0)
	all.Densify()
	return all
}

func TestWideRowsAreSparse(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	text, cell := wideText()
	for _, absentMissing := range []bool{false, true} {
		table := readTable(t, write(t, "wide.svm", text), data.Options{AbsentMissing: absentMissing})
		if err := table.Validate(); err != nil {
			t.Fatal(err)
		}
		if table.Sparse == nil || table.Rows != wideRows || table.Cols != wideCols {
			t.Fatalf("%d rows of %d columns, sparse: %v", table.Rows, table.Cols, table.Sparse != nil)
		}
		all, ranges, missing := dense(table), table.Ranges(), 0
		for i := range table.Rows {
			for f, v := range table.Row(i) {
				want := cell(i, f)
				if want != want && !absentMissing {
					want = 0
				}
				if v != v {
					missing++
				}
				if got := all.Row(i)[f]; !same(v, want) || !same(got, want) || !same(table.At(i, f), want) {
					t.Fatalf("row %d, column %d: %v and %v, not %v", i, f, v, got, want)
				}
			}
		}
		if missing != table.Found.Missing {
			t.Errorf("%d missing values, found %d", missing, table.Found.Missing)
		}
		for f, r := range all.Ranges() {
			if got := ranges[f]; got.Missing != r.Missing || !same(got.Min, r.Min) || !same(got.Max, r.Max) {
				t.Fatalf("column %d: range %v, not %v", f, got, r)
			}
		}
		some := []int{3, 900, 14_003, wideCols - 1}
		rows := []int{5, 2, 119}
		if d := cmp.Diff(all.Subset(rows).Select(some).X, dense(table.Select(some).Subset(rows)).X, cmpopts.EquateNaNs()); d != "" {
			t.Error(d)
		}
		i := 0
		for block := range table.Blocks(50) {
			for k := range block.Rows {
				if !slices.EqualFunc(all.Row(i), block.Row(k), same) || block.Y[k] != all.Y[i] {
					t.Fatalf("row %d differs in a block", i)
				}
				i++
			}
		}
		if i != table.Rows {
			t.Errorf("%d rows in blocks", i)
		}
	}
}

func same(a, b float64) bool { return a == b || a != a && b != b }

// A sparse column is divided by the unit that the column has with all of its
// cells, so that a 0 stays a 0.
func TestSparseRowsAreScaledByUnits(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	text, _ := wideText()
	path := write(t, "wide.svm", text)
	for name, fit := range fits {
		table := readTable(t, path, data.Options{})
		hash, raw := table.Hash(), dense(table)
		want, got := fit(raw), fit(table)
		for f := range table.Cols {
			if got.Min[f] != 0 || math.Abs(got.Unit(f)-want.Unit(f)) > 1e-12*want.Unit(f) {
				t.Fatalf("%s: column %d from %v in units of %v, not %v", name, f, got.Min[f], got.Unit(f), want.Unit(f))
			}
		}
		table.KeepRaw()
		if err := got.Apply(table); err != nil {
			t.Fatal(err)
		}
		for i := range table.Rows {
			x := table.Row(i)
			if !slices.Equal(raw.Row(i), table.RawRow(i)) {
				t.Fatalf("%s: row %d has other raw values", name, i)
			}
			for f, v := range raw.Row(i) {
				if x[f] != v/got.Unit(f) {
					t.Fatalf("%s: %v is scaled to %v", name, v, x[f])
				}
			}
		}
		if table.Unscale(); table.Hash() != hash {
			t.Errorf("%s: other values after scaling back", name)
		}
		if err := want.Apply(table); err != nil { // which moves zeros
			t.Fatal(err)
		}
		if err := want.Apply(raw); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(raw.X, dense(table).X) {
			t.Errorf("%s: other values where zeros move", name)
		}
	}
}

// A model that splits on some of the columns reads these by their numbers, and no
// others, from wide files and narrow ones.
func TestColumnsAreReadByNumber(t *testing.T) {
	text, _ := wideText()
	all := readTable(t, write(t, "wide.svm", text), data.Options{})
	some := []int{2, 7003, wideCols - 1}
	o := data.Options{Features: []string{"f3", "f7004", "f50000"}, Classes: all.Classes}
	got := readTable(t, write(t, "wide.svm", text), o)
	if d := cmp.Diff(dense(all.Select(some)).X, got.X); d != "" || got.Sparse != nil {
		t.Error(d)
	}
	got = readTable(t, write(t, "few.svm", "1 1:5 3:2 60000:4\n0 2:1\n"), o)
	if d := cmp.Diff([]float64{2, 0, 0, 0, 0, 0}, got.X); d != "" {
		t.Error(d)
	}
}
