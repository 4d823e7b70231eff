package data_test

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
)

// Levels were written as their codes, which are other levels where these are numbers too,
// and dates as days.
func TestWriteCSVWritesWords(t *testing.T) {
	const text = "word,number,mixed,truth,day,v,label\n" +
		"red,30,2,yes,2021-01-05,1.5,n\n" +
		"green,10,x,no,2021-02-05,,p\n" +
		"blue,20,,,,2.5,n\n" +
		",,1,yes,2021-03-05 12:30:00,3,p\n" +
		"red,30,x,no,2021-01-05,1,n\n" +
		"green,10,2,no,2021-02-05,2,p\n"
	o := data.Options{Label: "label", Categorical: []string{"number", "mixed"}}
	want := readTable(t, write(t, "a.csv", text), o)
	var b bytes.Buffer
	if err := data.WriteCSV(&b, want); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(text, b.String()); d != "" {
		t.Error(d)
	}
	for name, o := range map[string]data.Options{"as it was read": o, "like the table": data.Options{Label: "label"}.Like(want)} {
		got, err := data.Read(t.Context(), write(t, "b.csv", b.String()), o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(want.X, got.X, cmpopts.EquateNaNs()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// A row of nothing but a missing value would be an empty line, which is passed over.
func TestWriteCSVKeepsEmptyRows(t *testing.T) {
	for _, text := range []string{"a\n1\nNaN\n2\n", "a,b\n1,1\n,\n2,2\n"} {
		want := readTable(t, write(t, "a.csv", text), data.Options{Unlabelled: true})
		var b bytes.Buffer
		if err := data.WriteCSV(&b, want); err != nil || b.String() != text {
			t.Errorf("%q, %v", b.String(), err)
		}
		if want.Rows != 3 {
			t.Errorf("%q: %d rows", text, want.Rows)
		}
	}
}

// Days that are scaled are not dates.
func TestWriteCSVOfScaledDates(t *testing.T) {
	table := readTable(t, write(t, "a.csv", "day,label\n2021-01-05,n\n2021-01-06,p\n2021-01-07,p\n"), data.Options{})
	if err := data.FitScaling(table).Apply(table); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := data.WriteCSV(&b, table); err != nil || b.String() != "day,label\n0,n\n0.5,p\n1,p\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// A class that a reader of LIBSVM would take for something else is refused; it was written once.
func TestWriteLIBSVMRefusesClasses(t *testing.T) {
	for _, class := range []string{"", "two words", "a\nb", "a\u00a0", "1:2", "qid:1", "#x"} {
		table := &data.Table{Rows: 2, Cols: 1, X: []float64{1, 2}, Y: []int{0, 0}, Features: []string{"f"}, Classes: []string{"b", class}, Source: "drawn"}
		var b bytes.Buffer
		if err := data.WriteLIBSVM(&b, table); err != nil {
			t.Errorf("%q of no row: %v", class, err)
		}
		table.Y[1] = 1
		err := data.WriteLIBSVM(&b, table)
		if err == nil || !strings.HasPrefix(err.Error(), "drawn: LIBSVM files cannot hold class ") {
			t.Errorf("%q: %v", class, err)
		}
	}
}

// Values that scaling has made infinite, which no reader takes, are refused.
func TestWritersRefuseInfiniteValues(t *testing.T) {
	table := &data.Table{
		Rows: 2, Cols: 2, X: []float64{0, 1, 2, math.Inf(1)}, Y: []int{0, 1}, Features: []string{"f", "g"}, Classes: []string{"a", "b"}, Source: "drawn",
		Scaling: &data.Scaling{Min: []float64{0, 0}, Max: []float64{1, 1}},
	}
	for name, write := range map[string]func(io.Writer, *data.Table) error{"CSV": data.WriteCSV, "LIBSVM": data.WriteLIBSVM} {
		if err := write(io.Discard, table); err == nil || err.Error() != `drawn: row 1: column "g": infinite value` {
			t.Errorf("%s: %v", name, err)
		}
	}
}
