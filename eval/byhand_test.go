package eval

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestByHand evaluates a model of one threshold on six rows, where every
// number can be computed by hand.
func TestByHand(t *testing.T) {
	model := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees:  []ensemble.Tree{{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: 0.5}}, Leaves: []float64{-1, 1}}},
		Schema: ensemble.Schema{Min: []float64{10}, Max: []float64{30}},
	}
	table := &data.Table{
		Rows: 6, Cols: 1, Features: []string{"x"}, Classes: []string{"low", "high"}, Source: "by hand",
		X:       []float64{0.1, 0.2, 0.4, 0.45, 0.75, 0.9},
		Y:       []int{0, 0, 0, 0, 1, 0}, // the last one is beyond the model
		Scaling: &data.Scaling{Min: []float64{10}, Max: []float64{30}},
	}
	report, err := Evaluate(context.Background(), []Model{{Name: "m", Ensemble: model}}, table,
		Options{Attack: bruteForce{}, Eps: []float64{0.11, 0.26}, Resamples: 20})
	if err != nil {
		t.Fatal(err)
	}
	// distances to the threshold: 0.4, 0.3, 0.1, 0.05 upwards and 0.25 downwards
	e, about := report.Models[0], cmp.Options{cmpopts.EquateApprox(0, 1e-9), cmp.Transformer("", func(n Number) float64 { return float64(n) })}
	for name, pair := range map[string][2]any{
		"metrics": {e.Metrics, Metrics{
			Rows: 6, Correct: 5, CleanAccuracy: 5. / 6, BalancedAccuracy: (4./5 + 1) / 2, WorstAccuracy: 4. / 5,
			At: []AtEps{
				{Eps: 0.11, Robust: 3. / 6, Certified: 3. / 6, Broken: 2. / 6, BalancedRobust: (2./5 + 1) / 2, WorstRobust: 2. / 5},
				{Eps: 0.26, Robust: 2. / 6, Certified: 2. / 6, Broken: 3. / 6, BalancedRobust: (2. / 5) / 2},
			},
			MeanDistance: 1.1 / 5, MedianDistance: 0.25, MeanLowerBound: 1.1 / 5,
			Quantiles: []Quantile{{0.05, 0.05}, {0.25, 0.1}, {0.5, 0.25}, {0.75, 0.3}, {0.95, 0.4}},
		}},
		"constant":          {report.Constant, Constant{"low", 5. / 6, 1. / 2}},
		"moves":             {e.Moves, []Move{{Name: "x", Rows: 5, Up: 4, MeanMove: 1.1 / 5, MaxMove: 0.4, Raw: 20}}},
		"first class":       {e.Classes[0].CleanAccuracy, 4. / 5},
		"its robust share":  {e.Classes[0].At[1].Robust, 2. / 5},
		"second class":      {e.Classes[1].MeanDistance, 0.25},
		"most fragile":      {e.Fragile[0].Row, 3},
		"its change":        {e.Fragile[0].Changes, []attack.Change{{From: 0.45, To: 0.5, Cost: 0.5 - 0.45}}},
		"its change, raw":   {RawExample(model, nil, e.Fragile[0].X, e.Fragile[0].Example, nil), []float64{20}},
		"suggestion":        {SuggestEps(e.Outcomes), []float64{0.1, 0.25, 0.4}},
		"curve":             {RobustAccuracies(e.Outcomes, 0.2), Accuracies{3. / 6, (2./5 + 1) / 2, 2. / 5}},
		"proved curve":      {CertifiedAccuracies(e.Outcomes, 0.2), Accuracies{3. / 6, (2./5 + 1) / 2, 2. / 5}},
		"number of classes": {len(e.Classes), 2},
	} {
		if d := cmp.Diff(pair[1], pair[0], about, cmpopts.IgnoreFields(Metrics{}, "Seconds")); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestPairedDifference: where every row gains as much, there is no doubt how
// much that is.
func TestPairedDifference(t *testing.T) {
	var near, far Outcomes
	for i := range 30 {
		d := float64(i+1) / 100
		near.Add(Outcome{Distance: d})
		far.Add(Outcome{Distance: d + 0.4})
	}
	in := intervals(t, newSample(&near), newSample(&far), []float64{0.35}, Resampling{3, 100})
	for name, got := range map[string]Interval{"robust": in.Robust[0], "mean": in.MeanDistance, "clean": in.CleanAccuracy} {
		want := map[string]float64{"robust": 1, "mean": 0.4, "clean": 0}[name]
		if math.Abs(got.Lo-want) > 1e-9 || math.Abs(got.Hi-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestScaleInJSON: metrics.json holds the curves of growing starts.
func TestScaleInJSON(t *testing.T) {
	r := &Report{StartsCurves: []StartsCurve{{Method: "lt", Points: []StartsPoint{{1, 0.5, 2}, {4, math.NaN(), 8}}}}}
	text, err := r.MetricsJSON(Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := ReadDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	lt := doc.StartsCurves["lt"]
	if len(lt) != 2 || lt[0].Starts != 1 || lt[0].MeanDistance != 0.5 || lt[0].Seconds != 2 || lt[1].MeanDistance == lt[1].MeanDistance {
		t.Errorf("scale is %+v", lt)
	}
}

// TestNotAttacked: rows outside the bounds, or of classes that nobody attacks, count in no
// distance and are not without an example, though they have none.
func TestNotAttacked(t *testing.T) {
	var outcomes Outcomes
	for _, o := range []Outcome{
		{Status: attack.Optimal, Distance: 1, LowerBound: 1},
		{Status: attack.Found, Distance: 3, LowerBound: 2},
		{Status: attack.None, Distance: math.Inf(1)},
		{Status: attack.OutOfBounds, Distance: math.Inf(1)},
		{Status: attack.OutOfBounds, Distance: math.Inf(1)},
		{Status: attack.NoAttacker, Distance: math.Inf(1), LowerBound: math.Inf(1)},
		{Status: attack.OutOfBounds, Distance: math.Inf(1)},
		{Status: attack.Misclassified, Predicted: 1},
	} {
		outcomes.Add(o)
	}
	m := Measure(&outcomes, []float64{1})
	if m.Attacked() != 3 || m.WithoutExample != 1 || m.OutOfBounds != 3 || m.NoAttacker != 1 || m.MeanDistance != 2 || m.MedianDistance != 3 {
		t.Errorf("got %+v", m)
	}
	if lo := newSample(&outcomes).statistics([]float64{1, 1, 1, 1, 1, 1, 1, 1}, 8, []float64{1}, nil); lo[len(lo)-1] != 3 {
		t.Errorf("the median of the sample is %v", lo[len(lo)-1])
	}
}
