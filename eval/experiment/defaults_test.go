package experiment

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The natural model is the one that training without hardening makes.
func TestNaturalIsThatOfTraining(t *testing.T) {
	for _, kind := range []string{trainer.GBDT, trainer.Forest} {
		d := few(t)
		o := Default(kind, attack.LInf, d.Train)
		o.Params.Rounds, o.Natural.Rounds, o.Params.Seed, o.Evaluate.Eps = 6, 6, 3, []float64{0.1}
		o.Evaluate.Resamples, o.Dir = 20, t.TempDir()
		r := harden(t, d, o)
		p := trainer.Defaults(kind)
		p.Rounds, p.Seed = 6, 3
		b, err := booster.New(kind, p)
		if err != nil {
			t.Fatal(err)
		}
		e, err := b.Train(t.Context(), d.Train)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(e.Trees, r.Natural.Ensemble.Trees); d != "" {
			t.Errorf("%s: %s", kind, d)
		}
	}
}

// Trees are deep where even the rarest class has many rows.
func TestDefaultDepth(t *testing.T) {
	for _, test := range []struct {
		norm   attack.Norm
		counts []int
		want   int
	}{
		{attack.LInf, nil, 4},
		{attack.LInf, []int{100, 400}, 4},
		{attack.LInf, []int{511, 5000}, 4},
		{attack.LInf, []int{512, 0, 5000}, 6},
		{attack.LInf, []int{1024, 1024}, 8},
		{attack.LInf, []int{1e5, 1e5}, 10},
		{attack.L2, []int{1e5, 1e5}, 6},
	} {
		var rows *data.Table
		if test.counts != nil {
			rows = &data.Table{Classes: make([]string, len(test.counts))}
			for class, n := range test.counts {
				rows.Y, rows.Rows = append(rows.Y, slices.Repeat([]int{class}, n)...), rows.Rows+n
			}
		}
		boosted, forest := DefaultParams(trainer.GBDT, test.norm, rows), DefaultParams(trainer.Forest, test.norm, rows)
		if boosted.MaxDepth != test.want || forest.MaxDepth != test.want+2 || (boosted.Lambda > 1) != (test.want > 4) {
			t.Errorf("norm %v, rows %v: depth %d, want %d; forest %d; lambda %v",
				test.norm, test.counts, boosted.MaxDepth, test.want, forest.MaxDepth, boosted.Lambda)
		}
	}
}

// A tree of a forest has to part all classes, one of a boosted model only one of them from
// the others.
func TestDefaultDepthOfManyClasses(t *testing.T) {
	for classes, want := range map[int]int{1: 6, 2: 6, 4: 6, 5: 8, 8: 8, 9: 10, 16: 10, 26: 12, 1000: 12} {
		rows := &data.Table{Classes: make([]string, classes), Rows: 20 * classes}
		for i := range rows.Rows {
			rows.Y = append(rows.Y, i%classes)
		}
		if got := DefaultParams(trainer.Forest, attack.LInf, rows).MaxDepth; got != want {
			t.Errorf("%d classes: depth %d, want %d", classes, got, want)
		}
		if got := DefaultParams(trainer.GBDT, attack.LInf, rows).MaxDepth; got != 4 {
			t.Errorf("%d classes: boosted trees of depth %d", classes, got)
		}
	}
}

// An attack in the loop that changes nothing is left out, and the report says so,
// unless it is wanted all the same.
func TestLoopThatDoesNotPay(t *testing.T) {
	for _, keep := range []bool{false, true} {
		d := few(t)
		o := quick(t, d)
		o.Strategy = advboost.Default(trainer.GBDT, attack.L2, d.Train)
		o.Strategy.Loop = advboost.InBallAttack // which finds no example, where the worst rows are the rows once more
		o.Evaluate.Eps, o.KeepLoop = []float64{1e-9}, keep
		r := harden(t, d, o)
		left := r.Hardened.Ensemble.Origin.Trainer["loop"] == advboost.NoAttack
		if left == keep || strings.Contains(strings.Join(r.Report.Report.Chosen, " "), "The attack in the loop was left out") == keep {
			t.Errorf("kept %v: left out %v, because %q", keep, left, r.Report.Report.Chosen)
		}
	}
}

