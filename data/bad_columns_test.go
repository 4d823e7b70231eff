package data_test

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// tableOf returns a file with a number of rows, whose cells are n, x and a label.
func tableOf(n int, x func(i int) string) string {
	var b strings.Builder
	b.WriteString("n,x,label\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%s,%c\n", i%100, x(i), 'a'+rune(i%2))
	}
	return b.String()
}

// TestManyLevels: a hundred thousand levels are read as such, in a table and
// in a stream, and more than that are named.
func TestManyLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	const levels = 100_000
	path := write(t, "a.csv", tableOf(2*levels, func(i int) string { return fmt.Sprintf("level%d", i*7%levels) }))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table, err := data.Read(t.Context(), path, data.Options{})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(table.Kinds()[1].Names); n != levels {
		t.Errorf("%d levels, want %d", n, levels)
	}
	if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 100 {
		t.Errorf("reading allocates %d MiB for a file of 3", mib)
	}
	stream := openTable(t, path, data.Options{Categorical: []string{"x"}})
	if n := len(stream.Head().Kinds()[1].Names); n != levels {
		t.Errorf("%d levels in a stream, want %d", n, levels)
	}
	path = write(t, "b.csv", tableOf(300_000, func(i int) string { return fmt.Sprint("l", i) }))
	if _, err := data.Read(t.Context(), path, data.Options{Categorical: []string{"x"}}); err == nil ||
		!strings.HasSuffix(err.Error(), `b.csv: column "x": has more than 262144 levels: Options.Ignore leaves the column out`) {
		t.Error(err)
	}
	table, err = data.Read(t.Context(), path, data.Options{})
	if err != nil || fmt.Sprint(table.Found.Ignored) != `["x" has more than 262144 levels]` {
		t.Errorf("%v, ignored %v", err, table.Found.Ignored)
	}
}

