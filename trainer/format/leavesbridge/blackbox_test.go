package leavesbridge_test

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// A model that only leaves has loaded is attacked as a black box, and the examples found are
// adversarial also by our own reading of the file.
func TestBlackBoxThroughLeaves(t *testing.T) {
	packed := filepath.Join("..", "testdata", "foreign", "lgb3-binary.txt.gz")
	p, err := leavesbridge.Open(unpack(t, packed))
	if err != nil {
		t.Fatal(err)
	}
	e, err := format.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	r := seed.At(20)
	var victims []attack.Victim
	for i := range 5 {
		x := make([]float64, p.Features())
		for f := range x {
			x[f] = r.Float64()
		}
		victims = append(victims, attack.Victim{Row: i, X: x, Label: p.Class(x)})
	}
	results, err := blackbox.Run(context.Background(), p, cube.Method{}, victims, blackbox.Options{Norm: attack.LInf})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.Example == nil || math.IsInf(r.Distance, 0) {
			t.Errorf("row %d: no example", i)
			continue
		}
		if e.Class(r.Example) == victims[i].Label {
			t.Errorf("row %d: the example is not adversarial by our own reading", i)
		}
	}
}
