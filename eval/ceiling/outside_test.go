package ceiling

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// Rows outside the bounds stay where they are, and of two that are the same one is wrong
// all the same: limits that let both be right were called exact.
func TestSameRowsOutside(t *testing.T) {
	table := &data.Table{
		Rows: 6, Cols: 1, X: []float64{5, 5, 0, 1, 7, 2.1}, Y: []int{0, 1, 0, 1, 1, 0},
		Features: []string{"a"}, Classes: []string{"n", "p"},
	}
	for name, c := range map[string]*attack.Constraints{
		"all attack":  {Hi: []float64{2}},
		"one attacks": {Hi: []float64{2}, Attackers: []bool{true, false}},
	} {
		// at 3 rows 2 and 3 meet; row 5 reaches 2 at 0.1, and stays
		limits, err := Of(t.Context(), table, []float64{0, 0.1, 3}, Options{Norm: attack.LInf, Constraints: c, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range []float64{5. / 6, 5. / 6, 4. / 6} {
			if l := limits[k]; !l.Exact || math.Abs(l.Robust-want) > 1e-9 {
				t.Errorf("%s: %+v, want %v", name, l, want)
			}
		}
		kept, err := Prune(t.Context(), table, 0.1, Options{Norm: attack.LInf, Constraints: c, Threads: 1})
		if err != nil || len(kept) != 5 || slices.Contains(kept, 0) == slices.Contains(kept, 1) {
			t.Errorf("%s: %v are kept, %v", name, kept, err)
		}
	}
}

// The tree finds the pairs of rows outside that comparing all finds.
func TestPairsOutside(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	table := lattice(r, 300, 3)
	c := &attack.Constraints{Lo: []float64{0, 2}, Hi: []float64{3, 6}, Attackers: []bool{true, true, false}}
	b := newBall(table, attack.LInf, c, 1.5)
	left, right := sidesOf(table)
	got, all, err := newTree(table, right, attack.LInf, c).pairs(t.Context(), b, left, 2)
	if err != nil || !all {
		t.Fatal(all, err)
	}
	outside := 0
	for l, i := range left {
		x := table.Row(int(i))
		var want []int32
		for j := range table.Rows {
			y := table.Row(j)
			in, met := c.Within(x) && c.Within(y), slices.Equal(x, y)
			if in {
				met = b.meetAs(x, y, table.Y[i] != 2, table.Y[j] != 2)
			}
			if table.Y[j] != table.Y[i] && met {
				want = append(want, int32(j))
				if !in {
					outside++
				}
			}
		}
		if !slices.Equal(got[l], want) {
			t.Errorf("row %d meets %v, want %v", i, got[l], want)
		}
	}
	if outside == 0 {
		t.Error("no rows meet outside the bounds")
	}
}

// What has no limits ended the program.
func TestOfNothing(t *testing.T) {
	rows := func() *data.Table {
		return &data.Table{Rows: 2, Cols: 1, X: []float64{0, 1}, Y: []int{0, 1}, Features: []string{"a"}, Classes: []string{"n", "p"}}
	}
	unlabelled, targets, broken := rows(), rows(), rows()
	unlabelled.Y, unlabelled.Classes = nil, nil
	targets.Y, targets.Classes, targets.Target = nil, nil, []float64{1, 2}
	broken.Y[0] = 2
	for name, c := range map[string]struct {
		table *data.Table
		c     *attack.Constraints
		norm  attack.Norm
		eps   float64
	}{
		"no table":     {},
		"no labels":    {table: unlabelled},
		"a regression": {table: targets},
		"no class":     {table: broken},
		"no norm":      {table: rows(), norm: 9},
		"eps below 0":  {table: rows(), eps: -1},
		"eps NaN":      {table: rows(), eps: math.NaN()},
		"two weights":  {table: rows(), c: &attack.Constraints{Weight: []float64{1, 1}}},
		"attackers":    {table: rows(), c: &attack.Constraints{Attackers: []bool{true}}},
	} {
		if _, err := Of(t.Context(), c.table, []float64{c.eps}, Options{Norm: c.norm, Constraints: c.c, Threads: 1}); err == nil {
			t.Errorf("%s has limits", name)
		}
		if _, err := Prune(t.Context(), c.table, c.eps, Options{Norm: c.norm, Constraints: c.c, Threads: 1}); err == nil {
			t.Errorf("%s is pruned", name)
		}
	}
	if _, err := Of(t.Context(), rows(), []float64{0}, Options{Norm: attack.LInf, Threads: 1}); err != nil {
		t.Error(err)
	}
}
