package ceiling

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// lattice returns rows on the whole numbers of a small square.
func lattice(r *rand.Rand, rows, classes int) *data.Table {
	t := &data.Table{Rows: rows, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"0", "1", "2"}[:classes]}
	for range rows {
		t.X = append(t.X, float64(r.IntN(7)), float64(r.IntN(7)))
		t.Y = append(t.Y, r.IntN(classes))
	}
	return t
}

// fences are constraints of many kinds on the lattice.
var fences = map[string]*attack.Constraints{
	"none":        nil,
	"frozen":      {Frozen: []bool{true, false}},
	"one way":     {Increase: []bool{true, false}, Decrease: []bool{false, true}},
	"both up":     {Increase: []bool{true, true}},
	"weights":     {Weight: []float64{2, 0.5}},
	"bounds":      {Lo: []float64{0, 0}, Hi: []float64{6, 6}},
	"whole":       {Integer: []bool{true, true}},
	"one whole":   {Integer: []bool{true, false}, Decrease: []bool{false, true}},
	"everything":  {Frozen: []bool{false, false}, Weight: []float64{1, 2}, Increase: []bool{true, false}, Lo: []float64{-1, 0}, Hi: []float64{9, 6}},
	"whole, raw":  {Integer: []bool{true, true}, Min: []float64{0, 0}, Range: []float64{2, 1}},
	"whole, half": {Integer: []bool{true, true}, Min: []float64{1, 0}, Range: []float64{0.5, 1}},
}

// distance returns the distance of two rows of numbers.
func distance(norm attack.Norm, c *attack.Constraints, x, z []float64) float64 {
	return (&attack.Problem{Ensemble: &ensemble.Ensemble{}, Norm: norm, Constraints: c}).Between(x, z)
}

// reachable reports by trying points of a fine grid whether both rows reach one.
func reachable(norm attack.Norm, c *attack.Constraints, eps float64, x, y []float64) bool {
	const fine = 12
	for a := -2 * fine; a <= 8*fine; a++ {
		for b := -2 * fine; b <= 8*fine; b++ {
			z := []float64{float64(a) / fine, float64(b) / fine}
			if distance(norm, c, x, z) > eps+1e-9 || distance(norm, c, y, z) > eps+1e-9 {
				continue
			}
			if c == nil || c.Allow(x, z) == nil && c.Allow(y, z) == nil {
				return true
			}
		}
	}
	return false
}

// eachFence yields the fences in one order: the random tables that each gets follow one another.
func eachFence(yield func(string, *attack.Constraints) bool) {
	for _, name := range slices.Sorted(maps.Keys(fences)) {
		if !yield(name, fences[name]) {
			return
		}
	}
}

// Balls meet where a point of a fine grid says so. In the norm 2 the point
// between two rows may lie beside the grid, and of whole numbers meet may miss
// some in the norms 2 and 1.
func TestMeet(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for name, c := range eachFence {
		for _, norm := range attack.Norms {
			for range 60 {
				x, y := []float64{float64(r.IntN(7)), float64(r.IntN(7))}, []float64{float64(r.IntN(7)), float64(r.IntN(7))}
				eps := 0.5*float64(1+r.IntN(8)) + 0.01
				b := ball{norm: norm, constraints: c, eps: eps}
				got, want := b.meet(x, y), reachable(norm, c, eps, x, y)
				if got != b.meet(y, x) && norm == attack.LInf {
					t.Fatalf("%s, norm %s: %v and %v at %v meet one way only", name, norm, x, y, eps)
				}
				mayMiss := norm != attack.LInf && c != nil && c.Integer != nil
				if want && !got && !mayMiss || got && !want && (norm != attack.L2 || !reachable(norm, c, eps+0.05, x, y)) {
					t.Errorf("%s, norm %s: %v and %v at %v: %v, the grid says %v", name, norm, x, y, eps, got, want)
				}
			}
		}
	}
	nan := math.NaN()
	missing := ball{norm: attack.LInf, constraints: &attack.Constraints{}, eps: 1}
	for _, b := range []ball{missing, {norm: attack.L2, eps: 1}} {
		if b.meet([]float64{nan, 0}, []float64{0, 0}) || !b.meet([]float64{nan, 0}, []float64{nan, 1}) {
			t.Errorf("norm %s: missing values meet those that are there", b.norm)
		}
	}
}

