package ceiling

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// tied returns rows of a level of three, a group of two columns, and three whole
// numbers of which the last is the sum of the others. Some levels and numbers are missing
// where that is asked for.
func tied(r *rand.Rand, rows int, missing bool) *data.Table {
	t := &data.Table{Rows: rows, Cols: 6, Classes: []string{"0", "1"}, Columns: make([]column.Column, 6)}
	t.Columns[0] = column.Named([]string{"a", "b", "c"})
	for range rows {
		one, a, b := float64(r.IntN(2)), float64(r.IntN(3)), float64(r.IntN(3))
		t.X = append(t.X, float64(r.IntN(3)), one, 1-one, a, b, a+b)
		for _, f := range []int{0, 3} {
			if missing && r.IntN(4) == 0 {
				t.X[len(t.X)-6+f] = math.NaN()
			}
		}
		t.Y = append(t.Y, r.IntN(2))
	}
	return t
}

// walls are constraints of levels, groups, steps, values and links on mixed rows. Each
// is given as it is in the norms where costs add up, and in inf.
var walls = map[string]*attack.Constraints{
	"nothing": {},
	"weights": {Weight: []float64{0.5, 1, 1, 1, 0.5, 1}, Fall: []float64{0.5, 1, 1, 2, 0.5, 1}},
	"group":   {Groups: []attack.Group{{Name: "g", Features: []int{1, 2}, Weight: 0.5}}},
	"frozen": {
		Frozen: []bool{true, false, false, false, false, false},
		Groups: []attack.Group{{Name: "g", Features: []int{1, 2}, Frozen: true}},
	},
	"prices":           {Weight: []float64{0.4, 1, 1, 1, 1, 1}, Levels: append([]attack.LevelPrices{prices}, make([]attack.LevelPrices, 5)...)},
	"third":            {Weight: []float64{0.25, 1, 1, 1, 1, 1}, Levels: append([]attack.LevelPrices{third}, make([]attack.LevelPrices, 5)...)},
	"third of a group": {Groups: []attack.Group{{Name: "g", Features: []int{1, 2}, AtMostOne: true, Prices: third}}},
	"third of both": {
		Weight: []float64{0.25, 1, 1, 1, 1, 1}, Levels: append([]attack.LevelPrices{third}, make([]attack.LevelPrices, 5)...),
		Groups: []attack.Group{{Name: "g", Features: []int{1, 2}, AtMostOne: true, Prices: third}},
	},
	"blanks": {Blank: []float64{0.5, 0, 0, 0.25, 0, 0}},
	"sum":    {Links: []attack.Link{total}},
	"all": {
		Groups: []attack.Group{{Name: "g", Features: []int{1, 2}}}, Links: []attack.Link{total},
		Increase: []bool{false, false, false, true, false, false},
	},
	"at most":  {Links: []attack.Link{{Text: "b <= total", Feature: 4, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{5}}}}}},
	"discrete": {Step: []float64{0, 0, 0, 0.5, 0, 0}, StepFrom: []float64{0, 0, 0, math.NaN(), 0, 0}, Values: [][]float64{nil, nil, nil, nil, {0, 2}, nil}},
	"outside":  {Hi: []float64{9, 9, 9, 1, 9, 9}},
}

var (
	prices = attack.LevelPrices{Other: 1, Pairs: []attack.LevelPrice{
		{From: 0, To: 1, Price: 0.4}, {From: 1, To: 0, Price: 2}, {From: 2, To: 0, Price: math.Inf(1)},
	}}
	third = attack.LevelPrices{Other: 3, Pairs: []attack.LevelPrice{
		{From: 0, To: 2, Price: 0.5}, {From: 1, To: 2, Price: 0.25},
	}}
	total = attack.Link{Text: "total = a + b", Feature: 5, Terms: []attack.Term{
		{Factor: 1, Times: []int{3}}, {Factor: 1, Times: []int{4}},
	}}
)

// common reports by trying points whether there is one that both rows reach.
func common(p *attack.Problem, eps float64, x, y []float64) bool {
	if p.Constraints.CheckVictim(x, nil, nil) != nil || p.Constraints.CheckVictim(y, nil, nil) != nil {
		return false
	}
	z := make([]float64, len(x))
	var try func(f int) bool
	try = func(f int) bool {
		if f == len(x) {
			reaches := func(from []float64) bool {
				if from[0] == from[0] && z[0] == z[0] && math.IsInf(p.Constraints.LevelPrice(0, from[0], z[0]), 1) {
					return false
				}
				return p.Distance(from, z) <= eps+1e-9 && p.Constraints.Allow(from, z) == nil
			}
			return reaches(x) && reaches(y)
		}
		if x[f] == y[f] && p.Constraints.Links == nil { // to move there does not help
			z[f] = x[f]
			return try(f + 1)
		}
		values := []float64{0, 1, 2, math.NaN()}
		switch f {
		case 1, 2:
			values = []float64{0, 0.5, 1}
		case 3, 4:
			values = []float64{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, math.NaN()}
		case 5:
			values = []float64{0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4}
		}
		for _, v := range values {
			if z[f] = v; try(f + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}

// Rows meet only where a point is within reach of both, and where no group, link or
// step is in the way of a box they do where there is one. The tree misses none.
func TestMeetMixed(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	met, missed := 0, 0
	for name, c := range walls {
		for _, norm := range []attack.Norm{attack.LInf, attack.L1, attack.L0} {
			r := rand.New(rand.NewPCG(5, 5))
			table := tied(r, 9, c.Blank != nil)
			if err := c.Check(6); err != nil {
				t.Fatal(name, err)
			}
			problem := &attack.Problem{Ensemble: &ensemble.Ensemble{Features: 6, Columns: table.Columns}, Norm: norm, Constraints: c}
			eps := []float64{0.5, 1}[r.IntN(2)]
			if norm != attack.LInf {
				eps = float64(1+r.IntN(2)) - 0.25*float64(r.IntN(2))
			}
			b := newBall(table, norm, c, eps)
			left, right := sidesOf(table)
			found, all, err := newTree(table, right, norm, c).pairs(t.Context(), b, left, 2)
			if err != nil || !all {
				t.Fatal(all, err)
			}
			for l, i := range left {
				for j := range table.Rows {
					if table.Y[j] == table.Y[i] {
						continue
					}
					x, y := table.Row(int(i)), table.Row(j)
					got, want := c.Within(x) && c.Within(y) && b.meet(x, y), common(problem, eps, x, y)
					switch {
					case got && !want:
						t.Errorf("%s, norm %s: %v and %v do not meet at %v", name, norm, x, y, eps)
					case want && !got && b.exact(table):
						t.Errorf("%s, norm %s: %v and %v meet at %v", name, norm, x, y, eps)
					case want && !got:
						missed++
					}
					listed := false
					for _, other := range found[l] {
						listed = listed || int(other) == j
					}
					if listed != got {
						t.Errorf("%s, norm %s: %v and %v at %v: the tree says %v", name, norm, x, y, eps, listed)
					}
					if got {
						met++
					}
				}
			}
		}
	}
	if met < 250 || missed > met/5 {
		t.Errorf("%d pairs meet, %d are missed", met, missed)
	}
}
