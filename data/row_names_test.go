package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// TestRowNumbers: a column that only says which row a row is, is not a feature.
func TestRowNumbers(t *testing.T) {
	numbers := func(name string, n int, number func(i int) string) string {
		return name + ",x,kind\n" + rowsOf(n, func(i int) string { return fmt.Sprintf("%s,%d,%c", number(i), i*7%5, 'a'+rune(i%2)) })
	}
	fromOne := func(i int) string { return fmt.Sprint(i + 1) }
	for _, c := range []struct {
		name, content string
		options       data.Options
		ignored       string
	}{
		{"from 1, without a name", numbers("", 30, fromOne), data.Options{}, `["Unnamed: 0" numbers the rows]`},
		{"from 0, as pandas reads it again", numbers("Unnamed: 0", 30, func(i int) string { return fmt.Sprint(i) }), data.Options{}, `["Unnamed: 0" numbers the rows]`},
		{"in quotes", numbers("Id", 30, func(i int) string { return fmt.Sprintf("%q", fmt.Sprint(i+1)) }), data.Options{}, `["Id" numbers the rows]`},
		{"before names of their own", "x,kind\n" + rowsOf(30, func(i int) string { return fmt.Sprintf("%d,%d,%c", i+1, i*7%5, 'a'+rune(i%2)) }), data.Options{}, `["Unnamed: 0" numbers the rows]`},
		{"as asked", numbers("id", 30, fromOne), data.Options{Numeric: []string{"id"}}, "[]"},
		{"under another name", numbers("week", 30, fromOne), data.Options{}, "[]"},
		{"too few to tell", numbers("id", 5, fromOne), data.Options{}, "[]"},
		{"of some rows", numbers("id", 30, func(i int) string { return fmt.Sprint(i * i) }), data.Options{}, `["id" numbers the rows]`},
		{"in no order, without a name", numbers("", 30, func(i int) string { return fmt.Sprint(i * 7 % 30) }), data.Options{}, `["Unnamed: 0" numbers the rows]`},
		{"few, without a name", numbers("", 5, fromOne), data.Options{}, `["Unnamed: 0" numbers the rows]`},
		{"in no order, as row names", numbers("rownames", 30, func(i int) string { return fmt.Sprint(i * 7 % 30) }), data.Options{}, `["rownames" numbers the rows]`},
		{"one of them twice, without a name", numbers("", 30, func(i int) string { return fmt.Sprint(i * 7 % 29) }), data.Options{}, "[]"},
		{"numbers and a word, without a name", numbers("", 30, func(i int) string { return []string{fmt.Sprint(i * 7 % 30), "159a"}[i/29] }), data.Options{}, `["Unnamed: 0" is a text that is different in nearly every row]`},
		{"in no order", numbers("id", 30, func(i int) string { return fmt.Sprint(i * 7 % 30) }), data.Options{}, "[]"},
		{"with fractions", numbers("id", 30, func(i int) string { return fmt.Sprint(float64(i) / 2) }), data.Options{}, "[]"},
		{"one of them twice", numbers("id", 30, func(i int) string { return fmt.Sprint(i + 1 - i/29) }), data.Options{}, "[]"},
		{"one of them missing", numbers("id", 30, func(i int) string { return []string{fmt.Sprint(i + 1), "NA"}[i/29] }), data.Options{}, "[]"},
	} {
		path := write(t, "a.csv", c.content)
		c.options.Label = "kind"
		table, err := data.Read(t.Context(), path, c.options)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		stream, err := data.Open(t.Context(), path, c.options)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, found := range []data.Found{table.Found, stream.Head().Found} {
			if got := fmt.Sprint(found.Ignored); got != c.ignored {
				t.Errorf("%s: ignored are %s, want %s", c.name, got, c.ignored)
			}
		}
	}
}

// TestRowNumbersOfARFF: a file that calls a column numeric does not say that it is a
// feature.
func TestRowNumbersOfARFF(t *testing.T) {
	for name, want := range map[string]string{"row_id": `["row_id" numbers the rows]`, "week": "[]"} {
		path := write(t, "a.arff", "@relation r\n@attribute "+name+" numeric\n@attribute x numeric\n@attribute kind {a,b}\n@data\n"+
			rowsOf(30, func(i int) string { return fmt.Sprintf("%d,%d,%c", i+1, i*7%5, 'a'+rune(i%2)) }))
		table := readTable(t, path, data.Options{})
		if got := fmt.Sprint(table.Found.Ignored); got != want {
			t.Errorf("%s: ignored are %s, want %s", name, got, want)
		}
		if x := table.X[len(table.X)-1]; x != 3 { // 29*7%5
			t.Errorf("%s: the last cell is %v", name, x)
		}
	}
}

// TestIdentifiers: a column that may name the rows is a feature, and a note says so.
func TestIdentifiers(t *testing.T) {
	const note = `: another number in every row; if they only name the rows, Options.Ignore leaves the column out]`
	for name, noted := range map[string]bool{
		"CustomerID": true, "PassengerId": true, "EmployeeNumber": true, "RECORD_NO": true, "id": true, "pid": true, "pupilNR": true,
		"piano": false, "Number of rooms": false, "income": false, "AcidId2": false,
	} {
		shuffled := func(i int) string { return fmt.Sprintf("%d,%d,%c", 1000+i*7%30, i*7%5, 'a'+rune(i%2)) }
		table := readTable(t, write(t, "a.csv", name+",x,kind\n"+rowsOf(30, shuffled)), data.Options{Label: "kind"})
		want := "[]"
		if noted {
			want = fmt.Sprintf("[column %q", name) + note
		}
		if got := fmt.Sprint(table.Found.Doubts); got != want || table.Cols != 2 {
			t.Errorf("%s: %d columns, doubts %s", name, table.Cols, got)
		}
		for _, o := range []data.Options{{Numeric: []string{name}}, {Ignore: []string{name}}} {
			o.Label = "kind"
			if table, err := data.Read(t.Context(), write(t, "a.csv", name+",x,kind\n"+rowsOf(30, shuffled)), o); err != nil || table.Found.Doubts != nil {
				t.Errorf("%s, %+v: %v, %v", name, o, err, table.Found.Doubts)
			}
		}
	}
}

