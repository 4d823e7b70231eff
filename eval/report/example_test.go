package report_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Any two models that read the same rows can be compared. Open report.html.
func ExampleWrite() {
	r := rand.New(rand.NewPCG(1, 9))
	shape := ensembletest.Shape{Features: 6, Trees: 6, Depth: 3, Classes: 2}
	models := []eval.Model{{Name: "old", Ensemble: ensembletest.Random(r, shape)}, {Name: "new", Ensemble: ensembletest.Random(r, shape)}}
	table := &data.Table{Cols: 6, Features: []string{"a", "b", "c", "d", "e", "f"}, Classes: []string{"no", "yes"}, Source: "random rows"}
	for ; table.Rows < 50; table.Rows++ {
		x := ensembletest.Row(r, models[0].Ensemble)
		table.X, table.Y = append(table.X, x...), append(table.Y, models[0].Ensemble.Class(x))
	}
	found, err := eval.Evaluate(context.Background(), models, table, eval.Options{Attack: ltattack.Attack{}, Eps: []float64{0.1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := report.Write(context.Background(), dir, &report.Input{Report: found, Table: table}); err != nil {
		fmt.Println(err)
		return
	}
	files, err := os.ReadDir(dir)
	for _, f := range files {
		fmt.Println(f.Name())
	}
	// Output:
	// balanced-robust-accuracy.png
	// balanced-robust-accuracy.svg
	// comparison.csv
	// comparison.tex
	// metrics.json
	// report.html
	// robust-accuracy.png
	// robust-accuracy.svg
	// success-rate.png
	// success-rate.svg
}
