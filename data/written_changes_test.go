package data

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// manner is a way to write the cells of a column: a random cell, and the values of which some are to be
// written so.
type manner struct {
	name  string
	cell  func(r *rand.Rand) string
	value func(r *rand.Rand) float64
}

// dated writes dates, with times if the layout has them.
func dated(layout string) manner {
	return manner{layout, func(r *rand.Rand) string {
		return someTime(r).In(time.FixedZone("", 7200)).Format(layout)
	}, func(r *rand.Rand) float64 {
		switch r.IntN(6) {
		case 0:
			return column.Days(someTime(r).Add(time.Duration(r.IntN(1e9)))) // to the nanosecond
		case 1:
			return column.Days(someTime(r))
		case 2:
			return r.Float64() // of 1970-01-01, mostly between two nanoseconds
		}
		return math.Floor(column.Days(someTime(r)))
	}}
}

// someTime is a second from 1990 to 2019.
func someTime(r *rand.Rand) time.Time {
	return time.Date(1990+r.IntN(30), time.Month(1+r.IntN(12)), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), 0, time.UTC)
}

// clocked writes times of day.
func clocked(layout string) manner {
	return manner{layout, func(r *rand.Rand) string { return someTime(r).Format(layout) }, func(r *rand.Rand) float64 {
		if r.IntN(2) == 0 {
			return 24 * (1 - r.Float64()) * 0.99 // that no nanosecond is
		}
		return column.Hours(someTime(r))
	}}
}

// inStyle writes numbers from those that a program writes.
func inStyle(name string, write func(number string) string) manner {
	return manner{name, func(r *rand.Rand) string {
		return write(strconv.FormatFloat(float64(r.IntN(2e6)-1e6)/100, 'f', 2, 64))
	}, func(r *rand.Rand) float64 {
		switch r.IntN(4) {
		case 0:
			return math.Round(r.NormFloat64() * 1e5)
		case 1:
			return r.NormFloat64() * 1e5
		case 2:
			return r.NormFloat64() * math.Pow10(r.IntN(60)-30)
		}
		return float64(float32(r.NormFloat64()))
	}}
}

// worded writes yes and no.
func worded(no, yes string) manner {
	words := []string{no, yes}
	return manner{yes, func(r *rand.Rand) string { return words[r.IntN(2)] }, func(r *rand.Rand) float64 { return float64(r.IntN(2)) }}
}

// pointed replaces the comma and the point of 1,234.50 by other marks.
func pointed(thousands, decimal string) func(number string) string {
	return func(number string) string {
		digits, negative := strings.CutPrefix(number, "-")
		whole, fraction, _ := strings.Cut(digits, ".")
		for at := len(whole) - 3; at > 0; at -= 3 {
			whole = whole[:at] + thousands + whole[at:]
		}
		if negative {
			whole = "-" + whole
		}
		return whole + decimal + fraction
	}
}

// around puts a unit at a number.
func around(before, after string, write func(string) string) func(string) string {
	return func(number string) string { return before + write(number) + after }
}

// TestChangedCells: tables in every notation, of which any cell holds another value, are written in the
// notation, read again with the same options, and have these values to the bit.
func TestChangedCells(t *testing.T) {
	dates := []manner{
		dated("2006-01-02"), dated("2006-01-02 15:04:05"), dated("02.01.2006"), dated("2.1.2006 15:04"), dated("02.01.06"), dated("01/02/2006"),
		dated("1/2/2006"), dated("1/2/06 15:04"), dated("1/2/2006 3:04 PM"), dated("01-02-2006 3:04:05 PM"), dated("Jan 2, 2006"), dated("02-Jan-06"),
		dated("2006-01-02T15:04:05Z07:00"), dated("2006-01-02 15:04:05 Z0700"), dated("Mon, 02 Jan 2006 15:04:05 GMT"), dated("20060102T150405"),
		dated("02Jan2006:15:04:05"), dated("2-Jan-06"), dated("2-Jan-2006 15:04:05"), dated("02-Jan-06 03.04.05 PM"), dated("02Jan06:15:04:05"),
		dated("2006-01-02-15.04.05"), dated("1/2/06 3:04 PM"), dated("1/2/2006, 3:04:05 PM"), dated("Jan 2006"), dated("2006M01"), clocked("15:04"), clocked("15:04:05"), clocked("3:04 PM"), clocked("3:04:05pm"),
		worded("no", "yes"), worded("FALSE", "TRUE"), worded("N", "Y"), worded("False", "True"),
	}
	bracketed := func(number string) string {
		if digits, negative := strings.CutPrefix(pointed(",", ".")(number), "-"); negative {
			return "($" + digits + ")"
		}
		return "$" + pointed(",", ".")(number)
	}
	behind := func(number string) string {
		if digits, negative := strings.CutPrefix(number, "-"); negative {
			return digits + "-"
		}
		return number
	}
	points := []manner{inStyle("plain", func(n string) string { return n }), inStyle("whole", func(n string) string { return strings.TrimSuffix(n, ".00") })}
	commas := []manner{inStyle("1,5", pointed("", ","))}
	formatted := []manner{
		inStyle("1,234.50", pointed(",", ".")), inStyle("1'234.50", pointed("'", ".")), inStyle("1 234.50", pointed("\u00a0", ".")), inStyle("$12", around("$", "", pointed("", "."))),
		inStyle("7 %", around("", " %", pointed("", "."))), inStyle("(3.5)", bracketed), inStyle("3.5-", behind),
		inStyle("minus", func(n string) string { return strings.Replace(n, "-", "\u2212", 1) }),
	}
	euros := []manner{inStyle("1.234,50", pointed(".", ",")), inStyle("1 234,50", pointed(" ", ",")), inStyle("12,50 €", around("", " €", pointed(".", ",")))}
	for _, c := range []struct {
		name    string
		o       Options
		comma   rune
		numbers []manner
	}{
		{"plain", Options{}, ',', points}, {"comma", Options{DecimalComma: true}, ';', commas}, {"tab", Options{DecimalComma: true, Separator: "\t"}, '\t', commas},
		{"formatted", Options{FormattedNumbers: true}, ',', append(points, formatted...)}, {"euro", Options{FormattedNumbers: true, DecimalComma: true}, ';', append(commas, euros...)},
		{"bar", Options{Separator: "|", Encoding: "latin-1"}, '|', points}, {"blank", Options{Separator: "blank"}, ' ', points},
	} {
		t.Run(c.name, func(t *testing.T) {
			manners := append(dates[:len(dates):len(dates)], c.numbers...)
			for n := range 2 {
				changedCells(t, seed.At(uint64(n), 1), c.o, c.comma, manners)
			}
		})
	}
}

