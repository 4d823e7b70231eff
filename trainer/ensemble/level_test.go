package ensemble_test

import (
	"maps"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// How libraries treat values that are not levels, as measured with XGBoost 1.7.4 and scikit-learn
// 1.2.1, and according to LightGBM's source.
func TestLevelRules(t *testing.T) {
	const unseen, missing = ensemble.Unseen, ensemble.Missing
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		value                               float64
		listed, truncated, positive, byRest int32
	}{
		{0, 0, 0, 0, 0},
		{3, 3, 3, 3, 3},
		{math.Copysign(0, -1), 0, 0, 0, 0},
		{-0.5, missing, 0, unseen, missing},
		{-1, missing, unseen, unseen, missing},
		{-7, missing, unseen, unseen, missing},
		{1.7, missing, 1, 1, 1},
		{3.999, missing, 3, 3, 3},
		{9, missing, 9, 9, missing},
		{256, missing, 256, 256, 0},
		{259, missing, 259, 259, 3},
		{511, missing, 511, 511, missing},
		{1 << 24, missing, 1 << 24, unseen, 0},
		{1e300, missing, unseen, unseen, 0},
		{inf, missing, unseen, unseen, missing},
		{-inf, missing, unseen, unseen, missing},
		{nan, missing, missing, missing, missing},
	} {
		for rule, want := range map[ensemble.LevelRule]int32{
			ensemble.Listed: c.listed, ensemble.Truncated: c.truncated, ensemble.Positive: c.positive, ensemble.Byte: c.byRest,
		} {
			e := &ensemble.Ensemble{
				Features: 1, LevelRule: rule,
				Columns: []column.Column{{Kind: column.Categorical, Codes: []int32{0, 1, 2, 3}}},
			}
			if got := e.Level(0, c.value); got != want {
				t.Errorf("%v: %v is level %d, want %d", rule, c.value, got, want)
			}
			row := e.Rounded([]float64{c.value})
			if again := e.Rounded(row); !cmp.Equal(row, again, cmpopts.EquateNaNs()) {
				t.Errorf("%v: %v is read as %v, and that as %v", rule, c.value, row, again)
			}
		}
	}
}

// In a column with others, listed values are levels, NaN is missing, and everything else is in no set.
func TestOthers(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 1, Columns: []column.Column{{Kind: column.Categorical, Codes: []int32{0, 1, 3}, Others: true}},
	}
	for value, want := range map[float64]int32{
		0: 0, 1: 1, 3: 3, 2: ensemble.Unseen, -1: ensemble.Unseen, 0.5: ensemble.Unseen,
		column.Other: ensemble.Unseen, math.Inf(1): ensemble.Unseen, math.NaN(): ensemble.Missing,
	} {
		if got := e.Level(0, value); got != want {
			t.Errorf("%v is level %d, want %d", value, got, want)
		}
	}
}

// A member goes to the side of its set, all others to the other, and missing
// values by default.
func TestLeafOfSets(t *testing.T) {
	nan := math.NaN()
	for _, right := range []bool{false, true} {
		for _, left := range []bool{false, true} {
			tree := ensemble.Tree{Splits: []ensemble.Split{{
				Set: &ensemble.Set{Levels: []int32{1, 4}, Right: right}, DefaultLeft: left, Left: ^0, Right: ^1,
			}}}
			for value, want := range map[float64]bool{1: !right, 4: !right, 0: right, 3: right, 5: right, -1: right} {
				if got := tree.Leaf([]float64{value}) == 0; got != want {
					t.Errorf("right %v: level %v goes left: %v", right, value, got)
				}
			}
			if got := tree.Leaf([]float64{nan}) == 0; got != left {
				t.Errorf("default left %v: a missing value goes left: %v", left, got)
			}
		}
	}
}

