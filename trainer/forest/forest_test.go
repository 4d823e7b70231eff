package forest_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

func train(t *testing.T, p trainer.Params, table *data.Table) *ensemble.Ensemble {
	t.Helper()
	b := traintest.New(t, trainer.Forest, p)
	e, err := b.Train(context.Background(), table)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// single returns the parameters of one tree on all rows and features.
func single() trainer.Params {
	p := trainer.Defaults(trainer.Forest)
	p.Rounds, p.Bootstrap, p.ColsampleByNode, p.MaxDepth = 1, false, 1, 0
	return p
}

// Trees without limits separate all rows that differ, so that leaves are pure.
func TestTreesWithoutLimitsArePure(t *testing.T) {
	for _, criterion := range []string{trainer.Gini, trainer.Entropy} {
		for _, classes := range []int{2, 5} {
			table := traintest.Table(traintest.Shape{Rows: 900, Cols: 3, Classes: classes, Missing: 0.1}, 1)
			p := single()
			p.Criterion = criterion
			e := train(t, p, table)
			if a := traintest.Accuracy(table, e.Class); a < 0.97 { // rows that miss all three values stay together
				t.Errorf("%s, %d classes: accuracy %v on the training rows", criterion, classes, a)
			}
		}
	}
}

// impurity is the Gini impurity or the entropy of class counts, times rows.
func impurity(table *data.Table, rows []int, entropy bool) float64 {
	counts := make([]float64, len(table.Classes))
	for _, i := range rows {
		counts[table.Y[i]]++
	}
	sum, n := 0.0, float64(len(rows))
	for _, c := range counts {
		switch share := c / n; {
		case !entropy:
			sum += share * (1 - share)
		case c > 0:
			sum -= share * math.Log2(share)
		}
	}
	return n * sum
}

func TestFirstSplitReducesImpurityMost(t *testing.T) {
	for _, entropy := range []bool{false, true} {
		for number := range 6 {
			table := traintest.Table(traintest.Shape{Rows: 120, Cols: 3, Classes: 2 + number%2}, number)
			p := single()
			p.MaxDepth = 1
			if entropy {
				p.Criterion = trainer.Entropy
			}
			gain := func(f int, threshold float64) float64 {
				var left, right []int
				for i := range table.Rows {
					if table.Row(i)[f] <= threshold {
						left = append(left, i)
					} else {
						right = append(right, i)
					}
				}
				if len(left) == 0 || len(right) == 0 {
					return 0
				}
				all := append(append([]int(nil), left...), right...)
				return (impurity(table, all, entropy) - impurity(table, left, entropy) - impurity(table, right, entropy)) / float64(table.Rows)
			}
			best := 0.0
			for i := range table.Rows {
				for f := range table.Cols {
					best = max(best, gain(f, table.Row(i)[f]))
				}
			}
			s := train(t, p, table).Trees[0].Splits[0]
			if got := gain(int(s.Feature), s.Threshold); math.Abs(got-best) > 1e-9 || math.Abs(s.Gain-best) > 1e-9 {
				t.Errorf("entropy %v: split gains %v, says %v, best is %v", entropy, got, s.Gain, best)
			}
		}
	}
}

func TestOOBScoreIsNearTestScore(t *testing.T) {
	shape := traintest.Shape{Rows: 2000, Cols: 5, Classes: 3}
	p := trainer.Defaults(trainer.Forest)
	p.Rounds, p.OOBScore = 60, true
	e := train(t, p, traintest.Table(shape, 1))
	oob, err := strconv.ParseFloat(e.Origin.Trainer["oob-score"], 64)
	if err != nil {
		t.Fatal(err)
	}
	// With 2000 rows a score is right to about 0.01, twice that for two.
	if test := traintest.Accuracy(traintest.Table(shape, 2), e.Class); math.Abs(oob-test) > 0.03 {
		t.Errorf("out-of-bag score %v, on other rows %v", oob, test)
	}
}

func TestProbabilitiesAreMeansOfLeafShares(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 200, Cols: 3, Classes: 2, Values: 3}, 1)
	p := single()
	p.MaxDepth = 1
	e := train(t, p, table)
	counts := map[int][2]float64{}
	for i, y := range table.Y {
		c := counts[e.Trees[0].Leaf(table.Row(i))]
		c[y]++
		counts[e.Trees[0].Leaf(table.Row(i))] = c
	}
	for i := range table.Rows {
		m, got := make([]float64, 1), make([]float64, 2)
		e.Margins(table.Row(i), m)
		e.Probabilities(m, got)
		c := counts[e.Trees[0].Leaf(table.Row(i))]
		if math.Abs(got[1]-c[1]/(c[0]+c[1])) > 1e-12 {
			t.Fatalf("probability %v in a leaf of %v", got, c)
		}
	}
}

