package data_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/data"
)

// Numbers that are all days or months are noted, and written as dates they are read as such.
func TestDateNumbers(t *testing.T) {
	since := func(layout string, days int) func(i int) string {
		return func(i int) string { return time.Date(1990, 12, 31+i*days, 0, 0, 0, 0, time.UTC).Format(layout) }
	}
	const days = `column "x": numbers that are all dates, such as 19901231, taken for numbers: written like 1990-12-31 they are read as dates`
	for name, c := range map[string]struct {
		cell    func(i int) string
		options data.Options
		want    string
	}{
		"days":            {since("20060102", 11), data.Options{}, days},
		"months":          {since("200601", 31), data.Options{}, `column "x": numbers that are all dates, such as 199012, taken for numbers: written like 1990-12 they are read as dates`},
		"one is missing":  {func(i int) string { return []string{since("20060102", 11)(i), ""}[i%7/6] }, data.Options{}, days},
		"dates already":   {since("2006-01-02", 11), data.Options{}, ""},
		"one is none":     {func(i int) string { return []string{since("20060102", 11)(i), "19901331"}[i/59] }, data.Options{}, ""},
		"of one year":     {func(i int) string { return since("20060102", 1)(i%50 + 1) }, data.Options{}, strings.Replace(strings.Replace(days, "19901231", "19910101", 1), "1990-12-31", "1991-01-01", 1)},
		"of one month":    {func(i int) string { return fmt.Sprint(19910101 + i%28) }, data.Options{}, ""},
		"months of one":   {func(i int) string { return fmt.Sprint(199101 + i%12) }, data.Options{}, ""},
		"meant as such":   {since("20060102", 11), data.Options{Numeric: []string{"x"}}, ""},
		"years":           {since("2006", 400), data.Options{}, ""},
		"with a decimal":  {func(i int) string { return since("20060102", 11)(i) + ".5" }, data.Options{}, ""},
		"of other digits": {func(i int) string { return fmt.Sprint(30001231 + i%4*10000) }, data.Options{}, ""},
	} {
		csv := "x,n,label\n" + rowsOf(60, func(i int) string { return fmt.Sprintf("%s,%d,%c", c.cell(i), i*7%11, "ab"[i/3%2]) })
		table := readTable(t, write(t, "a.csv", csv), c.options)
		if got := strings.Join(table.Found.Doubts, "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
