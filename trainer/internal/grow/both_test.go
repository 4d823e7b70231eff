package grow

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// brought returns the rows of a table that can be brought to each leaf of a tree, given the values and
// reach of the features.
func (t *lattice) brought(tree *Tree, b *bins.Matrix) [][]int32 {
	leaves := make([][]int32, len(tree.Leaves))
	for i := range t.down {
		var walk func(n int32)
		walk = func(n int32) {
			if n < 0 {
				leaves[^n] = append(leaves[^n], int32(i))
				return
			}
			s := &tree.Splits[n]
			f := b.Slots[s.Slot].Feature
			v, threshold, r := t.x[i*t.cols+f], b.Threshold(s.Slot, s.Bin), t.reachOf(i, f)
			if v-r.Down <= threshold+1e-9 { // thresholds lie in the middle of gaps of 0.05 and more
				walk(s.Left)
			}
			if v+r.Up > threshold+1e-9 {
				walk(s.Right)
			}
		}
		walk(0)
	}
	return leaves
}

func TestBothSendsRowsWhereverTheyCanBeBrought(t *testing.T) {
	shared := 0
	for s := range uint64(100) {
		table := newLattice(s)
		if s%2 == 1 {
			table.stays(s)
		}
		b := binned(table.x, table.cols, table.reach)
		for _, threads := range []int{1, 3} {
			g := Grower{Bins: b, Both: true, Limits: Limits{MaxDepth: 4, MinRows: 1 + int(s%3)}, Threads: threads}
			c := &criterion.Robust{Newton: criterion.Newton{Lambda: 1, MinRows: g.Limits.MinRows}}
			if table.still != nil {
				c.Still, g.Still = true, []bool{false, false, true}
			}
			g.Criterion = c
			for tree := range 2 { // memory that has grown is used again
				ids, values := g.Rows(len(table.down))
				g.Channel = g.Channel[:0]
				for i := range table.down {
					ids[i] = int32(i)
					g.Channel = append(g.Channel, table.channel(i))
				}
				c.Quantiser = criterion.Quantise(values, ids, table.grad, table.hess, 1)
				grown := g.Grow(tree, Sampling{ByTree: table.cols, ByLevel: table.cols, ByNode: table.cols})
				if len(grown.Splits) == 0 {
					continue
				}
				rows := 0
				for l, want := range table.brought(grown, b) {
					if rows += len(want); !slices.Equal(grown.Leaves[l].Rows, want) {
						t.Errorf("sample %d: leaf %d has rows %v, want %v", s, l, grown.Leaves[l].Rows, want)
					}
				}
				if rows > len(table.down) {
					shared++
				}
			}
		}
	}
	if shared < 100 {
		t.Errorf("only %d trees have rows in several leaves", shared)
	}
}

// Histograms of large nodes are summed block by block, those of small ones slot by slot: the tree must
// not depend on that.
func TestBothOnManyRows(t *testing.T) {
	const n, cols = 1024, 9 // two blocks
	r := seed.At(3)
	table := lattice{cols: cols, reach: slices.Repeat([]bins.Reach{{Down: 0.1, Up: 0.1}}, cols)}
	for range n {
		x := make([]float64, cols)
		for f := range x {
			x[f] = float64(r.IntN(11)) / 10
		}
		down := x[0]+x[8] > 1
		g := 0.5
		if down {
			g = -0.5
		}
		table.x, table.down, table.grad, table.hess = append(table.x, x...), append(table.down, down), append(table.grad, g), append(table.hess, 0.25)
	}
	b := binned(table.x, cols, table.reach)
	g := Grower{Bins: b, Both: true, Limits: Limits{MaxDepth: 3}, Threads: 1}
	c := &criterion.Robust{Newton: criterion.Newton{Lambda: 1}}
	g.Criterion = c
	ids, values := g.Rows(n)
	for i, down := range table.down {
		ids[i] = int32(i)
		g.Channel = append(g.Channel, uint8(index(down)))
	}
	c.Quantiser = criterion.Quantise(values, ids, table.grad, table.hess, 1)
	grown := g.Grow(0, Sampling{ByTree: cols, ByLevel: cols, ByNode: cols})
	if len(grown.Splits) < 3 {
		t.Fatalf("%d splits", len(grown.Splits))
	}
	for _, s := range grown.Splits {
		if f := b.Slots[s.Slot].Feature; f != 0 && f != 8 {
			t.Errorf("split on feature %d, which says nothing", f)
		}
	}
	for l, want := range table.brought(grown, b) {
		if !slices.Equal(grown.Leaves[l].Rows, want) {
			t.Errorf("leaf %d has %d rows, want %d", l, len(grown.Leaves[l].Rows), len(want))
		}
	}
}