// TestLongLevel: a text of a megabyte is not a level.
func TestLongLevel(t *testing.T) {
	x := func(i int) string {
		if i == 3 {
			return strings.Repeat("x", 1<<20)
		}
		return [...]string{"red", "green"}[i%2]
	}
	path := write(t, "a.csv", tableOf(10, x))
	table, err := data.Read(t.Context(), path, data.Options{})
	if err != nil || fmt.Sprint(table.Found.Ignored) != `["x" holds a text of 1048576 bytes in line 5]` {
		t.Errorf("%v, ignored %v", err, table.Found.Ignored)
	}
	_, err = data.Read(t.Context(), path, data.Options{Categorical: []string{"x"}})
	if want := path + `: column "x": holds a text of 1048576 bytes in line 5: Options.Ignore leaves the column out`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestLateText: a text far below numbers is an error with its line, in a table
// and in a stream, whose first rows hold nothing but numbers.
func TestLateText(t *testing.T) {
	const late = 30_000
	path := write(t, "a.csv", tableOf(late+1, func(i int) string {
		if i == late {
			return "n/k"
		}
		return fmt.Sprint(i % 10)
	}))
	const end = "; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category"
	_, err := data.Read(t.Context(), path, data.Options{})
	if want := path + `: line 30002: column "x": "n/k" is not a number, as most of the column is` + end; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = data.Open(t.Context(), path, data.Options{})
	if want := path + `: line 30002: column "x": "n/k" is not a number, as those of the first 10000 rows are` + end; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if _, err = data.Open(t.Context(), path, data.Options{MissingWords: []string{"n/k"}}); err != nil {
		t.Error(err)
	}
}

// TestLevelsAlike: levels that differ in case, or in blanks and what does not show only, are two, and
// that is said.
func TestLevelsAlike(t *testing.T) {
	for _, other := range []string{"new york", "NewYork", "New York\u200b", "New\u00a0York"} {
		path := write(t, "a.csv", tableOf(9, func(i int) string { return [...]string{other, "New York", "Rome"}[i%3] }))
		table := readTable(t, path, data.Options{})
		if n := len(table.Kinds()[1].Names); n != 3 {
			t.Errorf("%d levels, want 3", n)
		}
		names := []string{other, "New York"}
		slices.Sort(names)
		want := fmt.Sprintf("[column \"x\": %q and %q are two levels, though they differ in case or blanks only]", names[0], names[1])
		if got := fmt.Sprint(table.Found.Doubts); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestMostlyNumbers: a column that is a category only because of a word for missing is noted.
func TestMostlyNumbers(t *testing.T) {
	path := write(t, "a.csv", tableOf(60, func(i int) string {
		if i%3 == 0 {
			return "-"
		}
		return strconv.Itoa(i)
	}))
	numeric := []string{"n"} // which counts the rows
	table := readTable(t, path, data.Options{Numeric: numeric})
	want := `[column "x": numbers beside "-", taken for a category of 41 levels: Options.MissingWords takes words for missing values]`
	if got := fmt.Sprint(table.Found.Doubts); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	stream := openTable(t, path, data.Options{})
	if got := fmt.Sprint(stream.Head().Found.Doubts); got != want {
		t.Errorf("a stream: got  %s\nwant %s", got, want)
	}
	for _, o := range []data.Options{{Numeric: numeric, MissingWords: []string{"-"}}, {Numeric: numeric, Categorical: []string{"x"}}} {
		if doubts := readTable(t, path, o).Found.Doubts; doubts != nil {
			t.Errorf("%+v: %v", o, doubts)
		}
	}
}

// TestStreamOfTruths: what the first rows say holds for a stream as for a
// table, columns of yes and no among them.
func TestStreamOfTruths(t *testing.T) {
	path := write(t, "a.csv", tableOf(20_000, func(i int) string { return [...]string{"yes", "no", ""}[i%3] }))
	table := readTable(t, path, data.Options{})
	stream := openTable(t, path, data.Options{})
	if got, want := stream.Head().Summary(), table.Summary(); got != want {
		t.Errorf("a stream is %q, the table %q", got, want)
	}
}

// TestBlanksTellApart: blanks around a level are part of it, and noted, if the same level
// also stands there without them; otherwise they are not.
func TestBlanksTellApart(t *testing.T) {
	cells := []string{`"red "`, "red", `"blue "`, "Red"}
	path := write(t, "a.csv", tableOf(40, func(i int) string { return cells[i/2%4] }))
	table := readTable(t, path, data.Options{})
	if got := fmt.Sprintf("%q", table.Kinds()[1].Names); got != `["Red" "blue" "red" "red "]` {
		t.Errorf("levels %s", got)
	}
	if want := `column "x": "Red" and "red" are two levels, though they differ in case or blanks only`; table.Found.Doubts[0] != want {
		t.Errorf("doubts %q", table.Found.Doubts)
	}
	stream := openTable(t, path, data.Options{})
	again, err := gather(stream, 7)
	if err != nil || again.Hash() != table.Hash() {
		t.Errorf("a stream of them is another table, %v", err)
	}
}

// TestAlikeClasses: classes that differ in case only stay apart, those that differ in blanks around
// them are one, and both are said.
func TestAlikeClasses(t *testing.T) {
	table := readTable(t, write(t, "a.csv", "x,label\n1,a\n2,A\n3,a \n"), data.Options{})
	want := `["\"A\" and \"a\" are two classes, though they differ in case or blanks only" "the labels \"a\" and \"a \" are one class, as they differ in blanks around them only"]`
	if got := fmt.Sprintf("%q", table.Found.Doubts); got != want {
		t.Errorf("doubts %s, want %s", got, want)
	}
}

// TestLongClass: a text of a megabyte is no class.
func TestLongClass(t *testing.T) {
	path := write(t, "a.csv", "x,label\n1,a\n2,"+strings.Repeat("z", 1<<20)+"\n")
	_, err := data.Read(t.Context(), path, data.Options{})
	if want := path + `: line 3: column "label": a text of 1048576 bytes is no class: Options.Label names another column`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestFirstRowsOfStream: the first rows of a stream tell whether a column holds
// numbers; what it is else, all rows tell, as in a table.
func TestFirstRowsOfStream(t *testing.T) {
	const rows = 12_000
	late := func(early string, later func(i int) string) func(int) string {
		return func(i int) string {
			if i < 11_000 {
				return early
			}
			return later(i)
		}
	}
	few := func(i int) string { return "ab"[i%2 : i%2+1] }
	for name, x := range map[string]func(int) string{
		"one level at first":    late("c", few),
		"no value at first":     late("", few),
		"no number at first":    late("", func(i int) string { return fmt.Sprint(i % 7) }),
		"different at first":    func(i int) string { return fmt.Sprint("l", i%10_500) },
		"different in all rows": func(i int) string { return fmt.Sprint("l", i) },
		"texts and numbers":     func(i int) string { return []string{"a", "9", "9.0", "10"}[i/2%4] },
		"yes and no":            late("yes", func(i int) string { return "no" }),
	} {
		path := write(t, "a.csv", tableOf(rows, x))
		table, err := data.Read(t.Context(), path, data.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		stream, err := data.Open(t.Context(), path, data.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, want := stream.Head().Summary(), table.Summary(); strings.Split(got, ",")[0] != strings.Split(want, ",")[0] {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
		again, err := gather(stream, 1000)
		if err != nil || again.Hash() != table.Hash() {
			t.Errorf("%s: a stream is another table, %v", name, err)
		}
	}
	path := write(t, "b.csv", tableOf(rows, late("", func(i int) string { return []string{"7", "x"}[(i-11_000)/500] })))
	_, err := data.Open(t.Context(), path, data.Options{})
	if want := `line 11502: column "x": "x" is not a number, as those of the first 10000 rows are`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestTwins: if two columns have a name that a model reads once, the first is taken, with a
// note; two that it reads, or that have no name, need no note.
func TestTwins(t *testing.T) {
	for _, c := range []struct {
		content, want string
		features      []string
	}{
		{"x,row,row,label\n1,2,3,b\n", `[columns 2 and 3 are both called "row": the first is taken]`, []string{"row", "x"}},
		{"x,row,row,label\n1,2,3,b\n", "[]", []string{"row", "row.1"}},
		{"x,row,row,row,label\n1,2,3,4,b\n", "[]", []string{"row", "row.2"}},
		{"x,row,row,label\n1,2,3,b\n", "[]", []string{"row.1"}},
		{"x,row,label,label\n1,2,3,b\n", "[]", []string{"row", "x"}},
		{"x,,,label\n1,2,3,b\n", "[]", []string{"Unnamed: 1", "x"}},
		{"row, row,label\n1,2,b\n", `[the model's columns " row" and "row" are the same but for blanks, which the file does not keep: they are taken in their order there]`, []string{" row", "row"}},
		{"x, row,label\n1,2,b\n", "[]", []string{" row", "x"}},
	} {
		table := readTable(t, write(t, "a.csv", c.content), data.Options{Features: c.features, Expected: "label"})
		if got := fmt.Sprint(table.Found.Doubts); got != c.want {
			t.Errorf("%q for %v: %s, want %s", c.content, c.features, got, c.want)
		}
	}
}

// TestCodesThatAreNumbers: codes beside words that are the same number are one level, with a
// note if one is written as a code may be.
func TestCodesThatAreNumbers(t *testing.T) {
	for cell, want := range map[string]bool{"007": true, "1.10": true, "1E2": true, "10": false, "1.0": false, "0.5": false, "-3": false} {
		path := write(t, "a.csv", "x,label\nv1,a\nv2,b\n"+cell+",a\n"+cell+",b\n")
		table := readTable(t, path, data.Options{})
		told := strings.Contains(strings.Join(table.Found.Doubts, "\n"), "told apart by their value, so that \""+cell+"\" is ")
		if told != want || table.Columns[0].Kind != column.Categorical {
			t.Errorf("%s: told is %v: %q", cell, told, table.Found.Doubts)
		}
	}
}
