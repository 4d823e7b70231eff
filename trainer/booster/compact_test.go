package booster_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
)

// A compact table trains the model that the same rows in X train, and predicts the same.
func TestCompactRows(t *testing.T) {
	const rows = 300_000
	r := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	b.WriteString("colour,size,n,x,member,place,mark,number,class\n")
	for range rows {
		colour, x := r.IntN(5), r.Float32()
		fmt.Fprintf(&b, "c%d,s%d,%d,%.4f,%v,p%d,%d,%d,k%d\n", colour, r.IntN(90), r.IntN(200), x, r.IntN(2) == 0, r.IntN(9), r.IntN(3), r.IntN(1000), (colour+int(2*x))%3)
	}
	file := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(compact bool) *data.Table {
		table, err := data.Read(t.Context(), file, data.Options{Compact: compact, Weight: "n"})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	plain, compact := read(false), read(true)
	if compact.X != nil || plain.X == nil {
		t.Fatal("the rows are not compact")
	}
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds = 2
		var margins [2][]float64
		var models [2]any
		for k, table := range []*data.Table{plain, compact} {
			p := p
			p.Fitted = func(m []float64) { margins[k] = m }
			b := traintest.New(t, name, p)
			e, err := b.Train(t.Context(), table)
			if err != nil {
				t.Fatal(err)
			}
			models[k] = e
		}
		if !reflect.DeepEqual(models[0], models[1]) || !reflect.DeepEqual(margins[0], margins[1]) {
			t.Errorf("%s: compact rows train another model", name)
		}
	}
}
