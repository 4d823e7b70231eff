package data_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Names below a title are told where all columns hold words, so that they could be a row.
func TestTitle(t *testing.T) {
	rows := strings.Repeat("red,x,A\nblue,y,B\n", 8)
	for file, told := range map[string]bool{
		"Survey,,\ncolour,kind,label\n" + rows:           true,
		"Survey,,\nred,kind,label\n" + rows:              false,
		"colour,kind,label\nochre,z,C\n" + rows:          false,
		"Survey,,\ncolour,,label\n" + rows:               false,
		"Survey of,colours,\ncolour,kind,label\n" + rows: false,
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", file), data.Options{Label: "-1"})
		if err != nil {
			t.Errorf("%.30q: %v", file, err)
		} else if got := strings.Contains(strings.Join(table.Found.Doubts, "\n"), "line 1 names few of the columns"); got != told {
			t.Errorf("%.30q: %q", file, table.Found.Doubts)
		}
	}
}

// A second header, as surveys are exported with, is told: it makes a row, and a class, of words that are none.
func TestSecondHeader(t *testing.T) {
	rows := strings.Repeat("17,Yes,Male,North\n18,No,Female,South\n,Yes,,North\n", 5)
	for line, told := range map[string]bool{
		",Response,Response,Response\n": true,
		"17,Maybe,Diverse,East\n":       false, // a number
		",Yes,Response,Response\n":      false, // an answer
		",,,Response\n":                 false, // one rare level
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", "Age,Smoke,Sex,Region\n"+line+rows), data.Options{Label: "Region"})
		if err != nil {
			t.Errorf("%q: %v", line, err)
		} else if got := strings.Contains(strings.Join(table.Found.Doubts, "\n"), "the line below the names has only words"); got != told {
			t.Errorf("%q: %q", line, table.Found.Doubts)
		}
	}
}
