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

func TestFormattedNumbers(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		cells string // separated by blanks, _ for one that is empty, ~ for a blank
		comma bool
		want  []float64
	}{
		{"1,571 7 -2,000.5 _", false, []float64{1571, 7, -2000.5, nan}},
		{"$84,835.00 -$5 $-5 €1,000,000", false, []float64{84835, -5, -5, 1e6}},
		{"(12.3) \u22124 ($1,200) \u2212$2,000.5", false, []float64{-12.3, -4, -1200, -2000.5}},
		{"123.45- 1,571- 7-", false, []float64{-123.45, -1571, -7}},
		{"7.47% 3~% 100% 1,000%", false, []float64{7.47, 3, 100, 1000}},
		{"₹1,234.50 ¥7 3₽ -₩1,000", false, []float64{1234.5, 7, 3, -1000}},
		{"1'571 7 -2’000.5 1\u202f234\u00a0% 1~234~567 €\u00a07", false, []float64{1571, 7, -2000.5, 1234, 1234567, 7}},
		{"1'571 7,5 -2\u202f000,5\u00a0€ 1~234~567", true, []float64{1571, 7.5, -2000.5, 1234567}},
		{"1.571 7,5 1.234.567,25€ -5", true, []float64{1571, 7.5, 1234567.25, -5}},
	} {
		var file strings.Builder
		file.WriteString("other;x;label\n")
		for i, cell := range strings.Split(c.cells, " ") {
			cell = strings.NewReplacer("_", "", "~", " ").Replace(cell)
			file.WriteString(strings.Join([]string{string(rune('1' + i)), cell, string(rune('a' + i%2))}, ";") + "\n")
		}
		table, err := data.Read(t.Context(), write(t, "a.csv", file.String()), data.Options{FormattedNumbers: true, DecimalComma: c.comma})
		if err != nil {
			t.Errorf("%s: %v", c.cells, err)
			continue
		}
		var got []float64
		for i := range table.Rows {
			got = append(got, table.Row(i)[1])
		}
		if d := cmp.Diff(c.want, got, cmpopts.EquateNaNs()); d != "" {
			t.Errorf("%s: %s", c.cells, d)
		}
	}
}

// Texts that only look a little like numbers stay what they are.
func TestTextsBesideFormattedNumbers(t *testing.T) {
	file := "x,y,label\n1-2,\"a,b\",a\n\"1,23\",\"12,3456\",b\n\"1,2,3\",%,a\n$,\"1,234x\",b\n1 23,1'234 567,a\n"
	table := readTable(t, write(t, "a.csv", file), data.Options{FormattedNumbers: true})
	want := [][]string{{"$", "1 23", "1,2,3", "1,23", "1-2"}, {"%", "1'234 567", "1,234x", "12,3456", "a,b"}}
	for f, names := range want {
		if d := cmp.Diff(names, table.Kinds()[f].Names); d != "" {
			t.Error(d)
		}
	}
}

// A group of thousands does not start with 0: such numbers have a decimal comma, and say so.
func TestThousandsBehindZero(t *testing.T) {
	path := write(t, "a.csv", "x;label\n"+strings.Repeat("1,571;a\n", 9)+"0,234;b\n")
	_, err := data.Read(t.Context(), path, data.Options{FormattedNumbers: true})
	want := path + `: line 11: column "x": "0,234" is not a number, as most of the column is: Options.DecimalComma reads decimals with a comma; Options.Categorical takes the column for a category`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Units that differ within a column are noted: percentages beside shares, or two currencies.
func TestMixedUnits(t *testing.T) {
	for cells, want := range map[string]string{
		"80.8% 0.515 0.3":   `[column "x": "80.8%" and "0.515" are taken for numbers without their units, and these differ]`,
		"0.515 80.8% 0.3":   `[column "x": "0.515" and "80.8%" are taken for numbers without their units, and these differ]`,
		"$40 €50 $3":        `[column "x": "$40" and "€50" are taken for numbers without their units, and these differ]`,
		"$40 50 $3":         "[]",
		"R$40 US$50 R$3":    `[column "x": "R$40" and "US$50" are taken for numbers without their units, and these differ]`,
		"R$40 R$50 -R$3":    "[]",
		"€7 €8 -€9":         "[]",
		"80.8% ? 3.5%":      "[]",
		"(80.8%) 0.5 ":      `[column "x": "(80.8%)" and "0.5" are taken for numbers without their units, and these differ]`,
		"1,234.5 8.25 -100": "[]",
	} {
		var file strings.Builder
		file.WriteString("x;label\n")
		for i, cell := range strings.Split(cells, " ") {
			file.WriteString(cell + ";" + string(rune('a'+i%2)) + "\n")
		}
		table, err := data.Read(t.Context(), write(t, "a.csv", file.String()), data.Options{FormattedNumbers: true})
		if err != nil {
			t.Errorf("%s: %v", cells, err)
		} else if got := fmt.Sprint(table.Found.Doubts); got != want {
			t.Errorf("%s: %s, want %s", cells, got, want)
		}
	}
}

// Points that may stand between thousands are doubted, and read as such by two options.
func TestPointsBetweenThousands(t *testing.T) {
	const note = `[column "x": "1.250" and others with a point have three digits behind it, and those without one lie below 1000: if it stands between thousands, Options.FormattedNumbers with Options.DecimalComma reads it so]`
	for name, c := range map[string]struct {
		cells string
		want  string
	}{
		"thousands":      {"7 912 1.250 2.375 12.500 -3.125 8.001", note},
		"three decimals": {"7.000 1.250 2.375 12.500 3.125 8.001", "[]"},
		"shortest":       {"7 912 1.25 2.375 12.5 3.125 8.001", "[]"},
		"none ends in 0": {"7 912 1.253 2.375 12.501 3.125 8.001", "[]"},
		"large ones":     {"7 1999 1.250 2.375 12.500 3.125 8.001", "[]"},
		"below one":      {"7 912 0.250 2.375 12.500 3.125 8.001", "[]"},
		"words":          {"a bb 1.250 2.375 12.500 3.125 8.001", "[]"},
	} {
		cells := strings.Fields(c.cells)
		path := write(t, "a.csv", "x,n,label\n"+rowsOf(60, func(i int) string { return fmt.Sprintf("%s,%d,%c", cells[i%len(cells)], i*7%13, "ab"[i%2]) }))
		table := readTable(t, path, data.Options{})
		doubts := slices.DeleteFunc(table.Found.Doubts, func(doubt string) bool { return !strings.Contains(doubt, "thousands") })
		if got := fmt.Sprint(doubts); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	read, err := data.Read(t.Context(), write(t, "a.csv", "x;label\n7;a\n1.250;b\n"), data.Options{FormattedNumbers: true, DecimalComma: true})
	if err != nil || !slices.Equal(read.X, []float64{7, 1250}) {
		t.Errorf("%v, %v", read, err)
	}
}
