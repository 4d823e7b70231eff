package ablation_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// An option that is misspelt in a literal was left out of the grid without a word.
func TestLiteralNamesOptions(t *testing.T) {
	s := literal()
	s.Strategy["splt"] = []float64{0, 1}
	if _, err := s.Grid(); err == nil || !strings.Contains(err.Error(), `unknown option "splt": did you mean "split"?`) {
		t.Error(err)
	}
}

func TestRunRefusesUnknownModels(t *testing.T) {
	_, err := ablation.Run(t.Context(), literal(), nil, ablation.Options{Models: "xx"})
	if err == nil || !strings.Contains(err.Error(), `unknown word "xx"`) {
		t.Error(err)
	}
}

// Find fills in what a literal leaves open, as what it compares was run so: without the
// radius of 1 no run had figures.
func TestFindWithLiteral(t *testing.T) {
	keep, err := store.Open(filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	ids, err := ablation.Run(t.Context(), literal(), keep, ablation.Options{Models: ablation.NoModels})
	if err != nil {
		t.Fatal(err)
	}
	f, err := ablation.Find(t.Context(), literal(), ids, keep.Runs(t.Context(), ids))
	if err != nil || len(f.Groups) != 2 {
		t.Error(f, err)
	}
}

// literal returns a spec of two runs that no text gave.
func literal() *ablation.Spec {
	return &ablation.Spec{
		Data:     []ablation.DataSet{{Source: "builtin:wdbc", Eps: 0.1, Rows: 60, TestRows: 20}},
		Train:    map[string]ablation.Axis{"rounds": 2, "max-depth": 2},
		Strategy: map[string]ablation.Axis{"loop": "none", "split": []float64{0, 1}},
	}
}