// The predictor of many rows gives the bits of the plain one for sets, whatever the values.
func TestPredictorOfSets(t *testing.T) {
	odd := []float64{math.NaN(), -1, -0.5, 1.7, 255, 256, 1 << 24, math.Inf(1), math.Inf(-1), 1e300}
	shapes := maps.Clone(ensembletest.SetShapes)
	shapes["few columns used"] = ensembletest.Shape{Features: 9, Trees: 2, Depth: 2, Levels: 6}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			for trial := range 20 {
				r := seed.At(7, trial)
				e := ensembletest.Random(r, shape)
				if err := e.Validate(); err != nil {
					t.Fatal(err)
				}
				var x, want []float64
				for i := range 300 {
					row := ensembletest.Row(r, e)
					if i%3 == 0 {
						row[r.IntN(len(row))] = odd[i/3%len(odd)]
					}
					x = append(x, row...)
					margins := make([]float64, e.Outputs)
					e.Margins(e.Rounded(row), margins)
					want = append(want, margins...)
				}
				got := make([]float64, len(want))
				ensemble.NewPredictor(e).Margins(x, got, 2)
				if d := cmp.Diff(want, got); d != "" {
					t.Fatal(d)
				}
			}
		})
	}
}

// Rows with a missing category see the model as Resolve makes it.
func TestResolveOfSets(t *testing.T) {
	for name, shape := range ensembletest.SetShapes {
		for trial := range 20 {
			r := seed.At(8, trial)
			e := ensembletest.Random(r, shape)
			resolved := e.Resolve([]float64{math.NaN(), 0, 0, 0}, func(f ensemble.Feature) bool { return f == 0 })
			for range 20 {
				row := ensembletest.Row(r, e)
				row[0] = math.NaN()
				want, got := make([]float64, e.Outputs), make([]float64, e.Outputs)
				e.Margins(e.Rounded(row), want)
				resolved.Margins(resolved.Rounded(row), got)
				if !cmp.Equal(want, got) {
					t.Fatalf("%s: margins %v, resolved %v", name, want, got)
				}
			}
		}
	}
}

// Models are refused that contradict themselves: by the kind of a column, its levels and their rule, the
// sets of splits, the outputs of a link, or the shape of images.
func TestValidate(t *testing.T) {
	valid := func() *ensemble.Ensemble {
		return &ensemble.Ensemble{
			Features: 2, Classes: 2, Outputs: 1, Base: []float64{0},
			Columns: []column.Column{{Kind: column.Categorical, Codes: []int32{0, 2}, Names: []string{"a", "b"}}, {}},
			Trees: []ensemble.Tree{{
				Splits: []ensemble.Split{{Set: &ensemble.Set{Levels: []int32{0, 2}}, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1},
			}},
		}
	}
	if err := valid().Validate(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*ensemble.Ensemble){
		"a set on numbers":             func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Feature = 1 },
		"a threshold on levels":        func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Set = nil },
		"a set and a threshold":        func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Threshold = 1 },
		"members that do not ascend":   func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Set.Levels = []int32{2, 2} },
		"a negative member":            func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Set.Levels = []int32{-1} },
		"levels that do not ascend":    func(e *ensemble.Ensemble) { e.Columns[0].Codes = []int32{2, 0} },
		"names that are not as many":   func(e *ensemble.Ensemble) { e.Columns[0].Names = []string{"a"} },
		"levels of numbers":            func(e *ensemble.Ensemble) { e.Columns[1].Codes = []int32{0} },
		"columns that are not as many": func(e *ensemble.Ensemble) { e.Columns = e.Columns[:1] },
		"an unknown kind":              func(e *ensemble.Ensemble) { e.Columns[1].Kind = 9 },
		"an unknown rule":              func(e *ensemble.Ensemble) { e.LevelRule = 9 },
		"softmax of one output":        func(e *ensemble.Ensemble) { e.Link = ensemble.Softmax },
		"logistic of two outputs": func(e *ensemble.Ensemble) {
			e.Link, e.Outputs, e.Base = ensemble.Logistic, 2, []float64{0, 0}
		},
		"images without height":       func(e *ensemble.Ensemble) { e.Schema.Width = 2 },
		"images of less than a pixel": func(e *ensemble.Ensemble) { e.Schema.Width, e.Schema.Height = -1, -2 },
	} {
		e := valid()
		spoil(e)
		if e.Validate() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
