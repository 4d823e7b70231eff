package advboost

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// labelled returns random rows around an ensemble.
func labelled(r *rand.Rand, e *ensemble.Ensemble, n int) *data.Table {
	t := &data.Table{Rows: n, Cols: e.Features, Classes: []string{"a", "b", "c"}[:e.Classes], Features: make([]string, e.Features)}
	for range n {
		t.X, t.Y = append(t.X, ensembletest.Row(r, e)...), append(t.Y, r.IntN(e.Classes))
	}
	return t
}

// boundedLoss is the logistic loss of the rows of two classes with each tree at its own worst,
// mixed with the loss without an attacker, by the definition.
func boundedLoss(e *ensemble.Ensemble, t *data.Table, o *RefineOptions) float64 {
	loss, w := 0.0, newWalker(&o.Ball)
	for i := range t.Rows {
		sign := float64(2*t.Y[i] - 1)
		worst, own := sign*(e.Base[0]-e.Cutoff), sign*(e.Base[0]-e.Cutoff)
		for k := range e.Trees {
			tree, x := &e.Trees[k], e.Rounded(t.Row(i))
			least := math.Inf(1)
			for _, l := range w.leaves(tree, x, t.Y[i]) {
				least = min(least, sign*tree.Leaves[l])
			}
			worst += least
			own += sign * tree.Leaves[tree.Leaf(x)]
		}
		weight := 1.0
		if o.ClassWeight != nil {
			weight = o.ClassWeight[t.Y[i]]
		}
		loss += weight * ((1-o.Clean)*math.Log1p(math.Exp(-worst)) + o.Clean*math.Log1p(math.Exp(-own)))
	}
	for k := range e.Trees {
		for _, v := range e.Trees[k].Leaves {
			loss += o.Lambda / 2 * v * v
		}
	}
	return loss
}

// A model that reads float32 is refined for attackers with bounds as for those without, if no row
// is near these but the ones that are on them.
func TestRefineWithBoundsInFloat32(t *testing.T) {
	e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic, Input: ensemble.Float32, Sum: ensemble.Float32,
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Threshold: 0.25, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}}}
	rows := &data.Table{Rows: 5, Cols: 1, Classes: []string{"a", "b"}, Features: []string{""}, X: []float64{0.1, 0.1, 0.1, 0.3, 0.3}, Y: []int{0, 0, 0, 1, 1}}
	o := RefineOptions{Ball: Ball{Eps: 0.1}, Lambda: 1}
	want, err := Refine(t.Context(), e, rows, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Ball.Constraints = &attack.Constraints{Lo: []float64{0}, Hi: []float64{0.3}}
	got, err := Refine(t.Context(), e, rows, o)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.Trees[0].Leaves, got.Trees[0].Leaves); d != "" {
		t.Error(d)
	}
}

// Every sweep lowers the loss, splits stay, and the model that is given is left
// alone.
func TestRefineLowersTheLoss(t *testing.T) {
	for i := range 20 {
		r := seed.At(11, i)
		e := ensembletest.Random(r, ensembletest.Shape{Features: 3, Trees: 4, Depth: 3})
		rows := labelled(r, e, 60)
		o := RefineOptions{Ball: Ball{Eps: 0.1}, Lambda: 0.5, Clean: float64(i%3) / 3, Threads: 1 + i%2, ClassWeight: []float64{1, 2}}
		before := *e
		last := boundedLoss(e, rows, &o)
		for o.Sweeps = 1; o.Sweeps <= 3; o.Sweeps++ {
			refined, err := Refine(t.Context(), e, rows, o)
			if err != nil {
				t.Fatal(err)
			}
			loss := boundedLoss(refined, rows, &o)
			if loss > last+1e-9 || o.Sweeps == 1 && loss > last-1e-3 {
				t.Errorf("case %d: loss %v after %d sweeps, %v before", i, loss, o.Sweeps, last)
			}
			last = loss
			for k := range e.Trees {
				if d := cmp.Diff(e.Trees[k].Splits, refined.Trees[k].Splits); d != "" {
					t.Errorf("case %d: splits changed: %s", i, d)
				}
			}
		}
		if d := cmp.Diff(&before, e); d != "" {
			t.Errorf("case %d: the model given changed: %s", i, d)
		}
	}
}

