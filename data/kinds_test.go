package data_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// TestKinds shows what is made of the cells of a column.
func TestKinds(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name, cells string // of a column, separated by blanks, _ for an empty one
		options     data.Options
		kind        column.Kind
		levels      string
		values      []float64
		ignored     string
	}{
		{"numbers", "1 2.5 _ -3", data.Options{}, column.Numeric, "[]", []float64{1, 2.5, nan, -3}, ""},
		{"whole numbers", "1 2.0 _ -3", data.Options{}, column.Integer, "[]", []float64{1, 2, nan, -3}, ""},
		{"whole numbers that are numbers", "1 2 3 4", data.Options{Numeric: []string{"x"}}, column.Numeric, "[]", []float64{1, 2, 3, 4}, ""},
		{"all numbers are numbers", "1 2 3 4", data.Options{Numeric: []string{"all"}}, column.Numeric, "[]", []float64{1, 2, 3, 4}, ""},
		{"all numbers beside texts", "a b a b", data.Options{Numeric: []string{"all"}}, column.Categorical, "[a b]", []float64{0, 1, 0, 1}, ""},
		{"too large to be fractions", "1e300 2 3 4", data.Options{}, column.Numeric, "[]", []float64{1e300, 2, 3, 4}, ""},
		{"None among numbers", "1 None 2 NONE", data.Options{}, column.Integer, "[]", []float64{1, nan, 2, nan}, ""},
		{"texts", "red green red _", data.Options{}, column.Categorical, "[green red]", []float64{1, 0, 1, nan}, ""},
		{"None among texts", "None red None red", data.Options{}, column.Categorical, "[None red]", []float64{0, 1, 0, 1}, ""},
		{"texts and numbers", "10 9 a 9.0", data.Options{}, column.Categorical, "[9 10 a]", []float64{1, 0, 2, 0}, ""},
		{"infinite numbers among texts", "Infinity 1984 Ali -inf", data.Options{}, column.Categorical, "[-inf 1984 Infinity Ali]", []float64{2, 1, 3, 0}, ""},
		{"case tells levels apart", "a A a A", data.Options{}, column.Categorical, "[A a]", []float64{1, 0, 1, 0}, ""},
		{"yes and no", "Yes no NO yes", data.Options{}, column.Boolean, "[no yes]", []float64{1, 0, 0, 1}, ""},
		{"yes, no and nothing", "yes no _ no", data.Options{}, column.Boolean, "[no yes]", []float64{1, 0, nan, 0}, ""},
		{"true and false", "TRUE FALSE TRUE TRUE", data.Options{}, column.Boolean, "[false true]", []float64{1, 0, 1, 1}, ""},
		{"t and f", "f t t f", data.Options{}, column.Boolean, "[f t]", []float64{0, 1, 1, 0}, ""},
		{"y alone", "y _ y y", data.Options{}, column.Boolean, "[n y]", []float64{1, nan, 1, 1}, ""},
		{"yes of one pair, f of another", "yes f yes f", data.Options{}, column.Categorical, "[f yes]", []float64{1, 0, 1, 0}, ""},
		{"dates", "1970-01-02 1969-12-31 _ 1970-01-01", data.Options{}, column.Integer, "[]", []float64{1, -1, nan, 0}, ""},
		{"years of two digits", "1/1/30 12/31/29 1/1/30 12/31/29", data.Options{}, column.Integer, "[]", []float64{-14610, 21914, -14610, 21914}, ""},
		{"dates as people write them", "1/3/70 1/1/70 1/2/1970 1/1/70", data.Options{}, column.Integer, "[]", []float64{2, 0, 1, 0}, ""},
		{"days before months", "13/1/1970 2/1/1970 _ 1/1/1970", data.Options{}, column.Integer, "[]", []float64{12, 1, nan, 0}, ""},
		{"days before months, with dashes", "2-1-1970 1-1-1970 31-12-1969 2-1-1970", data.Options{}, column.Integer, "[]", []float64{1, 0, -1, 1}, ""},
		{"months before days, with dashes", "1-2-1970 1-1-1970 12-31-1969 1-2-1970", data.Options{}, column.Integer, "[]", []float64{1, 0, -1, 1}, ""},
		{"dates of two orders", "13/1/1970 1/13/1970 13/1/1970 1/13/1970", data.Options{}, column.Categorical, "[1/13/1970 13/1/1970]", []float64{1, 0, 1, 0}, ""},
		{"words that look like large numbers", "5e4638 3f2018 5e4638 3f2018", data.Options{}, column.Categorical, "[3f2018 5e4638]", []float64{1, 0, 1, 0}, ""},
		{"one level", "a a a a", data.Options{}, 0, "", nil, `"x" is always "a"`},
		{"one level beside missing cells", "a _ a a", data.Options{}, column.Categorical, "[a]", []float64{0, nan, 0, 0}, ""},
		{"a truth that is always so", "t t t t", data.Options{}, 0, "", nil, `"x" is always "t"`},
		{"nothing", "_ NA ? null", data.Options{}, 0, "", nil, `"x" has no values`},
		{"codes", "1 2 1 3", data.Options{Categorical: []string{"x"}}, column.Categorical, "[1 2 3]", []float64{0, 1, 0, 2}, ""},
		{"codes with zeros", "01 1 01 1", data.Options{Categorical: []string{"x"}}, column.Categorical, "[01 1]", []float64{0, 1, 0, 1}, ""},
		{"words for missing values", "unknown 1 - 2", data.Options{MissingWords: []string{"unknown", "-"}}, column.Integer, "[]", []float64{nan, 1, nan, 2}, ""},
		{"a number for missing values", "-999 1 -999.0 2", data.Options{MissingWords: []string{"-999"}}, column.Integer, "[]", []float64{nan, 1, nan, 2}, ""},
		{"ignored", "a b a b", data.Options{Ignore: []string{"x"}}, 0, "", nil, `"x" is ignored as asked`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var file strings.Builder
			file.WriteString("other,x,label\n")
			for i, cell := range strings.Fields(c.cells) {
				fmt.Fprintf(&file, "%d,%s,%c\n", i, strings.Replace(cell, "_", "", 1), 'a'+rune(i%2))
			}
			path := write(t, "a.csv", file.String())
			table := readTable(t, path, c.options)
			if c.values == nil {
				if table.Cols != 1 || fmt.Sprint(table.Found.Ignored) != "["+c.ignored+"]" {
					t.Errorf("%d columns, ignored %q, want %q", table.Cols, table.Found.Ignored, c.ignored)
				}
				return
			}
			of := table.Kinds()[1]
			if of.Kind != c.kind || fmt.Sprint(of.Names) != c.levels {
				t.Errorf("%v with levels %q, want %v with %s", of.Kind, of.Names, c.kind, c.levels)
			}
			var got []float64
			for i := range table.Rows {
				got = append(got, table.Row(i)[1])
			}
			if d := cmp.Diff(c.values, got, cmpopts.EquateNaNs()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestOthers: a column may tell a level that is not listed from a missing value.
func TestOthers(t *testing.T) {
	others := []column.Column{column.Named([]string{"a"})}
	others[0].Others = true
	table := readTable(t, write(t, "a.csv", "x,label\na,0\nb,1\n,1\n"), data.Options{Features: []string{"x"}, Columns: others})
	if d := cmp.Diff([]float64{0, column.Other, math.NaN()}, table.X, cmpopts.EquateNaNs()); d != "" || table.Found.Unseen != 1 {
		t.Errorf("a level that is not listed, beside a missing one: %s", d)
	}
}

// TestTruthsAsFloats: in a column of the levels true and false, 0.0 and 1.0 are these too, and 0.5 is neither.
func TestTruthsAsFloats(t *testing.T) {
	levels := column.Column{Kind: column.Boolean, Codes: []int32{0, 1}, Names: []string{"false", "true"}}
	o := data.Options{Features: []string{"a"}, Columns: []column.Column{levels}}
	table := readTable(t, write(t, "a.csv", "a,label\n1.0,x\nFalse,y\n0.5,x\n,y\n"), o)
	if d := cmp.Diff([]float64{1, 0, math.NaN(), math.NaN()}, table.X, cmpopts.EquateNaNs()); d != "" || table.Found.Unseen != 1 {
		t.Errorf("%d values are neither: %s", table.Found.Unseen, d)
	}
}

// TestKindsOfTestRows: rows to test on hold what the training rows held, by the
// same numbers, whatever their own cells would tell.
func TestKindsOfTestRows(t *testing.T) {
	const rows = "id,colour,ok,day,n,label\nA,red,yes,1970-01-03,1,x\nB,green,no,1970-01-02,2,y\nC,red,no,1970-01-02,3,x\n"
	train := readTable(t, write(t, "train.csv", rows), data.Options{Ignore: []string{"id"}})
	o := data.Options{}.Like(train)
	test := readTable(t, write(t, "test.csv", "label,n,day,ok,colour,more\ny,7,1970-01-05,YES,green,?\ny,8,,maybe,blue,?\n"), o)
	want := []float64{0, 1, 4, 7, math.NaN(), math.NaN(), math.NaN(), 8}
	if d := cmp.Diff(want, test.X, cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
	if test.Found.Unseen != 2 {
		t.Errorf("%d cells of levels that are not known, want 2", test.Found.Unseen)
	}
	_, err := data.Read(t.Context(), write(t, "text.csv", "colour,ok,day,n,label\nred,yes,1970-01-03,one,x\n"), o)
	if err == nil || !strings.Contains(err.Error(), `line 2: column "n": "one" is not a number`) {
		t.Errorf("a text in a column of numbers: %v", err)
	}
}

// A stream holds what the table does, block by block.
func TestKindsOfStreams(t *testing.T) {
	var file strings.Builder
	file.WriteString("id,w,colour,n,ok,label\n")
	for i := range 500 {
		fmt.Fprintf(&file, "name%d,%d,%s,%d,%c,%c\n", i, i%3+1, [...]string{"red", "green", "", "7"}[i%4], i%9, "yn"[i%2], 'a'+rune(i%2))
	}
	path := write(t, "a.csv", file.String())
	o := data.Options{Weight: "w", Categorical: []string{"ok"}}
	table := readTable(t, path, o)
	stream := openTable(t, path, o)
	if d := cmp.Diff(table.Columns, stream.Head().Columns); d != "" {
		t.Error(d)
	}
	var x []float64
	for block, err := range stream.Blocks(64) {
		if err != nil {
			t.Fatal(err)
		}
		x = append(x, block.X...)
	}
	if d := cmp.Diff(table.X, x, cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
}

// A whole number is the level that a column of floats wrote with a point, but not one that may be a code.
func TestLevelsOfFloats(t *testing.T) {
	known := column.Named([]string{"0.0", "0.5", "1.0", "3.10", "07"})
	path := write(t, "a.csv", "x,label\n0,a\n1,b\n1.00,a\n0.50,b\n1.0,a\n3.1,b\n7,a\n3.10,b\n")
	table, err := data.Read(t.Context(), path, data.Options{Features: []string{"x"}, Columns: []column.Column{known}})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(table.X); got != "[0 2 2 1 2 NaN NaN 3]" {
		t.Errorf("levels %s", got)
	}
	both := column.Named([]string{"1", "1.0"})
	table, err = data.Read(t.Context(), write(t, "b.csv", "x,label\n1.0,a\n1,b\n"), data.Options{Features: []string{"x"}, Columns: []column.Column{both}})
	if err != nil || fmt.Sprint(table.X) != "[1 0]" {
		t.Errorf("levels %v of two that are the same number, %v", table, err)
	}
}
