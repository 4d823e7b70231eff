package onnx

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
)

func read(file []byte) (*ensemble.Ensemble, error) { return Read(bytes.NewReader(file)) }

// single reduces the sets of e to one level each, which goes left, as tests of equality do; missing
// values go where levels in no set go.
func single(e *ensemble.Ensemble) *ensemble.Ensemble {
	for i := range e.Trees {
		splits := e.Trees[i].Splits
		for n := range splits {
			if s := &splits[n]; s.Set != nil {
				s.Set, s.DefaultLeft = &ensemble.Set{Levels: []int32{e.Columns[s.Feature].Codes[n%len(e.Columns[s.Feature].Codes)]}}, false
			}
		}
	}
	return e
}

// alike compares the predictions of two ensembles for random rows, including missing values and strange
// levels.
func alike(t *testing.T, name string, want, got *ensemble.Ensemble) {
	t.Helper()
	r := seed.At(5)
	a, b := make([]float64, want.Outputs), make([]float64, got.Outputs)
	if len(a) != len(b) || want.Classes != got.Classes {
		t.Fatalf("%s: %d scores of %d classes, read %d of %d", name, len(a), want.Classes, len(b), got.Classes)
	}
	for i := range 100 {
		x := ensembletest.Row(r, want)
		if i%4 == 0 {
			x[r.IntN(len(x))] = math.NaN()
		}
		if f := r.IntN(len(x)); i%5 == 0 && want.Categorical(f) {
			x[f] = []float64{-1, 1e9, 0.5, 70}[r.IntN(4)]
		}
		want.Margins(want.Rounded(x), a)
		got.Margins(got.Rounded(x), b)
		for k := range a {
			if a[k] != b[k] {
				t.Fatalf("%s: row %v scores %v, read %v", name, x, a, b)
			}
		}
		if want.Classes > 0 && want.Class(x) != got.Class(x) {
			t.Fatalf("%s: row %v is of class %d, read %d", name, x, want.Class(x), got.Class(x))
		}
	}
}

// The operators of operator sets 1 and 3 are read with all of their tests.
func TestOlderOperators(t *testing.T) {
	for _, double := range []bool{false, true} {
		for _, shapes := range []map[string]ensembletest.Shape{ensembletest.Shapes, ensembletest.SetShapes} {
			for name, s := range shapes {
				if s.Single = !double; s.Rule != ensemble.Listed {
					continue
				}
				e := single(ensembletest.Random(seed.At(6), s))
				e.Cutoff, e.ByProbability, e.Average = 0, false, e.Average && e.Classes == 0
				for k := range e.Base { // which comes last there
					e.Base[k] = 0
				}
				file := (&older{e: e, double: double}).write()
				got, err := read(file)
				switch {
				case e.Classes == 2 && e.Outputs == 2:
					if err == nil || !errors.Is(err, errors.ErrUnsupported) {
						t.Errorf("%s: votes for both classes: %v", name, err)
					}
				case err != nil:
					t.Fatalf("%s: %v", name, err)
				default:
					alike(t, name, e, got)
				}
			}
		}
	}
}

// Trees of floats that read doubles, as skl2onnx writes forests for inputs of doubles, compare doubles: a
// number just above a threshold is not rounded to it.
func TestFloatsThatReadDoubles(t *testing.T) {
	threshold := float64(float32(0.1))
	e := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Threshold: threshold, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}},
	}
	minus0 := &steps{}
	minus0.parts.node("Sub", "", []string{minus0.input(elemDouble, 1, nil).name, minus0.constant(elemDouble, 0)}, []string{"X"})
	for name, before := range map[string]*steps{"read": nil, "behind an operator": minus0} {
		got := formattest.Model(t, read, (&older{e: e, double: true, floats: true, before: before, turn: 3}).write())
		if got.Input != ensemble.Float64 || got.Sum != ensemble.Float64 || got.Class([]float64{threshold}) != 0 || got.Class([]float64{math.Nextafter(threshold, 1)}) != 1 {
			t.Errorf("%s: input %v, sums %v, threshold %v", name, got.Input, got.Sum, got.Trees[0].Splits[0].Threshold)
		}
	}
}

// For missing values that go to the true branch onnxruntime accepts only the number 1.
func TestTracked(t *testing.T) {
	for tracks, want := range map[int64]string{0: "", 1: "", 2: "of node 3 is 2, not 0 or 1", -1: "is -1, not"} {
		if got, err := tracked([]int64{0, 1, 0, tracks}, 3); got != (tracks == 1) || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v, %v", tracks, got, err)
		}
	}
}

