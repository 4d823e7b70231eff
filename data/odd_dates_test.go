package data_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// among returns a table of cells in a first column: a number of made ones, and another after
// the seventh.
func among(n int, cell func(i int) string, other string) string {
	var text strings.Builder
	text.WriteString("when,label\n")
	for i := range n {
		if fmt.Fprintf(&text, "%s,%d\n", cell(i), i%2); i == 6 {
			fmt.Fprintf(&text, "%s,0\n", other)
		}
	}
	return text.String()
}

func day(i int) string   { return fmt.Sprintf("20%02d-%02d-%02d", 10+i%9, 1+i%12, 1+i%28) }
func month(i int) string { return fmt.Sprintf("%02d/%02d/2021", 1+i%12, 1+i%28) }

// A word among dates is an error that names it, its line and what to do, as one among
// numbers is.
func TestWordAmongDates(t *testing.T) {
	const advice = "; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category"
	for _, c := range []struct {
		cell  func(i int) string
		other string
		want  string
	}{
		{day, "2021-02-30", `line 9: column "when": "2021-02-30" is no date, as most of the column is` + advice},
		{day, "0000-00-00", `line 9: column "when": "0000-00-00" is no date, as most of the column is` + advice},
		{day, "-", `line 9: column "when": "-" is no date, as most of the column is` + advice},
		{month, "unknown", `line 9: column "when": "unknown" is no date, as most of the column is` + advice},
		{month, "31/12/2021", `line 9: column "when": "31/12/2021" is no date with the month first, as most of the column is` + advice},
		{day, "0", `column "when": holds dates, and 1 number among them, first "0": Options.MissingWords takes numbers that stand for none, such as 0, for missing values, Options.Categorical the column for a category`},
		{day, "1973", `column "when": holds dates, and 1 number among them, first "1973": Options.MissingWords takes numbers that stand for none, such as 0, for missing values, Options.Categorical the column for a category; years are dates with a day, such as 1973-01-01`},
	} {
		path := write(t, "a.csv", among(40, c.cell, c.other))
		if _, err := data.Read(t.Context(), path, data.Options{}); err == nil || err.Error() != path+": "+c.want {
			t.Errorf("%s: got  %v\nwant %s", c.other, err, c.want)
		}
		if _, err := data.Open(t.Context(), path, data.Options{}); err == nil {
			t.Errorf("%s: a stream is opened", c.other)
		}
		table, err := data.Read(t.Context(), path, data.Options{MissingWords: []string{c.other}})
		if err != nil || table.Kinds()[0].Dates == column.NoDates || table.Found.Missing != 1 {
			t.Errorf("%s: as a missing word: %v", c.other, err)
		}
		table, err = data.Read(t.Context(), path, data.Options{Categorical: []string{"when"}})
		if err != nil || table.Kinds()[0].Kind != column.Categorical {
			t.Errorf("%s: as a category: %v", c.other, err)
		}
	}
}

// A last column of dates is not taken for the label by default, even if one of them is not a date.
func TestOddDateAndLabel(t *testing.T) {
	var text strings.Builder
	text.WriteString("x,kind,when\n")
	for i := range 60 {
		cell := day(i)
		if i == 7 {
			cell = "unknown"
		}
		fmt.Fprintf(&text, "%d.5,%c,%s\n", i*i%31, 'a'+i%2, cell)
	}
	_, err := data.Read(t.Context(), write(t, "a.csv", text.String()), data.Options{})
	if wrong := (*data.LabelError)(nil); !errors.As(err, &wrong) {
		t.Errorf("%v, must ask for the label", err)
	}
}

