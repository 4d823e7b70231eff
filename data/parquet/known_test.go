package parquet_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Words for missing values are looked for in columns of all kinds, as in a text: those of the options
// and those that a model knows of a column.
func TestMissingWords(t *testing.T) {
	type row struct {
		Whole int32     `parquet:"whole"`
		Half  float32   `parquet:"half"`
		Price int64     `parquet:"price,decimal(1:12)"`
		Day   time.Time `parquet:"day,timestamp(millisecond)"`
		At    int32     `parquet:"at,time(millisecond)"`
		Flag  bool      `parquet:"flag"`
		Word  string    `parquet:"word"`
		Label string    `parquet:"label"`
	}
	day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	path := writeRecords(t, []row{
		{-999, 0.1, -9990, day, 0, false, "no", "a"},
		{4, 0.5, 25, day.AddDate(0, 0, 1), 3_600_000, true, "p", "b"},
		{5, 0.75, 35, day.AddDate(0, 0, 2), 7_200_000, true, "q", "a"},
	})
	words := []string{"-999", "0.1", "2020-01-01", "00:00", "false", "no"}
	nan := math.NaN()
	want := fmt.Sprint([]float64{nan, nan, nan, nan, nan, nan, nan, 4, 0.5, 2.5, 18263, 1, 1, 0, 5, 0.75, 3.5, 18264, 2, 1, 1})
	table := readTable(t, path, data.Options{MissingWords: words})
	if got := fmt.Sprint(table.X); got != want || table.Found.Missing != 7 {
		t.Errorf("%d values missing of %s", table.Found.Missing, got)
	}
	known := table.Kinds()
	for f := range known {
		known[f].MissingWords = words
	}
	table = readTable(t, path, data.Options{Features: table.Features, Columns: known, Expected: "label"})
	if got := fmt.Sprint(table.X); got != want {
		t.Errorf("those of a model: %s", got)
	}
	infinite := writeRecords(t, []struct {
		X     float64
		Label string
	}{{1, "a"}, {math.Inf(1), "b"}})
	if got := fmt.Sprint(readTable(t, infinite, data.Options{MissingWords: []string{"inf"}}).X); got != "[1 NaN]" {
		t.Errorf("an infinite value: %s", got)
	}
}

// Whole numbers that become the same are told, as in a text.
func TestLongNumbers(t *testing.T) {
	type row struct {
		Signed   int64  `parquet:"signed"`
		Unsigned uint64 `parquet:"unsigned"`
		Apart    int64  `parquet:"apart"`
		Label    string `parquet:"label"`
	}
	table := readTable(t, writeRecords(t, []row{{1 << 53, 1<<64 - 1, 1 << 53, "a"}, {1<<53 + 1, 1<<64 - 2, -1 << 54, "b"}}), data.Options{})
	for column, want := range map[string]string{
		"signed":   `9007199254740992 and 9007199254740993 are the same number here`,
		"unsigned": `18446744073709551615 and 18446744073709551614 are the same number here`,
		"apart":    "",
	} {
		told := strings.Contains(strings.Join(table.Found.Doubts, "\n"), fmt.Sprintf("column %q: %s", column, want))
		if told != (want != "") {
			t.Errorf("%s: %q", column, table.Found.Doubts)
		}
	}
}

