package data_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Dates and times with a zone are the same moment however they are written: by pandas,
// PostgreSQL, Ruby, BigQuery and as ISO 8601 has them.
func TestZones(t *testing.T) {
	const noon = 366.5 // 1971-01-02, noon in Greenwich
	for _, date := range []string{
		"1971-01-02 12:00:00+00:00", "1971-01-02 13:00:00+01:00", "1971-01-02 13:00:00.000000+01:00", "1971-01-02 13:00:00+01",
		"1971-01-02 12:00:00 +0000", "1971-01-02 12:00:00 UTC", "1971-01-02 12:00:00Z", "1971-01-02T12:00:00Z", "1971-01-02T06:30:00-0530",
		"1971-01-02T12:00", "1971-01-02T13:00+01:00", "1971-01-02T12:00Z",
		"1/2/1971 12:00 PM", "1/2/1971 12:00:00 PM", "01/02/1971 12:00:00 PM", // as America writes them
	} {
		path := write(t, "a.csv", "when,label\n"+date+",a\n"+date+",b\n1971-01-02,a\n")
		table := readTable(t, path, data.Options{})
		if want := []float64{noon, noon, 366}; !slices.Equal(table.X, want) || table.Kinds()[0].Dates == column.NoDates {
			t.Errorf("%s: %v, want %v", date, table.X, want)
		}
	}
}

