package data_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
)

// What Go alone takes for a number is a text: a code with _ between its digits, and a
// hexadecimal number.
func TestCodesThatLookLikeNumbers(t *testing.T) {
	rows := "1_11,0x1p-2,1,11_1\n11_1,0x10,2.5,1_11\n1_11,0x1p-2,1e1_0,11_1\n8_1,0x10,7,1_11\n"
	table := readTable(t, write(t, "a.csv", "zone,code,x,label\n"+rows), data.Options{Categorical: []string{"x"}})
	if d := cmp.Diff([]string{"11_1", "1_11"}, table.Classes); d != "" {
		t.Error(d)
	}
	for f, names := range [][]string{{"11_1", "1_11", "8_1"}, {"0x10", "0x1p-2"}, {"1", "2.5", "7", "1e1_0"}} {
		if d := cmp.Diff(names, table.Kinds()[f].Names); d != "" {
			t.Error(d)
		}
	}
}

// In files of numbers such a code is an error.
func TestCodesAmongNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		file, content string
		o             data.Options
	}{
		"libsvm":        {"a.svm", "1 1:0.5 2:1_1\n0 1:2 2:3\n", data.Options{}},
		"arff":          {"a.arff", "@relation a\n@attribute x numeric\n@attribute y {a,b}\n@data\n1_1,a\n2,b\n", data.Options{}},
		"numeric":       {"a.csv", "x,y\n1_1,a\n2,b\n", data.Options{Numeric: []string{"x"}}},
		"target":        {"a.csv", "x,y\n1,1_1\n2,3\n", data.Options{Regression: true}},
		"hexadecimal":   {"a.csv", "x,y\n0x1p4,a\n2,b\n", data.Options{Numeric: []string{"x"}}},
		"of thousands":  {"a.csv", "x,y\n1_000.5,a\n2,b\n", data.Options{Numeric: []string{"x"}, FormattedNumbers: true}},
		"decimal comma": {"a.csv", "x;y\n1_0,5;a\n2;b\n", data.Options{Numeric: []string{"x"}, DecimalComma: true}},
	} {
		if table, err := data.Read(t.Context(), write(t, c.file, c.content), c.o); err == nil {
			t.Errorf("%s: read as %v, %v", name, table.X, table.Target)
		}
	}
}

// A NaN with a sign, as C writes it, is a missing value.
func TestNaNWithSign(t *testing.T) {
	table := readTable(t, write(t, "a.csv", "x,y\n-nan,a\n2.5,b\n-NaN,a\n"), data.Options{})
	if table.Found.Missing != 2 || table.Kinds() != nil && table.Kinds()[0].Names != nil {
		t.Errorf("%d values are missing, %v", table.Found.Missing, table.Kinds())
	}
}

// Numbers so long that others become the same are noted, if two do.
func TestLongNumbers(t *testing.T) {
	for rows, doubts := range map[string]int{
		"9007199254740992,a\n9007199254740993,b\n9007199254740992,a\n":     1,
		"-12345678901234567,a\n-12345678901234568,b\n1,a\n":                1,
		"9007199254740992,a\n9007199254740994,b\n9007199254740992,a\n":     0,
		"+09007199254740992,a\n9007199254740992,b\n":                       0,
		"0.12345678901234567,a\n0.12345678901234568,b\n1e300000000000000,": -1,
		"0.12345678901234567,a\n0.123456789012345671,b\n":                  0,
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", "x,label\n"+rows), data.Options{})
		switch {
		case doubts < 0:
			if err == nil {
				t.Errorf("%s is read", rows)
			}
		case err != nil || len(table.Found.Doubts) != doubts:
			t.Errorf("%s: %v, doubts %q, want %d", rows, err, table.Found.Doubts, doubts)
		case doubts > 0 && !strings.HasSuffix(table.Found.Doubts[0], "are the same number here, as all beyond 2^53 are rounded: Options.Categorical tells them apart as they are written, Options.Ignore leaves the column out"):
			t.Errorf("%s: %s", rows, table.Found.Doubts)
		}
	}
}
