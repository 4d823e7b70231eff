package data_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// timetable is a CSV file with a column t of some cells.
func timetable(of func(i int) string) string {
	var csv strings.Builder
	csv.WriteString("t,n,label\n")
	for i := range 120 {
		fmt.Fprintf(&csv, "%s,%d,%c\n", of(i), i*31%7, "ab"[i%5%2])
	}
	return csv.String()
}

// Times of day become hours since midnight, unless they are so few that they are shifts;
// durations stay words, and are noted.
func TestTimesOfDay(t *testing.T) {
	const note = `column "t": holds durations, and is taken for words: a number, such as of hours (13.75 for 13:45), keeps their order`
	for name, c := range map[string]struct {
		of    func(i int) string
		hours func(i int) float64 // nil for words
		note  string
	}{
		"minutes": {func(i int) string { return fmt.Sprintf("%02d:%02d", i%24, i%4*15) }, func(i int) float64 { return float64(i%24) + float64(i%4)/4 }, ""},
		"seconds": {func(i int) string { return fmt.Sprintf("%d:%02d:%02d", i%24, i%60, i*7%60) },
			func(i int) float64 { return float64(i%24*3600+i%60*60+i*7%60) / 3600 }, ""},
		"AM and PM": {func(i int) string { return fmt.Sprintf("%d:%02d %s", i%12+1, i%3*20, []string{"AM", "pm"}[i%2]) },
			func(i int) float64 { return float64(((i%12+1)%12+i%2*12)*60+i%3*20) / 60 }, ""},
		"three shifts":  {func(i int) string { return fmt.Sprintf("%d:00", 6+i%3*8) }, nil, ""},
		"ratios":        {func(i int) string { return fmt.Sprintf("%d:%d", i%24, i%4) }, nil, ""},
		"times or none": {func(i int) string { return []string{"13:4" + fmt.Sprint(i%10), "noon"}[i%2] }, nil, ""},
		"durations":     {func(i int) string { return fmt.Sprintf("%d:%02d", i%70, i%7) }, nil, note},
	} {
		path := write(t, "a.csv", timetable(c.of))
		table, err := data.Read(t.Context(), path, data.Options{})
		if err != nil || strings.Join(table.Found.Doubts, "; ") != c.note {
			t.Errorf("%s: %q, want %q; %v", name, table.Found.Doubts, c.note, err)
			continue
		}
		of := table.Kinds()[0]
		if c.hours == nil {
			if of.Kind != column.Categorical {
				t.Errorf("%s: %+v, want a category", name, of)
			}
			continue
		}
		if of.Dates != column.TimeOfDay {
			t.Errorf("%s: %+v, want times of day", name, of)
		}
		for i := range table.Rows {
			if got, want := table.X[2*i], c.hours(i); got != want {
				t.Errorf("%s: %q is %v, want %v", name, c.of(i), got, want)
			}
		}
		s := openTable(t, path, data.Options{})
		for block, err := range s.Blocks(1000) {
			if err != nil || !slices.Equal(block.X, table.X) {
				t.Errorf("%s: a stream has %v (%v), want %v", name, block, err, table.X)
			}
		}
	}
}

// What is written is read back as the same times, by other rows of a model's table too.
func TestTimesAreWritten(t *testing.T) {
	table := readTable(t, write(t, "a.csv", timetable(func(i int) string { return fmt.Sprintf("%d:%02d:%02d", i%24, i%60, i*7%60) })), data.Options{})
	var text bytes.Buffer
	if err := data.WriteCSV(&text, table); err != nil {
		t.Fatal(err)
	}
	again, err := data.Read(t.Context(), write(t, "b.csv", text.String()), data.Options{})
	if err != nil || !slices.Equal(again.X, table.X) || !strings.Contains(text.String(), "\n13:13:31,") {
		t.Errorf("%v in\n%s", err, text.String())
	}
	few, err := data.Read(t.Context(), write(t, "c.csv", "t,n,label\n13:30,1,a\n7:00 PM,2,b\n8.5,2,b\n"), data.Options{}.Like(table))
	if err != nil || few.X[0] != 13.5 || few.X[2] != 19 || few.X[4] != 8.5 {
		t.Errorf("%+v, %v", few, err)
	}
	_, err = data.Read(t.Context(), write(t, "d.csv", "t,n,label\n13:30,1,a\n25:00,2,b\n"), data.Options{}.Like(table))
	if err == nil || !strings.Contains(err.Error(), `"25:00" is no time of day, as is expected there`) {
		t.Error(err)
	}
}

func TestWordAmongTimes(t *testing.T) {
	text := timetable(func(i int) string {
		if i == 50 {
			return "noon"
		}
		return fmt.Sprintf("%02d:%02d", i%24, i%60)
	})
	_, err := data.Read(t.Context(), write(t, "a.csv", text), data.Options{})
	if err == nil || !strings.Contains(err.Error(), `line 52`) || !strings.Contains(err.Error(), `"noon" is no time of day, as most of the column is; Options.MissingWords takes the word for a missing value`) {
		t.Error(err)
	}
	table, err := data.Read(t.Context(), write(t, "a.csv", text), data.Options{MissingWords: []string{"noon"}})
	if err != nil || table.Found.Missing != 1 || table.Kinds()[0].Dates != column.TimeOfDay {
		t.Errorf("%+v, %v", table, err)
	}
}

// A time that an attack moved to a threshold lies between two nanoseconds, and is read back as the
// same number.
func TestMovedTimesAreWritten(t *testing.T) {
	table := readTable(t, write(t, "a.csv", timetable(func(i int) string { return fmt.Sprintf("%02d:%02d", i%24, i%4*15+1) })), data.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	for i := range table.Rows {
		hours := &table.X[2*i]
		for range 1 + r.IntN(3) {
			*hours = math.Nextafter(*hours, float64(24*(i%2)))
		}
		if i%3 == 0 {
			*hours = 0.001 + 23.9*r.Float64()
		}
	}
	var text bytes.Buffer
	if err := data.WriteCSV(&text, table); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(text.String()), "\n")[1:] {
		if time, _, _ := strings.Cut(line, ","); strings.Count(time, ":") < 1 {
			t.Errorf("%s is no time", time)
		}
	}
	again, err := data.Read(t.Context(), write(t, "b.csv", text.String()), data.Options{Columns: table.Kinds()})
	if err != nil || !slices.Equal(again.X, table.X) {
		t.Errorf("%v, %v, want %v", again, err, table.X)
	}
}

// Few times are numbers if the options or a schema say so.
func TestFewTimes(t *testing.T) {
	path := write(t, "a.csv", "t,n,label\n13:45,1,a\n14:45,2,b\n,3,a\n")
	table, err := data.Read(t.Context(), path, data.Options{Numeric: []string{"t"}})
	if err != nil || table.X[0] != 13.75 || table.Kinds()[0].Dates != column.TimeOfDay {
		t.Errorf("%+v, %v", table, err)
	}
	s, err := data.ParseSchema([]byte("[[column]]\nname = 't'\nkind = 'numeric'\ndates = 'time-of-day'\n"))
	if err != nil {
		t.Fatal(err)
	}
	table, err = data.Read(t.Context(), path, data.Options{Schema: s})
	if err != nil || table.X[2] != 14.75 || table.Kinds()[0].Dates != column.TimeOfDay {
		t.Errorf("%+v, %v", table, err)
	}
}
