package booster_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
)

// A compact table trains the model that the same rows in X train, and predicts the same: whether it holds
// levels or nothing but numbers.
func TestCompactRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	t.Run("levels", func(t *testing.T) {
		sameCompact(t, 300_000, "colour,size,n,x,member,place,mark,number,class\n", func(b *bytes.Buffer) {
			colour, x := r.IntN(5), r.Float32()
			fmt.Fprintf(b, "c%d,s%d,%d,%.4f,%v,p%d,%d,%d,k%d\n", colour, r.IntN(90), r.IntN(200), x, r.IntN(2) == 0, r.IntN(9), r.IntN(3), r.IntN(1000), (colour+int(2*x))%3)
		})
	})
	t.Run("numbers", func(t *testing.T) {
		const cols = 80
		sameCompact(t, 40_000, "class,n,x"+strings.Repeat(",d", cols)+"\n", func(b *bytes.Buffer) {
			one, x := r.IntN(cols), r.Float32()
			fmt.Fprintf(b, "k%d,%d,%.4f", (one+int(2*x))%3, r.IntN(3), x)
			for f := range cols {
				b.WriteString([]string{",0", ",1", ",", ",-0"}[max(0, 3-max(f-one, one-f))])
			}
			b.WriteByte('\n')
		})
	})
}

// sameCompact trains both boosters on rows that write makes, compact and in X.
func sameCompact(t *testing.T, rows int, header string, write func(b *bytes.Buffer)) {
	var b bytes.Buffer
	b.WriteString(header)
	for range rows {
		write(&b)
	}
	file := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(compact bool) *data.Table {
		table, err := data.Read(t.Context(), file, data.Options{Compact: compact, Label: "class", Weight: "n"})
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
