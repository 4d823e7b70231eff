package experiment

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// apart returns rows of two classes on a line, a share of them yes, that lie in
// [0,0.5-gap] and [0.5+gap,1], beside a column of noise.
func apart(rows int, gap, yes float64) *data.Table {
	t := &data.Table{Rows: rows, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}}
	random := seed.At(3)
	for range rows {
		x, y := (0.5-gap)*random.Float64(), 0
		if random.Float64() < yes {
			x, y = 1-x, 1
		}
		t.X, t.Y = append(t.X, x, random.Float64()), append(t.Y, y)
	}
	return t
}

func radiusOf(t *testing.T, table *data.Table, aim eval.Aim, norm attack.Norm) Radius {
	d := &Data{Train: table}
	o := Options{
		Params: DefaultParams(trainer.GBDT, attack.LInf, nil), Strategy: advboost.Default(trainer.GBDT, norm, table),
		Evaluate: eval.Options{Aim: aim, Eps: []float64{0.05, 0.2, 0.5}},
	}
	e, _, err := d.Fit(t.Context(), o.Params, advboost.Strategy{Booster: trainer.GBDT})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Radius(t.Context(), e, &o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The radius is one at which a model can be right: up to the gap all rows can,
// and half of the lead is left until half of the rows lie nearer to the border.
func TestRadius(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	for _, norm := range attack.Norms {
		for _, yes := range []float64{0.5, 0.1} {
			aim := eval.AimRobust
			if yes < 0.2 {
				aim = eval.AimBalanced
			}
			r := radiusOf(t, apart(300, 0.1, yes), aim, norm)
			if r.NotWorthIt || r.Eps < 0.1 || r.Eps > 0.5 || !slices.Contains(r.Tried, r.Eps) {
				t.Errorf("norm %s, %v of the rows yes: %+v", norm, yes, r)
			}
		}
	}
	wide, narrow := radiusOf(t, apart(300, 0.3, 0.5), eval.AimRobust, attack.LInf), radiusOf(t, apart(300, 0.01, 0.5), eval.AimRobust, attack.LInf)
	if wide.Eps <= narrow.Eps {
		t.Errorf("a wide gap has the radius %v, a narrow one %v", wide.Eps, narrow.Eps)
	}
}

// wedged returns rows of four classes on a line, of which a rare one lies between two others
// with gaps of 0.06.
func wedged() *data.Table {
	table := &data.Table{Rows: 400, Cols: 1, Features: []string{"a"}, Classes: []string{"low", "narrow", "high", "top"}}
	random, of := seed.At(5), [][2]float64{{0, 0.3}, {0.36, 0.4}, {0.46, 0.65}, {0.85, 1}}
	for i := range table.Rows {
		c := i % 10 % len(of)
		if c == 1 && i%10 > 1 {
			c = 3 // narrow has one row in ten
		}
		table.X, table.Y = append(table.X, of[c][0]+(of[c][1]-of[c][0])*random.Float64()), append(table.Y, c)
	}
	return table
}

// A radius at which a rare class between two others is lost is not taken, though what is left
// of the lead would do.
func TestRadiusKeepsClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	r := radiusOf(t, wedged(), eval.AimBalanced, attack.LInf)
	if r.NotWorthIt || r.Eps > 0.06 || slices.Max(r.Tried) < 0.06 {
		t.Errorf("%+v", r)
	}
	natural := &byClass{rows: []float64{100, 100}, right: []float64{90, 80}, wider: 1}
	for right, gone := range map[float64]bool{80: false, 45: false, 30: true, 0: true} {
		if of := (&byClass{rows: natural.rows, right: []float64{90, right}, wider: 1}); of.givenUp(natural) >= 0 != gone {
			t.Errorf("%v of 100 in place of 80: given up is %v", right, !gone)
		}
	}
}

// One column tells the class of every row, with a gap of 0.05 to each side, the other one that of four
// rows in five, with a gap of 0.3. At radii at which only the latter is of use, more than half of the
// lead is left, but it costs clean accuracy.
func TestRadiusKeepsCleanAccuracy(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	table := apart(400, 0.3, 0.5)
	random := seed.At(6)
	for i, y := range table.Y {
		table.X[2*i+1] = 0.45*random.Float64() + 0.55*float64(y)
		if random.Float64() < 0.2 {
			table.X[2*i] = 1 - table.X[2*i]
		}
	}
	if r := radiusOf(t, table, eval.AimRobust, attack.LInf); r.NotWorthIt || r.Eps > 0.2 || slices.Max(r.Tried) < 0.2 {
		t.Errorf("%+v", r)
	}
}

// Where the classes are noise, no radius is worth it, and the smallest is taken.
func TestNoRadius(t *testing.T) {
	table := apart(200, 0, 0.5)
	for i := range table.Y {
		table.Y[i] = i % 2
	}
	if r := radiusOf(t, table, eval.AimRobust, attack.LInf); !r.NotWorthIt || r.Eps != r.Tried[0] || len(r.Tried) < 1 {
		t.Errorf("%+v", r)
	}
}

// One row of a class is too few to look for anything: the middle radius stays.
func TestRadiusOfFewRows(t *testing.T) {
	table := apart(20, 0.1, 0)
	table.Y[3] = 1
	if r := radiusOf(t, table, eval.AimRobust, attack.LInf); r.Eps != 0.2 || r.NotWorthIt {
		t.Errorf("%+v", r)
	}
	two := table.Subset([]int{0, 3})
	if r := radiusOf(t, two, eval.AimRobust, attack.LInf); r.Eps != 0.2 {
		t.Errorf("two rows: %+v", r)
	}
}

// A radius at which hardening gains is taken before a larger one at which it does
// not, but none before one with a lead in the share of rows, if that is the aim. What
// is lost without an attacker decides last.
func TestTriedRadii(t *testing.T) {
	for name, c := range map[string]struct {
		of             [][4]bool // plain lead, gains, no class is given up, cheap, by radius
		robust, better []float64
	}{
		"none":                {nil, nil, nil},
		"lead alone":          {[][4]bool{{false, false, true, true}, {false, false, true, true}}, []float64{2, 1}, []float64{2, 1}},
		"gain first":          {[][4]bool{{true, true, true, true}, {true, false, true, true}}, []float64{1}, []float64{1}},
		"plain first":         {[][4]bool{{true, false, true, true}, {false, true, true, true}}, []float64{1}, []float64{2}},
		"the largest":         {[][4]bool{{true, true, true, true}, {false, true, true, true}, {true, true, true, true}}, []float64{3, 1}, []float64{3, 2, 1}},
		"whole classes":       {[][4]bool{{true, true, true, true}, {true, true, false, true}}, []float64{1}, []float64{1}},
		"cheap":               {[][4]bool{{true, true, true, true}, {true, true, true, false}}, []float64{1}, []float64{1}},
		"classes before cost": {[][4]bool{{true, true, false, true}, {true, true, true, false}}, []float64{2}, []float64{2}},
		"gain before classes": {[][4]bool{{true, false, true, true}, {true, true, false, true}}, []float64{2}, []float64{2}},
	} {
		var found []worthwhile
		for i, r := range c.of {
			found = append(found, worthwhile{float64(i + 1), r[0], r[1], r[2], r[3]})
		}
		for aim, want := range map[eval.Aim][]float64{eval.AimRobust: c.robust, eval.AimBalanced: c.better} {
			var eps []float64
			for _, w := range choose(found, aim) {
				eps = append(eps, w.eps)
			}
			if !slices.Equal(eps, want) {
				t.Errorf("%s, aim %s: radii %v, want %v", name, aim, eps, want)
			}
		}
	}
}

// mixed returns rows of a number that decides the class, with a gap of 0.2, and two
// columns of levels that say the same in most rows: either changes for 1.
func mixed(rows int) *data.Table {
	t := apart(rows, 0.1, 0.5)
	t.Cols, t.Features = 3, []string{"a", "b", "c"}
	level := column.Column{Kind: column.Categorical, Codes: []int32{0, 1}, Names: []string{"x", "y"}}
	t.Columns = []column.Column{{}, level, level}
	random := seed.At(4)
	var x []float64
	for i, y := range t.Y {
		b, c := float64(y), float64(y)
		if random.Float64() < 0.1 {
			b = 1 - b
		}
		if random.Float64() < 0.1 {
			c = 1 - c
		}
		x = append(x, t.X[2*i], b, c)
	}
	t.X = x
	return t
}

// Where a change of level breaks any model, the radius is below 1: numbers change, levels
// do not. Prices and frozen levels have no such border.
func TestRadiusBelowALevel(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	table := mixed(300)
	r := radiusOf(t, table, eval.AimRobust, attack.L1)
	if r.NotWorthIt || !(r.Eps < 1) || !slices.Contains(r.Tried, r.Eps) {
		t.Errorf("%+v", r)
	}
	for _, eps := range r.Tried {
		if eps > 1 && eps != math.Floor(eps) {
			t.Errorf("tried %v", r.Tried)
		}
	}
	s := advboost.Strategy{Norm: attack.L1}
	for _, c := range []struct {
		whole bool
		of    *attack.Constraints
	}{
		{true, nil},
		{true, &attack.Constraints{Weight: []float64{5, 1, 1}}},
		{true, &attack.Constraints{Frozen: []bool{false, true, false}}},
		{false, &attack.Constraints{Frozen: []bool{false, true, true}}},
		{false, &attack.Constraints{Weight: []float64{1, 0.2, 1}}},
		{true, &attack.Constraints{Weight: []float64{1, 0.5, 0.5}, Groups: []attack.Group{{Features: []int{1, 2}}}}},
		{false, &attack.Constraints{Weight: []float64{1, 0.5, 0.5}, Groups: []attack.Group{{Features: []int{1, 2}, Weight: 2}}}},
		{false, &attack.Constraints{Weight: []float64{1, 0.5, 0.5}, Frozen: []bool{false, true, true}, Groups: []attack.Group{{Features: []int{1, 2}, Frozen: true}}}},
	} {
		if s.Constraints = c.of; wholeLevels(table, s) != c.whole {
			t.Errorf("%+v: not %v", c.of, c.whole)
		}
	}
	if s.Norm, s.Constraints = attack.LInf, nil; wholeLevels(table, s) {
		t.Error("in the norm inf a radius of 1 moves all levels")
	}
}

// Two levels that say little of the class hold a balanced lead at any radius, but of one level as of the
// other most rows are no. So where the number beside them can become any, no model is right on more
// rows than the constant: such a radius is not taken if rows are counted.
func TestRadiusWithRoomAboveTheConstant(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	table := &data.Table{Rows: 600, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}}
	table.Columns = []column.Column{{}, {Kind: column.Categorical, Codes: []int32{0, 1}, Names: []string{"x", "y"}}}
	random := seed.At(9)
	for i := range table.Rows {
		level, yes, y := i%2, 0.2, 0
		if level == 1 {
			yes = 0.48
		}
		if random.Float64() < yes {
			y = 1
		}
		table.X, table.Y = append(table.X, random.Float64(), float64(level)), append(table.Y, y)
	}
	no := float64(table.Counts()[0]) / float64(table.Rows)
	d, p := &Data{Train: table}, DefaultParams(trainer.GBDT, attack.LInf, nil)
	p.Balanced = true // so that the rarer class is predicted at all
	e, _, err := d.Fit(t.Context(), p, advboost.Strategy{Booster: trainer.GBDT})
	if err != nil {
		t.Fatal(err)
	}
	for _, aim := range []eval.Aim{eval.AimRobust, eval.AimBalanced} {
		r, err := d.Radius(t.Context(), e, &Options{
			Params: p, Strategy: advboost.Default(trainer.GBDT, attack.LInf, table), Evaluate: eval.Options{Aim: aim, Eps: []float64{0.05, 0.2, 0.5}},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		limits, err := ceiling.Of(t.Context(), table, []float64{r.Eps}, ceiling.Options{Norm: attack.LInf, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if room := limits[0].Robust > no; r.NotWorthIt || room != (aim == eval.AimRobust) {
			t.Errorf("aim %s: %+v, with room above the constant: %v", aim, r, room)
		}
	}
}

// In norm 0 changes are counted, so what is tried are whole numbers.
func TestRadiusCountsChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	r := radiusOf(t, apart(300, 0.1, 0.5), eval.AimRobust, attack.L0)
	for _, eps := range r.Tried {
		if eps != math.Floor(eps) || eps < 1 {
			t.Errorf("tried %v", r.Tried)
		}
	}
}

// Where all radii are alike, those that are taken let something change: in norm 0 a column.
func TestRadiusWhereNothingMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("TestHardenPhases has the goroutines")
	}
	table := apart(80, 0.1, 0.3)
	for norm, want := range map[attack.Norm][]float64{attack.L0: {1, 2}, attack.LInf: {0.05, 0.1, 0.2}} {
		d := &Data{Train: table, Test: table}
		o := quick(t, d)
		o.Strategy, o.Natural.MinSamplesLeaf, o.Params.MinSamplesLeaf = advboost.Default(trainer.GBDT, norm, table), 80, 80
		r := harden(t, d, o)
		if got := r.Report.Report.Eps; !slices.Equal(got, want) || r.Report.Report.Verdict.Eps != max(0.1, want[0]) {
			t.Errorf("norm %v: %v and %v, want %v", norm, got, r.Report.Report.Verdict.Eps, want)
		}
	}
}
