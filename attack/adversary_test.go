package attack_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// idle finds nothing.
type idle struct{}

func (i idle) Name() string                                     { return "idle" }
func (i idle) Prepare(*attack.Problem) (attack.Prepared, error) { return i, nil }
func (i idle) Searcher() attack.Searcher                        { return i }
func (i idle) Search(context.Context, attack.Victim) attack.Result {
	return attack.Result{Status: attack.None, Class: -1}
}

// stump is a problem of one split.
func stump(t *testing.T) *attack.Problem {
	e := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: 0.5}}, Leaves: []float64{-1, 1}}},
	}
	p := attacktest.NewProblem(t, e, attack.LInf)
	return p
}

// The finished part of a cancelled run is a fair share of the victims: the misclassified ones,
// which need no search, are not counted ahead.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	victims := []attack.Victim{{X: []float64{0.1}, Label: 1}, {X: []float64{0.7}, Label: 1}, {X: []float64{0.1}, Label: 1}}
	finished := 0
	results, err := attack.Run(ctx, stump(t), idle{}, victims, attack.RunOptions{Threads: 1, Done: func(n int) {
		if finished = n; n == 2 {
			cancel()
		}
	}})
	if finished != 2 {
		t.Errorf("%d finished", finished)
	}
	if err == nil || len(results) != 3 {
		t.Fatalf("got %v, %v", results, err)
	}
	if a, b := results[0], results[1]; a.Status != attack.Misclassified || b.Stop == attack.Cancelled {
		t.Errorf("finished ones: %v, %v", a, b)
	}
	if c := results[2]; c.Stop != attack.Cancelled || c.Status == attack.Misclassified {
		t.Errorf("the one that was not reached: %v", c)
	}
}

// Known margins are believed: victims whose margins are those of another class are misclassified,
// wherever they are.
func TestKnownMargins(t *testing.T) {
	var victims []attack.Victim
	for _, margins := range [][]float64{nil, {1}, {-1}} {
		victims = append(victims, attack.Victim{X: []float64{0.7}, Label: 1, Warm: attack.Warm{Margins: margins}})
	}
	results := attacktest.Run(t, stump(t), idle{}, victims, attack.RunOptions{Threads: 1})
	for i, want := range []attack.Status{attack.None, attack.None, attack.Misclassified} {
		if results[i].Status != want {
			t.Errorf("margins %v: status %v, want %v", victims[i].Margins, results[i].Status, want)
		}
	}
}

// across moves rows of a stump over its threshold, and is wrong about some row.
type across struct {
	idle
	wrong int
}

func (a across) Prepare(*attack.Problem) (attack.Prepared, error) { return a, nil }
func (a across) Searcher() attack.Searcher                        { return a }
func (a across) Search(_ context.Context, v attack.Victim) attack.Result {
	x := 1 - v.X[0]
	if v.Row == a.wrong {
		x = v.X[0]
	}
	return attack.Result{Example: []float64{x}, Class: 1 - v.Label, Distance: math.Abs(x - v.X[0])}
}

// Every example is checked, and comes with its margins and the cells that it has moved, even in
// memory reused from another run.
func TestEveryExampleIsChecked(t *testing.T) {
	var victims []attack.Victim
	for i := range 1000 {
		victims = append(victims, attack.Victim{Row: i, X: []float64{(float64(i) + 0.5) / 1000}, Label: i / 500})
	}
	p := stump(t)
	var results []attack.Result
	for range 2 {
		results = attacktest.Run(t, p, across{wrong: -1}, victims, attack.RunOptions{Threads: 3, Reuse: results})
		for i, r := range results {
			want := []float64{0}
			p.Ensemble.Margins(r.Example, want)
			if d := cmp.Diff(want, r.Margins); d != "" {
				t.Errorf("margins of example %d: %s", i, d)
			}
			if d := cmp.Diff(r.Example, r.Moved.Of(victims[i].X)); d != "" {
				t.Errorf("moved cells of example %d: %s", i, d)
			}
		}
	}
	for _, wrong := range []int{0, 300, 999} {
		_, err := attack.Run(t.Context(), p, across{wrong: wrong}, victims, attack.RunOptions{Threads: 3})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("row %d:", wrong)) {
			t.Errorf("row %d is wrong, but the error is %v", wrong, err)
		}
	}
}

