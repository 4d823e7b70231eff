package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// TestSameColumns: columns that never differ are noted, whatever they hold, but not those that only
// look alike: for a thousand rows, with other levels, or because neither ever changes.
func TestSameColumns(t *testing.T) {
	const rows = 1500
	var file strings.Builder
	file.WriteString("a,color,b,colour,shade,c,hue,zero,nought,d,late,label\n")
	for i := range rows {
		v, color, blank := i%7, [...]string{"red", "green", "blue"}[i%3], fmt.Sprint(i%5)
		if i%5 == 0 {
			blank = ""
		}
		late := v
		if i == rows-1 {
			late = 6 - v
		}
		shade := map[string]string{"red": "dark", "green": "fair", "blue": "pale"}[color]
		fmt.Fprintf(&file, "%d,%s,%d.0,%s,%s,%s,%s,0,0,%s,%d,%d\n", v, color, v, color, shade, blank, color, blank, late, i%2)
	}
	for _, o := range []data.Options{{}, {Compact: true}, {Numeric: []string{"a", "b"}}} {
		table, err := data.Read(t.Context(), write(t, "a.csv", file.String()), o)
		if err != nil {
			t.Fatal(err)
		}
		want := `[columns "a" and "b"; "color", "colour" and "hue"; "c" and "d": the same in every row, though an attacker may change one and leave the other: Options.Ignore leaves columns out]`
		if got := fmt.Sprint(table.Found.Doubts); got != want {
			t.Errorf("compact %v: %s\nwant %s", o.Compact, got, want)
		}
	}
}

// TestManySameColumns: three groups are named, and the others counted.
func TestManySameColumns(t *testing.T) {
	for groups, want := range map[int]string{3: `"c" and "C": the`, 4: `"c" and "C"; and 1 more such group: the`, 5: `"c" and "C"; and 2 more such groups: the`} {
		names := strings.Split("a,A,b,B,c,C,d,D,e,E", ",")[:2*groups]
		var file strings.Builder
		file.WriteString(strings.Join(names, ",") + ",label\n")
		for i := range 200 {
			for k := range groups {
				fmt.Fprintf(&file, "%d,%[1]d,", i%(k+2))
			}
			fmt.Fprintln(&file, i%2)
		}
		table, err := data.Read(t.Context(), write(t, "a.csv", file.String()), data.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(table.Found.Doubts); !strings.Contains(got, want) {
			t.Errorf("%d groups: %s, want %s", groups, got, want)
		}
	}
}