// A search starts without an attack in the loop that does not pay, in the spaces of the booster that
// was looked at, and says nothing of it, as it may take the attack after all. Its options stay as
// they are.
func TestSearchStartsWithoutLoop(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Strategy = advboost.Default(trainer.GBDT, attack.L2, d.Train)
	o.Strategy.Loop = advboost.InBallAttack
	o.Evaluate.Eps = []float64{1e-9}
	forest := Space{Params: DefaultParams(trainer.Forest, attack.L2, d.Train), Strategy: advboost.Default(trainer.Forest, attack.L2, d.Train)}
	forest.Strategy.Loop = advboost.InBallAttack
	o.Tuning = &Tuning{Spaces: []Space{SpaceAround(o.Params, o.Strategy, d.Train), forest}, Budget: 1}
	h, err := newHardening(d, o)
	if err != nil {
		t.Fatal(err)
	}
	h.Strategy.Eps = 1e-9
	if err := h.loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if h.Strategy.Loop != advboost.NoAttack || h.Tuning.Spaces[0].Strategy.Loop != advboost.NoAttack || h.chosen != nil {
		t.Errorf("starts with %q, space %q, says %q", h.Strategy.Loop, h.Tuning.Spaces[0].Strategy.Loop, h.chosen)
	}
	if h.Tuning.Spaces[1].Strategy.Loop != advboost.InBallAttack || o.Tuning.Spaces[0].Strategy.Loop != advboost.InBallAttack {
		t.Errorf("forest %q, options %q", h.Tuning.Spaces[1].Strategy.Loop, o.Tuning.Spaces[0].Strategy.Loop)
	}
}

// Of rows without enough of a class nothing is said about whether the attack in the loop pays.
func TestLoopOfTooFewRows(t *testing.T) {
	table := &data.Table{Rows: 120, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"many", "some", "rare"}}
	for i := range table.Rows {
		r := seed.At(5, i)
		class := i % 2
		if i < 4 { // two of which are trained on, too few for three folds
			class = 2
		}
		table.X, table.Y = append(table.X, r.Float64()+float64(class), r.Float64()), append(table.Y, class)
	}
	d := &Data{Train: table.Subset(seq(2, 100)), Test: table.Subset(append(seq(0, 2), seq(100, 120)...))}
	o := quick(t, d)
	o.Strategy = advboost.Default(trainer.GBDT, attack.L1, d.Train)
	o.Evaluate.Eps = []float64{0.1}
	var said []string
	o.Progress.Done = func(result string) { said = append(said, result) }
	r := harden(t, d, o)
	if loop := r.Hardened.Ensemble.Origin.Trainer["loop"]; loop != o.Strategy.Loop {
		t.Errorf("the loop is %s, not %s", loop, o.Strategy.Loop)
	}
	if !slices.Contains(said, "too few rows to tell, so it stays") || slices.Contains(said, "it does") {
		t.Errorf("said: %q", said)
	}
}

func seq(from, to int) (rows []int) {
	for i := from; i < to; i++ {
		rows = append(rows, i)
	}
	return rows
}

// Where no feature can move, models are compared all the same.
func TestNothingMoves(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Strategy.Constraints = &attack.Constraints{Frozen: slices.Repeat([]bool{true}, d.Train.Cols)}
	r := harden(t, d, o)
	for _, m := range r.Report.Report.Models {
		for _, at := range m.Metrics.At {
			if at.Robust != m.Metrics.CleanAccuracy {
				t.Errorf("%s: %v of the rows hold, %v are right", m.Name, at.Robust, m.Metrics.CleanAccuracy)
			}
		}
	}
	if v := r.Report.Report.Verdict; v == nil || v.Word == "more-robust" {
		t.Errorf("verdict %+v", v)
	}
}

// Where one column of numbers says a class or its contrary by another, trees have to see both:
// a table of few columns is hardened as well as it is learned.
func TestFewColumnsAreSeenTogether(t *testing.T) {
	table := &data.Table{
		Rows: 400, Cols: 3, Features: []string{"a", "b", "kind"}, Classes: []string{"same", "apart"},
		Columns: []column.Column{{}, {}, column.Named([]string{"x", "y"})},
	}
	for i := range table.Rows {
		r := seed.At(83, i)
		a, b := r.Float64(), r.Float64()
		table.X = append(table.X, a, b, float64(r.IntN(2)))
		table.Y = append(table.Y, map[bool]int{true: 1}[a > 0.45 != (b > 0.55)])
	}
	for _, norm := range []attack.Norm{attack.L1, attack.L2} {
		s := advboost.Default(trainer.GBDT, norm, table)
		s.Norm, s.Eps = norm, 0.01
		e, err := advboost.Harden(t.Context(), table, DefaultParams(trainer.GBDT, norm, table), s)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for i := range table.Rows {
			if e.Class(table.Row(i)) == table.Y[i] {
				right++
			}
		}
		if right < 370 {
			t.Errorf("norm %v: right on %d of %d rows", norm, right, table.Rows)
		}
	}
	for cols, want := range map[int]float64{2: 1, 4: 0.75, 10: 0.3, 40: 0.3} {
		if got := someColumns(&data.Table{Cols: cols}); got != want {
			t.Errorf("%d columns: %v of them, want %v", cols, got, want)
		}
	}
}