// Words that are no dates stay categories, and so do few dates among them.
func TestWordsLikeDates(t *testing.T) {
	for _, c := range []struct {
		cell  func(i int) string
		other string
	}{
		{func(i int) string { return fmt.Sprintf("%d-%02d", 2000+i%20, (i+1)%20) }, "none yet"}, // seasons
		{func(i int) string { return fmt.Sprintf("%d.%d.%d", 1+i%2, 1+i%3, 10+i%5) }, "2.0"},    // versions
		{func(i int) string { return [...]string{"2021-01-02", "2021-02-03"}[i%2] }, "later"},
		{func(i int) string { return [...]string{day(i % 40), "A" + day(i%40)}[i%2] }, "later"},
		{func(i int) string { return fmt.Sprint("w", i%30) }, "2021-01-02"},
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", among(200, c.cell, c.other)), data.Options{})
		if err != nil || table.Kinds()[0].Kind != column.Categorical {
			t.Errorf("%s and %q: %v", c.cell(0), c.other, err)
		}
	}
}

// Dates of which some have the day first and others the month are words, which is noted.
func TestDatesOfBothOrders(t *testing.T) {
	for _, every := range []int{1, 40} { // each a date of its own, or some again and again
		cell := func(i int) string {
			if i /= every; i%2 == 0 {
				return fmt.Sprintf("%d/%d/%d", 13+i%12, 1+i%12, 2000+i)
			}
			return fmt.Sprintf("%d/%d/%d", 1+i%12, 13+i%12, 2000+i)
		}
		table := readTable(t, write(t, "a.csv", "when,n,label\n"+rowsOf(800, func(i int) string { return fmt.Sprintf("%s,%d,%c", cell(i), i%7, "ab"[i%3%2]) })), data.Options{})
		if len(table.Found.Doubts) != 1 || !strings.HasPrefix(table.Found.Doubts[0], `column "when": holds dates, and is taken for words, as "`) {
			t.Errorf("doubts %q", table.Found.Doubts)
		}
	}
}

// The format of dates in an ARFF file says which of day and month comes first, unless a schema does, to
// tables, streams and models that know the column, and nothing is doubted.
func TestDeclaredOrder(t *testing.T) {
	const rows = "@attribute x numeric\n@attribute class {a,b}\n@data\n'3/4/1970',1,a\n'5/4/1970',2,b\n"
	for format, c := range map[string]struct {
		dates column.Dates
		want  []float64
	}{
		"date 'd/M/yyyy'":       {column.DayFirst, []float64{92, 94}},
		"DATE\t\"MM/dd/yyyy\"":  {column.MonthFirst, []float64{62, 123}},
		"date 'd/M/yyyy HH:mm'": {column.DayFirst, []float64{92, 94}},
	} {
		path := write(t, "a.arff", "@relation r\n@attribute when "+format+"\n"+rows)
		table := readTable(t, path, data.Options{})
		if got := []float64{table.X[0], table.X[2]}; !slices.Equal(got, c.want) || table.Kinds()[0].Dates != c.dates || table.Found.Doubts != nil {
			t.Errorf("%s: %v, %v, %q", format, got, table.Kinds()[0], table.Found.Doubts)
		}
		stream := openTable(t, path, data.Options{})
		if again, err := gather(stream, 1); err != nil || again.Hash() != table.Hash() || stream.Head().Found.Doubts != nil {
			t.Errorf("%s: a stream has %v, %v, %q", format, again, err, stream.Head().Found.Doubts)
		}
		for _, order := range []column.Dates{column.MonthFirst, column.DayFirst} { // of a model
			o := data.Options{Features: table.Features, Columns: []column.Column{{Dates: order}, {}}, Classes: table.Classes}
			if as, err := data.Read(t.Context(), path, o); err != nil || !slices.Equal([]float64{as.X[0], as.X[2]}, c.want) {
				t.Errorf("%s for a model with the %s: %v, %v", format, order, as, err)
			}
		}
		o := data.Options{Schema: &data.Schema{Columns: []data.SchemaColumn{{Name: "when", Kind: "integer", Dates: column.MonthFirst}}}}
		if as, err := data.Read(t.Context(), path, o); err != nil || as.X[0] != 62 {
			t.Errorf("%s against a schema: %v, %v", format, as, err)
		}
	}
}