// A victim outside the bounds is not attacked and nothing is proved about it, while the others are
// attacked. One that the model gets wrong is misclassified wherever it lies.
func TestOutOfBounds(t *testing.T) {
	p := stump(t)
	p.Constraints = &attack.Constraints{Lo: []float64{0}, Hi: []float64{1}}
	victims := []attack.Victim{{X: []float64{0.1}}, {X: []float64{1.5}, Label: 1}, {X: []float64{-2}, Label: 1}, {X: []float64{0.2}}}
	want := []attack.Status{attack.Optimal, attack.OutOfBounds, attack.Misclassified, attack.Optimal}
	a := attacktest.Prepare(t, p, exact.Attack{})
	results, err := a.Run(t.Context(), victims, attack.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := a.Decide(t.Context(), victims, 0.01, attack.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.Status != want[i] {
			t.Errorf("victim %d is %v, want %v", i, r.Status, want[i])
		}
	}
	if r := results[1]; r.Example != nil || r.LowerBound != 0 || !math.IsInf(r.Distance, 1) {
		t.Errorf("something is known of the one outside: %+v", r)
	}
	verdicts := []attack.Verdict{decisions[0].Verdict, decisions[1].Verdict, decisions[2].Verdict}
	if d := cmp.Diff([]attack.Verdict{attack.Certified, attack.Undecided, attack.Broken}, verdicts); d != "" {
		t.Error(d)
	}
}

// A method that does not support a norm says so with errors.ErrUnsupported; an invalid problem is
// another error.
func TestPrepareTellsApart(t *testing.T) {
	p := stump(t)
	p.Norm = attack.L0
	if _, err := attack.Prepare(p, idle{}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("norm 0: %v", err)
	}
	p = stump(t)
	p.Target = 2
	if _, err := attack.Prepare(p, idle{}); err == nil || errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("target 2 of 2 classes: %v", err)
	}
}

// silent finds nothing, and sets nothing else.
type silent struct{}

func (s silent) Name() string                                      { return "silent" }
func (s silent) Prepare(*attack.Problem) (attack.Prepared, error)  { return s, nil }
func (s silent) Searcher() attack.Searcher                         { return s }
func (silent) Search(context.Context, attack.Victim) attack.Result { return attack.Result{} }

// The zero result of a searcher means that it found nothing, not an example at distance 0.
func TestZeroResult(t *testing.T) {
	results := attacktest.Run(t, stump(t), silent{}, []attack.Victim{{X: []float64{0.1}}}, attack.RunOptions{})
	if r := results[0]; r.Status != attack.None || r.Class != -1 || !math.IsInf(r.Distance, 1) {
		t.Errorf("status %v, class %d, distance %v", r.Status, r.Class, r.Distance)
	}
}

// tooWide finds a row of another model.
type tooWide struct{ silent }

func (s tooWide) Prepare(*attack.Problem) (attack.Prepared, error) { return s, nil }
func (s tooWide) Searcher() attack.Searcher                        { return s }
func (tooWide) Search(context.Context, attack.Victim) attack.Result {
	return attack.Result{Example: []float64{1, 1}, Class: 1, Distance: 0.9}
}

// tooNarrow finds a row without some of the features.
type tooNarrow struct{ silent }

func (s tooNarrow) Prepare(*attack.Problem) (attack.Prepared, error) { return s, nil }
func (s tooNarrow) Searcher() attack.Searcher                        { return s }
func (tooNarrow) Search(context.Context, attack.Victim) attack.Result {
	return attack.Result{Example: []float64{0.9}, Class: 1, Distance: 0.9}
}

// unsure returns a right example with any status.
type unsure struct {
	silent
	status attack.Status
}

func (s unsure) Prepare(*attack.Problem) (attack.Prepared, error) { return s, nil }
func (s unsure) Searcher() attack.Searcher                        { return s }
func (s unsure) Search(context.Context, attack.Victim) attack.Result {
	return attack.Result{Status: s.status, Example: []float64{0.75}, Class: 1, Distance: 0.65}
}

// A result with an example says that it has found one: reports count statuses.
func TestStatusOfExamples(t *testing.T) {
	victim := attack.Victim{Row: 5, X: []float64{0.1}}
	for _, s := range []attack.Status{attack.Found, attack.Optimal, attack.None, attack.Misclassified, attack.OutOfBounds, attack.NoAttacker} {
		want := ""
		if s != attack.Found && s != attack.Optimal {
			want = fmt.Sprintf("row 5: an example with the status %v, must be found or optimal", s)
		}
		if _, err := attack.Run(t.Context(), stump(t), unsure{status: s}, []attack.Victim{victim}, attack.RunOptions{}); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%v: %v, want %q", s, err, want)
		}
	}
}

// forgetful prepares nothing.
type forgetful struct{ silent }

func (forgetful) Prepare(*attack.Problem) (attack.Prepared, error) { return nil, nil }

func TestNothingPrepared(t *testing.T) {
	if _, err := attack.Prepare(stump(t), forgetful{}); err == nil || err.Error() != "method silent prepares nothing, and gives no error" {
		t.Error(err)
	}
}

