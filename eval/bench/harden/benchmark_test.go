package harden

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/report"
)

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
