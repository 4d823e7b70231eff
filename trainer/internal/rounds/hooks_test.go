package rounds_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// meddler changes rows in every way that hooks can, and checks after each
// change that the margins of all rows are those of the plain predictor.
type meddler struct {
	t     *testing.T
	cols  int
	calls map[string]int
}

func (m *meddler) Before(_ context.Context, r *trainer.Round) error {
	m.calls["before"]++
	random := seed.At(3, r.Number)
	m.check(r)
	switch r.Number % 4 {
	case 0:
		m.put(r, random)
	case 1:
		for _, i := range []int{0, r.Rows.Table(), r.Rows.Len() - 1} {
			x := append([]float64(nil), r.Rows.X(i)...)
			x[0] = 1 - x[0]
			r.Rows.Replace(i, x)
			if d := cmp.Diff(x, r.Rows.X(i)); d != "" {
				m.t.Error(d)
			}
		}
	case 2:
		r.Rows.SetWeight(5, 0)
		r.Rows.SetGradientMargins(6, make([]float64, r.Ensemble.Outputs))
	case 3:
		r.Rows.Truncate(r.Rows.Table() + 5)
		r.Rows.Append(r.Rows.X(3), 1, 1)
	}
	m.check(r)
	return nil
}

// put changes rows and adds others, more than fit into one block or than one worker changes. It gives
// the margins of every other one.
func (m *meddler) put(r *trainer.Round, random *rand.Rand) {
	var changes []trainer.Change
	for i := 100; i < 1600; i++ {
		row := i
		if i >= r.Rows.Table() {
			row += r.Rows.Len() - r.Rows.Table()
		}
		c := trainer.Change{Row: row, Near: random.IntN(r.Rows.Table()), Class: random.IntN(2), Weight: 1}
		if row < r.Rows.Table() {
			c.Near = row
		}
		for f := range m.cols {
			if random.IntN(2) == 0 {
				c.Moved = append(c.Moved, moved.Cell{Feature: f, Value: random.Float64()})
			}
		}
		if i%2 == 0 {
			near, _ := r.Rows.Moved(c.Near)
			c.Margins = make([]float64, r.Ensemble.Outputs)
			r.Ensemble.Margins(c.Moved.Of(near), c.Margins)
		}
		changes = append(changes, c)
	}
	r.Rows.Put(changes)
	for _, c := range changes {
		near, _ := r.Rows.Moved(c.Near)
		if d := cmp.Diff(c.Moved.Of(near), r.Rows.X(c.Row)); d != "" {
			m.t.Error(d)
		}
		if c.Row >= r.Rows.Table() && r.Rows.Class(c.Row) != c.Class {
			m.t.Errorf("row %d has class %d, want %d", c.Row, r.Rows.Class(c.Row), c.Class)
		}
	}
	for _, c := range changes {
		clear(c.Moved) // which nobody may look at any more
	}
}

func (m *meddler) Grown(_ context.Context, r *trainer.Round) error {
	m.calls["grown"]++
	without := *r.Ensemble
	without.Trees = without.Trees[:len(without.Trees)-len(r.Trees)]
	m.check(&trainer.Round{Number: r.Number, Ensemble: &without, Rows: r.Rows})
	if r.Number == 2 {
		r.Reject = true
	}
	r.Trees[0].Leaves[0] *= 0.5
	return nil
}

func (m *meddler) After(_ context.Context, r *trainer.Round) error {
	m.calls["after"]++
	m.check(r)
	r.Stop = r.Number == 6
	return nil
}

func (m *meddler) check(r *trainer.Round) {
	want := make([]float64, r.Ensemble.Outputs)
	for i := range r.Rows.Len() {
		r.Ensemble.Margins(r.Rows.X(i), want)
		if d := cmp.Diff(want, r.Rows.Margins(i)); d != "" {
			m.t.Fatalf("round %d, row %d of %d: %s", r.Number, i, r.Rows.Len(), d)
		}
	}
}