// Dates as people write them are the days that they are.
func TestShortDates(t *testing.T) {
	for _, dates := range [][2]string{
		{"02.01.71", "31.12.70"}, {"02.01.71 00:00", "31.12.70 00:00:00"}, {"1971-1-2", "1970-12-31"}, {"1971/1/2", "1970/12/31 00:00"},
		{"1971-1-2 00:00:00", "1970-12-31 00:00"}, {"01-02-1971 12:00 AM", "12-31-1970 12:00:00 AM"}, {"02-01-1971 12:00 AM", "31-12-1970 12:00:00 AM"},
		{"1971.01.02", "1970.12.31 00:00:00"}, {"1971-01-02 02:00:00+0200", "1970-12-31 00:00:00+0000"}, {"19710102T000000", "19701230T220000-0200"},
		{"02Jan1971", "31DEC1970:00:00:00"}, {"02/Jan/1971:01:00:00 +0100", "31/Dec/1970:00:00:00 +0000"},
		{"Sat, 02 Jan 1971 00:00:00 GMT", "Thu, 31 Dec 1970 01:00:00 +0100"}, {"Sat Jan  2 00:00:00 1971", "Thu Dec 31 00:00:00 UTC 1970"},
		{"Fri Jan 01 23:00:00 -0100 1971", "Thu Dec 31 00:00:00 1970"}, {"Saturday, January 2, 1971", "Dec 31, 1970 12:00 AM"}, {"Jan 2, 1971, 12:00:00 AM", "December 31, 1970"},
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", fmt.Sprintf("when,label\n%q,a\n%q,b\n", dates[0], dates[1])), data.Options{})
		if err != nil || !slices.Equal(table.X, []float64{366, 364}) {
			t.Errorf("%s: %v, %v", dates, table.X, err)
		}
	}
}

// Rows for a model whose dates have the day first, and rows with dates of both orders, name the key
// of the schema that reads the other order.
func TestDateOfAnotherOrder(t *testing.T) {
	o := data.Options{Features: []string{"when"}, Expected: "label"}
	for _, c := range []struct {
		cells string
		dates column.Dates
		want  string
	}{
		{"07/19/2020,a", column.DayFirst, `line 2: column "when": "07/19/2020" is a date with the month first, and the dates to expect have the day first: dates = "month-first" in a schema reads those of this file`},
		{"07/19/2020,a\n19/07/2020,a", column.MonthFirst, `line 3: column "when": "19/07/2020" is a date with the day first, and the dates to expect have the month first: dates = "day-first" in a schema reads those of this file`},
		{"19/07/2020,a\n07/19/2020,a", column.MonthFirst, `line 2: column "when": "19/07/2020" is a date with the day first, and the dates to expect have the month first: dates = "day-first" in a schema reads those of this file`},
		{"19/07/2020,a\nsoon,a", column.DayFirst, `line 3: column "when": "soon" is no date, as is expected there; Options.MissingWords takes the word for a missing value`},
		{"07/19/2020,a\nsoon,a", column.MonthFirst, `line 3: column "when": "soon" is no date, as is expected there; Options.MissingWords takes the word for a missing value`},
	} {
		o.Columns = []column.Column{{Kind: column.Integer, Dates: c.dates}}
		path := write(t, "a.csv", "when,label\n"+c.cells+"\n")
		if _, err := data.Read(t.Context(), path, o); err == nil || err.Error() != path+": "+c.want {
			t.Errorf("got %v\nwant %s", err, c.want)
		}
		if _, err := data.Open(t.Context(), path, o); err == nil || err.Error() != path+": "+c.want {
			t.Errorf("as a stream: got %v\nwant %s", err, c.want)
		}
	}
	o.Schema = &data.Schema{Columns: []data.SchemaColumn{{Name: "when", Kind: "integer", Dates: column.DayFirst}}}
	table, err := data.Read(t.Context(), write(t, "a.csv", "when,label\n19/07/2020,a\n"), o)
	if err != nil || table.X[0] != 18462 || table.Found.Doubts != nil {
		t.Errorf("with the schema: %v, %v", table, err)
	}
	o.Schema.Columns[0].Dates = column.MonthFirst
	if table, err := data.Read(t.Context(), table.Source, o); err == nil {
		t.Errorf("against the schema: %v", table.X)
	}
}