// TestCountsRows: a column that counts the rows is a feature unless its name leaves no doubt, and a
// note says so, as rows sorted by their label are told apart by it.
func TestCountsRows(t *testing.T) {
	for _, of := range []struct {
		head, name string
		o          data.Options
	}{
		{"", "f1", data.Options{}},
		{"UDI,x,kind\n", "UDI", data.Options{Label: "kind"}},
		{"x,UDI,kind\n", "UDI", data.Options{Label: "kind"}},
		{"UDI,x,kind\n", "UDI", data.Options{Label: "kind", Numeric: []string{"UDI"}}},
	} {
		for from, noted := range map[int]bool{0: true, 1: true, 2: false} {
			rows := rowsOf(30, func(i int) string {
				count, x := fmt.Sprint(i+from), fmt.Sprintf("%d.5", i*7%5)
				if strings.HasPrefix(of.head, "x") {
					count, x = x, count
				}
				return fmt.Sprintf("%s,%s,%c", count, x, 'a'+rune(i%2))
			})
			table := readTable(t, write(t, "a.csv", of.head+rows), of.o)
			want := "[]"
			if noted && of.o.Numeric == nil {
				want = fmt.Sprintf("[column %q: counts the rows; if that is all it says, Options.Ignore leaves the column out]", of.name)
			}
			if got := fmt.Sprint(table.Found.Doubts); got != want || table.Cols != 2 {
				t.Errorf("%q from %d: %d columns, doubts %s", of.head, from, table.Cols, got)
			}
		}
	}
}

// TestNamesOfThings: a column that may name things of several rows each is a feature, and a
// note says what that does to held-out rows.
func TestNamesOfThings(t *testing.T) {
	const rows = 90
	number := func(of int) func(i int) string { return func(i int) string { return fmt.Sprint(i * 7 % of) } }
	word := func(i int) string { return fmt.Sprintf("M%02d", i%30) }
	for _, c := range []struct {
		name   string
		cell   func(i int) string
		things int
	}{
		{"id", number(30), 30}, {"subject.id", number(45), 45}, {"teamID", word, 30}, {"id", func(i int) string { return fmt.Sprint([]any{i % 40, ""}[i%2]) }, 20},
		{"rooms", number(30), 0}, {"number", number(30), 0}, {"street_no", number(30), 0}, {"id", number(4), 0}, {"id", number(20), 0}, {"kind_id", number(11), 0},
		{"Subject", number(30), 30}, {"noise", number(30), 0},
	} {
		table := readTable(t, write(t, "a.csv", c.name+",x,kind\n"+rowsOf(rows, func(i int) string { return fmt.Sprintf("%s,%d,%c", c.cell(i), i*7%5, 'a'+rune(i%13%2)) })), data.Options{Label: "kind"})
		want := "[]"
		if c.things > 20 {
			want = fmt.Sprintf("[column %q: may name %d things in %d rows; a model that knows things by name looks better on held-out rows than on new things: Options.SplitBy holds out whole things, Options.Ignore leaves the column out]", c.name, c.things, rows)
		}
		if got := fmt.Sprint(table.Found.Doubts); got != want {
			t.Errorf("%s: %s, want %s", c.name, got, want)
		}
	}
}

// A column of names with many rows each may be a category, unless all rows of a name have one class: then
// held-out rows of a known name are no test. One without a name for each row still names rows.
func TestNamesWithOneClass(t *testing.T) {
	const rows, things = 1000, 25
	for name, c := range map[string]struct {
		cells func(i int) (id, class string)
		says  string
	}{
		"a class each": {func(i int) (string, string) { return fmt.Sprint(i % things), string('a' + rune(i%things%2)) }, "may name 25 things in 1000 rows"},
		"classes":      {func(i int) (string, string) { return fmt.Sprint(i % things), string('a' + rune(i/things%2)) }, ""},
		"a name twice": {func(i int) (string, string) {
			return fmt.Sprint([]any{i * 7 % 997, ""}[i/999]), string('a' + rune(i%2))
		}, "may name 997 things in 999 rows"},
		"one with none": {func(i int) (string, string) {
			return fmt.Sprint([]any{i * 7 % 1009, ""}[i/999]), string('a' + rune(i%2))
		}, "another number in every row"},
		"most with none": {func(i int) (string, string) {
			return fmt.Sprint([]any{i * 7 % 1009, ""}[min(i/100, 1)]), string('a' + rune(i%2))
		}, "may name 100 things in 100 rows"},
	} {
		table := readTable(t, write(t, "a.csv", "id,x,kind\n"+rowsOf(rows, func(i int) string {
			id, class := c.cells(i)
			return fmt.Sprintf("%s,%d,%s", id, i*7%5, class)
		})), data.Options{Label: "kind"})
		if got := fmt.Sprint(table.Found.Doubts); c.says == "" && got != "[]" || !strings.Contains(got, c.says) {
			t.Errorf("%s: %s, want %q", name, got, c.says)
		}
	}
}