func TestHooks(t *testing.T) {
	for _, name := range booster.Names {
		for _, classes := range []int{2, 3} {
			table := traintest.Table(traintest.Shape{Rows: 300, Cols: 4, Classes: classes}, 1)
			before := append([]float64(nil), table.X...)
			p := trainer.Defaults(name)
			p.Rounds, p.BatchTrees, p.Subsample = 20, 2, 0.8
			m := &meddler{t, table.Cols, map[string]int{}}
			e := traintest.Train(t, name, p, table, m)
			if d := cmp.Diff(map[string]int{"before": 6, "grown": 6, "after": 6}, m.calls); d != "" {
				t.Error(d)
			}
			perRound := map[string]int{trainer.GBDT: e.Outputs, trainer.Forest: 2}[name]
			if want := 5 * perRound; len(e.Trees) != want { // of 6 rounds one is rejected
				t.Errorf("%s, %d classes: %d trees, want %d", name, classes, len(e.Trees), want)
			}
			if d := cmp.Diff(before, table.X); d != "" {
				t.Error("the table was changed")
			}
		}
	}
}

// Appending the rows of a second table trains the same model as both tables together, if the thresholds
// are the same.
func TestAppendedRowsCountLikeOthers(t *testing.T) {
	for _, name := range booster.Names {
		both := traintest.Table(traintest.Shape{Rows: 600, Cols: 3, Classes: 3, Values: 8}, 1)
		half := *both
		half.Rows, half.X, half.Y = 300, both.X[:900], both.Y[:300]
		p := trainer.Defaults(name)
		p.Rounds, p.BoostFromAverage = 5, false
		add := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
			for i := 300; r.Number == 0 && i < 600; i++ {
				r.Rows.Append(both.Row(i), both.Y[i], 1)
			}
			return nil
		})
		traintest.SameTrees(t, traintest.Train(t, name, p, both), traintest.Train(t, name, p, &half, add))
	}
}

func TestWeightZeroLeavesRowOut(t *testing.T) {
	both := traintest.Table(traintest.Shape{Rows: 600, Cols: 3, Classes: 2, Values: 8}, 1)
	half := *both
	half.Rows, half.X, half.Y = 300, both.X[:900], both.Y[:300]
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.BoostFromAverage = 5, false
	silence := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		for i := 300; i < 600; i++ {
			r.Rows.SetWeight(i, 0)
		}
		return nil
	})
	traintest.SameTrees(t, traintest.Train(t, trainer.GBDT, p, &half), traintest.Train(t, trainer.GBDT, p, both, silence))
}

func TestGradientMarginsOfOneselfChangeNothing(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 300, Cols: 3, Classes: 3}, 1)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 5
	same := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		for i := range r.Rows.Len() {
			r.Rows.SetGradientMargins(i, r.Rows.Margins(i))
		}
		return nil
	})
	other := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		r.Rows.SetGradientMargins(0, []float64{5, -5, 0})
		return nil
	})
	plain := traintest.Train(t, trainer.GBDT, p, table)
	traintest.SameTrees(t, plain, traintest.Train(t, trainer.GBDT, p, table, same))
	if cmp.Equal(plain.Trees, traintest.Train(t, trainer.GBDT, p, table, other).Trees) {
		t.Error("gradient margins of another point changed nothing")
	}
}

// Margins given by a hook are believed. Those of a forest do not give the sums that trees are added to.
func TestMarginsThatAreTold(t *testing.T) {
	for _, name := range booster.Names {
		told := []float64{7}
		hook := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
			first, computed := r.Rows.Len(), make([]float64, 1)
			r.Rows.Put([]trainer.Change{{Row: first, Margins: told}, {Row: first + 1}, {Margins: told}})
			r.Ensemble.Margins(r.Rows.X(0), computed)
			want := [][]float64{told, computed, told}
			if name == trainer.Forest {
				want = [][]float64{computed, computed, computed}
			}
			got := [][]float64{r.Rows.Margins(first), r.Rows.Margins(first + 1), r.Rows.Margins(0)}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s, round %d: %s", name, r.Number, d)
			}
			return nil
		})
		p := trainer.Defaults(name)
		p.Rounds = 2
		traintest.Train(t, name, p, traintest.Small(), hook)
	}
}