// A written model reads again, including names.
func TestBrokenModelsAreNotWritten(t *testing.T) {
	e := ensembletest.Random(seed.At(7), ensembletest.Shapes["plain"])
	e.Trees[0].Splits[0].Feature = 99
	var file bytes.Buffer
	if err := Write(&file, e); err == nil || file.Len() > 0 {
		t.Errorf("%d bytes and no error", file.Len())
	}
}

func TestWritten(t *testing.T) {
	for name, s := range ensembletest.Shapes {
		e := ensembletest.Random(seed.At(7), s)
		for f := range e.Features {
			e.Schema.Features = append(e.Schema.Features, fmt.Sprint("x", f))
		}
		for c := range e.Classes {
			e.Schema.Classes = append(e.Schema.Classes, fmt.Sprint("c", c))
		}
		var file bytes.Buffer
		if err := Write(&file, e); err != nil {
			t.Fatal(err)
		}
		got, err := Read(&file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		alike(t, name, e, got)
		if fmt.Sprint(got.Schema) != fmt.Sprint(e.Schema) || got.Link != e.Link {
			t.Errorf("%s: %v and %v, read %v and %v", name, e.Schema, e.Link, got.Schema, got.Link)
		}
	}
	for name, s := range ensembletest.SetShapes {
		if s.Rule != ensemble.Listed {
			continue
		}
		e := single(ensembletest.Random(seed.At(8), s))
		var file bytes.Buffer
		if err := Write(&file, e); err != nil {
			t.Fatal(err)
		}
		got, err := Read(&file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		alike(t, name, e, got)
	}
}

func TestDamage(t *testing.T) {
	e := ensembletest.Random(seed.At(9), ensembletest.Shapes["classes"])
	var file bytes.Buffer
	if err := Write(&file, e); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < file.Len(); n += 1 + file.Len()/500 {
		read(file.Bytes()[:n]) // which may be a whole message
	}
	for _, c := range []struct{ old, new, want string }{
		{"TreeEnsemble", "TreeEnsembla", "an ONNX file without trees"},
		{"ArgMax", "ArgMin", "a regression of 3 targets"},
		{"nodes_trueleafs", "nodes_trueleavs", "0 nodes_trueleafs for"},
		{"leaf_weights", "leaf_weighed", "0 leaf_weights for"},
		{"ai.onnx.ml", "ai.onnx.mm", "an ONNX file without trees"},
	} {
		_, err := read(bytes.ReplaceAll(file.Bytes(), []byte(c.old), []byte(c.new)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.new, err, c.want)
		}
	}
}

// What follows the choice of a class may change the class: it is refused, as is a choice among rows.
func TestWhatChangesClassesIsRefused(t *testing.T) {
	for shape, damage := range map[string]struct{ old, new, want string }{
		"plain":   {"Cast", "Sqrt", "operator Sqrt follows the trees"}, // as Not would
		"classes": {"axis", "axes", "the class of 3 scores is found in a way that is not read"},
	} {
		var file bytes.Buffer
		if err := Write(&file, ensembletest.Random(seed.At(9), ensembletest.Shapes[shape])); err != nil {
			t.Fatal(err)
		}
		_, err := read(bytes.ReplaceAll(file.Bytes(), []byte(damage.old), []byte(damage.new)))
		if err == nil || !strings.Contains(err.Error(), damage.want) {
			t.Errorf("%s instead of %s: %v, want %q", damage.new, damage.old, err, damage.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(inSet().write())
	for _, file := range formattest.Seeds(f, func(out *bytes.Buffer, e *ensemble.Ensemble) error { return Write(out, e) }) {
		f.Add(file)
	}
	for _, name := range []string{"plain", "classes", "forest"} {
		f.Add((&older{e: ensembletest.Random(seed.At(6), ensembletest.Shapes[name]), double: true}).write())
	}
	for i := range 6 {
		e := ensembletest.Random(seed.At(44, i), ensembletest.Shape{Features: 3, Trees: 2, Depth: 2, Cuts: 3})
		s := &steps{r: seed.At(45, i), double: i%2 == 0}
		s.draw(e.Features)
		f.Add((&older{e: e, double: s.double, before: s}).write())
	}
	f.Fuzz(func(t *testing.T, file []byte) { formattest.Survives(t, file, read) })
}

// A regression adds base values after all trees.
func TestBaseValues(t *testing.T) {
	e := &ensemble.Ensemble{Features: 1, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{{Leaves: []float64{0.1}}, {Leaves: []float64{0.2}}}}
	file := (&older{e: e, double: true, base: []float64{0.7}}).write()
	got := formattest.Model(t, read, file)
	want, out := 0.0, []float64{0}
	for _, v := range []float64{0.1, 0.2, 0.7} {
		want += v
	}
	if got.Margins([]float64{0}, out); out[0] != want {
		t.Errorf("%v, not %v", out[0], want)
	}
}
