package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A library user need not know of units: metrics.json says them and keeps to its schema. What cannot
// be written is an error, and nothing is written into the directory that happens to be the current one.
func TestEvaluateWithoutProvenance(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../metrics.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	stump := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{-0.5}, Schema: ensemble.Schema{Features: []string{"x"}},
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Threshold: 0.5, Left: ^0, Right: ^1}}, Leaves: []float64{0, 1}}},
	}
	table := &data.Table{Rows: 2, Cols: 1, X: []float64{0, 1}, Y: []int{0, 1}, Features: []string{"x"}, Classes: []string{"a", "b"}, Source: "two rows"}
	models := []eval.Model{{Name: "stump", Ensemble: stump}}
	for _, norm := range []attack.Norm{attack.LInf, attack.L0} {
		o := eval.Options{Norm: norm, Attack: exact.Attack{}, Eps: []float64{1}, Resamples: 10}
		dir := t.TempDir()
		if _, err := report.Evaluate(t.Context(), models, table, o, report.Output{Dir: dir}); err != nil {
			t.Fatal(err)
		}
		metrics, err := os.ReadFile(filepath.Join(dir, "metrics.json"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(metrics))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil || !bytes.Contains(metrics, []byte(eval.UnitIn(norm, stump).Text)) {
			t.Errorf("norm %v: %v\n%s", norm, err, metrics)
		}
		if _, err := report.Evaluate(t.Context(), models, table, o, report.Output{}); err == nil {
			t.Error("a report without a directory is written somewhere")
		}
		found, err := eval.Evaluate(t.Context(), models, table, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(t.TempDir())
		if err := report.Write(t.Context(), "", &report.Input{Report: found, Table: table}); err == nil {
			t.Error("a report without a directory is written where the program runs")
		}
	}
	for _, in := range []*report.Input{nil, {}, {Report: &eval.Report{}}} {
		if err := report.Write(t.Context(), t.TempDir(), in); err == nil {
			t.Errorf("%+v is written", in)
		}
	}
}
