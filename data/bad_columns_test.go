package data_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// tableOf returns a file of so many rows, whose cells are n, x and a label.
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
	stream, err := data.Open(t.Context(), path, data.Options{Categorical: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
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

// TestLongLevel: a text of a megabyte is none of the levels.
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

// TestLevelsAlike: levels that differ in case or blanks are two, and that is
// said.
func TestLevelsAlike(t *testing.T) {
	path := write(t, "a.csv", tableOf(9, func(i int) string { return [...]string{"new york", "New York", "Rome"}[i%3] }))
	table, err := data.Read(t.Context(), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(table.Kinds()[1].Names); n != 3 {
		t.Errorf("%d levels, want 3", n)
	}
	want := `[column "x": "New York" and "new york" are two levels, though they differ in case or blanks only]`
	if got := fmt.Sprint(table.Found.Doubts); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestStreamOfTruths: what the first rows say holds for a stream as for a
// table, columns of yes and no among them.
func TestStreamOfTruths(t *testing.T) {
	path := write(t, "a.csv", tableOf(20_000, func(i int) string { return [...]string{"yes", "no", ""}[i%3] }))
	table, err := data.Read(t.Context(), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stream, err := data.Open(t.Context(), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := stream.Head().Summary(), table.Summary(); got != want {
		t.Errorf("a stream is %q, the table %q", got, want)
	}
}
