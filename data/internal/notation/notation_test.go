package notation_test

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

func TestNumber(t *testing.T) {
	for cell, want := range map[string]float64{
		"1": 1, " 2.50 ": 2.5, "-1e3": -1000, "+7": 7, "007": 7, ".5": 0.5, "1.": 1,
		"": math.NaN(), "?": math.NaN(), " NA": math.NaN(), "null": math.NaN(), "None": math.NaN(), "-nan": math.NaN(),
	} {
		if got, err := notation.Number(cell); err != nil || got != want && !(got != got && want != want) {
			t.Errorf("%q is read as %v (%v), want %v", cell, got, err, want)
		}
	}
	for _, cell := range []string{"1_1", "0x10", "0x1p-2", "1,5", "12 kg", "yes", "1e400", "--1"} {
		if got, err := notation.Number(cell); err == nil {
			t.Errorf("%q is read as %v, want an error", cell, got)
		}
	}
}

func TestDay(t *testing.T) {
	for text, want := range map[string]float64{
		"1970-01-01": 0, "1970-01-02 12:00": 1.5, "2.1.1970": 1, "1/2/1970": 1, "Feb 1970": 31, "1970Q2": 90, "1/1/29": 21550, "1/1/30": -14610,
	} {
		if got, ok := notation.Day(text, column.MonthFirst); !ok || got != want {
			t.Errorf("%q is day %v (%v), want %v", text, got, ok, want)
		}
	}
	const noon = 1.5 // of the second day
	for text, want := range map[string]float64{
		"2-Jan-70": 1, "2-JAN-1970": 1, "02Jan70": 1, "Fri Jan 02 1970": 1, "Friday, 2 January 1970": 1, // Excel, SAS, JavaScript
		"02-JAN-1970 12:00": noon, "2-Jan-1970 12:00:00": noon, "02-JAN-70 12.00.00.000000000 PM": noon, "Jan  2 1970 12:00PM": noon, // SPSS, MATLAB, Oracle, SQL Server
		"02JAN70:12:00:00": noon, "02jan1970 12:00:00": noon, "1970-01-02-12.00.00.000000": noon, "1970-01-02 12:00:00.0000000 +00:00": noon, // SAS, Stata, Db2, SQL Server
		"1/2/70 12:00 PM": noon, "1/2/1970, 12:00:00 PM": noon, "2.1.1970, 12:00:00": noon, // Excel, JavaScript
	} {
		if got, ok := notation.Day(text, column.MonthFirst); !ok || got != want {
			t.Errorf("%q, as programs write it, is day %v (%v), want %v", text, got, ok, want)
		}
	}
	for text, want := range map[string]float64{"2/1/70 12:00 PM": noon, "2/1/1970, 12:00:00": noon} {
		if got, ok := notation.Day(text, column.DayFirst); !ok || got != want {
			t.Errorf("%q with the day first is day %v (%v), want %v", text, got, ok, want)
		}
	}
	if got, ok := notation.Day("1/2/1970", column.DayFirst); !ok || got != 31 {
		t.Errorf("the day first is day %v (%v), want 31", got, ok)
	}
	for _, text := range []string{"1970-13-01", "1.2.10", "2001-2", "Spring 2001", "3000-01"} {
		if got, ok := notation.Day(text, column.MonthFirst); ok {
			t.Errorf("%q is day %v, want none", text, got)
		}
	}
}

func TestStyle(t *testing.T) {
	for _, c := range []struct {
		of         notation.Style
		cell, want string
		fits       bool
	}{
		{notation.Style{Comma: true}, "1,5", "1.5", true},
		{notation.Style{Comma: true}, "1.5", "1.5", false},
		{notation.Style{Formatted: true}, "$1,234.50", "1234.50", true},
		{notation.Style{Formatted: true}, "(12)", "-12", true},
		{notation.Style{Formatted: true, Comma: true}, "1.234,5 €", "1234.5", true},
		{notation.Style{Formatted: true}, "0,234", "0,234", true},
		{notation.Style{Formatted: true, Comma: true}, "R$ 1.234,56", "1234.56", true},
		{notation.Style{Formatted: true, Comma: true}, "-R$12,5", "-12.5", true},
		{notation.Style{Formatted: true, Comma: true}, "R$ -12,5", "-12.5", true},
		{notation.Style{Formatted: true, Comma: true}, "1.234,56\u00a0EUR", "1234.56", true},
		{notation.Style{Formatted: true}, "(US$ 12.50)", "-12.50", true},
		{notation.Style{Formatted: true}, "CHF 1'234.50", "1234.50", true},
		{notation.Style{Formatted: true}, "Rs. 1,234", "1234", true},
		{notation.Style{Formatted: true}, "REF 12", "REF 12", true},
		{notation.Style{Formatted: true}, "EUR12", "EUR12", true},
		{notation.Style{Formatted: true}, "12.5 kg", "12.5 kg", true},
		{notation.Style{Formatted: true}, "R$ ", "R$ ", true},
	} {
		if got, fits := c.of.Plain(c.cell); got != c.want || fits != c.fits {
			t.Errorf("%+v: %q becomes %q (%v), want %q (%v)", c.of, c.cell, got, fits, c.want, c.fits)
		}
	}
}

// A name that is canonical stays as it is, and numbers that are equal have one name.
func FuzzCanonical(f *testing.F) {
	for _, cell := range []string{"1", "1.0", " 01 ", "-0", "1e3", "9007199254740993", "inf", "a b", "", "٣", "0x1"} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		name := notation.Canonical(cell)
		if again := notation.Canonical(name); again != name {
			t.Errorf("%q is named %q, and that %q", cell, name, again)
		}
		v, err := notation.Parse(strings.TrimSpace(cell))
		if err == nil && math.Abs(v) < 1<<53 {
			if same, err := notation.Parse(name); err != nil || same != v {
				t.Errorf("%q is %v, its name %q is %v (%v)", cell, v, name, same, err)
			}
		}
	})
}