// TestNumbersForDates: where dates are expected, a number is one of days, and refused if no
// date has it, such as 20210103 and seconds since 1970.
func TestNumbersForDates(t *testing.T) {
	o := data.Options{Features: []string{"when"}, Columns: []column.Column{{Kind: column.Integer, Dates: column.MonthFirst}}, Expected: "label"}
	table, err := data.Read(t.Context(), write(t, "a.csv", "when,label\n2021-01-03,a\n18630,b\n,a\n"), o)
	if err != nil || table.X[0] != 18630 || table.X[1] != 18630 || !math.IsNaN(table.X[2]) {
		t.Fatalf("%v, %v", table, err)
	}
	for _, cell := range []string{"20210103", "1609632000"} {
		path := write(t, "a.csv", "when,label\n2021-01-03,a\n"+cell+",b\n")
		want := path + `: line 3: column "when": "` + cell + `" is no date, and no number of days from 1970 to one: write it as 2006-01-02`
		if _, err := data.Read(t.Context(), path, o); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestTwelveHours: half of the day, and the month in full.
func TestTwelveHours(t *testing.T) {
	file := "when,then,label\n1/2/1970 11:30:00 PM,3 January 1970,a\n1/3/1970 12:15 AM,31 December 1970,b\n13/1/1970,1 May 1970,a\n"
	table := readTable(t, write(t, "a.csv", strings.Replace(file, "13/1/", "1/13/", 1)), data.Options{})
	if want := []float64{1 + 23.5/24, 2, 2 + 0.25/24, 364, 12, 120}; !slices.EqualFunc(table.X, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("month first: %v, want %v", table.X, want)
	}
	if table, err := data.Read(t.Context(), write(t, "a.csv", file), data.Options{}); err != nil || table.Kinds()[0].Dates != column.DayFirst || table.X[4] != 12 {
		t.Errorf("day first: %v, %v", table, err)
	}
}

// Which of day and month comes first is told by the whole column, and remembered:
// rows that could be read either way are read as those were.
func TestOrderOfDatesIsRemembered(t *testing.T) {
	path := write(t, "a.csv", "when,label\n13/1/1970,a\n2/1/1970,b\n3/1/1970,a\n")
	table := readTable(t, path, data.Options{})
	if table.Kinds()[0].Dates != column.DayFirst || table.Kinds()[0].Kind != column.Integer || table.Found.Doubts != nil {
		t.Errorf("%+v, doubts %v", table.Kinds()[0], table.Found.Doubts)
	}
	later := write(t, "b.csv", "when,label\n2/1/1970,a\n3/1/1970,b\n")
	want := []float64{1, 2}
	got, err := data.Read(t.Context(), later, data.Options{Columns: table.Kinds()})
	if err != nil || !slices.Equal(got.X, want) {
		t.Errorf("as the first table: %v, %v", got, err)
	}
	var schema bytes.Buffer
	if err := data.SchemaOf(table, &data.Options{}).Write(&schema); err != nil {
		t.Fatal(err)
	}
	s, err := data.ParseSchema(schema.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got, err = data.Read(t.Context(), later, data.Options{Schema: s})
	if err != nil || !slices.Equal(got.X, want) {
		t.Errorf("by the schema %s: %v, %v", &schema, got, err)
	}
	got, err = data.Read(t.Context(), later, data.Options{})
	if err != nil || !slices.Equal(got.X, []float64{31, 59}) {
		t.Errorf("alone: %v, %v", got, err)
	}
	want1 := `[column "when": "2/1/1970" and all others are read as dates with the month first, and the day may be meant to come first: dates = "day-first" in a schema says so]`
	if doubts := fmt.Sprint(got.Found.Doubts); doubts != want1 {
		t.Errorf("doubts %s", doubts)
	}
}

// A stream goes by its first rows, and notes if they do not tell.
func TestOrderOfDatesInStreams(t *testing.T) {
	for _, c := range []struct {
		dates  string
		want   column.Dates
		unsure bool
	}{
		{"13/1/1970,a\n2/1/1970,b\n", column.DayFirst, false},
		{"1/13/1970,a\n2/1/1970,b\n", column.MonthFirst, false},
		{"1/3/1970,a\n2/1/1970,b\n", column.MonthFirst, true},
		{"1970-01-03,a\n1970-02-01,b\n", column.MonthFirst, false},
	} {
		s, err := data.Open(t.Context(), write(t, "a.csv", "when,label\n"+c.dates), data.Options{})
		if err != nil {
			t.Errorf("%q: %v", c.dates, err)
			continue
		}
		head := s.Head()
		if head.Kinds()[0].Dates != c.want || (head.Found.Doubts != nil) != c.unsure {
			t.Errorf("%q: %+v, doubts %q", c.dates, head.Kinds()[0], head.Found.Doubts)
		}
		whole := readTable(t, head.Source, data.Options{})
		if fmt.Sprint(whole.Found.Doubts) != fmt.Sprint(head.Found.Doubts) {
			t.Errorf("%q: doubts %q, read as a whole %q", c.dates, head.Found.Doubts, whole.Found.Doubts)
		}
		for block, err := range s.Blocks(10) {
			if err != nil || !slices.Equal(block.X, whole.X) {
				t.Errorf("%q: %v, %v, read as a whole %v", c.dates, block, err, whole.X)
			}
		}
	}
}

// A column without cells can have any name, and tells nothing about the first row.
func TestNumberAboveNothing(t *testing.T) {
	table := readTable(t, write(t, "a.csv", "when,age,city,0\n2.1.2019,33,Rome,\n3.1.2019,29,Bonn,\n4.1.2019,30,Rome,\n"), data.Options{Label: "city"})
	if !slices.Equal(table.Features, []string{"when", "age"}) || table.Rows != 3 {
		t.Errorf("%d rows of %v", table.Rows, table.Features)
	}
}

// A text with a colon in a CSV file is no pair of LIBSVM.
func TestColonsInTexts(t *testing.T) {
	for _, text := range []string{
		"\"stage\",\"sex\",\"users\"\n\"Stage 01: Some\",\"m\",-1.5\n\"Stage 02: All\",\"f\",-1\n",
		"users,sex,stage\n1,m,3/20/2014 2:27 PM\n2,f,3/20/2014 2:27 PM\n",
	} {
		table := readTable(t, write(t, "a.csv", text), data.Options{Label: "sex"})
		if table.Rows != 2 || !slices.Contains(table.Features, "users") {
			t.Errorf("read %d rows of %v from %s", table.Rows, table.Features, text)
		}
	}
	for _, text := range []string{
		"when|users|sex\n3/20/2014 2:27 PM|1|m\n3/20/2014 2:28 PM|2|f\n", "2:27\t1\tm\n2:28\t2\tf\n", "3/20/2014 2:27 PM;1;m\n3/20/2014 2:28 PM;2;f\n",
		"28-02-2019 02:49\t1\tm\n01-03-2019 02:50\t2\tf\n",
	} {
		if table := readTable(t, write(t, "a.csv", text), data.Options{Label: "3"}); table.Rows != 2 || table.Cols != 2 {
			t.Errorf("read %d rows of %v from %s", table.Rows, table.Features, text)
		}
	}
	const cols = 1000
	var pairs strings.Builder
	for f := range cols {
		fmt.Fprintf(&pairs, " %d:2", f+1)
	}
	for n := range len(" 700:2") { // the bytes that tell the format end within the line, anywhere in a pair
		label := strings.Repeat("a", 1+n)
		for _, text := range []string{label + pairs.String() + "\n0 1:2 # nothing else\n", "\n1 # a comment\n" + label + pairs.String()} {
			if table := readTable(t, write(t, "a", text), data.Options{}); table.Cols != cols {
				t.Errorf("%d features of %d", table.Cols, cols)
			}
		}
	}
}

// Months and quarters are their first day, however they are written. Numbers of parts and
// seasons look alike, and stay words.
func TestMonths(t *testing.T) {
	read := func(words ...string) *data.Table {
		var text bytes.Buffer
		text.WriteString("when,label\n")
		for i, word := range words {
			fmt.Fprintf(&text, "%q,%d\n", word, i%2)
		}
		table := readTable(t, write(t, "a.csv", text.String()), data.Options{})
		return table
	}
	for _, words := range [][]string{
		{"1970-04", "1969-10"}, {"1970/04", "1969/10"}, {"04/1970", "10/1969"}, {"1970M04", "1969M10"}, {"1970 Apr", "1969 Oct"}, {"Apr 1970", "Oct 1969"},
		{"Apr-1970", "Oct-1969"}, {"April 1970", "October 1969"}, {"1970 Q2", "1969 Q4"}, {"1970Q2", "1969Q4"}, {"1970-q2", "1969-q4"}, {"Q2 1970", "Q4 1969"},
	} {
		if got := read(words...); !slices.Equal(got.X, []float64{90, -92}) || got.Kinds()[0].Dates == column.NoDates {
			t.Errorf("%q: %v", words, got.X)
		}
	}
	for _, words := range [][]string{
		{"2001-02", "2002-03", "2001-02"}, {"2001/02", "2009/10"}, {"1999-00", "2000-01"}, // seasons
		{"8123-04", "8123-05"}, {"0012-04", "0013-05"}, {"1970-13", "1970-01"}, {"1970 Q5", "1970 Q1"}, {"1970-1", "1970-2"}, {"12/3045", "11/3045"}, {"13/1970", "12/1970"},
	} {
		if got := read(words...); got.Kinds()[0].Kind != column.Categorical {
			t.Errorf("%q: %v", words, got.Kinds()[0])
		}
	}
	if got := read("2001-02", "2002-03", "2002-04"); got.Kinds()[0].Dates == column.NoDates { // three months
		t.Errorf("%v", got.Kinds()[0])
	}
}

// TestDatesOfAModel: rows for a model have dates in the order that it knows, unless a schema
// names the other one; if both may be meant, that is noted. A column of numbers has no dates.
func TestDatesOfAModel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	read := func(rows string, of column.Column, schema string) (*data.Table, error) {
		if err := os.WriteFile(path, []byte("d,label\n"+rows), 0o644); err != nil {
			t.Fatal(err)
		}
		o := data.Options{Columns: []column.Column{of}}
		if schema != "" {
			o.Schema = &data.Schema{Columns: []data.SchemaColumn{{Name: "d", Kind: "integer", Dates: column.DayFirst}}}
		}
		return data.Read(t.Context(), path, o)
	}
	dates := column.Column{Kind: column.Integer, Dates: column.MonthFirst}
	const february, april = 19027, 19084 // 2 April is 19084 days after 1970, 4 February 19027
	for _, c := range []struct {
		rows, schema string
		day          float64
		doubts       int
	}{
		{"02/04/2022,a\n03/05/2022,b\n", "", february, 1},
		{"02/04/2022,a\n03/25/2022,b\n", "", february, 0},
		{"2022-02-04,a\n2022-03-05,b\n", "", february, 0},
		{"02/02/2022,a\n03/03/2022,b\n", "", february - 2, 0},
		{"02/04/2022,a\n03/05/2022,b\n", "day-first", april, 0},
	} {
		table, err := read(c.rows, dates, c.schema)
		if err != nil {
			t.Fatal(err)
		}
		if day := table.Row(0)[0]; day != c.day || len(table.Found.Doubts) != c.doubts {
			t.Errorf("%q, %s: day %v, doubts %q", c.rows, c.schema, day, table.Found.Doubts)
		}
	}
	if table, err := read("2022-02-04,a\n1,b\n", column.Column{Kind: column.Numeric}, ""); err == nil {
		t.Errorf("a date among numbers is %v", table.Row(0))
	}
}

// None beside dates is a missing value, as it is beside numbers; alone or beside words it is not a date.
func TestNoneAmongDates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	for cells, want := range map[string]column.Column{
		"2022-02-04,None,2022-03-05":   {Kind: column.Integer, Dates: column.MonthFirst},
		"25/02/2022,none,04/02/2022":   {Kind: column.Integer, Dates: column.DayFirst},
		"2022-02-04,None,soon,noon":    column.Named([]string{"2022-02-04", "None", "noon", "soon"}),
		"2001-02,None,2002-03,2005-06": column.Named([]string{"2001-02", "2002-03", "2005-06", "None"}),
	} {
		rows := "d,label\n"
		for i, cell := range strings.Split(cells, ",") {
			rows += fmt.Sprintf("%s,%c\n", cell, 'a'+i%2)
		}
		if err := os.WriteFile(path, []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
		table := readTable(t, path, data.Options{})
		if !reflect.DeepEqual(table.Columns[0], want) || want.Dates != column.NoDates && !math.IsNaN(table.At(1, 0)) || len(table.Found.Doubts) > 0 {
			t.Errorf("%s: %+v, row 1 %v, doubts %q", cells, table.Columns[0], table.Row(1), table.Found.Doubts)
		}
	}
}