// What a model expects of a column and the file holds as other numbers is read as in a text: milliseconds
// are no dates, and 2 is neither yes nor no.
func TestOtherNumbers(t *testing.T) {
	dates, times := column.Column{Dates: column.MonthFirst}, column.Column{Dates: column.TimeOfDay}
	truth := column.Column{Kind: column.Boolean, Codes: []int32{0, 1}, Names: []string{"no", "yes"}}
	type of[T any] struct {
		X     T
		Label string
	}
	type day struct {
		X     int32 `parquet:",date"`
		Label string
	}
	type clock struct {
		X     int32 `parquet:",time(millisecond)"`
		Label string
	}
	for _, c := range []struct {
		path  string
		known column.Column
		want  string // the values, or a part of the error
	}{
		{writeRecords(t, []of[int64]{{1577232000000, "a"}}), dates, `record 1: column "X": "1577232000000" is no date`},
		{writeRecords(t, []of[int64]{{18255, "a"}}), dates, "[18255]"},
		{writeRecords(t, []day{{18255, "a"}}), dates, "[18255]"},
		{writeRecords(t, []of[bool]{{true, "a"}}), dates, `"true" is no date`},
		{writeRecords(t, []clock{{3_600_000, "a"}}), dates, `"01:00" is no date`},
		{writeRecords(t, []clock{{3_600_000, "a"}}), times, "[1]"},
		{writeRecords(t, []of[float64]{{1.5, "a"}}), times, "[1.5]"},
		{writeRecords(t, []of[int32]{{3_600_000, "a"}}), times, `"3600000" is no time of day`},
		{writeRecords(t, []day{{18255, "a"}}), times, `"2019-12-25" is no time of day`},
		{writeRecords(t, []of[int32]{{1, "a"}, {2, "b"}, {0, "b"}}), truth, "[1 NaN 0]"},
		{writeRecords(t, []of[float32]{{1, "a"}, {0.5, "b"}}), truth, "[1 NaN]"},
		{writeRecords(t, []of[bool]{{true, "a"}, {false, "b"}}), truth, "[1 0]"},
		{writeRecords(t, []of[bool]{{true, "a"}, {false, "b"}}), column.Column{}, "[1 0]"},
	} {
		got := ""
		table, err := data.Read(t.Context(), c.path, data.Options{Features: []string{"X"}, Columns: []column.Column{c.known}, Expected: "Label"})
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(table.X)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// A schema that says that numbers are whole refuses others.
func TestWholeBySchema(t *testing.T) {
	path := writeRecords(t, []struct {
		X     float64
		Label string
	}{{1, "a"}, {math.NaN(), "b"}, {2.5, "b"}})
	schema := &data.Schema{Columns: []data.SchemaColumn{{Name: "X", Kind: "integer"}}}
	_, err := data.Read(t.Context(), path, data.Options{Schema: schema})
	if err == nil || !strings.HasSuffix(err.Error(), `: record 3: column "X": 2.5 is not a whole number, as the column holds`) {
		t.Error(err)
	}
}

// Dates that stand for none are told with the word that takes them for missing values, also those that
// no date is written for: databases have infinite ones.
func TestInfiniteDates(t *testing.T) {
	type row struct {
		Day   int32  `parquet:"day,date"`
		At    int64  `parquet:"at,timestamp(microsecond)"`
		Until int32  `parquet:"until,date"`
		Label string `parquet:"label"`
	}
	var rows []row
	for i := range int32(40) {
		r := row{18262 + i, 1577836800e6 + int64(i)*60e6, 18262 + i*i, string("ab"[i%2])}
		if i%5 == 3 {
			r.Day, r.At, r.Until = math.MaxInt32, -math.MaxInt64, 2932896 // 9999-12-31
		}
		rows = append(rows, r)
	}
	path := writeRecords(t, rows)
	table := readTable(t, path, data.Options{})
	doubts := strings.Join(table.Found.Doubts, "\n")
	words := []string{"2147483647", "-106751991.16730064", "9999-12-31"}
	for _, word := range words {
		if !strings.Contains(doubts, fmt.Sprintf("8 dates are %s, and the others from 2020-01-01", word)) || !strings.Contains(doubts, "Options.MissingWords="+word+" takes") {
			t.Errorf("%s is not among %s", word, doubts)
		}
	}
	for i := range rows { // infinite at both ends
		if i%5 == 1 {
			rows[i].Day = -math.MaxInt32
		}
	}
	doubts = strings.Join(readTable(t, writeRecords(t, rows), data.Options{}).Found.Doubts, "\n")
	if want := "8 dates are -2147483647, and the others from 2020-01-01 to 2147483647: Options.MissingWords=-2147483647 takes"; !strings.Contains(doubts, want) {
		t.Errorf("%s is not among %s", want, doubts)
	}
	if got := readTable(t, path, data.Options{MissingWords: words}).Found.Missing; got != 3*8 {
		t.Errorf("%d values are missing, want 24", got)
	}
}

// Numbers in texts are read as the options say, which the errors about them advise. What the file holds
// as numbers is not affected.
func TestNotation(t *testing.T) {
	type row struct {
		X      string  `parquet:"x"`
		Price  string  `parquet:"price"`
		Number float64 `parquet:"number"`
		Label  string  `parquet:"label"`
	}
	path := writeRecords(t, []row{{"0,5", "$1.200,50", 1.5, "2,5"}, {"1,25", "€7", 1234, "3"}, {"", "$3", 0.125, "-4,5"}})
	table := readTable(t, path, data.Options{DecimalComma: true, FormattedNumbers: true, Regression: true})
	if got := fmt.Sprint(table.X, table.Target); got != "[0.5 1200.5 1.5 1.25 7 1234 NaN 3 0.125] [2.5 3 -4.5]" {
		t.Errorf("read %s", got)
	}
	if got := fmt.Sprint(table.Found.Doubts); !strings.Contains(got, `column "price": "$1.200,50" and "€7" are taken for numbers without their units, and these differ`) {
		t.Errorf("doubts %s", got)
	}
	path = writeRecords(t, []row{{"0,5", "1", 1, "a"}, {"2.5", "1", 1, "b"}})
	_, err := data.Read(t.Context(), path, data.Options{DecimalComma: true})
	if err == nil || !strings.HasSuffix(err.Error(), `: record 2: column "x": "2.5" has a decimal point, and Options.DecimalComma reads commas`) {
		t.Error(err)
	}
}

// What is said of a text names its record, also where all cells tell whether it is a fault.
func TestRecordsOfTexts(t *testing.T) {
	type row struct {
		X     *string `parquet:"x,optional"`
		Y     string  `parquet:"y"`
		Label string  `parquet:"label"`
	}
	var rows []row
	for i := range 40 {
		x := fmt.Sprint(i % 7)
		rows = append(rows, row{&x, strings.Repeat("long ", i*20), string("ab"[i%2])})
	}
	rows[3].X = nil
	if ignored := fmt.Sprint(readTable(t, writeRecords(t, rows), data.Options{}).Found.Ignored); ignored != `["y" holds a text of 1100 bytes in record 12]` {
		t.Error(ignored)
	}
	known := data.Options{Features: []string{"x"}, Columns: []column.Column{column.Named([]string{"0", "1", "2", "3", "4", "5"})}, Expected: "label"}
	if stranger := readTable(t, writeRecords(t, rows), known).Found.Stranger; stranger != `"6" of "x", record 7` {
		t.Error(stranger)
	}
	word := "rotary"
	rows[30].X = &word
	_, err := data.Read(t.Context(), writeRecords(t, rows), data.Options{})
	if err == nil || !strings.Contains(err.Error(), `: record 31: column "x": "rotary" is not a number, as most of the column is`) {
		t.Error(err)
	}
}