// TestChangedWithoutQuotes: a time behind a date does not split its cell where cells have no quotes.
func TestChangedWithoutQuotes(t *testing.T) {
	for separator, c := range map[string]struct{ file, want string }{
		"blank": {"when who\n29.01.2021 a\n30.01.2021 b\n", "2021-02-03T04:05:06"}, "\t": {"when\twho\n29.01.2021\ta\n30.01.2021\tb\n", "03.02.2021 04:05:06"},
		":": {"when:who\n29.01.2021:a\n30.01.2021:b\n", "18661.170208333333"},
	} {
		o := Options{Separator: separator, NoQuotes: true, Label: "who"}
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := Read(t.Context(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		w, err := table.Written(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		cell := w.Changed(0, "29.01.2021", "2021-02-03 04:05:06")
		if cell != c.want {
			t.Errorf("between %q: %s, want %s", separator, cell, c.want)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(c.file, "29.01.2021", cell, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := Read(t.Context(), path, o.Like(table))
		if want := column.Days(time.Date(2021, 2, 3, 4, 5, 6, 0, time.UTC)); err != nil || again.At(0, 0) != want {
			t.Errorf("between %q: %v, want %v", separator, err, want)
		}
	}
}

// changedCells reads, changes, writes and reads a random table with a column in each manner.
func changedCells(t *testing.T, r *rand.Rand, o Options, comma rune, manners []manner) {
	ctx, dir := context.Background(), t.TempDir()
	const rows = 50
	write := func(path string, d Dialect, cell func(i, f int) string) {
		var b bytes.Buffer
		if err := d.Begin(&b); err != nil {
			t.Fatal(err)
		}
		w := csv.NewWriter(&b)
		w.Comma = d.Comma
		record := []string{"who"}
		for f := range manners {
			record = append(record, fmt.Sprint("c", f))
		}
		w.Write(record)
		for i := range rows {
			record = append(record[:0], []string{"a", "b"}[i%2])
			for f := range manners {
				record = append(record, cell(i, f))
			}
			w.Write(record)
		}
		if w.Flush(); os.WriteFile(path, b.Bytes(), 0o600) != nil || w.Error() != nil {
			t.Fatal("cannot be written")
		}
	}
	source, again := filepath.Join(dir, "source.csv"), filepath.Join(dir, "again.csv")
	write(source, Dialect{Comma: comma}, func(i, f int) string {
		if r.IntN(20) == 0 {
			return "NA"
		}
		return manners[f].cell(r)
	})
	o.Label = "who"
	table, err := Read(ctx, source, o)
	if err != nil {
		t.Fatal(err)
	}
	if table.Cols != len(manners) {
		t.Fatalf("not all are features: %v", table.Found.Ignored)
	}
	w, err := table.Written(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	want, kept, d := make([]float64, rows*len(manners)), 0, table.Dialect()
	if d.Comma != comma {
		t.Errorf("%q between cells, want %q", d.Comma, comma)
	}
	var like [2][]string // what was written, and for what
	write(again, d, func(i, f int) string {
		cells, err := w.Row(i)
		if err != nil {
			t.Fatal(err)
		}
		at := i*len(manners) + f
		if want[at] = table.At(i, f); r.IntN(2) == 0 {
			return cells[f]
		}
		want[at] = manners[f].value(r)
		is, ok := table.Kinds()[f].Cell(want[at])
		switch {
		case r.IntN(20) == 0:
			want[at], is = math.NaN(), ""
		case !ok:
			is = formatValue(want[at])
		}
		cell := w.Changed(f, cells[f], is)
		if is == "" && cell != "NA" {
			t.Errorf("a missing cell is %q", cell)
		}
		if d.Word(is) != cell {
			kept++
		}
		like[0], like[1] = append(like[0], cell), append(like[1], cells[f])
		return cell
	})
	got, err := Read(ctx, again, o.Like(table))
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		for f := range manners {
			if v, want := got.At(i, f), want[i*len(manners)+f]; math.Float64bits(v) != math.Float64bits(want) && (v == v || want == want) {
				t.Errorf("%s: %v is read as %v", manners[f].name, want, v)
			}
		}
	}
	if kept < 100 {
		t.Errorf("only %d cells are not as programs write them: %q for %q", kept, like[0], like[1])
	}
}
