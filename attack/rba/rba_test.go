package rba_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/rba"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// TestPublicProgram: the mean distances of the region-based mode of the
// paper's own program, on the same models and rows (reference/summary.csv).
func TestPublicProgram(t *testing.T) {
	const dir = "../../../shared"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared beside the repository: the public models are not there")
	}
	for name, want := range map[string]map[attack.Norm]float64{
		"breast_cancer": {attack.LInf: 0.24242424, attack.L2: 0.35633766, attack.L1: 0.5709578},
		"diabetes":      {attack.LInf: 0.102538, attack.L2: 0.14441523, attack.L1: 0.24370719},
	} {
		e, err := format.ReadFile(filepath.Join(dir, "models", name+"_gbdt.json.gz"))
		if err != nil {
			t.Fatal(err)
		}
		read := func(part string) *data.Table {
			file := map[string]string{"breast_cancer": "breast-cancer", "diabetes": "diabetes"}[name]
			table, err := data.Read(t.Context(), filepath.Join(dir, "datasets", file+"."+part+".libsvm.gz"), data.Options{IndexBase: data.FromOne, Cols: e.Features})
			if err != nil {
				t.Fatal(err)
			}
			return table
		}
		train, test := read("train"), read("test")
		a := rba.Attack{}
		for i := range train.Rows {
			a.Rows = append(a.Rows, train.Row(i))
		}
		var victims []attack.Victim
		for i := range test.Rows {
			victims = append(victims, attack.Victim{Row: i, X: test.Row(i), Label: test.Y[i]})
		}
		for norm, mean := range want {
			p := attacktest.NewProblem(t, e, norm)
			results := attacktest.Run(t, p, a, victims, attack.RunOptions{})
			sum, n := 0.0, 0.0
			for _, r := range results {
				if r.Example != nil {
					sum += r.Distance
					n++
				}
			}
			if got := sum / n; math.Abs(got-mean) > 0.1*mean {
				t.Errorf("%s, norm %v: mean distance %v over %v rows, the public program has %v", name, norm, got, n, mean)
			} else {
				t.Logf("%s, norm %v: %.6f, public program %.6f", name, norm, got, mean)
			}
		}
	}
}
