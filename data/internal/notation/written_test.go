package notation

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Numbers and dates are written like the cell they replace, and like their column where it does not tell.
func TestLike(t *testing.T) {
	plain, comma, formatted, euro := Style{}, Style{Comma: true}, Style{Formatted: true}, Style{Comma: true, Formatted: true}
	for _, c := range []struct {
		style  Style
		number string
		cells  []string
		want   string
	}{
		{plain, "3", []string{"1"}, "3"},
		{plain, "3", []string{"1.50"}, "3.00"},
		{plain, "3.14159", []string{"1.50"}, "3.14159"},
		{plain, "-3", []string{"?"}, "-3"},
		{plain, "1.5e-09", []string{"0.25"}, "1.5e-09"},
		{plain, "2", []string{"1e-3"}, "2"},
		{comma, "1234.5", []string{"7,25"}, "1234,50"},
		{comma, "1234.5", nil, "1234,5"},
		{comma, "1e+30", []string{"7,25"}, "1e+30"},
		{formatted, "1234567.5", []string{"$12.00", "$1,999.00"}, "$1,234,567.50"},
		{formatted, "1234567.5", []string{"$12.00", "$1999.00"}, "$1234567.50"},
		{formatted, "-1234.5", []string{"$12.00", "($1,999.00)"}, "($1,234.50)"},
		{formatted, "-1.5", []string{"(3.5)"}, "(1.5)"},
		{formatted, "1.5", []string{"(3.5)"}, "1.5"},
		{formatted, "-1.5", []string{"3.5-"}, "1.5-"},
		{formatted, "-1.5", []string{"\u22123.5"}, "\u22121.5"},
		{formatted, "-1.5", []string{"$-3"}, "-$1.5"},
		{formatted, "-1234.5", []string{"CHF 12.00", "CHF 1'999.00"}, "-CHF 1'234.50"},
		{formatted, "1.5", []string{"3.25 EUR"}, "1.50 EUR"},
		{euro, "1.5", []string{"R$ 3,25"}, "R$ 1,50"},
		{formatted, "0.125", []string{"7 %"}, "0.125 %"},
		{formatted, "12345", []string{"", "n/a", "1'000"}, "12'345"},
		{formatted, "1e+30", []string{"1,000"}, "1e+30"},
		{euro, "1234.5", []string{"12,50\u00a0€", "1.999,00\u00a0€"}, "1.234,50\u00a0€"},
	} {
		if got := c.style.Like(c.number, c.cells...); got != c.want {
			t.Errorf("%+v: %s like %q is %q, want %q", c.style, c.number, c.cells, got, c.want)
		}
	}
	for _, c := range []struct {
		date, cell string
		others     []string
		order      column.Dates
		want       string
	}{
		{"2021-02-03", "29.01.2021", nil, column.DayFirst, "03.02.2021"},
		{"2021-02-03", "11.12.2021", []string{"1.2.2021"}, column.DayFirst, "3.2.2021"},
		{"2021-02-03", "11.12.2021", []string{"01.02.2021"}, column.DayFirst, "03.02.2021"},
		{"2021-02-03 04:05:06", "29.01.2021", nil, column.DayFirst, "03.02.2021 04:05:06"},
		{"2021-02-03 04:05:06.250", "29.01.2021", nil, column.DayFirst, "03.02.2021 04:05:06.250"},
		{"2021-02-03 04:05:00", "29.01.2021", nil, column.DayFirst, "03.02.2021 04:05"},
		{"2021-02-03", "29.01.2021 13:45", nil, column.DayFirst, "03.02.2021 00:00"},
		{"2021-02-03", "1/29/2021 9:05", nil, column.MonthFirst, "2/3/2021 0:00"},
		{"2021-02-03", "01/29/2021 1:05 PM", nil, column.MonthFirst, "02/03/2021 12:00 AM"},
		{"2021-02-03", "29/1/21", nil, column.DayFirst, "3/2/21"},
		{"2031-02-03", "29/1/21", nil, column.DayFirst, "3/2/2031"},
		{"2021-02-03", "?", []string{"NA", "29/01/2021"}, column.DayFirst, "03/02/2021"},
		{"2021-02-03", "?", nil, column.DayFirst, "2021-02-03"},
		{"2021-02-03", "29JAN2021", nil, column.MonthFirst, "03FEB2021"},
		{"2021-02-01", "Dec 2020", nil, column.MonthFirst, "Feb 2021"},
		{"2021-02-03", "Dec 2020", nil, column.MonthFirst, "2021-02-03"},
		{"2021-04-01", "2020-Q1", nil, column.MonthFirst, "2021-04-01"},
		{"2021-02-03", "2021-01-29T23:00:00+02:00", nil, column.MonthFirst, "2021-02-03T02:00:00+02:00"},
		{"2021-02-03 04:05:06", "2021-01-29 12:30:00+00:00", nil, column.MonthFirst, "2021-02-03 04:05:06+00:00"},
		{"2021-02-03 04:05:06", "2021-01-29T12:30:00.000Z", nil, column.MonthFirst, "2021-02-03T04:05:06.000Z"},
		{"2021-02-03 04:05:06.123456", "2021-01-29T12:30:00.250Z", nil, column.MonthFirst, "2021-02-03T04:05:06.123456Z"},
		{"13:46", "1:45 PM", nil, column.TimeOfDay, "1:46 PM"},
		{"05:53:00.000540018083", "9:45 pm", nil, column.TimeOfDay, "5:53:00.000540018083 am"},
		{"05:53:00.000540018083", "9:45", nil, column.TimeOfDay, "5:53:00.000540018083"},
		{"05:53:30", "09:45", nil, column.TimeOfDay, "05:53:30"},
	} {
		if got := DateLike(c.date, c.cell, c.others, c.order); got != c.want {
			t.Errorf("%s like %q among %q is %q, want %q", c.date, c.cell, c.others, got, c.want)
		}
	}
}