// Invalid changes are programming errors in a hook.
func TestWrongChanges(t *testing.T) {
	hook := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		n := r.Rows.Len()
		for what, changes := range map[string][]trainer.Change{
			"class 2":      {{Row: n, Class: 2}},
			"added":        {{Row: n}, {Row: n + 2}},
			"near row 1 ":  {{Row: 0, Near: 1}},
			"near row 100": {{Row: n, Near: r.Rows.Table()}},
			"feature 3":    {{Row: n, Moved: moved.Cells{{Feature: 3}}}},
		} {
			func() {
				defer func() {
					if said := fmt.Sprint(recover()); !strings.Contains(said, what) || r.Rows.Len() != n {
						t.Errorf("%d rows after %d; %s", r.Rows.Len(), n, said)
					}
				}()
				r.Rows.Put(changes)
			}()
		}
		return nil
	})
	traintest.Train(t, trainer.GBDT, trainer.Defaults(trainer.GBDT), traintest.Small(), hook)
}

// Weights and margins that cannot be trained on end the run with an error: otherwise the leaves of the
// next trees would be NaN.
func TestHookWeights(t *testing.T) {
	for want, meddle := range map[string]func(rows trainer.Rows){
		"row 100: a hook makes its weight NaN, must be at least 0 and finite": func(rows trainer.Rows) { rows.Append(rows.X(0), 0, math.NaN()) },
		"row 4: a hook makes its weight -1, must be at least 0 and finite":    func(rows trainer.Rows) { rows.SetWeight(4, -1) },
		"row 4: a hook makes its weight +Inf, must be at least 0 and finite":  func(rows trainer.Rows) { rows.SetWeight(4, math.Inf(1)) },
		"row 4: a hook makes its margins [], must be 1 finite numbers":        func(rows trainer.Rows) { rows.SetGradientMargins(4, nil) },
		"row 100: a hook makes its feature 1 +Inf, must be finite or NaN":     func(rows trainer.Rows) { rows.Append([]float64{1, math.Inf(1), 2}, 0, 1) },
		"row 2: a hook makes its feature 0 -Inf, must be finite or NaN":       func(rows trainer.Rows) { rows.Replace(2, []float64{math.Inf(-1), 1, 2}) },
		"row 4: a hook knows its margins as [1 2], must be 1 finite numbers": func(rows trainer.Rows) {
			rows.Put([]trainer.Change{{Row: 4, Near: 4, Weight: 1, Margins: []float64{1, 2}}})
		},
		"row 4: a hook makes its margins [NaN], must be 1 finite numbers":  func(rows trainer.Rows) { rows.SetGradientMargins(4, []float64{math.NaN()}) },
		"row 4: a hook makes its margins [-Inf], must be 1 finite numbers": func(rows trainer.Rows) { rows.SetGradientMargins(4, []float64{math.Inf(-1)}) },
		"row 4: a hook knows its margins as [NaN], must be 1 finite numbers": func(rows trainer.Rows) {
			rows.Put([]trainer.Change{{Row: 4, Near: 4, Weight: 1, Margins: []float64{math.NaN()}}})
		},
	} {
		for _, name := range booster.Names {
			b := traintest.New(t, name, trainer.Defaults(name))
			hook := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error { meddle(r.Rows); return nil })
			if _, err := b.Train(t.Context(), traintest.Small(), hook); err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
}

// late is a hook that acts only at the end of the last round.
type late struct {
	trainer.HookFunc
	grown, after func(r *trainer.Round)
}

func (l late) Grown(_ context.Context, r *trainer.Round) error {
	if r.Number == r.Of-1 {
		l.grown(r)
	}
	return nil
}

func (l late) After(_ context.Context, r *trainer.Round) error {
	if r.Number == r.Of {
		l.after(r)
	}
	return nil
}

// A leaf that is no number would make every prediction one.
func TestHookLeaves(t *testing.T) {
	for _, name := range booster.Names {
		for _, leaf := range []float64{math.NaN(), math.Inf(1)} {
			p := trainer.Defaults(name)
			p.Rounds, p.BatchTrees = 3, 1
			hook := late{
				HookFunc: func(context.Context, *trainer.Round) error { return nil },
				grown:    func(r *trainer.Round) { r.Trees[0].Leaves[1] = leaf },
			}
			e, err := traintest.New(t, name, p).Train(t.Context(), traintest.Small(), hook)
			if want := fmt.Sprintf("tree 2: a hook makes a leaf %v, must be finite", leaf); err == nil || err.Error() != want || len(e.Trees) != 2 {
				t.Errorf("%s: %v, want %q and the trees before", name, err, want)
			}
		}
	}
}

// Rows that change while hooks see new trees had scores that count these twice, or not at all.
func TestRowsStayInGrown(t *testing.T) {
	nothing := func(*trainer.Round) {}
	before := func(context.Context, *trainer.Round) error { return nil }
	for what, change := range map[string]func(rows trainer.Rows){
		"append":   func(rows trainer.Rows) { rows.Append([]float64{1, 2, 3}, 0, 1) },
		"replace":  func(rows trainer.Rows) { rows.Replace(2, []float64{1, 2, 3}) },
		"truncate": func(rows trainer.Rows) { rows.Truncate(rows.Table()) },
	} {
		for _, name := range booster.Names {
			p := trainer.Defaults(name)
			p.Rounds, p.BatchTrees = 3, 1
			hook := late{before, func(r *trainer.Round) { change(r.Rows) }, nothing}
			e, err := traintest.New(t, name, p).Train(t.Context(), traintest.Small(), hook)
			if err == nil || err.Error() != "a hook changes rows in Grown, must do that in Before or After" || len(e.Trees) != 2 {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

// A tree with another number of leaves than values could not be read.
func TestHooksKeepTheShapeOfTrees(t *testing.T) {
	for _, name := range booster.Names {
		for want, spoil := range map[string]func(*ensemble.Tree){
			"tree 2: a hook makes it 0 values for ": func(t *ensemble.Tree) { t.Leaves = nil },
			" values for 1 leaves of width 1":       func(t *ensemble.Tree) { t.Splits = nil },
		} {
			p := trainer.Defaults(name)
			p.Rounds, p.BatchTrees = 3, 1
			hook := late{
				HookFunc: func(context.Context, *trainer.Round) error { return nil },
				grown:    func(r *trainer.Round) { spoil(&r.Trees[0]) },
			}
			if e, err := traintest.New(t, name, p).Train(t.Context(), traintest.Small(), hook); err == nil || !strings.Contains(err.Error(), want) || len(e.Trees) != 2 {
				t.Errorf("%s: %v, want %q and the trees before", name, err, want)
			}
		}
	}
}

// After the last round there is no other that would check what hooks have set.
func TestHookWeightsOfTheLastRound(t *testing.T) {
	nothing := func(*trainer.Round) {}
	spoil := func(r *trainer.Round) { r.Rows.SetWeight(4, -1) }
	before := func(context.Context, *trainer.Round) error { return nil }
	for _, hook := range []late{{before, spoil, nothing}, {before, nothing, spoil}} {
		for _, name := range booster.Names {
			p := trainer.Defaults(name)
			p.Rounds = 2
			b := traintest.New(t, name, p)
			if _, err := b.Train(t.Context(), traintest.Small(), hook); err == nil || !strings.HasPrefix(err.Error(), "row 4: a hook makes its weight -1") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// In a regression an added row has no target: it used to be 0.
func TestHooksAddNoRowsToRegressions(t *testing.T) {
	for _, name := range booster.Names {
		b := traintest.New(t, name, trainer.Defaults(name))
		hook := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error { r.Rows.Append(r.Rows.X(0), 0, 1); return nil })
		_, err := b.Train(t.Context(), traintest.Table(traintest.Shape{Rows: 50, Cols: 3}, 1), hook)
		if want := "row 50: a hook adds it to a regression, where it has no target"; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// A row that does not exist can be neither read nor changed, and the panic says so.
func TestNoSuchRow(t *testing.T) {
	hook := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		for want, act := range map[string]func(){
			"rounds: weight of row 100 of 100": func() { r.Rows.SetWeight(100, 1) },
			"rounds: row 101 of 100":           func() { r.Rows.X(101) },
			"data: row -1 of a table of 100":   func() { r.Rows.X(-1) },
			"rounds: row 102 of 100":           func() { r.Rows.Replace(102, r.Rows.X(0)) },
			"rounds: rows cut off at 103, must be from the 100 of the table to all 100": func() { r.Rows.Truncate(103) },
			"rounds: rows cut off at -1, must be":                                       func() { r.Rows.Truncate(-1) },
		} {
			func() {
				defer func() {
					if said := fmt.Sprint(recover()); !strings.HasPrefix(said, want) {
						t.Errorf("%s, want %s", said, want)
					}
				}()
				act()
			}()
		}
		return nil
	})
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 1
	traintest.Train(t, trainer.GBDT, p, traintest.Small(), hook)
}

// Metrics get the margins of the plain predictor, bit for bit.
func TestMetricsGetMarginsOfThePredictor(t *testing.T) {
	for _, name := range booster.Names {
		for classes := range 4 {
			if classes == 1 {
				continue
			}
			shape := traintest.Shape{Rows: 80, Cols: 3, Classes: classes, Missing: 0.1}
			p := trainer.Defaults(name)
			p.Rounds, p.BatchTrees = 6, 2
			p.Valid = []trainer.Validation{{Name: "test", Table: traintest.Table(shape, 2)}}
			p.Metrics = []trainer.Metric{{Name: "own", Score: func(_ context.Context, e *ensemble.Ensemble, rows *data.Table, margins []float64) (float64, error) {
				want := make([]float64, e.Outputs)
				for i := range rows.Rows {
					e.Margins(rows.Row(i), want)
					if got := margins[i*e.Outputs : (i+1)*e.Outputs]; !slices.Equal(got, want) {
						return 0, fmt.Errorf("row %d: %v, the predictor says %v", i, got, want)
					}
				}
				return 0, nil
			}}}
			traintest.Train(t, name, p, traintest.Table(shape, 1))
		}
	}
}

// A validation table that is not scaled like the training rows is refused.
func TestValidationIsScaled(t *testing.T) {
	rows, raw := traintest.Small(), traintest.Table(traintest.Shape{Rows: 50, Cols: 3, Classes: 2}, 2)
	if err := data.FitScaling(rows).Apply(rows); err != nil {
		t.Fatal(err)
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Valid = []trainer.Validation{{Name: "held out", Table: raw}}
	b := traintest.New(t, trainer.GBDT, p)
	if _, err := b.Train(t.Context(), rows); err == nil || !strings.Contains(err.Error(), "validation table held out: ") || !strings.Contains(err.Error(), "the rows are raw") {
		t.Errorf("got %v", err)
	}
	if err := rows.Scaling.Apply(raw); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Train(t.Context(), rows); err != nil {
		t.Error(err)
	}
}

func TestHookErrorEndsTraining(t *testing.T) {
	broken := errors.New("broken")
	for _, name := range booster.Names {
		b := traintest.New(t, name, trainer.Defaults(name))
		fail := trainer.HookFunc(func(context.Context, *trainer.Round) error { return broken })
		if _, err := b.Train(context.Background(), traintest.Small(), fail); !errors.Is(err, broken) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestCancelledTrainingKeepsFinishedRounds(t *testing.T) {
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.BatchTrees = 5
		b := traintest.New(t, name, p)
		ctx, cancel := context.WithCancel(context.Background())
		stop := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
			if r.Number == 3 {
				cancel()
			}
			return nil
		})
		e, err := b.Train(ctx, traintest.Small(), stop)
		want := map[string]int{trainer.GBDT: 3, trainer.Forest: 15}[name]
		if !errors.Is(err, context.Canceled) || len(e.Trees) != want || e.Validate() != nil {
			t.Errorf("%s: error %v, %d trees, want %d", name, err, len(e.Trees), want)
		}
	}
}
