package gbdt_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

func binary() *data.Table {
	return traintest.Table(traintest.Shape{Rows: 1500, Cols: 4, Classes: 2}, 1)
}

func margin(e *ensemble.Ensemble, x []float64) float64 {
	m := make([]float64, e.Outputs)
	e.Margins(x, m)
	return m[0]
}

func TestMonotoneConstraints(t *testing.T) {
	table := binary()
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MonotoneConstraints = 30, []int{1, 0, -1}
	e := train(t, p, table)
	p.MonotoneConstraints = nil
	free := train(t, p, table)
	broken := 0
	for i := range 200 {
		x := slices.Clone(table.Row(i))
		for f, direction := range []float64{1, 0, -1} {
			x := slices.Clone(x)
			x[f] = 0
			last, lastFree := margin(e, x), margin(free, x)
			for x[f] < 1 {
				x[f] += 0.02
				now, nowFree := margin(e, x), margin(free, x)
				if direction*(now-last) < 0 {
					t.Fatalf("feature %d at %v: margin goes from %v to %v", f, x[f], last, now)
				}
				if direction*(nowFree-lastFree) < 0 {
					broken++
				}
				last, lastFree = now, nowFree
			}
		}
	}
	if broken == 0 {
		t.Error("the free model is monotone too: the test shows nothing")
	}
}

func TestInteractionConstraints(t *testing.T) {
	groups := [][]int{{0, 1}, {1, 2, 3}}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.InteractionConstraints = 20, groups
	for _, tree := range train(t, p, binary()).Trees {
		var walk func(at int32, path []int)
		walk = func(at int32, path []int) {
			if at < 0 {
				return
			}
			path = append(slices.Clone(path), int(tree.Splits[at].Feature))
			inside := func(group []int) bool {
				return !slices.ContainsFunc(path, func(f int) bool { return !slices.Contains(group, f) })
			}
			if !slices.ContainsFunc(groups, inside) {
				t.Fatalf("features %v meet on a path", path)
			}
			walk(tree.Splits[at].Left, path)
			walk(tree.Splits[at].Right, path)
		}
		walk(0, nil)
	}
}

func TestLimits(t *testing.T) {
	table := binary()
	for _, policy := range []string{trainer.DepthWise, trainer.LossGuide} {
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.GrowPolicy, p.MaxDepth, p.MaxLeaves, p.MinSamplesLeaf = 5, policy, 0, 11, 20
		for _, tree := range train(t, p, table).Trees {
			rows := make([]int, tree.NumLeaves())
			for i := range table.Rows {
				rows[tree.Leaf(table.Row(i))]++
			}
			if tree.NumLeaves() != 11 || slices.Min(rows) < 20 {
				t.Errorf("%s: leaves of %v rows", policy, rows)
			}
		}
	}
}

// Without limits on the number of leaves the order of growing does not matter.
func TestGrowPoliciesAgreeWithoutLeafLimit(t *testing.T) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 3
	depthWise := train(t, p, binary())
	p.GrowPolicy = trainer.LossGuide
	if d := cmp.Diff(depthWise.Trees, train(t, p, binary()).Trees); d != "" {
		t.Error(d)
	}
	p.GrowPolicy, p.MaxLeaves = trainer.DepthWise, 1<<p.MaxDepth
	if d := cmp.Diff(depthWise.Trees, train(t, p, binary()).Trees); d != "" {
		t.Error(d)
	}
}

func TestRegularisation(t *testing.T) {
	table := binary()
	largest := func(change func(*trainer.Params)) float64 {
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.LearningRate = 1, 1
		change(&p)
		w := 0.0
		for _, v := range train(t, p, table).Trees[0].Leaves {
			w = max(w, math.Abs(v))
		}
		return w
	}
	free := largest(func(*trainer.Params) {})
	if w := largest(func(p *trainer.Params) { p.MaxDeltaStep = free / 2 }); math.Abs(w-free/2) > 1e-12 {
		t.Errorf("largest leaf value %v with steps up to %v", w, free/2)
	}
	if w := largest(func(p *trainer.Params) { p.Alpha = 5 }); w >= free {
		t.Errorf("largest leaf value %v with alpha 5, %v without", w, free)
	}
	if w := largest(func(p *trainer.Params) { p.Gamma = 1e9 }); w > 1e-6 { // gradients are single
		t.Errorf("largest leaf value %v where no split gains enough", w)
	}
}

// A weight of 2 is the same as the row twice.
func TestWeightsAreCopies(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 200, Cols: 3, Classes: 2, Values: 9}, 1)
	var rows []int
	weights := make([]float64, table.Rows)
	for i, y := range table.Y {
		weights[i] = 1
		rows = append(rows, i)
		if y == 1 {
			weights[i] = 2
			rows = append(rows, i)
		}
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 3
	copies := train(t, p, table.Subset(rows))
	for what, change := range map[string]func(*trainer.Params, *data.Table){
		"row weights":      func(_ *trainer.Params, d *data.Table) { d.Weights = weights },
		"scale-pos-weight": func(p *trainer.Params, _ *data.Table) { p.ScalePosWeight = 2 },
		"class-weight":     func(p *trainer.Params, _ *data.Table) { p.ClassWeight = []float64{1, 2} },
	} {
		p, table := p, *table
		change(&p, &table)
		weighted := train(t, p, &table)
		for i := range table.Rows {
			if a, b := margin(copies, table.Row(i)), margin(weighted, table.Row(i)); math.Abs(a-b) > 1e-6 {
				t.Fatalf("%s: row %d has margin %v, with copies %v", what, i, b, a)
			}
		}
	}
}

