package threat_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
)

// A file may name levels that rows hold and the model does not know; what it says of the others holds
// as without them.
func TestWithLevels(t *testing.T) {
	const known = "[feature.colour.prices]\nred = { green = 1, blue = 2 }\ngreen = { red = 3, blue = 4 }\nblue = { red = 5, green = 6 }"
	const stranger = "[feature.colour.prices]\nred = { green = 1, blue = 2, grey = 7, ecru = 7 }\ngreen = { red = 3, blue = 4, grey = 8, ecru = 8 }\n" +
		"blue = { red = 5, green = 6, grey = 9, ecru = 9 }\ngrey = { red = 1, green = 1, blue = 1, ecru = 1 }\necru = { red = 2, green = 2, blue = 2, grey = 2 }"
	want := read(t, known, coloured, attack.L1)
	file, err := threat.Parse([]byte(stranger))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Constraints(coloured, attack.L1); err == nil || !strings.Contains(err.Error(), "grey") && !strings.Contains(err.Error(), "ecru") {
		t.Errorf("no row holds grey: %v", err)
	}
	wider := file.WithLevels(coloured, func(f int) []string {
		return [][]string{1: {"ecru", "grey", "pink", "red"}, 5: nil}[f]
	})
	c := &wider.Columns[1]
	if !slices.Equal(c.Names, []string{"red", "green", "blue", "ecru", "grey"}) || len(coloured.Columns[1].Names) != 3 {
		t.Errorf("levels %q, of the model %q", c.Names, coloured.Columns[1].Names)
	}
	got, err := file.Constraints(wider, attack.L1)
	if err != nil {
		t.Fatal(err)
	}
	for a := range 3 {
		for b := range 3 {
			if got, want := got.LevelPrice(1, float64(a), float64(b)), want.LevelPrice(1, float64(a), float64(b)); got != want {
				t.Errorf("from %d to %d at %v, want %v", a, b, got, want)
			}
		}
	}
	bare := *coloured
	bare.Columns = []column.Column{{}, {Kind: column.Categorical, Codes: []int32{3, 7}}, {}, {}, {}, {}}
	if c := file.WithLevels(&bare, func(int) []string { return []string{"grey"} }).Columns[1]; c.Names != nil {
		t.Errorf("levels without names become %q", c.Names)
	}
}
