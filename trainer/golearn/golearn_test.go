package golearn_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sjwhitworth/golearn/base"
	"github.com/sjwhitworth/golearn/evaluation"
	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/forest"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
	"github.com/hardwood-ml/hardwood/trainer/golearn"
)

func TestGridRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := &data.Table{Rows: rapid.IntRange(1, 20).Draw(t, "rows"), Cols: 3,
			Features: []string{"x", "y", "z"}, Classes: []string{"b", "a"}, Source: "drawn"}
		for range table.Rows * table.Cols {
			table.X = append(table.X, rapid.OneOf(rapid.Float64Range(-1e300, 1e300), rapid.Just(math.NaN())).Draw(t, "x"))
		}
		for range table.Rows {
			table.Y = append(table.Y, rapid.IntRange(0, 1).Draw(t, "class"))
		}
		grid, err := golearn.Grid(table)
		if err != nil {
			t.Fatal(err)
		}
		back, err := golearn.Table(grid)
		if err != nil {
			t.Fatal(err)
		}
		if back.Hash() != table.Hash() || !slices.Equal(back.Features, table.Features) {
			t.Fatalf("%+v came back as %+v", table, back)
		}
	})
}

// boosters returns a trainer of each kind, small.
func boosters(t *testing.T) map[string]trainer.Trainer {
	small := func(booster string, rounds int) trainer.Params {
		p := trainer.Defaults(booster)
		p.Rounds, p.MaxDepth, p.Threads = rounds, 4, 1
		return p
	}
	g, err := gbdt.New(small(trainer.GBDT, 15))
	if err != nil {
		t.Fatal(err)
	}
	f, err := forest.New(small(trainer.Forest, 20))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]trainer.Trainer{trainer.GBDT: g, trainer.Forest: f}
}

// TestCrossValidation runs golearn's own cross-validation over both boosters.
func TestCrossValidation(t *testing.T) {
	table, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	grid, err := golearn.Grid(table)
	if err != nil {
		t.Fatal(err)
	}
	for name, booster := range boosters(t) {
		folds, err := evaluation.GenerateCrossFoldValidationConfusionMatrices(grid, golearn.New(booster), 4)
		if err != nil {
			t.Fatal(err)
		}
		mean, _ := evaluation.GetCrossValidatedMetric(folds, evaluation.GetAccuracy)
		if mean < 0.92 { // the shares of the classes are 0.63 and 0.37
			t.Errorf("%s: cross-validated accuracy %v", name, mean)
		}
	}
}

// TestPredictsLikeTheModel compares predictions with the model's own, also
// where the grid has its attributes in another order, and after Save and Load.
func TestPredictsLikeTheModel(t *testing.T) {
	table, err := data.Read(t.Context(), "builtin:digits", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table = table.Sample(400, 1)
	grid, err := golearn.Grid(table)
	if err != nil {
		t.Fatal(err)
	}
	for name, booster := range boosters(t) {
		c := golearn.New(booster)
		if err := c.Fit(grid); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "model.tar.gz")
		if err := c.Save(path); err != nil {
			t.Fatal(err)
		}
		loaded := golearn.New(nil)
		if err := loaded.Load(path); err != nil {
			t.Fatal(err)
		}
		attributes := grid.AllAttributes()
		slices.Reverse(attributes)
		shuffled := base.NewInstancesViewFromAttrs(grid, attributes)
		shuffled.AddClassAttribute(grid.AllClassAttributes()[0])
		for _, c := range []*golearn.Classifier{c, loaded} {
			for _, g := range []base.FixedDataGrid{grid, shuffled} {
				predicted, err := c.Predict(g)
				if err != nil {
					t.Fatal(err)
				}
				for i := range table.Rows {
					want := table.Classes[c.Model.Class(table.Row(i))]
					if got := base.GetClass(predicted, i); got != want {
						t.Fatalf("%s: row %d is %s, the model says %s", name, i, got, want)
					}
				}
			}
		}
	}
}