// Rows for a model that remembers the month as the first, as it does if its own dates show no
// order, are read with the day first where this is sure, each column for itself, and that is noted.
func TestTurnedDates(t *testing.T) {
	o := data.Options{Features: []string{"from", "to", "x"}, Expected: "label", Columns: []column.Column{{Dates: column.MonthFirst}, {Dates: column.MonthFirst}, {}}}
	const note = `column "from": "19/07/2020" has the day first, and all others are read so, although the month is expected to come first there: dates = "day-first" in a schema says so`
	for rows, want := range map[string]struct {
		x      []float64
		doubts string
	}{
		"2020-07-19,1/2/1970,1,a\n5/6/2020,2/13/1970,2,a\n19/07/2020,1/3/1970,3,a\n1/8/2020,,4,a\n": {[]float64{18462, 1, 18418, 43, 18462, 2, 18475, math.NaN()}, note},
		"19/07/2020,31/1/1970,1,a\n6/8/2020,1/2/1970,2,a\n":                                         {[]float64{18462, 30, 18480, 31}, note + "; " + strings.NewReplacer("from", "to", "19/07/2020", "31/1/1970").Replace(note)},
	} {
		path := write(t, "a.csv", "from,to,x,label\n"+rows)
		table := readTable(t, path, o)
		for i := range table.Rows {
			if got, want := fmt.Sprint(table.Row(i)[:2]), fmt.Sprint(want.x[2*i:2*i+2]); got != want {
				t.Errorf("row %d: %s, want %s", i, got, want)
			}
		}
		if doubts := strings.Join(table.Found.Doubts, "; "); doubts != want.doubts {
			t.Errorf("doubts %s", doubts)
		}
		if table.Kinds()[0].Dates != column.MonthFirst {
			t.Errorf("the column is no longer that of the model: %v", table.Kinds()[0])
		}
		s := openTable(t, path, o)
		for block, err := range s.Blocks(100) {
			if err != nil || fmt.Sprint(block.X) != fmt.Sprint(table.X) {
				t.Errorf("as a stream: %v, %v", block, err)
			}
		}
	}
}

// A date far from all others that is the first or the last of a year may stand for none.
func TestStandInDates(t *testing.T) {
	slashed := func(i int) string { return fmt.Sprintf("%d/%d/2021", 1+i%12, 1+i%28) }
	for _, c := range []struct {
		cell  func(i int) string
		other string
		want  string
	}{
		{day, "9999-12-31", `[column "when": 1 date is 9999-12-31, and the others from 2010-01-01 to 2018-12-28: Options.MissingWords=9999-12-31 takes it for a missing value, if it stands for one]`},
		{day, "1900-01-01", `[column "when": 1 date is 1900-01-01, and the others from 2010-01-01 to 2018-12-28: Options.MissingWords=1900-01-01 takes it for a missing value, if it stands for one]`},
		{slashed, "12/31/2999", `[column "when": 1 date is 2999-12-31, and the others from 2021-01-01 to 2021-12-28: Options.MissingWords=12/31/2999 takes it for a missing value, if it stands for one]`},
		{day, "2020-01-01", "[]"},
		{day, "9999-12-30", "[]"},
	} {
		table := readTable(t, write(t, "a.csv", among(300, c.cell, c.other)), data.Options{})
		if got := fmt.Sprint(table.Found.Doubts); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.other, got, c.want)
		}
	}
}
