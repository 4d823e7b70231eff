package harden

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
)

// TestPicked: what was picked with test rows in sight is for the usual strategy on
// the published split, and never for comparisons in folds.
func TestPicked(t *testing.T) {
	on := set{params: map[string]string{"max-depth": "7"}, picked: &pick{params: map[string]string{"lambda": "30"}, clean: 0.4}}
	for _, test := range []struct {
		b      benchmark
		name   string
		lambda float64
		clean  float64
	}{
		{benchmark{}, usual, 30, 0.4},
		{benchmark{}, "robust", 1, 0},
		{benchmark{folds: 5}, usual, 1, 0},
		{benchmark{tune: true}, usual, 1, 0},
	} {
		all := test.b.withPicked([]strategy{*named(test.name)}, &on)
		if all[0].name != test.name || (len(all) == 2) != (test.lambda == 30) {
			t.Errorf("%q, %d folds, tuned %t: %d strategies, the first %q", test.name, test.b.folds, test.b.tune, len(all), all[0].name)
		}
		s := all[len(all)-1]
		p, err := s.parameters(&on, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.MaxDepth != 7 || p.Lambda != test.lambda || s.how.Clean != test.clean {
			t.Errorf("%q, %d folds, tuned %t: depth %d, lambda %v, clean %v", test.name, test.b.folds, test.b.tune, p.MaxDepth, p.Lambda, s.how.Clean)
		}
	}
}

// TestWidened: the further columns of a set stand behind the others, which stay
// as they are.
func TestWidened(t *testing.T) {
	image := func() *data.Table {
		return &data.Table{Rows: 1, Cols: 4, X: []float64{0, 0.5, 1, 0.25}, Features: []string{"a", "b", "c", "d"}, Image: data.Shape{Width: 2, Height: 2}}
	}
	robustly := advboost.Strategy{Split: 1}
	for name, test := range map[string]struct {
		s          strategy
		on         set
		rows, cols int
	}{
		"plain":                 {strategy{how: robustly}, set{}, 1, 4},
		"means":                 {strategy{how: robustly, lags: [2]int{1, 4}}, set{}, 1, 6},
		"extremes, with copies": {strategy{how: robustly}, set{reach: 1}, 5, 12},
		"natural splits":        {strategy{}, set{reach: 1}, 1, 4},
	} {
		d := split{image(), image()}
		wide, err := test.s.widened(&test.on, []split{d})
		if err != nil {
			t.Fatal(err)
		}
		w := wide[0]
		if w.train.Rows != test.rows || w.train.Cols != test.cols || w.test.Rows != 1 || w.test.Cols != test.cols {
			t.Errorf("%s: %d x %d training and %d x %d test values", name, w.train.Rows, w.train.Cols, w.test.Rows, w.test.Cols)
		}
		if !slices.Equal(w.test.Row(0)[:4], d.test.Row(0)) {
			t.Errorf("%s: columns %v were %v", name, w.test.Row(0)[:4], d.test.Row(0))
		}
	}
}
