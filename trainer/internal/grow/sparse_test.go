package grow

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// sparseTable has rows with mostly one value per feature: 0, 1 or missing.
func sparseTable(rows, cols int, number uint64) *data.Table {
	r := seed.At(5, int(number))
	t := &data.Table{Rows: rows, Cols: cols}
	for range rows {
		for f := range cols {
			v := []float64{0, 1, math.NaN()}[f%3]
			if r.IntN(6) == 0 {
				v = float64(r.IntN(5 + 100*(f%2)))
			}
			if f%17 == 0 {
				v = r.NormFloat64() // not all features are sparse
			}
			t.X = append(t.X, v)
		}
	}
	return t
}

// grownTree is a tree with the rows of its leaves.
type grownTree struct {
	Splits []BinSplit
	Rows   [][]int32
}

// growOn grows a tree on all rows for gradients that depend on some features.
func growOn(b *bins.Matrix, threads, minRows int, byNode float64, channels int, both bool) grownTree {
	n := b.Len()
	grad, hess := make([]float64, n), make([]float64, n)
	g := Grower{Bins: b, Threads: threads, Limits: Limits{MaxDepth: 6, MinRows: minRows}, Both: both}
	for f := range 20 {
		for i := range n {
			grad[i] += math.Sin(float64(f)) * float64(b.Bin(i, 7*f)) / float64(len(b.Slots[7*f].Cuts)+1)
		}
	}
	for i := range n {
		hess[i] = 0.1 + 1/(1+math.Exp(2*grad[i]))
		if channels == 2 {
			g.Channel = append(g.Channel, uint8(i%2))
		}
	}
	natural := criterion.Newton{Lambda: 1, MinRows: minRows, MinChildWeight: 2} // of some nodes the one child must not be split though it has more rows
	c := &natural
	g.Criterion = c
	if channels == 2 {
		robust := &criterion.Robust{Newton: natural}
		c, g.Criterion = &robust.Newton, robust
	}
	rows, values := g.Rows(n)
	for i := range rows {
		rows[i] = int32(i)
	}
	c.Quantiser = criterion.Quantise(values, rows, grad, hess, 1)
	slots := len(b.Slots)
	tree := g.Grow(0, Sampling{ByTree: slots, ByLevel: slots, ByNode: int(byNode * float64(slots))})
	grown := grownTree{Splits: slices.Clone(tree.Splits)}
	for _, l := range tree.Leaves {
		grown.Rows = append(grown.Rows, slices.Clone(l.Rows))
	}
	return grown
}

// Listing the uncommon cells does not change the tree, whatever happened to the rows since the lists
// were made.
func TestListsOfSparseRowsChangeNothing(t *testing.T) {
	for _, maxBin := range []int{256, 8} {
		if maxBin == 8 && testing.Short() {
			continue // the same goroutines
		}
		t.Run(fmt.Sprint(maxBin, " bins"), func(t *testing.T) { testLists(t, maxBin) })
	}
}

func testLists(t *testing.T, maxBin int) {
	const rows, cols = 700, wideSlots + 30
	table := sparseTable(rows, cols, 1)
	fresh := func() *bins.Matrix {
		b, err := bins.New(table, maxBin, slices.Repeat([]bins.Reach{{Down: 0.6, Up: 0.6}}, cols), 0, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	other := sparseTable(50, cols, 2)
	changes := map[string]func(b *bins.Matrix, list func(int)){
		"as they were": func(*bins.Matrix, func(int)) {},
		"truncated": func(b *bins.Matrix, list func(int)) {
			b.Extend(other.Rows)
			b.Put(other.Rows, 1, func(i int, p *bins.Putter) { p.Row(rows+i, other.Row(i)) })
			list(1)
			b.Truncate(rows + 20)
		},
		"replaced": func(b *bins.Matrix, _ func(int)) {
			b.Put(1, 1, func(_ int, p *bins.Putter) { p.Row(400, other.Row(0)) })
		},
	}
	splits := 0
	for change, do := range changes {
		words, lists := fresh(), fresh()
		do(words, func(int) {})
		lists.List(1)
		do(lists, lists.List)
		lists.List(2)
		if words.Listed() || !lists.Listed() {
			t.Fatalf("%s: rows are not listed", change)
		}
		for _, of := range []struct {
			channels int
			both     bool
		}{{1, false}, {2, false}, {2, true}} {
			for _, minRows := range []int{1, 4} {
				for _, byNode := range []float64{1, 0.6, 0.1} {
					want := growOn(words, 1, minRows, byNode, of.channels, of.both)
					got := growOn(lists, 1+minRows/2, minRows, byNode, of.channels, of.both)
					name := fmt.Sprint(change, of, minRows, byNode)
					if d := cmp.Diff(want, got); d != "" {
						t.Errorf("%s: %s", name, d)
					}
					splits += len(want.Splits)
				}
			}
		}
	}
	if splits < 150 {
		t.Errorf("only %d splits in 54 trees", splits)
	}
}