// TestFloatClasses trains on labels that golearn's CSV reader takes for numbers.
func TestFloatClasses(t *testing.T) {
	text := "x,y,label\n" + strings.Repeat("1.5,2,0\n3.5,1,1\n", 20)
	grid, err := base.ParseCSVToInstancesFromReader(strings.NewReader(text), true)
	if err != nil {
		t.Fatal(err)
	}
	for name, booster := range boosters(t) {
		c := golearn.New(booster)
		if err := c.Fit(grid); err != nil {
			t.Fatal(err)
		}
		predicted, err := c.Predict(grid)
		if err != nil {
			t.Fatal(err)
		}
		confusion, err := evaluation.GetConfusionMatrix(grid, predicted)
		if err != nil {
			t.Fatal(err)
		}
		if got := evaluation.GetAccuracy(confusion); got != 1 {
			t.Errorf("%s: accuracy %v on separable rows", name, got)
		}
	}
}

func TestFaults(t *testing.T) {
	grid := func(x float64, classes ...int) base.FixedDataGrid {
		table := &data.Table{Rows: len(classes), Cols: 1, Y: classes, Features: []string{"x"}, Classes: []string{"a", "b"}}
		table.X = slices.Repeat([]float64{x}, table.Rows)
		g, err := golearn.Grid(table)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	categories, err := base.ParseCSVToInstancesFromReader(strings.NewReader("x,label\nred,a\nblue,b\n"), true)
	if err != nil {
		t.Fatal(err)
	}
	booster := boosters(t)[trainer.GBDT]
	c := golearn.New(booster)
	_, err = c.Predict(grid(1, 0, 1))
	small := data.Table{Rows: 2, Cols: 1, X: []float64{0, 1}, Y: []int{0, 1}, Features: []string{"x"}, Classes: []string{"a", "b"}}
	model, failed := booster.Train(t.Context(), &small)
	if failed != nil {
		t.Fatal(failed)
	}
	confusion := func(change func(t *data.Table)) error {
		table := small
		change(&table)
		_, err := golearn.Confusion(model, &table)
		return err
	}
	_, unknown := golearn.Grid(&data.Table{Rows: 1, Y: []int{2}, Classes: []string{"a", "b"}})
	_, none := golearn.Table(nil)
	for want, err := range map[string]error{
		"this classifier has no model yet: Fit or Load one":                    err,
		"this classifier has no model to save":                                 c.Save(filepath.Join(t.TempDir(), "model")),
		"this classifier has no trainer, it can only load models":              golearn.New(nil).Fit(grid(1, 0, 1)),
		`golearn grid: attribute "x" is no float; encode it as numbers first`:  c.Fit(categories),
		`golearn grid: row 0: attribute "x" is infinite`:                       c.Fit(grid(math.Inf(1), 0, 1)),
		"golearn grid: all rows are of one class (b), training needs two":      c.Fit(grid(1, 1, 1)),
		"no golearn grid is given":                                             none,
		"the table: row 0: class 2 is not one of 2":                            unknown,
		"the table: has 2 features, the model reads 1":                         confusion(func(t *data.Table) { t.Rows, t.Cols, t.Y, t.Features = 1, 2, t.Y[:1], []string{"x", "y"} }),
		"the table: has no labels of the 2 classes that the model tells apart": confusion(func(t *data.Table) { t.Y = nil }),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := c.Fit(grid(1, 0, 1)); err != nil {
		t.Fatal(err)
	}
	other, err := base.ParseCSVToInstancesFromReader(strings.NewReader("y,label\n1,a\n2,b\n"), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Predict(other); err == nil || err.Error() != `golearn grid: no float attribute "x", which the model reads` {
		t.Errorf("other features: %v", err)
	}
	numbers, err := base.ParseCSVToInstancesFromReader(strings.NewReader("x,label\n1,0\n2,1\n"), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Predict(numbers); err == nil || err.Error() != `golearn grid: class attribute "label" is a float, the model's class "a" is not` {
		t.Errorf("classes of another kind: %v", err)
	}
}
