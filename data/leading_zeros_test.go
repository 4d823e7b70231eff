package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Codes that differ only by a leading 0 are the same number, which is noted.
func TestLeadingZeros(t *testing.T) {
	for name, c := range map[string]struct{ codes, want string }{
		"two of one number":      {"01234 1234 5678", `"01234" and "1234" are the same number here: Options.Categorical tells them apart as they are written`},
		"the plain one first":    {"1234 5678 01234", `"01234" and "1234" are the same number here: Options.Categorical tells them apart as they are written`},
		"as many as there are":   {"07 007 8", `"07" and "007" are the same number here: Options.Categorical tells them apart as they are written`},
		"always with a zero":     {"01234 5678 04321", ""},
		"hours, always of two":   {"00 01 02 10 11", ""},
		"fractions":              {"0.5 .5 00.5 5", ""},
		"beside missing ones":    {"01234 ? 5678", ""},
		"as many as are in text": {"01 2 3 1", `"01" and "1" are the same number here: Options.Categorical tells them apart as they are written`},
	} {
		codes := strings.Fields(c.codes)
		csv := "n,code,label\n" + rowsOf(60, func(i int) string { return fmt.Sprintf("%d,%s,%c", i*7%11, codes[i%len(codes)], "ab"[i/7%2]) })
		path := write(t, "a.csv", csv)
		table, err := data.Read(t.Context(), path, data.Options{})
		want := c.want
		if want != "" {
			want = `column "code": ` + want
		}
		if err != nil || strings.Join(table.Found.Doubts, "; ") != want {
			t.Errorf("%s: %q, want %q; %v", name, table.Found.Doubts, want, err)
		}
		if table, err = data.Read(t.Context(), path, data.Options{Categorical: []string{"code"}}); err != nil || strings.Contains(strings.Join(table.Found.Doubts, ""), "the same number") {
			t.Errorf("%s: as a category: %v, %v", name, table, err)
		}
	}
}
