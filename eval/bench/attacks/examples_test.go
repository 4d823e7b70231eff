package attacks

import (
	"io"
	"math"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// A model that reads float32 is written as it is, though attacks search one that reads float64, which
// no file can hold; and leaves is asked about its examples.
func TestExamplesOfFloat32(t *testing.T) {
	e := ensembletest.Stumps()
	e.Input, e.Sum = ensemble.Float32, ensemble.Float32
	p, err := attack.NewProblem(e, attack.LInf)
	if err != nil {
		t.Fatal(err)
	}
	m, s := reference.Model{Name: "stumps", Dump: true}, &reference.Suite{Ensemble: e, Problem: p}
	for _, x := range [][]float64{make([]float64, e.Features)} {
		s.Cases = append(s.Cases, reference.Case{Victim: attack.Victim{X: x, Label: e.Class(x)}, Optimum: math.NaN()})
	}
	folder, table := t.TempDir(), newTable(io.Discard)
	table.examples, table.points = folder, []point{{}}
	if err := table.add(m, s); err != nil {
		t.Fatal(err)
	}
	if p := table.points[0]; p.asked != len(s.Cases) || p.agreed != p.asked {
		t.Errorf("leaves was asked about %d of %d examples, and agrees on %d", p.asked, len(s.Cases), p.agreed)
	}
	if read, err := format.ReadFile(filepath.Join(folder, "stumps.json")); err != nil || read.Input != ensemble.Float32 {
		t.Errorf("the model that was written: %v, error %v", read, err)
	}
}
