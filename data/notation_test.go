package data_test

import (
	"math"
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
		{"7.47% 3~% 100% 1,000%", false, []float64{7.47, 3, 100, 1000}},
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
	table, err := data.Read(t.Context(), write(t, "a.csv", file), data.Options{FormattedNumbers: true})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"$", "1 23", "1,2,3", "1,23", "1-2"}, {"%", "1'234 567", "1,234x", "12,3456", "a,b"}}
	for f, names := range want {
		if d := cmp.Diff(names, table.Kinds()[f].Names); d != "" {
			t.Error(d)
		}
	}
}
