package data_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
)

// A table is the same whatever ends its lines, and however long they are.
func TestLineEnds(t *testing.T) {
	long := strings.Repeat("n", 1<<16)
	for name, text := range map[string]string{
		"short": "x,kind,label\n1,red,a\n2,blue,b\n3,red,a\n",
		"long":  "x," + long + ",label\n1,red,a\n2,blue,b\n3,red,a\n",
		// the carriage return before the first line feed is the last byte that is looked at
		"beside the end": "x," + long[:1<<16-len("x,,label\r")] + ",label\n1,red,a\n2,blue,b\n3,red,a\n",
	} {
		var first *data.Table
		for _, end := range []string{"\n", "\r\n", "\r"} {
			if name != "short" && end == "\r" { // no line ends where it is looked for
				continue
			}
			got, err := data.Read(t.Context(), write(t, "a.csv", strings.ReplaceAll(text, "\n", end)), data.Options{})
			if err != nil {
				t.Fatalf("%s, %q: %v", name, end, err)
			}
			if got.Source = ""; first == nil {
				first = got
			}
			if d := cmp.Diff(first.X, got.X) + cmp.Diff(first.Y, got.Y) + cmp.Diff(first.Features, got.Features) + cmp.Diff(first.Columns, got.Columns); d != "" {
				t.Errorf("%s, %q: %s", name, end, d)
			}
		}
	}
}
