package eval

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
)

// decidedRows are rows of two models with all that a row can hold.
func decidedRows() map[string][]*Decided {
	some := attack.Result{Row: 7, Label: 1, Predicted: 1, Status: attack.Found, Example: []float64{0.1, math.Copysign(0, -1), math.Inf(1)},
		Class: 0, Distance: 1.0 / 3, LowerBound: 0.25, Seconds: 0.5, Stats: attack.Stats{Queries: 9}}
	none := attack.Result{Row: 9, Label: 0, Predicted: 0, Status: attack.None, Class: -1, Distance: math.Inf(1)}
	wrong := attack.Result{Row: 7, Label: 1, Predicted: 0, Status: attack.Misclassified, Class: -1}
	later := newDecided(none)
	later.OutcomeClass, later.Outcome.Status, later.Outcome.Distance = 1, attack.Found, 0.125
	later.Outcome.Decided = []attack.Verdict{attack.Certified, attack.Broken}
	return map[string][]*Decided{
		"natural, \"old\"": {newDecided(some), later},
		"hardened":         {newDecided(wrong), newDecided(none)},
	}
}

func decidedFile(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewDecidedWriter(&b, 3)
	if err != nil {
		t.Fatal(err)
	}
	for name, rows := range decidedRows() {
		for _, d := range rows {
			if err := w.Write(&Model{Name: name}, d); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDecidedFile: what is read is what was written, to the bit.
func TestDecidedFile(t *testing.T) {
	text := decidedFile(t)
	for name, want := range decidedRows() {
		i := 0
		for d, err := range ReadDecided(strings.NewReader(text), name) {
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(d, want[i]) {
				t.Errorf("%s: read %+v, wrote %+v", name, d, want[i])
			}
			if d.Example != nil && !math.Signbit(d.Example[1]) {
				t.Error("-0 was read as 0")
			}
			i++
		}
		if i != len(want) {
			t.Errorf("%s: %d rows, want %d", name, i, len(want))
		}
	}
}

func FuzzReadDecided(f *testing.F) {
	text := decidedFile(f)
	f.Add(text)
	f.Add(strings.Replace(text, "found", "lost", 1))
	f.Add(text[:len(text)/2])
	f.Fuzz(func(t *testing.T, text string) {
		for d, err := range ReadDecided(strings.NewReader(text), "hardened") {
			if (d == nil) == (err == nil) {
				t.Fatalf("%v, %v", d, err)
			}
		}
	})
}