// best returns the largest accuracies of all sets of rows of which no two meet.
func best(t *data.Table, b *ball) (robust, balanced, worst float64) {
	counts := t.Counts()
	clashes := make([]int, t.Rows) // by row, the set of those of other classes that it meets
	for i := range clashes {
		for j := range i {
			if t.Y[i] != t.Y[j] && b.meet(t.Row(i), t.Row(j)) {
				clashes[i] |= 1 << j
			}
		}
	}
	for set := range 1 << t.Rows {
		kept, free := make([]int, len(counts)), true
		for i := range t.Rows {
			if set>>i&1 == 1 {
				kept[t.Y[i]]++
				free = free && set&clashes[i] == 0
			}
		}
		if !free {
			continue
		}
		all, mean, least, classes := 0, 0.0, 1.0, 0.0
		for c, n := range counts {
			if n > 0 {
				share := float64(kept[c]) / float64(n)
				all, mean, least, classes = all+kept[c], mean+share, min(least, share), classes+1
			}
		}
		robust, balanced, worst = max(robust, float64(all)/float64(t.Rows)), max(balanced, mean/classes), max(worst, least)
	}
	return robust, balanced, worst
}

// For two classes the limits are those of the best of all sets of rows; for
// more, and for the worst class, nothing exceeds them.
func TestBruteForce(t *testing.T) {
	if testing.Short() {
		t.Skip("its goroutines are those of TestPrune")
	}
	r := rand.New(rand.NewPCG(2, 2))
	tight, nearly := 0, 0
	for name, c := range eachFence {
		for _, norm := range attack.Norms {
			for classes := 2; classes <= 3; classes++ {
				table := lattice(r, 11, classes)
				eps := []float64{0, 0.5, 1.01, 1.52, 5}
				limits, err := Of(t.Context(), table, eps, Options{Norm: norm, Constraints: c, Threads: 2})
				if err != nil {
					t.Fatal(err)
				}
				for k, l := range limits {
					at := fmt.Sprintf("%s, norm %s, %d classes, eps %v", name, norm, classes, eps[k])
					robust, balanced, worst := best(table, newBall(table, norm, c, eps[k]*(1-slack)))
					if l.Eps != eps[k] || l.Robust < robust-1e-9 || l.Balanced < balanced-1e-9 || l.WorstClass < worst-1e-9 {
						t.Errorf("%s: %+v, but %v, %v, %v can be had", at, l, robust, balanced, worst)
					}
					if classes == 2 && (math.Abs(l.Robust-robust) > 1e-9 || math.Abs(l.Balanced-balanced) > 1e-9) {
						t.Errorf("%s: %+v, want %v, %v", at, l, robust, balanced)
					}
					if math.Abs(l.Robust-robust) < 1e-9 {
						tight++
					}
					if classes == 3 && l.WorstClass-worst < 0.1 {
						nearly++
					}
					mean := 0.0
					for _, share := range l.Classes {
						mean += share / float64(classes)
					}
					if math.Abs(mean-l.Balanced) > 1e-9 {
						t.Errorf("%s: the classes have %v, in the mean not %v", at, l.Classes, l.Balanced)
					}
				}
			}
		}
	}
	if tight < 300 {
		t.Errorf("%d of 330 limits are reached", tight)
	}
	if nearly < 70 {
		t.Errorf("%d of 165 limits of the worst of three classes are nearly reached", nearly)
	}
}

// The tree finds the pairs that comparing all rows finds, missing values and
// many equal rows included.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, norm := range attack.Norms {
		table := &data.Table{Rows: 400, Cols: 3, Classes: []string{"0", "1", "2"}}
		for i := range table.Rows {
			x := []float64{r.NormFloat64(), float64(r.IntN(3)), r.Float64()}
			if i%9 == 0 {
				x[r.IntN(3)] = math.NaN()
			}
			if i%5 == 0 && i > 0 {
				copy(x, table.X[:3])
			}
			table.X, table.Y = append(table.X, x...), append(table.Y, r.IntN(3))
		}
		for _, c := range []*attack.Constraints{nil, {Weight: []float64{3, 1, 0.2}}, {Increase: []bool{true, false, false}, Frozen: []bool{false, true, false}}} {
			b := ball{norm: norm, constraints: c, eps: 0.2}
			left, right := sidesOf(table)
			got, all, err := newTree(table, right, norm, c).pairs(t.Context(), &b, left, 3)
			if err != nil || !all {
				t.Fatal(all, err)
			}
			found := 0
			for l, i := range left {
				var want []int32
				for j := range table.Rows {
					if table.Y[j] != table.Y[i] && b.meet(table.Row(int(i)), table.Row(j)) {
						want = append(want, int32(j))
					}
				}
				if found += len(want); !slices.Equal(got[l], want) {
					t.Errorf("norm %s: row %d meets %v, want %v", norm, i, got[l], want)
				}
			}
			if found == 0 {
				t.Error("no rows meet")
			}
		}
	}
}

