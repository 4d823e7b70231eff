package grow

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// Rows go wherever their levels can be changed to, by the splits of the model, and wherever going
// missing brings them.
func TestBothSendsRowsWhereLevelsChange(t *testing.T) {
	const levels, cols = 6, 2
	shared, onLevels, onNumbers := 0, 0, 0
	for s := range uint64(300) {
		r := seed.At(11, int(s))
		var may [levels + 1][levels + 1]bool
		for from := range may {
			for to := range may {
				may[from][to] = from != to && (s%2 == 0 && from%3 == to%3 || s%2 == 1 && r.IntN(6) == 0)
			}
		}
		words := []string{"a", "b", "c", "d", "e", "f", "unseen"}
		table := &data.Table{Cols: cols, Columns: []column.Column{column.Named(words), {}}}
		reach := []bins.Reach{
			{Change: func(from, to int32) bool { return may[from][to] }, Blank: s%5 == 0},
			{Down: 0.1, Up: 0.1 * float64(s%2), Blank: s%3 > 0},
		}
		var down []bool
		var grad, hess []float64
		for range 60 {
			level, number := float64(r.IntN(levels)), float64(r.IntN(11))/10
			isDown := r.IntN(levels) < int(level) || number > 0.7
			if r.IntN(4) == 0 && isDown {
				number = math.NaN()
			}
			table.X, table.Rows = append(table.X, level, number), table.Rows+1
			down, grad, hess = append(down, isDown), append(grad, 0.5-float64(index(isDown))), append(hess, 0.25)
		}
		b, err := bins.New(table, 256, reach, 0, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		g := Grower{Bins: b, Both: true, Limits: Limits{MaxDepth: 3}, Threads: 1, Levels: criterion.LevelLimits{Most: bins.Missing}}
		c := &criterion.Robust{Newton: criterion.Newton{Lambda: 1}}
		g.Criterion = c
		ids, values := g.Rows(table.Rows)
		for i := range ids {
			ids[i] = int32(i)
			g.Channel = append(g.Channel, uint8(index(down[i])))
		}
		c.Quantiser = criterion.Quantise(values, ids, grad, hess, 1)
		grown := g.Grow(0, Sampling{ByTree: cols, ByLevel: cols, ByNode: cols})
		splits := grown.Model(b)
		if len(splits) == 0 {
			continue
		}
		leaves, rows := make([][]int32, len(grown.Leaves)), 0
		for i := range table.Rows {
			var walk func(n int32)
			walk = func(n int32) {
				if n < 0 {
					leaves[^n], rows = append(leaves[^n], int32(i)), rows+1
					return
				}
				split, v := &splits[n], table.Row(i)[splits[n].Feature]
				left := split.GoesLeft(v)
				goes := [2]bool{left, !left}
				be := func(v float64) {
					goes[0], goes[1] = goes[0] || split.GoesLeft(v), goes[1] || !split.GoesLeft(v)
				}
				of := &reach[split.Feature]
				switch {
				case v != v:
				case split.Set != nil:
					onLevels++
					for to, can := range may[int(v)] {
						if can {
							be(float64(to))
						}
					}
				default:
					onNumbers++
					be(v - of.Down - 1e-9)
					be(v + of.Up + 1e-9)
				}
				if of.Blank && v == v {
					be(math.NaN())
				}
				if goes[0] {
					walk(split.Left)
				}
				if goes[1] {
					walk(split.Right)
				}
			}
			walk(0)
		}
		for l, want := range leaves {
			if !slices.Equal(grown.Leaves[l].Rows, want) {
				t.Fatalf("sample %d: leaf %d has rows %v, want %v", s, l, grown.Leaves[l].Rows, want)
			}
		}
		if rows > table.Rows {
			shared++
		}
	}
	if shared < 100 || onLevels < 5000 || onNumbers < 5000 {
		t.Errorf("only %d trees have rows in several leaves, %d and %d splits of rows on levels and numbers", shared, onLevels, onNumbers)
	}
}
