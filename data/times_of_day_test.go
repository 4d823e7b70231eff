package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Times of day lose their order as categories, and are no feature at all where they are
// different in nearly every row: both is noted.
func TestTimesOfDay(t *testing.T) {
	const note = `column "t": holds times of day, and is taken for words: a number, such as of hours since midnight (13.75 for 13:45), keeps their order`
	for name, c := range map[string]struct {
		of   func(i int) string
		want string
	}{
		"minutes":       {func(i int) string { return fmt.Sprintf("%02d:%02d", i%24, i%4*15) }, note},
		"seconds":       {func(i int) string { return fmt.Sprintf("%d:%02d:%02d", i%24, i%60, i*7%60) }, note},
		"AM and PM":     {func(i int) string { return fmt.Sprintf("%d:%02d %s", i%12+1, i%3*20, []string{"AM", "pm"}[i%2]) }, note},
		"three shifts":  {func(i int) string { return fmt.Sprintf("%d:00", 6+i%3*8) }, ""},
		"ratios":        {func(i int) string { return fmt.Sprintf("%d:%d", i%24, i%4) }, ""},
		"times or none": {func(i int) string { return []string{"13:4" + fmt.Sprint(i%10), "noon"}[i%2] }, ""},
	} {
		var csv strings.Builder
		csv.WriteString("t,n,label\n")
		for i := range 120 {
			fmt.Fprintf(&csv, "%s,%d,%c\n", c.of(i), i*31%7, "ab"[i%5%2])
		}
		table, err := data.Read(t.Context(), write(t, "a.csv", csv.String()), data.Options{})
		if err != nil || strings.Join(table.Found.Doubts, "; ") != c.want {
			t.Errorf("%s: %q, want %q; %v", name, table.Found.Doubts, c.want, err)
		}
	}
	_, err := data.Read(t.Context(), write(t, "a.csv", "t,label\n13:45,a\n14:45,b\n"), data.Options{Numeric: []string{"t"}})
	if err == nil || !strings.HasSuffix(err.Error(), `"13:45" is not a number: a number, such as of hours since midnight (13.75 for 13:45), keeps their order`) {
		t.Error(err)
	}
}