// In norm 0 one column can be changed at will, so that trees have to spread over columns: of
// five that are right on nine rows of ten each four have to be right, and of four that say
// the same the others outvote the one that is changed.
func TestTreesSpreadOverColumnsInNorm0(t *testing.T) {
	if testing.Short() {
		t.Skip("its goroutines are those of advboost, eval and the trainers, whose own tests have them")
	}
	for _, test := range []struct {
		name    string
		columns int     // that say the class
		wrong   float64 // share of the rows on which each is wrong
		kind    column.Kind
		least   float64 // robust share of the rows
	}{
		{"votes of numbers", 5, 0.1, column.Numeric, 0.87}, // 0.92 at most
		{"equal switches", 4, 0, column.Integer, 1},
	} {
		table := &data.Table{
			Rows: 400, Cols: test.columns, Features: []string{"a", "b", "c", "d", "e"}[:test.columns], Classes: []string{"no", "yes"},
			Columns: make([]column.Column, test.columns),
		}
		for i := range table.Rows {
			r, y := seed.At(97, i), i%2
			for f := range test.columns {
				says := y
				if r.Float64() < test.wrong {
					says = 1 - y
				}
				v := float64(says)
				if test.kind == column.Numeric {
					v = 0.65*v + 0.35*r.Float64()
				}
				table.Columns[f].Kind = test.kind
				table.X = append(table.X, v)
			}
			table.Y = append(table.Y, y)
		}
		s := advboost.Default(trainer.GBDT, attack.L0, table)
		s.Eps = 1
		e, err := advboost.Harden(t.Context(), table, DefaultParams(trainer.GBDT, attack.L0, table), s)
		if err != nil {
			t.Fatal(err)
		}
		robust := 0
		for i := range table.Rows {
			if e.Class(table.Row(i)) == table.Y[i] && !oneColumnFlips(e, table.Row(i)) {
				robust++
			}
		}
		if got := float64(robust) / float64(table.Rows); got < test.least {
			t.Errorf("%s: %v of the rows are robust, want %v", test.name, got, test.least)
		}
	}
}

// oneColumnFlips reports whether another value of one column gives a row another class.
func oneColumnFlips(e *ensemble.Ensemble, x []float64) bool {
	is := e.Class(x)
	for f := range x {
		other := slices.Clone(x)
		try := func(v float64) bool {
			other[f] = v
			return e.Class(other) != is
		}
		for _, tree := range e.Trees {
			for _, s := range tree.Splits {
				if int(s.Feature) == f && (try(s.Threshold) || try(e.Next(s.Threshold))) {
					return true
				}
			}
		}
	}
	return false
}

// Against prices, too, columns that say the same outvote those that are changed: of five,
// three are left where the radius pays for two changes of level.
func TestTreesSpreadOverColumnsWithPrices(t *testing.T) {
	const columns = 5
	table := &data.Table{Rows: 400, Cols: columns, Features: []string{"a", "b", "c", "d", "e"}, Classes: []string{"no", "yes"}}
	for range columns {
		table.Columns = append(table.Columns, column.Named([]string{"n", "y"}))
	}
	for i := range table.Rows {
		table.Y, table.X = append(table.Y, i%2), append(table.X, slices.Repeat([]float64{float64(i % 2)}, columns)...)
	}
	s := advboost.Default(trainer.GBDT, attack.Cost, table)
	s.Eps, s.Constraints = 2, &attack.Constraints{Weight: slices.Repeat([]float64{1}, columns)}
	e, err := advboost.Harden(t.Context(), table, DefaultParams(trainer.GBDT, attack.Cost, table), s)
	if err != nil {
		t.Fatal(err)
	}
	for y := range 2 {
		for a := range columns {
			for b := range a {
				x := slices.Repeat([]float64{float64(y)}, columns)
				x[a], x[b] = 1-x[a], 1-x[b]
				if e.Class(x) != y {
					t.Errorf("class %d: columns %d and %d flip it", y, b, a)
				}
			}
		}
	}
}

// Trees of both boosters see some of the columns where an adversary changes few of them.
func TestDefaultColumns(t *testing.T) {
	numbers := &data.Table{Rows: 1, Cols: 10, Y: []int{0}, Classes: []string{"a", "b"}}
	words := *numbers
	words.Columns = make([]column.Column, 10)
	words.Columns[0].Kind = column.Categorical
	for _, test := range []struct {
		norm attack.Norm
		rows *data.Table
		want float64
	}{
		{attack.LInf, numbers, 1}, {attack.L1, numbers, 1}, {attack.L0, numbers, 0.3},
		{attack.LInf, &words, 1}, {attack.L1, &words, 0.3}, {attack.L2, &words, 0.3}, {attack.Cost, &words, 0.3},
	} {
		for _, kind := range []string{trainer.GBDT, trainer.Forest} {
			if got := DefaultParams(kind, test.norm, test.rows).ColsampleByTree; got != test.want {
				t.Errorf("%s, norm %v, levels %v: a tree sees %v of the columns, want %v", kind, test.norm, test.rows == &words, got, test.want)
			}
		}
	}
}