// A class weight of 2 is the same as all rows of the class twice.
func TestWeightsAreCopies(t *testing.T) {
	for _, classes := range []int{2, 3} {
		testWeightsAreCopies(t, classes)
	}
}

func testWeightsAreCopies(t *testing.T, classes int) {
	table := traintest.Table(traintest.Shape{Rows: 200, Cols: 3, Classes: classes, Values: 9}, 1)
	var rows []int
	for i, y := range table.Y {
		rows = append(rows, i)
		if y == 1 {
			rows = append(rows, i)
		}
	}
	p := single()
	p.MaxDepth = 4
	copies := train(t, p, table.Subset(rows))
	for _, unit := range []float64{0.5, 1} { // weights that are whole numbers go another way
		p.ClassWeight = []float64{unit, 2 * unit, unit}[:classes]
		if d := cmp.Diff(leaves(copies), leaves(train(t, p, table))); d != "" {
			t.Errorf("%d classes: %s", classes, d)
		}
	}
}

// Weights below a millionth of the largest count in proportion too. They used to count alike.
func TestSmallWeightsBesideALargeOne(t *testing.T) {
	for _, unit := range []float64{1, 0.3} { // weights that are whole numbers go another way
		table := traintest.Table(traintest.Shape{Rows: 7, Cols: 1, Classes: 2}, 1)
		table.Y = []int{1, 1, 0, 0, 0, 0, 1}
		table.X = []float64{1, 1, 0, 0, 0, 0, 0}
		table.Weights = []float64{1e7 * unit, 1e7 * unit, unit, unit, unit, unit, 3 * unit}
		p := single()
		p.MaxDepth = 1
		want := []float64{3./7 - 0.5, 0.5}
		if d := cmp.Diff(want, train(t, p, table).Trees[0].Leaves, cmpopts.EquateApprox(0, 1e-3)); d != "" {
			t.Errorf("unit %v: %s", unit, d)
		}
	}
}

// Weights of a few millionths of the largest count in proportion too. They used to be rounded to 1, 2 or 3
// such units, so that 1.5 and 2.5 counted alike.
func TestWeightsOfFewUnits(t *testing.T) {
	for _, unit := range []float64{1, 10, 0x1p-1074} { // the weights are halves, whole, and the smallest that there are
		for _, classes := range []int{0, 2} {
			table := &data.Table{Rows: 3, Cols: 1, X: []float64{0, 0, 1}, Features: []string{"x"}, Weights: []float64{1.5 * unit, 2.5 * unit, 1e6 * unit}}
			if unit < 1 {
				table.Weights[0], table.Weights[1] = 3*unit, 5*unit
			}
			want := 5. / 8
			if classes == 0 {
				table.Target = []float64{0, 1, 0}
			} else {
				table.Y, table.Classes, want = []int{0, 1, 0}, []string{"0", "1"}, want-0.5
			}
			if got := train(t, single(), table).Trees[0].Leaves[0]; math.Abs(got-want) > 1e-4 {
				t.Errorf("unit %v, %d classes: leaf %v, want %v", unit, classes, got, want)
			}
		}
	}
}

