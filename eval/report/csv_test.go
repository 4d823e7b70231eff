package report

import (
	"bytes"
	"testing"
)

// A spreadsheet calculates no cell of a report, and levels that only begin with a sign are
// written as the model knows them.
func TestCSVCells(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "@SUM(1)": "'@SUM(1)", "+cmd|'/C calc'!A0": "'+cmd|'/C calc'!A0", "-HYPERLINK(A1)": "'-HYPERLINK(A1)",
		" =A1": "' =A1", "+Sheet2!A1": "'+Sheet2!A1", "-=1": "'-=1",
		"+": "+", "-": "-", "+high": "+high", "-low": "-low", "-1": "-1", "+1e5": "+1e5", "a=b": "a=b", "": "",
	} {
		var b bytes.Buffer
		w := NewCSV(&b)
		if err := w.Write([]string{cell, "x"}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		if got := b.String(); got != want+",x\n" {
			t.Errorf("%q is written as %q", cell, got)
		}
	}
}
