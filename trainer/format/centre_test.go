package format_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// LightGBM knows only a boundary of 0 between two classes. A model with another one is written for it
// with the boundary moved, if that is allowed; XGBoost keeps half of the votes.
func TestScoresMoveToZero(t *testing.T) {
	tree := func(left, right float64) ensemble.Tree {
		return ensemble.Tree{Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: 0.5}}, Leaves: []float64{left, right}}
	}
	for _, sum := range []ensemble.Precision{ensemble.Float32, ensemble.Float64} {
		e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Cutoff: 0.5, Link: ensemble.Vote,
			Input: ensemble.Float32, Sum: sum, Trees: []ensemble.Tree{tree(0.25, 0), tree(0.5, 0.375)}}
		for _, kind := range []format.Kind{format.XGBoost, format.LightGBM} {
			losses := strings.Join(format.Losses(e, kind), "; ")
			if moved := strings.Contains(losses, "class 1 begins above the score 0.5, which is moved to 0"); moved != (kind == format.LightGBM) {
				t.Errorf("%s: losses are %q", kind, losses)
			}
			var file bytes.Buffer
			if err := (format.Writer{Round: true}).Write(&file, e, kind); err != nil {
				t.Fatal(err)
			}
			got, err := format.Read(&file)
			if err != nil {
				t.Fatal(err)
			}
			for x, want := range map[float64]int{0: 1, 1: 0} {
				if c := got.Class([]float64{x}); c != want || e.Class([]float64{x}) != want {
					t.Errorf("%s: row %v is of class %d, want %d", kind, x, c, want)
				}
			}
		}
	}
}
