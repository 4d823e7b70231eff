package data_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
)

// A table is the same whatever ends its lines, and however long they are.
func TestLineEnds(t *testing.T) {
	const lastFeed = "carriage returns, and a line feed at the end"
	long := strings.Repeat("n", 1<<16)
	for name, text := range map[string]string{
		"short": "x,kind,label\n1,red,a\n2,blue,b\n3,red,a\n",
		"long":  "x," + long + ",label\n1,red,a\n2,blue,b\n3,red,a\n",
		// the carriage return before the first line feed is the last byte that is looked at
		"beside the end": "x," + long[:1<<16-len("x,,label\r")] + ",label\n1,red,a\n2,blue,b\n3,red,a\n",
	} {
		var first *data.Table
		for _, end := range []string{"\n", "\r\n", "\r", lastFeed} {
			if name != "short" && end != "\n" && end != "\r\n" { // no line ends where it is looked for
				continue
			}
			ended := strings.ReplaceAll(text, "\n", end)
			if end == lastFeed {
				ended = strings.ReplaceAll(text[:len(text)-1], "\n", "\r") + "\n"
			}
			got, err := data.Read(t.Context(), write(t, "a.csv", ended), data.Options{})
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
