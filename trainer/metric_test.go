package trainer_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func score(t *testing.T, metric string, e *ensemble.Ensemble, table *data.Table, margins []float64) float64 {
	t.Helper()
	m, err := trainer.BuiltinMetric(metric)
	if err != nil {
		t.Fatal(err)
	}
	v, err := m.Score(context.Background(), e, table, margins)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

var (
	binary     = &ensemble.Ensemble{Classes: 2, Outputs: 1, Link: ensemble.Logistic}
	three      = &ensemble.Ensemble{Classes: 3, Outputs: 3, Link: ensemble.Softmax}
	regression = &ensemble.Ensemble{Outputs: 1}
)

func labelled(y ...int) *data.Table { return &data.Table{Rows: len(y), Y: y, Source: "test"} }

func TestMetricsByHand(t *testing.T) {
	third := math.Log(3)
	for _, c := range []struct {
		metric  string
		e       *ensemble.Ensemble
		table   *data.Table
		margins []float64
		want    float64
	}{
		// Margin log 3 is probability 3/4 of class 1.
		{trainer.LogLoss, binary, labelled(1, 0), []float64{third, third}, -(math.Log(0.75) + math.Log(0.25)) / 2},
		{trainer.LogLoss, three, labelled(2), []float64{0, 0, third}, -math.Log(0.6)},
		{trainer.LogLoss, binary, labelled(1), []float64{-1e9}, -math.Log(1e-15)}, // clipped, not infinite
		{trainer.ErrorRate, binary, labelled(1, 0, 1, 1), []float64{2, 2, -2, 1}, 0.5},
		{trainer.ErrorRate, three, labelled(2, 0), []float64{0, 0, 1, 0, 2, 1}, 0.5},
		{trainer.RMSE, regression, &data.Table{Rows: 2, Target: []float64{1, 5}}, []float64{2, 3}, math.Sqrt(2.5)},
		{trainer.AUC, binary, labelled(1, 1), []float64{2, 1}, 0.5}, // nothing to rank
	} {
		if got := score(t, c.metric, c.e, c.table, c.margins); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s of %v: %v, want %v", c.metric, c.margins, got, c.want)
		}
	}
}

// AUC is the share of pairs of the two classes that are ranked right.
// Scores that overflow still end: two infinite ones have no difference.
func TestAUCOfScoresThatOverflow(t *testing.T) {
	two, table := &ensemble.Ensemble{Classes: 2, Outputs: 2}, labelled()
	table.Y, table.Rows = []int{0, 1, 1}, 3
	inf := math.Inf(1)
	if got := score(t, trainer.AUC, two, table, []float64{inf, inf, inf, inf, 0, 1}); got != 0.75 {
		t.Error(got)
	}
}

func TestAUCCountsPairs(t *testing.T) {
	two := &ensemble.Ensemble{Classes: 2, Outputs: 2}
	for number := range 20 {
		r := seed.At(1, number)
		table, margins, both := labelled(), []float64{}, []float64{}
		for range 40 {
			m := float64(r.IntN(12)) // with ties
			table.Y = append(table.Y, r.IntN(2))
			margins, both = append(margins, m), append(both, 3, 3+m)
		}
		table.Rows = len(table.Y)
		right, pairs := 0.0, 0.0
		for i, a := range table.Y {
			for j, b := range table.Y {
				if a == 1 && b == 0 {
					pairs++
					switch {
					case margins[i] > margins[j]:
						right++
					case margins[i] == margins[j]:
						right += 0.5
					}
				}
			}
		}
		for what, got := range map[string]float64{
			"one output": score(t, trainer.AUC, binary, table, margins), "two outputs": score(t, trainer.AUC, two, table, both),
		} {
			if math.Abs(got-right/pairs) > 1e-12 {
				t.Errorf("%s: %v, pairs say %v", what, got, right/pairs)
			}
		}
	}
}

func TestMetricsRefuse(t *testing.T) {
	targets := &data.Table{Rows: 1, Target: []float64{1}, Source: "test"}
	for _, c := range []struct {
		metric string
		e      *ensemble.Ensemble
		t      *data.Table
		want   string
	}{
		{trainer.AUC, three, labelled(0), "auc needs two classes"},
		{trainer.AUC, binary, &data.Table{Source: "x"}, "x has no class labels"},
		{trainer.LogLoss, binary, &data.Table{Source: "x"}, "x has no class labels"},
		{trainer.ErrorRate, binary, &data.Table{Source: "x"}, "x has no class labels"},
		{trainer.RMSE, regression, &data.Table{Source: "x"}, "x has no targets"},
		{trainer.LogLoss, regression, targets, "metrics logloss and error are for classes, and test has targets: take rmse"},
		{trainer.RMSE, binary, labelled(0), "metric rmse is for a regression, and test has classes: take logloss or error"},
	} {
		metric := c.metric
		m, err := trainer.BuiltinMetric(metric)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Score(context.Background(), c.e, c.t, make([]float64, 3)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", metric, err, c.want)
		}
	}
	if _, err := trainer.BuiltinMetric("accuracy"); err == nil || !strings.Contains(err.Error(), "must be one of logloss, error, auc, rmse") {
		t.Errorf("error %v", err)
	}
}

// A row of weight k counts as k rows, and one of weight 0 as none.
func TestMetricsWeighRows(t *testing.T) {
	for number := range 20 {
		r := seed.At(2, number)
		for metric, e := range map[string]*ensemble.Ensemble{trainer.LogLoss: binary, trainer.ErrorRate: binary, trainer.AUC: binary, trainer.RMSE: regression} {
			weighed, copied := &data.Table{Rows: 30}, &data.Table{}
			var margins, of []float64
			for i := range weighed.Rows {
				m, y, w := float64(r.IntN(9)-4), r.IntN(2), min(i, r.IntN(4)) // one weighs 0 at least
				weighed.Weights = append(weighed.Weights, float64(w)/4)
				margins = append(margins, m)
				for _, table := range []*data.Table{weighed, copied} {
					n := w
					if table == weighed {
						n = 1
					}
					for range n {
						if e == regression {
							table.Target = append(table.Target, float64(y))
						} else {
							table.Y = append(table.Y, y)
						}
					}
				}
				for range w {
					of = append(of, m)
				}
			}
			copied.Rows = len(of)
			if got, want := score(t, metric, e, weighed, margins), score(t, metric, e, copied, of); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: %v, want %v", metric, got, want)
			}
		}
	}
	none := labelled(1, 0)
	none.Weights = []float64{0, 0}
	m, _ := trainer.BuiltinMetric(trainer.LogLoss)
	if _, err := m.Score(t.Context(), binary, none, []float64{1, 2}); err == nil || err.Error() != "test: all rows have the weight 0, so that there is nothing to score" {
		t.Error(err)
	}
}