// An example with the wrong number of features ends the run with an error, not a panic.
func TestExampleOfAnotherWidth(t *testing.T) {
	const want = "row 5: example of 2 features, the model reads 1"
	victim := attack.Victim{Row: 5, X: []float64{0.1}}
	_, err := attack.Run(t.Context(), stump(t), tooWide{}, []attack.Victim{victim}, attack.RunOptions{})
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	for name, change := range map[string]func(p *attack.Problem){
		"steps":  func(p *attack.Problem) { p.Constraints = &attack.Constraints{Step: []float64{0.1, 0}} },
		"blanks": func(p *attack.Problem) { p.Constraints = &attack.Constraints{Blank: []float64{0.5, 0}} },
		"links": func(p *attack.Problem) {
			p.Constraints = &attack.Constraints{Links: []attack.Link{{Feature: 0, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}}}}
		},
		"groups": func(p *attack.Problem) {
			p.Constraints = &attack.Constraints{Groups: []attack.Group{{Name: "g", Features: []int{0, 1}}}}
		},
	} {
		p := attacktest.NewProblem(t, ensembletest.Stumps(), attack.LInf)
		change(p)
		victim := attack.Victim{Row: 5, X: []float64{0, 1}}
		victim.Label = p.Ensemble.Class(victim.X)
		if _, err := attack.Run(t.Context(), p, tooNarrow{}, []attack.Victim{victim}, attack.RunOptions{}); err == nil || err.Error() != "row 5: example of 1 features, the model reads 2" {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := tooWide{}.Search(t.Context(), victim)
	if err := stump(t).Check(victim, &r); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A model that contradicts itself is refused before it is attacked, as is a norm that does not
// exist: the predictor would read it one way and the search another.
func TestBrokenModels(t *testing.T) {
	for name, change := range map[string]func(*ensemble.Ensemble){
		"threshold": func(e *ensemble.Ensemble) { e.Input, e.Trees[0].Splits[0].Threshold = ensemble.Float32, 0.1 },
		"NaN":       func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Threshold = math.NaN() },
		"child":     func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Left = 7 },
		"feature":   func(e *ensemble.Ensemble) { e.Trees[0].Splits[0].Feature = 7 },
	} {
		e := ensembletest.Stumps()
		change(e)
		if p, err := attack.NewProblem(e, attack.LInf); err == nil || p != nil {
			t.Errorf("%s: a problem without an error", name)
		}
	}
	if _, err := attack.NewProblem(ensembletest.Stumps(), 9); err == nil {
		t.Error("norm 9 exists")
	}
}

// Input that makes no sense is an error, not an answer.
func TestMisuse(t *testing.T) {
	whole := stump(t)
	for name, c := range map[string]struct {
		problem attack.Problem
		victim  attack.Victim
		want    string
	}{
		"class":      {*whole, attack.Victim{Row: 3, X: []float64{0.1}, Label: 2}, "row 3 has class 2, the model knows 0 to 1"},
		"width":      {*whole, attack.Victim{Row: 3, X: []float64{0.1, 2}}, "row 3 has 2 features, the model reads 1"},
		"start":      {*whole, attack.Victim{Row: 3, X: []float64{0.1}, Warm: attack.Warm{Start: moved.Cells{{Feature: 1}}}}, "row 3 starts from a value of feature 1, the model reads 1"},
		"below":      {*whole, attack.Victim{Row: 3, X: []float64{0.1}, Warm: attack.Warm{Start: moved.Cells{{Feature: -1}}}}, "row 3 starts from a value of feature -1, the model reads 1"},
		"no margins": {*whole, attack.Victim{Row: 3, X: []float64{0.1}, Warm: attack.Warm{Margins: []float64{math.NaN()}}}, "row 3 has the margins [NaN], which are of no class"},
		"margins":    {*whole, attack.Victim{Row: 3, X: []float64{0.1}, Warm: attack.Warm{Margins: []float64{1, 2}}}, "row 3 has 2 margins, the model has 1"},
		"grids":      {attack.Problem{Ensemble: ensembletest.Stumps(), Grid: whole.Grid, Target: attack.Untargeted}, attack.Victim{}, "the grid of the problem is that of another model: NewProblem makes one for each"},
		"grid":       {attack.Problem{Ensemble: whole.Ensemble, Target: attack.Untargeted}, attack.Victim{}, "the problem has no grid: NewProblem makes one that has"},
		"prices":     {attack.Problem{Ensemble: whole.Ensemble, Grid: whole.Grid, Target: attack.Untargeted, Constraints: &attack.Constraints{Levels: []attack.LevelPrices{}}}, attack.Victim{}, "constraints for 0 features, the model reads 1"},
		"norm":       {attack.Problem{Ensemble: whole.Ensemble, Grid: whole.Grid, Norm: 77}, attack.Victim{}, "norm number 77 is none of attack.AllNorms"},
	} {
		if _, err := attack.Run(t.Context(), &c.problem, idle{}, []attack.Victim{c.victim}, attack.RunOptions{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