func TestEarlyStopping(t *testing.T) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.LearningRate, p.EarlyStoppingRounds = 500, 0.5, 5
	p.Valid = []trainer.Validation{{Name: "test", Table: traintest.Table(traintest.Shape{Rows: 500, Cols: 4, Classes: 2}, 2)}}
	p.EvalMetric = trainer.LogLoss
	asked := 0
	p.Metrics = []trainer.Metric{{Name: "mine", Score: func(context.Context, *ensemble.Ensemble, *data.Table, []float64) (float64, error) {
		asked++
		return 1, nil
	}}}
	var history []trainer.Evaluation
	p.Report = func(e trainer.Evaluation) { history = append(history, e) }
	e := train(t, p, binary())
	last := history[len(history)-1]
	if len(history) == 500 || last.Best != len(e.Trees) || last.Round != last.Best+5 || asked != last.Round {
		t.Errorf("%d rounds, best %d, %d trees, %d calls of the metric", len(history), last.Best, len(e.Trees), asked)
	}
	for _, h := range history {
		if h.Scores[0].Value < history[last.Best-1].Scores[0].Value {
			t.Errorf("round %d is better than the best one", h.Round)
		}
	}
	if e.Origin.Trainer["best-iteration"] == "" {
		t.Error("the model does not say which round was the best")
	}
}

// The built-in loss given as a function trains the same model.
func TestCustomObjective(t *testing.T) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 5
	want := train(t, p, binary())
	p.Objective = func(y, margins, grad, hess []float64) {
		for i, m := range margins {
			q := 1 / (1 + math.Exp(-m))
			grad[i], hess[i] = q-y[i], max(q*(1-q), 1e-16)
		}
	}
	if d := cmp.Diff(want.Trees, train(t, p, binary()).Trees); d != "" {
		t.Error(d)
	}
}

// Gradients that no tree can be fitted to end training: leaves used to be infinite or NaN.
func TestWrongObjective(t *testing.T) {
	for want, to := range map[string][2]float64{
		"Params.Objective: gradient NaN and hessian 1 of row 7, must be finite in single precision, and the hessian at least 0":  {math.NaN(), 1},
		"Params.Objective: gradient +Inf and hessian 1 of row 7, must be finite in single precision, and the hessian at least 0": {1e60, 1},
		"Params.Objective: gradient 1 and hessian -2 of row 7, must be finite in single precision, and the hessian at least 0":   {1, -2},
		"Params.Objective: gradient 1 and hessian NaN of row 7, must be finite in single precision, and the hessian at least 0":  {1, math.NaN()},
	} {
		p := trainer.Defaults(trainer.GBDT)
		table := traintest.Table(traintest.Shape{Rows: 50, Cols: 3}, 1)
		p.Objective = func(y, _, grad, hess []float64) {
			for i := range y {
				if y[i] == table.Target[7] {
					grad[i], hess[i] = to[0], to[1]
				}
			}
		}
		g := traintest.New(t, trainer.GBDT, p)
		if _, err := g.Train(t.Context(), table); err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// So do weights that make gradients too large: trees used to predict nothing.
func TestHugeWeights(t *testing.T) {
	table := binary()
	table.Weights = make([]float64, table.Rows)
	table.Weights[3] = 1e300
	g := traintest.New(t, trainer.GBDT, trainer.Defaults(trainer.GBDT))
	if _, err := g.Train(t.Context(), table); err == nil || !strings.HasPrefix(err.Error(), "row 3: ") || !strings.HasSuffix(err.Error(), "at weight 1e+300: scale the weights or the targets down") {
		t.Error(err)
	}
}

// Parallel trees are a forest per round: their average is one step.
func TestParallelTrees(t *testing.T) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.ParallelTrees, p.LearningRate, p.Subsample = 1, 50, 1, 0.8
	table := binary()
	e := train(t, p, table)
	if len(e.Trees) != 50 || cmp.Equal(e.Trees[0], e.Trees[1]) {
		t.Errorf("%d trees", len(e.Trees))
	}
	// 0.84 is what a single tree of this depth reaches here.
	if a := traintest.Accuracy(table, e.Class); a < 0.84 {
		t.Errorf("accuracy %v", a)
	}
}

func TestImportances(t *testing.T) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 10
	e := train(t, p, binary())
	all := trainer.Importances(e)
	splits := 0
	for _, tree := range e.Trees {
		splits += len(tree.Splits)
	}
	for _, of := range all {
		splits -= of.Weight
	}
	// Feature 3 is noise, see traintest.
	if splits != 0 || all[3].Gain > all[0].Gain/2 || all[3].Gain > all[2].Gain/2 {
		t.Errorf("%d splits are left over, importances %v", splits, all)
	}
}

// A mistake in what watches training is reported before, or when, it matters.
func TestMistakesInWatching(t *testing.T) {
	score := func(v float64) trainer.Metric {
		return trainer.Metric{Name: "own", Score: func(context.Context, *ensemble.Ensemble, *data.Table, []float64) (float64, error) { return v, nil }}
	}
	for want, c := range map[string]struct {
		metrics []trainer.Metric
		hooks   []trainer.Hook
	}{
		"":                             {[]trainer.Metric{score(1), score(math.NaN())}, nil},
		`metric "own" has no function`: {[]trainer.Metric{{Name: "own"}}, nil},
		"metric own of validation table test is NaN after round 1": {[]trainer.Metric{score(math.NaN())}, nil},
		"hook 1 is nil": {nil, []trainer.Hook{trainer.HookFunc(func(context.Context, *trainer.Round) error { return nil }), nil}},
	} {
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.Metrics, p.EarlyStoppingRounds = 2, c.metrics, 1
		p.Valid = []trainer.Validation{{Name: "test", Table: binary()}}
		g := traintest.New(t, trainer.GBDT, p)
		_, err := g.Train(t.Context(), binary(), c.hooks...)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
