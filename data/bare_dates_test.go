package data_test

import (
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Numbers among dates are days since 1970, which is noted once for a column; dates alone are not.
func TestBareDates(t *testing.T) {
	known := func(dates column.Dates) data.Options {
		return data.Options{Columns: []column.Column{{Dates: dates}, {}}, MissingWords: []string{"-1"}}
	}
	schema := func(kind string, dates column.Dates) data.Options {
		return data.Options{Schema: &data.Schema{Columns: []data.SchemaColumn{{Name: "when", Kind: kind, Dates: dates}}}}
	}
	const year = `[column "when": 2 numbers are taken for days since 1970, "2024" for 1975-07-18: dates are written like 2006-01-02]`
	for name, c := range map[string]struct {
		cells   [3]string
		options data.Options
		want    string
	}{
		"a model":          {[3]string{"2024-05-06", "2024", "45352"}, known(column.DayFirst), year},
		"a numeric schema": {[3]string{"2024-05-06", "2024", "45352"}, schema("numeric", column.DayFirst), year},
		"a whole schema":   {[3]string{"2024-05-06", "2024", "45352"}, schema("integer", column.MonthFirst), year},
		"asked for":        {[3]string{"2024", "2024-05-06", "45352"}, data.Options{Numeric: []string{"when"}}, year},
		"a time": {[3]string{"13:45", "0.4", ""}, known(column.TimeOfDay),
			`[column "when": 1 number is taken for hours since midnight, "0.4" for 00:24: times are written like 15:04]`},
		"dates alone":      {[3]string{"2024-05-06", "", "-1"}, known(column.DayFirst), "[]"},
		"numbers":          {[3]string{"2024", "45352", "1"}, known(column.NoDates), "[]"},
		"times that moved": {[3]string{"05:53:00.000540018083", "23:59:59.99999999999", "1:00"}, known(column.TimeOfDay), "[]"},
	} {
		text := "when,x,label\n"
		for i, cell := range c.cells {
			text += fmt.Sprintf("%s,%d,%c\n", cell, i*i, 'a'+i%2)
		}
		path := write(t, "a.csv", text)
		table, err := data.Read(t.Context(), path, c.options)
		if err != nil || fmt.Sprint(table.Found.Doubts) != c.want {
			t.Errorf("%s: %v, %v\nwant %s", name, table, err, c.want)
		}
		s, err := data.Open(t.Context(), path, c.options)
		if err != nil || fmt.Sprint(s.Head().Found.Doubts) != c.want {
			t.Errorf("%s: as a stream: %v, %v", name, s, err)
		}
	}
}