// Gamma is a reduction of the squared error weighted by the weights as they are. It used to be one by their
// multiples of a unit if they were no whole numbers, a million times as much.
func TestGammaOfWeightedTargets(t *testing.T) {
	for _, weight := range []float64{0.5, 1, 3, 1e7, 0.1} {
		table := &data.Table{Rows: 2, Cols: 1, X: []float64{0, 1}, Target: []float64{0, 2}, Features: []string{"x"}, Weights: []float64{weight, weight}}
		p := single()
		for gamma, splits := range map[float64]int{1.9 * weight: 1, 2.1 * weight: 0} { // the error is 2 at weight 1
			p.Gamma = gamma
			if got := len(train(t, p, table).Trees[0].Splits); got != splits {
				t.Errorf("weight %v, gamma %v: %d splits, want %d", weight, gamma, got, splits)
			}
		}
	}
}

// If few rows have a weight, some bags hold none of them by chance. A tree without a row used to predict 0,
// or all classes alike, which pulled the average there.
func TestEveryTreeHasARow(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		for _, bootstrap := range []bool{true, false} {
			table := traintest.Table(traintest.Shape{Rows: 100, Cols: 3, Classes: classes}, 1)
			table.Weights = make([]float64, table.Rows)
			for i := range table.Rows {
				if classes == 0 {
					table.Target[i] = 10
				} else {
					table.Y[i] = 1
				}
			}
			table.Weights[3], table.Weights[5] = 1, 0.5
			p := trainer.Defaults(trainer.Forest)
			if p.Bootstrap = bootstrap; !bootstrap {
				p.Subsample = 0.3
			}
			e := train(t, p, table)
			for i, tree := range e.Trees {
				want := [][]float64{{10}, nil, {0.5}, {0, 1, 0}}[classes]
				if d := cmp.Diff(want, tree.Leaves); d != "" {
					t.Fatalf("%d classes, bootstrap %v, tree %d: %s", classes, bootstrap, i, d)
				}
			}
		}
	}
}

func leaves(e *ensemble.Ensemble) (all []float64) {
	for _, tree := range e.Trees {
		all = append(all, tree.Leaves...)
	}
	return all
}

func TestRegressionForest(t *testing.T) {
	shape := traintest.Shape{Rows: 2000, Cols: 4}
	p := trainer.Defaults(trainer.Forest)
	p.ColsampleByNode, p.OOBScore = 1, true
	e := train(t, p, traintest.Table(shape, 1))
	test := traintest.Table(shape, 2)
	residual, square := 0.0, 0.0
	for i, y := range test.Target {
		m := make([]float64, 1)
		e.Margins(test.Row(i), m)
		residual += (y - m[0]) * (y - m[0])
		square += y * y
	}
	// A sixth of the variance is noise of the generator.
	if r2 := 1 - residual/square; r2 < 0.6 {
		t.Errorf("coefficient of determination %v", r2)
	}
}

// By default a node of a regression tries half of the features, one of classes the square root of their
// number.
func TestFeaturesOfNodes(t *testing.T) {
	for classes, share := range map[int]float64{0: 0.5, 2: 0.25} { // of 16 features
		table := traintest.Table(traintest.Shape{Rows: 300, Cols: 16, Classes: classes}, 1)
		p := trainer.Defaults(trainer.Forest)
		p.Rounds = 3
		byDefault := train(t, p, table)
		p.ColsampleByNode = share
		traintest.SameTrees(t, train(t, p, table), byDefault)
		p.ColsampleByNode = 0.75 - share
		if d := cmp.Diff(leaves(byDefault), leaves(train(t, p, table))); d == "" {
			t.Errorf("%d classes: the same trees by %v of the features", classes, p.ColsampleByNode)
		}
	}
}

// Each tree has at least one row, as a tree of none would draw the mean towards 0.
func TestFewestRows(t *testing.T) {
	table := &data.Table{Rows: 4, Cols: 1, X: []float64{0, 1, 2, 3}, Target: []float64{2000, 2000, 2000, 2000}, Features: []string{"x"}}
	p := trainer.Defaults(trainer.Forest)
	p.Rounds, p.Bootstrap, p.Subsample = 50, false, 0.1
	e, out := train(t, p, table), []float64{0}
	if e.Margins([]float64{1}, out); out[0] != 2000 {
		t.Errorf("the mean of 2000 is %v", out[0])
	}
}