// The votes of forests stay shares that sum to 1, and making them so changes no decision.
func TestRefineKeepsVotes(t *testing.T) {
	for i, shape := range []ensembletest.Shape{
		{Features: 3, Trees: 5, Depth: 3, Classes: 3, Vector: true}, {Features: 3, Trees: 5, Depth: 3, Average: true},
	} {
		r := seed.At(12, i)
		e := ensembletest.Random(r, shape)
		clear(e.Base)
		rows := labelled(r, e, 90)
		refined, err := Refine(t.Context(), e, rows, RefineOptions{Ball: Ball{Eps: 0.05}, Lambda: 0.1, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		right := [2]int{}
		for row, y := range rows.Y {
			for k, m := range []*ensemble.Ensemble{e, refined} {
				if m.Class(rows.Row(row)) == y {
					right[k]++
				}
			}
		}
		if right[1] <= right[0] {
			t.Errorf("shape %d: right on %d rows, on %d before", i, right[1], right[0])
		}
		for _, tree := range refined.Trees {
			for l := 0; l < len(tree.Leaves); l += max(1, len(tree.Leaves)/tree.NumLeaves()) {
				if tree.Output != ensemble.VectorLeaves {
					if math.Abs(tree.Leaves[l]) > 0.5+1e-12 {
						t.Errorf("vote %v", tree.Leaves[l])
					}
					continue
				}
				sum := 0.0
				for _, v := range tree.Leaves[l : l+3] {
					if sum += v; v < -1e-12 {
						t.Errorf("vote %v", v)
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("votes of a leaf sum to %v", sum)
				}
			}
		}
	}
	raw := ensembletest.Random(seed.At(13), ensembletest.Shape{Features: 2, Trees: 4, Depth: 2, Classes: 3, Vector: true})
	clear(raw.Base)
	same := *raw
	same.Trees = nil
	for _, tree := range raw.Trees {
		tree.Leaves = append([]float64{}, tree.Leaves...)
		same.Trees = append(same.Trees, tree)
	}
	votes(same.Trees, 3)
	for i := range 200 {
		if x := ensembletest.Row(seed.At(14, i), raw); raw.Class(x) != same.Class(x) {
			t.Fatalf("row %d: class %d, %d before", i, same.Class(x), raw.Class(x))
		}
	}
}

func TestRefineRefuses(t *testing.T) {
	e := ensembletest.Random(seed.At(15), ensembletest.Shape{Features: 2, Trees: 1, Depth: 1})
	rows := labelled(seed.At(15), e, 4)
	if _, err := Refine(t.Context(), e, rows, RefineOptions{Clean: 2}); err == nil {
		t.Error("takes a weight of 2")
	}
	if _, err := Refine(t.Context(), e, rows, RefineOptions{Ball: Ball{Eps: -1}}); err == nil {
		t.Error("takes a radius below 0")
	}
	for _, c := range []struct {
		weight  float64 // of every row
		ofClass []float64
		want    string
	}{
		{math.NaN(), nil, "row 0: weight is NaN, must be at least 0 and finite"},
		{-1, nil, "row 0: weight is -1, must be at least 0 and finite"},
		{0, nil, "all rows have the weight 0, so that there is nothing to refine on"},
		{1, []float64{0, 0}, "all rows have the weight 0, so that there is nothing to refine on"},
		{1e305, nil, "the weights of the rows add up to 4e+305: scale them down"},
	} {
		rows.Weights = slices.Repeat([]float64{c.weight}, rows.Rows)
		if _, err := Refine(t.Context(), e, rows, RefineOptions{ClassWeight: c.ofClass}); err == nil || !strings.HasSuffix(err.Error(), ": "+c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	e.Classes = 0
	if _, err := Refine(t.Context(), e, rows, RefineOptions{}); err == nil {
		t.Error("takes a regressor")
	}
}

// A column that links derive may move at no cost, and refining, which knows no links, accepts
// that.
func TestRefineWithFreeColumns(t *testing.T) {
	rows := wholes(seed.At(44, 0), 60, 3, 2, 6)
	for i := range rows.Rows {
		x := rows.Row(i)
		x[2] = x[0] + x[1]
	}
	c := &attack.Constraints{
		Weight: []float64{1, 1, 0},
		Links:  []attack.Link{{Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}}}},
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 3
	for _, gradient := range WorstCases {
		s := Strategy{Norm: attack.L1, Eps: 1, Constraints: c, Split: 0.5, Gradient: gradient, Refit: 2, Relabel: 1}
		if _, err := Harden(t.Context(), rows, p, s); err != nil {
			t.Errorf("%s: %v", gradient, err)
		}
	}
}

// A split that parts missing values from numbers, of which none is beyond its threshold, is not one that an
// attacker crosses.
func TestRefineKeepsWhatIsMissingApart(t *testing.T) {
	for _, input := range []ensemble.Precision{ensemble.Float32, ensemble.Float64} {
		last := map[ensemble.Precision]float64{ensemble.Float32: math.MaxFloat32, ensemble.Float64: math.MaxFloat64}[input]
		e := &ensemble.Ensemble{
			Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Input: input, Sum: input, Link: ensemble.Logistic,
			Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: last}}, Leaves: []float64{0, 0}}},
		}
		rows := &data.Table{Rows: 30, Cols: 1, Classes: []string{"a", "b"}, Features: []string{"x"}}
		for i := range rows.Rows { // 20 numbers of class a, 10 missing values of class b
			rows.X, rows.Y = append(rows.X, float64(i)), append(rows.Y, 0)
			if i%3 == 0 {
				rows.X[i], rows.Y[i] = math.NaN(), 1
			}
		}
		refined, err := Refine(t.Context(), e, rows, RefineOptions{Ball: Ball{Norm: attack.L0, Eps: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if leaves := refined.Trees[0].Leaves; !(leaves[0] < 0 && leaves[1] > 0) {
			t.Errorf("%v: leaf values %v", input, leaves)
		}
	}
}

// Leaf values hold against changes of level: if every level can become every other, a model
// that has nothing else to go by predicts one class.
func TestRefineHoldsAgainstChangesOfLevel(t *testing.T) {
	rows := &data.Table{Rows: 200, Cols: 1, Classes: []string{"a", "b"}, Features: []string{"level"}, Columns: []column.Column{
		{Kind: column.Categorical, Codes: []int32{0, 1, 2, 3}}}}
	for i := range rows.Rows {
		rows.X, rows.Y = append(rows.X, float64(i%4)), append(rows.Y, i%4/2)
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 3
	for _, sweeps := range []int{0, 3} {
		e, err := Harden(t.Context(), rows, p, Strategy{Norm: attack.LInf, Eps: 1, Relabel: sweeps})
		if err != nil {
			t.Fatal(err)
		}
		some := map[int]bool{}
		for level := range 4 {
			some[e.Class([]float64{float64(level)})] = true
		}
		if want := map[int]int{0: 2, 3: 1}[sweeps]; len(some) != want {
			t.Errorf("%d sweeps: the levels are of %d classes, want %d", sweeps, len(some), want)
		}
	}
}

// Hardening that is interrupted while it refines the trained model returns that model.
func TestInterruptedRefiningKeepsTheModel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 3
	p.Progress = func(done, of int) {
		if done == of {
			cancel()
		}
	}
	e, err := Harden(ctx, wholes(seed.At(44, 1), 60, 3, 2, 6), p, Strategy{Eps: 1, Split: 1, Relabel: 1})
	if !errors.Is(err, context.Canceled) || e == nil || len(e.Trees) != 3 {
		t.Errorf("%v, %v", e, err)
	}
}

// The votes of a leaf are shares of the classes, none below 0 or above 1, and 1 together.
func TestVotesAreShares(t *testing.T) {
	r := seed.At(23)
	for range 20_000 {
		outputs := 2 + r.IntN(5)
		leaves := make([]float64, outputs)
		for k := range leaves {
			leaves[k] = r.NormFloat64() * 3
		}
		votes([]ensemble.Tree{{Output: ensemble.VectorLeaves, Leaves: leaves}}, outputs)
		sum := 0.0
		for _, v := range leaves {
			if sum += v; v < 0 || v > 1 {
				t.Fatalf("votes of %v", leaves)
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("%v add up to %v", leaves, sum)
		}
	}
}
