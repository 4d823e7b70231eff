package harden

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// mostRobust is the largest number of rows no two of which have different
// classes and balls that meet, of all subsets.
func mostRobust(t *data.Table, eps float64) int {
	most := 0
	for set := range uint(1) << t.Rows {
		ok := true
		for i := range t.Rows {
			for j := range i {
				both := set>>i&1 == 1 && set>>j&1 == 1
				if both && t.Y[i] != t.Y[j] && near(t.Row(i), t.Row(j), 2*(eps-margin)) {
					ok = false
				}
			}
		}
		if ok {
			most = max(most, bits.OnesCount(set))
		}
	}
	return most
}

// For two classes the bound is the optimum (König), for more it is above.
func TestCeiling(t *testing.T) {
	below := 0
	for s := range 60 {
		r := seed.At(5, s)
		classes := 2 + s%2
		table := &data.Table{Rows: 9, Cols: 2, Classes: make([]string, classes)}
		for range table.Rows {
			table.X = append(table.X, r.Float64(), r.Float64())
			table.Y = append(table.Y, r.IntN(classes))
		}
		got := ceiling(table, 0.15) * float64(table.Rows)
		want := float64(mostRobust(table, 0.15))
		if got < want-1e-9 || classes == 2 && got > want+1e-9 {
			t.Errorf("sample %d of %d classes: at most %v rows, the best of all subsets has %v", s, classes, got, want)
		}
		if want < float64(table.Rows) {
			below++
		}
	}
	if below < 20 {
		t.Errorf("only in %d samples do balls meet", below)
	}
}

func TestRanksShareTies(t *testing.T) {
	var c comparison
	for method, robust := range map[string]float64{"a": 0.9, "b": 0.8, "c": 0.8, "d": 0.1} {
		c.put("set", method, result{robust: robust, rival: method != usual})
	}
	c.put("set", "one of ours, which competes with no other", result{robust: 0.95})
	for method, want := range map[string]float64{"a": 1, "b": 2.5, "c": 2.5, "d": 4} {
		if got := c.rank(method, c.sets); got != want {
			t.Errorf("%s has rank %v, want %v", method, got, want)
		}
	}
}

func TestDifferenceIsPaired(t *testing.T) {
	a, b := make([]float64, 400), make([]float64, 400)
	for i := range a { // both vary much, their difference little
		b[i] = float64(i % 2)
		a[i] = b[i]
		if i < 40 {
			a[i] = 1
		}
	}
	d, lo, hi := difference(a, b)
	if math.Abs(d-0.05) > 1e-12 || !(0 < lo && lo < d && d < hi && hi < 0.1) {
		t.Errorf("difference %v in [%v, %v]", d, lo, hi)
	}
}

func TestRivalsAreRead(t *testing.T) {
	for folds, want := range map[int]int{0: 6, 3: 0, rivalFolds: 5} {
		if n := len(rivalsOn("breast-cancer", folds)); n != want {
			t.Errorf("%d rivals on breast-cancer in %d folds, want %d", n, folds, want)
		}
	}
	rows := map[string]int{}
	for _, r := range rivals() {
		if n, other := rows[r.set]; r.rows != nil && other && n != len(r.rows) {
			t.Errorf("%s on %s has %d rows, not %d", r.method, r.set, len(r.rows), n)
		} else if r.rows != nil {
			rows[r.set] = len(r.rows)
		}
		if !(r.natural > 0 && r.natural <= 1 && r.robust >= 0 && r.robust <= r.natural+1e-6) { // rounded
			t.Errorf("%s on %s: natural %v, robust %v", r.method, r.set, r.natural, r.robust)
		}
	}
}

func TestFrontier(t *testing.T) {
	var all []score
	for _, s := range [][2]float64{{0.9, 0.5}, {0.8, 0.7}, {0.9, 0.4}, {0.7, 0.6}, {0.6, 0.9}, {0.8, 0.7}} {
		all = append(all, score{natural: s[0], robust: s[1]})
	}
	var got [][2]float64
	for _, s := range frontier(all, robust) {
		got = append(got, [2]float64{s.natural, s.robust})
	}
	if want := [][2]float64{{0.9, 0.5}, {0.8, 0.7}, {0.6, 0.9}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	line := curve(all, robust, []report.Series{{X: []float64{0.7}}, {X: []float64{0.5}}, {X: []float64{0.55}}})
	if want := []float64{0.9, 0.8, 0.6, 0.5}; !slices.Equal(line.X, want) || line.Y[3] != 0.9 {
		t.Errorf("the line goes over %v to the height %v", line.X, line.Y[3])
	}
	for _, r := range []score{{natural: 0.8, robust: 0.5}, {natural: 0.9, robust: 0.5}, {natural: 0.85, robust: 0.6}, {natural: 0.5, robust: 0.95}} {
		want := false
		for _, s := range all {
			want = want || s.natural >= r.natural && s.robust >= r.robust
		}
		if reached(&r, all, robust) != want {
			t.Errorf("natural %v, robust %v: reached is %v", r.natural, r.robust, !want)
		}
	}
}
