package data

import (
	"encoding/csv"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Blanks before quotes are no part of a cell, however the text comes: random texts have the cells
// that encoding/csv finds if it drops all blanks before cells, and all other blanks are kept.
func TestBlanksBeforeQuotes(t *testing.T) {
	r := seed.At(1)
	const characters = "aa,,\"\" \t\n#"
	read := 0
	for range 1_000 {
		var text strings.Builder
		for range r.IntN(20) {
			text.WriteByte(characters[r.IntN(len(characters))])
		}
		o := &Options{Comment: []string{"", "#"}[r.IntN(2)]}
		all := csv.NewReader(strings.NewReader(text.String()))
		all.Comment, _ = utf8.DecodeRuneInString(o.Comment + "\x00")
		if o.Comment == "" {
			all.Comment = 0
		}
		all.FieldsPerRecord, all.TrimLeadingSpace = -1, true
		want, wantErr := all.ReadAll()
		for _, from := range []io.Reader{strings.NewReader(text.String()), iotest.OneByteReader(strings.NewReader(text.String())), iotest.DataErrReader(strings.NewReader(text.String()))} {
			got, err := newCSV(from, ',', o).ReadAll()
			if (err == nil) != (wantErr == nil) || len(got) != len(want) {
				t.Fatalf("%q: %q, %v, want %q, %v", text.String(), got, err, want, wantErr)
			}
			for i := range want {
				if len(got[i]) != len(want[i]) {
					t.Fatalf("%q: %q, want %q", text.String(), got, want)
				}
				for k, cell := range want[i] {
					if read++; got[i][k] != cell && strings.TrimLeft(got[i][k], " \t") != cell {
						t.Fatalf("%q: %q, want %q", text.String(), got, want)
					}
				}
			}
		}
	}
	if read < 2_000 {
		t.Errorf("%d cells", read)
	}
	for text, want := range map[string]string{
		"a, b,  \"c\", \"\",   \n": "a| b|c||   ",
		`" "" "" ,  "" ", ","`:     ` " " ,  " |,`,
		`"a" ,b`:                   "", // a fault
	} {
		cells, _ := newCSV(iotest.HalfReader(strings.NewReader(text)), ',', &Options{}).Read()
		if got := strings.Join(cells, "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
