package strict

import (
	"errors"
	"strings"
	"testing"
)

func TestPlaces(t *testing.T) {
	p := PlacesOf([]byte(`name = "a"
split = [0, # a comment
  0.5, "x\n"]
train.rounds = 3
one = {eps = 1, more.rows = [2, 3]}
odd = [[1], {a = 2}]
[[data]]
eps = 1
[[data]]
  eps = 2
[data.more]
rows = 5
[table]
eps = 1979-05-27
`))
	p.Rename("odd", "even")
	for key, want := range map[string]string{
		"name":             "line 1, column 8: bad",
		"name.0":           "line 1, column 8: bad",
		"split":            "line 2, column 1: bad",
		"split.0":          "line 2, column 10: bad",
		"split.1":          "line 3, column 3: bad",
		"split.2":          "line 3, column 8: bad",
		"train":            "line 4, column 1: bad",
		"train.rounds":     "line 4, column 16: bad",
		"one.eps":          "line 5, column 14: bad",
		"one.more.rows.1":  "line 5, column 33: bad",
		"even.0":           "line 6, column 1: bad",
		"even.0.0":         "line 6, column 9: bad",
		"even.1.a":         "line 6, column 18: bad",
		"data.0":           "line 7, column 3: bad",
		"data.0.eps":       "line 8, column 7: bad",
		"data.1.eps":       "line 10, column 9: bad",
		"data.1.more.rows": "line 12, column 8: bad",
		"data.1.test":      "line 9, column 3: bad",
		"data.2":           "line 7, column 3: bad",
		"table.eps":        "line 14, column 7: bad",
		"nothing.0":        "bad",
	} {
		if got := p.Explain(errors.New("bad"), key); got.Error() != want {
			t.Errorf("%s: %v, want %s", key, got, want)
		}
	}
	if got := (&Places{}).Explain(errors.New("bad"), "a.b"); got.Error() != "bad" {
		t.Errorf("without a text: %v", got)
	}
}

// FuzzPlaces: whatever a text says, its places are found without a panic.
func FuzzPlaces(f *testing.F) {
	f.Add([]byte("a = [1, {b = 2}]\n[[c.d]]\ne.f = \"g\"\n[c.d.h]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := PlacesOf(text)
		for key := range p.offsets {
			if err := p.Explain(errors.New("bad"), key); !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("%q has no place: %v", key, err)
			}
		}
	})
}
