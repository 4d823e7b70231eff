package grow

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// Trees on enough rows for subtrees to read copies of them. Without a limit on leaves, neither the
// order of growing nor the threads change anything, and each leaf has the rows that fall into it.
func TestCopiesOfRowsChangeNothing(t *testing.T) {
	const n = bins.CachedRows + 5000
	r := seed.At(1, 7)
	table := &data.Table{Rows: n, Cols: 3, Features: []string{"a", "b", "c"}}
	grad, hess := make([]float64, n), make([]float64, n)
	for i := range n {
		x := []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		table.X = append(table.X, x...)
		grad[i], hess[i] = x[0]*x[1]+x[2]+r.NormFloat64(), 1
	}
	matrix, err := bins.New(table, 256, nil, 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	type grown struct {
		Splits []BinSplit
		Totals [][]int64
	}
	var first grown
	for i, g := range []Grower{
		{Threads: 1}, {Threads: 3}, {Threads: 1, Limits: Limits{LossGuide: true}}, {Threads: 2, Limits: Limits{MaxLeaves: n}},
	} {
		c := &criterion.Newton{Lambda: 1}
		g.Bins, g.Criterion, g.Limits.MaxDepth = matrix, c, 7
		rows, values := g.Rows(n)
		for i := range rows {
			rows[i] = int32(i)
		}
		c.Quantiser = criterion.Quantise(values, rows, grad, hess, 1)
		tree := g.Grow(0, Sampling{ByTree: 3, ByLevel: 3, ByNode: 3})
		got, find := grown{Splits: tree.Splits}, tree.Finder(matrix)
		for l, leaf := range tree.Leaves {
			if !slices.IsSorted(leaf.Rows) {
				t.Fatalf("grower %d: rows of leaf %d are out of order", i, l)
			}
			for _, row := range leaf.Rows {
				if at := tree.Leaf(matrix, int(row)); at != l || find(int(row)) != l {
					t.Fatalf("grower %d: leaf %d has row %d, which falls into leaf %d", i, l, row, at)
				}
			}
			got.Totals = append(got.Totals, leaf.Total)
		}
		if i == 0 {
			first = got
		} else if d := cmp.Diff(first, got); d != "" {
			t.Errorf("grower %d: %s", i, d)
		}
	}
}

// Growers whose nodes try few features read columns where there are some.
func TestColumnsChangeNothing(t *testing.T) {
	r := seed.At(1, 8)
	const cols = 10
	row := func() []float64 {
		x := make([]float64, cols)
		for f := range x {
			if x[f] = r.NormFloat64(); r.IntN(20) == 0 {
				x[f] = math.NaN()
			}
		}
		return x
	}
	table := &data.Table{Rows: 2000, Cols: cols, Features: make([]string, cols)}
	for range table.Rows {
		table.X = append(table.X, row()...)
	}
	matrix, err := bins.New(table, 256, nil, 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	grow := func() []BinSplit {
		g := Grower{Bins: matrix, Criterion: &criterion.BinaryImpurity{Total: float64(matrix.Len())}, Threads: 1}
		rows, values := g.Rows(matrix.Len())
		for i := range rows {
			class := uint8(0)
			if b := matrix.Bin(i, 0); b > 100 != (matrix.Bin(i, 9) > 50) {
				class = 1
			}
			rows[i], values[i] = int32(i), criterion.PackClass(class, 1)
		}
		return g.Grow(0, Sampling{ByTree: cols, ByLevel: cols, ByNode: 2, Insist: true}).Splits
	}
	for range 3 {
		without := grow()
		matrix.ByColumn(2)
		if matrix.Columns() == nil {
			t.Fatal("no columns")
		}
		if d := cmp.Diff(without, grow()); d != "" {
			t.Error(d)
		}
		matrix.Extend(1)
		matrix.Put(2, 1, func(i int, p *bins.Putter) { p.Row([]int{7, matrix.Len() - 1}[i], row()) })
		if matrix.Columns() != nil {
			t.Fatal("columns of old rows")
		}
	}
}
