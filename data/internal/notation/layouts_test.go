package notation

import (
	"slices"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// A text is read by the first layout that time.Parse takes, whatever is skipped: dates as each layout
// writes them, and with a character changed, lost or added.
func TestParse(t *testing.T) {
	r := seed.At(1)
	const characters = "0123456789-/.,:; TZJanMayPMpmQ+"
	for _, layouts := range [][]string{slices.Concat(dateLayouts, monthFirst), slices.Concat(dateLayouts, dayFirst), monthLayouts, clockLayouts} {
		read := 0
		for _, written := range layouts {
			for range 200 {
				text := []byte(time.Unix(r.Int64N(4e9)-1e9, 0).UTC().Format(written))
				for range r.IntN(3) {
					i, c := r.IntN(len(text)), characters[r.IntN(len(characters))]
					switch r.IntN(3) {
					case 0:
						text[i] = c
					case 1:
						text = slices.Insert(text, i, c)
					case 2:
						text = slices.Delete(text, i, i+1)
					}
				}
				at, layout, ok := parse(layouts, string(text))
				first := slices.IndexFunc(layouts, func(l string) bool { _, err := time.Parse(l, string(text)); return err == nil })
				if ok != (first >= 0) {
					t.Fatalf("%q is read: %v, want %v", text, ok, !ok)
				}
				if !ok {
					continue
				}
				read++
				if want, _ := time.Parse(layouts[first], string(text)); layout != layouts[first] || !at.Equal(want) {
					t.Errorf("%q is %v by %q, want %v by %q", text, at, layout, want, layouts[first])
				}
			}
		}
		if read < 60*len(layouts) {
			t.Errorf("only %d texts of %d layouts were read", read, len(layouts))
		}
	}
}