// noisy returns rows of two classes that a number tells apart, but for a fifth of them.
func noisy(rows int) *data.Table {
	r := rand.New(rand.NewPCG(8, 8))
	t := &data.Table{Rows: rows, Cols: 4, Features: []string{"a", "b", "c", "d"}, Classes: []string{"0", "1"}}
	for range rows {
		x, y := []float64{r.Float64(), r.Float64(), r.Float64(), r.Float64()}, 0
		if (x[0] > 0.5) != (r.Float64() < 0.2) {
			y = 1
		}
		t.X, t.Y = append(t.X, x...), append(t.Y, y)
	}
	return t
}

// A ceiling does not rise with eps, in whatever order they are given: where rows meet too many others
// to examine them all, the limit of a smaller eps holds.
func TestNoRise(t *testing.T) {
	table := noisy(3000)
	norms := []attack.Norm{attack.LInf, attack.L2, attack.L1}
	if testing.Short() {
		norms = norms[:1] // others have the same goroutines
	}
	for _, norm := range norms {
		limits, err := Of(t.Context(), table, []float64{1, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0}, Options{Norm: norm, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		for k, l := range limits[1:] {
			if s := limits[k]; s.Robust > l.Robust || s.Balanced > l.Balanced || s.WorstClass > l.WorstClass {
				t.Errorf("norm %v: %+v, but %+v", norm, s, l)
			}
			if mean := (l.Classes[0] + l.Classes[1]) / 2; math.Abs(mean-l.Balanced) > 1e-6 {
				t.Errorf("norm %v, eps %v: the classes have %v on average, of %v", norm, l.Eps, mean, l.Balanced)
			}
		}
	}
}

// Where nearly all rows meet, few pairs of each suffice to show that no classifier beats a constant,
// if they are not those of its neighbours; and so for many rows that are alike.
func TestManyMeet(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	table := noisy(20_000)
	for _, eps := range []float64{0.4, 0.6} { // one by one, as a limit holds for larger eps
		limits, err := Of(t.Context(), table, []float64{eps}, Options{Norm: attack.LInf, Threads: 2})
		if err != nil || limits[0].Robust > 0.51 || limits[0].Balanced > 0.51 {
			t.Errorf("at %v: %+v, %v; want little more than a half", eps, limits, err)
		}
	}
	for i := range table.Rows { // of ten alike one has another class
		table.Y[i] = 0
		if i%10 == 0 {
			table.Y[i] = 1
		}
		for f := range table.Cols {
			table.X[i*table.Cols+f] = float64(i % 3)
		}
	}
	limits, err := Of(t.Context(), table, []float64{0}, Options{Norm: attack.LInf, Threads: 2})
	if err != nil || math.Abs(limits[0].Robust-0.9) > 1e-3 {
		t.Errorf("of rows that are alike: %+v, %v; want 0.9", limits, err)
	}
}

// Levels are not near each other because their codes are: to change one counts 1.
func TestLevels(t *testing.T) {
	table := &data.Table{
		Rows: 4, Cols: 2, X: []float64{0, 0.1, 1, 0.1, 0, 0.2, 1, 0.9}, Y: []int{0, 1, 1, 0}, Classes: []string{"0", "1"},
		Features: []string{"level", "number"}, Columns: []column.Column{{Kind: column.Categorical, Codes: []int32{0, 1}}, {}},
	}
	for _, c := range []*attack.Constraints{nil, {Frozen: []bool{false, false}}} {
		limits, err := Of(t.Context(), table, []float64{0.2, 0.5}, Options{Norm: attack.LInf, Constraints: c, Threads: 1})
		if err != nil || limits[0].Robust != 0.75 || limits[1].Robust != 0.5 || !limits[0].Exact {
			t.Errorf("%+v, %v: within a level two rows meet at 0.2, and two more at 0.5", limits, err)
		}
	}
}

// Whole numbers meet within steps that make just eps, however they are rounded; numbers
// that move by any amount and need just eps may not.
func TestStepsThatMakeEpsMeet(t *testing.T) {
	for k := range 20 {
		table := &data.Table{
			Rows: 2, Cols: 1, Features: []string{"x"}, Classes: []string{"0", "1"},
			X: []float64{float64(k) / 20, float64(k+1) / 20}, Y: []int{0, 1},
		}
		for _, norm := range attack.Norms {
			c := &attack.Constraints{Integer: []bool{true}, Min: []float64{0}, Range: []float64{20}}
			limits, err := Of(t.Context(), table, []float64{0.0499999, 0.05}, Options{Norm: norm, Constraints: c, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if limits[0].Robust != 1 || limits[1].Robust != 0.5 {
				t.Errorf("from %d in norm %v: %v within a little less than a step, %v within it", k, norm, limits[0].Robust, limits[1].Robust)
			}
		}
	}
}

// Amounts in cents meet so too, where float64 puts 54321.20 and 54321.21 farther apart than 0.01.
func TestSmallStepsOfLargeNumbersMeet(t *testing.T) {
	for k := range 20 {
		table := &data.Table{
			Rows: 2, Cols: 1, Features: []string{"x"}, Classes: []string{"0", "1"},
			X: []float64{float64(5432100+k) / 100, float64(5432102+k) / 100}, Y: []int{0, 1},
		}
		for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1, attack.Cost} {
			c := &attack.Constraints{Weight: []float64{1}, Step: []float64{0.01}, StepFrom: []float64{math.NaN()}}
			limits, err := Of(t.Context(), table, []float64{0.00999999, 0.01}, Options{Norm: norm, Constraints: c, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if limits[0].Robust != 1 || limits[1].Robust != 0.5 {
				t.Errorf("from %d in norm %v: %v within a little less than a step, %v within it", k, norm, limits[0].Robust, limits[1].Robust)
			}
		}
	}
}

// TestOneClass: rows of one class meet nobody, and neither do none.
func TestOneClass(t *testing.T) {
	for rows := range 3 {
		table := &data.Table{Rows: rows, Cols: 1, Features: []string{"x"}, Classes: []string{"0", "1"}, X: make([]float64, rows), Y: make([]int, rows)}
		left, right := sidesOf(table)
		meet, all, err := newTree(table, right, attack.LInf, nil).pairs(t.Context(), newBall(table, attack.LInf, nil, 1), left, 2)
		if err != nil || !all || len(meet) != rows || len(slices.Concat(meet...)) > 0 {
			t.Errorf("%d rows of one class meet %v, %v, %v", rows, meet, all, err)
		}
	}
}

// Pairs with rows from anywhere take the place of half of those with the nearest rows, and of no more.
func TestSpreadKeepsHalfOfThePairs(t *testing.T) {
	const rows, most = 400, 40
	r := rand.New(rand.NewPCG(5, 9))
	table := &data.Table{Rows: rows, Cols: 1, Features: []string{"a"}, Classes: []string{"no", "yes"}, X: make([]float64, rows), Y: make([]int, rows)}
	for i := range rows {
		table.X[i], table.Y[i] = r.Float64(), min(i, 1)
	}
	left, right := sidesOf(table)
	q := query{tree: newTree(table, right, attack.LInf, nil), ball: newBall(table, attack.LInf, nil, 1), row: left[0], x: table.Row(int(left[0])), y: make([]float64, 1), most: 2, pairs: most, effort: 1e6}
	q.visit(0)
	near := slices.Clone(q.found)
	q.spread()
	kept := 0
	for _, row := range near {
		if slices.Contains(q.found, row) {
			kept++
		}
	}
	if len(near) != most || len(q.found) != most || kept < most/2 || kept == most {
		t.Errorf("%d pairs become %d, with %d of them", len(near), len(q.found), kept)
	}
}
