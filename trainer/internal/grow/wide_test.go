package grow

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// A table that repeats each column many times has the same tree as without repetitions, however the
// work is divided: the first of equal splits is taken.
func TestRepeatedColumnsChangeNothing(t *testing.T) {
	const n, cols, copies = 1000, 5, 1000
	if copies*cols<<8 < wide {
		t.Fatal("the table is not wide")
	}
	r := seed.At(4)
	var x, repeated, grad, hess []float64
	var channel []uint8
	for range n {
		row := make([]float64, cols)
		for f := range row {
			row[f] = float64(r.IntN(200))
		}
		x = append(x, row...)
		for _, v := range row {
			repeated = append(repeated, slices.Repeat([]float64{v}, copies)...)
		}
		down := row[1]*row[3] < 8000 || r.IntN(10) == 0
		channel, hess = append(channel, uint8(index(down))), append(hess, 0.25)
		grad = append(grad, 0.5-float64(index(down)))
	}
	type grown struct {
		Splits []BinSplit
		Rows   [][]int32
	}
	grow := func(g Grower, x []float64, robust bool) (tree grown) {
		reach := make([]bins.Reach, len(x)/n)
		newton := criterion.Newton{Lambda: 1}
		for f := range reach {
			reach[f] = bins.Reach{Down: 2, Up: 2}
		}
		g.Bins = binned(x, len(x)/n, reach)
		rows, values := g.Rows(n)
		for i := range rows {
			rows[i] = int32(i)
		}
		newton.Quantiser = criterion.Quantise(values, rows, grad, hess, 1)
		g.Criterion = &newton
		if robust {
			g.Criterion, g.Channel = &criterion.Robust{Newton: newton}, channel
		}
		g.Limits.MaxDepth = 5
		got := g.Grow(0, Sampling{ByTree: len(reach), ByLevel: len(reach), ByNode: len(reach)})
		tree.Splits = append(tree.Splits, got.Splits...)
		for _, leaf := range got.Leaves {
			tree.Rows = append(tree.Rows, append([]int32(nil), leaf.Rows...))
		}
		g.Release()
		return tree
	}
	for name, robust := range map[string]bool{"natural": false, "robust": true} {
		t.Run(name, func(t *testing.T) {
			want := grow(Grower{Threads: 1, Both: robust}, x, robust)
			if len(want.Splits) < 10 {
				t.Fatalf("%d splits", len(want.Splits))
			}
			for threads := 1; threads <= 3; threads++ {
				got := grow(Grower{Threads: threads, Both: robust}, repeated, robust)
				for i := range got.Splits {
					if s := &got.Splits[i]; s.Slot%copies == 0 {
						s.Slot /= copies
					}
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%d threads: %s", threads, d)
				}
			}
		})
	}
}
